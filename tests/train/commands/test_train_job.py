# SPDX-License-Identifier: Apache-2.0
"""The main job, from a CSV file to a bundle that serves."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from rich.progress import Progress

from faithstill.data import Triple, grouped_split, read_triples
from faithstill.data.split import FoldBy
from faithstill.featurize import Featurizer, Settings
from faithstill.serve import Bundle, Scorer
from faithstill.serve.model import lead_of_others
from faithstill.serve.status import ScoreStatus
from faithstill.train.commands.job import Job
from faithstill.train.commands.job_bundle import replay
from faithstill.train.commands.train_job import run
from faithstill.train.evaluate.evaluate_bundle import ROW_TEXTS
from faithstill.train.fit.row_features import featurized
from faithstill.train.fit.threshold_objective import Objective

Row = Mapping[str, Any]
PARTS = {
    *("run", "provenance", "data", "fit", "metrics", "confusion", "statuses", "slices", "comparisons"),
    *("baselines", "curves", "marks", "domains", "analysis", "errors"),
}


def as_csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    columns = list(dict.fromkeys(column for row in rows for column in row))
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def held_out(tiny_rows: Path) -> list[Triple]:
    triples = read_triples(tiny_rows, labelled=True).triples
    return [triples[i] for i in grouped_split(triples, seed=42)[1]]


def test_the_bundle_holds_the_whole_report(tiny_bundle: Path) -> None:
    report = Bundle.load(tiny_bundle).report
    assert set(report) == PARTS
    assert report["data"]["rows"] == 60
    assert {name: found["n"] for name, found in report["metrics"].items()} == {
        "held_out": 15,
        "out_of_fold": 45,
    }
    assert len(report["fit"]["folds"]) == 5
    assert {part["domain"] for part in report["domains"]} == {"accounts", "cover"}
    assert report["run"]["seed"] == 42


def test_the_page_shows_the_wrong_rows_and_the_bundle_only_names_them(
    tiny_bundle: Path, tiny_rows: Path
) -> None:
    errors = Bundle.load(tiny_bundle).report["errors"]
    page = Path(f"{tiny_bundle}.html").read_text(encoding="utf-8")
    assert errors, "the rows should be hard enough for the model to err"
    assert not any(set(ROW_TEXTS) & set(error) for error in errors)
    answers = {triple.id: triple.answer for triple in read_triples(tiny_rows).triples}
    assert all(error["id"] in page and answers[error["id"]] in page for error in errors)


def composed(triples: Sequence[Triple]) -> list[Triple]:
    """Held-out answers alone, two in one answer, and refusals with and without an answer before them."""
    refusal = "The documents do not mention a fee."
    both = [replace(t, answer=f"{t.answer} {o.answer}") for t, o in pairwise(triples)]
    partly = [replace(t, answer=f"{t.answer} {refusal}") for t in triples]
    return [*triples, *both, *partly, *(replace(t, answer=refusal) for t in triples)]


def test_serving_gives_what_evaluation_saw(tiny_bundle: Path, tiny_rows: Path, bar: Progress) -> None:
    test = composed(held_out(tiny_rows)[:7])
    scorer = Scorer.load(tiny_bundle)
    rows = featurized(test, scorer.featurizer, bar)
    expected = rows.probabilities(scorer.bundle.model)
    found = [scorer.score_triple(triple).faithful for triple in test]
    assert found == pytest.approx(expected.tolist(), abs=1e-12)
    replay(tiny_bundle, rows, expected, bar)
    assert (bar.tasks[1].description, bar.tasks[1].total) == ("scoring again", len(test))
    refused = replace(rows, statuses=(ScoreStatus.TRUNCATED,) * len(test))
    with pytest.raises(RuntimeError, match=r"passed, evaluation saw 0\.\d+, rejected; nothing was written"):
        replay(tiny_bundle, refused, expected, bar)
    expected[3] += 1e-9
    with pytest.raises(RuntimeError, match=f"row {test[3].id}: the saved bundle gives 0"):
        replay(tiny_bundle, rows, expected, bar)


def test_the_onnx_model_gives_each_statement_its_logit(tiny_bundle: Path, tiny_rows: Path) -> None:
    scorer = Scorer.load(tiny_bundle)
    scores = list(scorer.score_triples(composed(held_out(tiny_rows))[:29]))
    session = onnxruntime.InferenceSession(tiny_bundle / "model.onnx")
    metadata = session.get_modelmeta().custom_metadata_map
    assert metadata["row"] == "statement"
    others, names = float(metadata["others"]), json.loads(metadata["features"])
    assert any(len(score.statements) == 2 for score in scores)
    for score in scores:
        matrix = np.array([[s.features[name] for name in names] for s in score.statements])
        logits, _ = session.run(["logit", "faithful"], {"features": matrix})
        answer = min(logits) + others * lead_of_others(logits.tolist())
        assert score.logit == pytest.approx(answer, abs=1e-6)


@dataclass(frozen=True, slots=True)
class Done:
    """A job carried out: where, and its report."""

    job: Job
    report: dict[str, Any]


@pytest.fixture(scope="module")
def chosen(tiny_table: tuple[Row, ...], tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Trained with everything chosen: rows to hold out, what a fold holds whole, the objective."""
    folder = tmp_path_factory.mktemp("chosen")
    rows = [
        {
            **row,
            "split": "test" if row["group"].endswith(("-1", "-2")) else "train",
            "self_confidence": 0.5 + i % 5 / 10,
        }
        for i, row in enumerate(tiny_table)
    ]
    (folder / "rows.csv").write_text(as_csv(rows), encoding="utf-8")
    objective = Objective.parse("miss-rate<=0.8")
    job = Job(
        folder / "rows.csv", folder / "model", folder / "page.html", Settings(encoder=""),
        folds=2, fold_by=FoldBy.DOMAIN, objective=objective,
    )  # fmt: skip
    with Progress(disable=True) as bar:
        return Done(job, run(job, bar))


def test_the_columns_split_and_self_are_honoured(chosen: Done) -> None:
    assert chosen.report["metrics"]["held_out"]["n"] == 12
    assert chosen.report["metrics"]["held_out"]["n_groups"] == 4
    bundle = Bundle.load(chosen.job.out)
    assert bundle.schema.settings.self_report
    assert set(bundle.schema.names) - set(Featurizer().schema.names) >= {"self_confidence"}
    triple = read_triples(chosen.job.rows).triples[0]
    low, high = (
        Scorer(bundle)
        .score(question=triple.question, contexts=triple.passages, answer=triple.answer, self_metrics=said)
        .features["self_confidence"]
        for said in ({"self_confidence": 0.1}, {"self_confidence": 0.9})
    )
    assert (low, high) == (0.1, 0.9)


def test_folds_hold_out_whole_domains(chosen: Done) -> None:
    trained_on = [t for t in read_triples(chosen.job.rows).triples if t.split == "train"]
    fit = chosen.report["fit"]
    assert fit["fold_by"] == "domain"
    assert sorted(fold["n"] for fold in fit["folds"]) == sorted(
        Counter(t.domain for t in trained_on).values()
    )
    assert "Each fold holds whole domains out of training" in chosen.job.html.read_text(encoding="utf-8")


def test_the_objective_is_recorded_with_its_curve(chosen: Done) -> None:
    bundle = Bundle.load(chosen.job.out)
    found = bundle.report["fit"]["objective"]
    assert found == chosen.report["fit"]["objective"]
    assert (found["name"], bundle.manifest["training"]["objective"]) == ("miss-rate<=0.8",) * 2
    assert found["threshold"] == bundle.model.threshold == chosen.report["fit"]["threshold"]
    assert found["reached"]["miss_rate"] <= 0.8
    assert found["reached"] in found["curve"]
    assert "--objective 'miss-rate<=0.8'" in chosen.report["run"]["command"]
    assert "miss-rate&lt;=0.8" in chosen.job.html.read_text(encoding="utf-8")
    assert "miss-rate<=0.8" in (chosen.job.out / "MODEL_CARD.md").read_text(encoding="utf-8")


def test_an_objective_out_of_reach_writes_nothing(
    tiny_table: tuple[Row, ...], tmp_path: Path, bar: Progress
) -> None:
    # Every row with either label: no threshold can tell them apart.
    rows = [
        {**row, "id": f"{row['id']}-{label}", "label": label}
        for row in tiny_table[:30]
        for label in ("faithful", "unfaithful")
    ]
    (tmp_path / "rows.csv").write_text(as_csv(rows), encoding="utf-8")
    objective = Objective.parse("precision>=0.9")
    job = Job(
        tmp_path / "rows.csv", tmp_path / "m", tmp_path / "m.html", Settings(encoder=""), objective=objective
    )
    with pytest.raises(ValueError, match=r"the best precision of any threshold is 0\.500, with 100% of"):
        run(job, bar)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]


@pytest.mark.parametrize(
    ("rest", "options"),
    [
        ({}, ""),
        ({"folds": 3, "fold_by": FoldBy.DOMAIN, "seed": 1}, " --folds 3 --fold-by domain --seed 1"),
        ({"objective": Objective.parse("precision>=0.9")}, " --objective 'precision>=0.9'"),
        ({"objective": Objective.parse("cost=10:1"), "seed": 3}, " --seed 3 --objective cost=10:1"),
        ({"settings": Settings(encoder="")}, " --without entailment"),
        ({"settings": Settings(encoder="enc dir")}, " --encoder 'enc dir'"),
        ({"settings": Settings(use_spacy_fusion=True)}, " --use-spacy-fusion --spacy-model en_core_web_sm"),
        ({"settings": Settings(enable_pos_metrics=True, embedder="e5")},
         " --enable-pos-metrics --spacy-model en_core_web_sm --embedder e5"),
    ],
)  # fmt: skip
def test_the_command_makes_the_same_bundle_again(rest: dict[str, Any], options: str) -> None:
    job = Job(Path("rows.csv"), Path("model"), Path("page.html"), **rest)
    assert job.command == f"faithstill train rows.csv --out model{options}"


Change = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
BAD_ROWS: tuple[tuple[str, Change, dict[str, Any], str], ...] = (
    (
        "a group in both splits",
        lambda rows: [{**row, "split": ("train", "test")[i % 2]} for i, row in enumerate(rows)],
        {},
        "group 'account-0' has both train and test rows: a group belongs to one split",
    ),
    (
        "one class",
        lambda rows: [row for row in rows if row["label"] == "faithful"],
        {},
        "rows to train on: none of the 23 rows is unfaithful; a classifier needs rows of both classes",
    ),
    (
        "partial is not faithful",
        lambda rows: [row for row in rows if row["label"] != "faithful"],
        {},
        "rows is faithful; a classifier needs rows of both classes",
    ),
    (
        "fewer groups than folds",
        lambda rows: rows[:18],
        {},
        "groups cannot make 5 folds; use at most 4 or label more groups",
    ),
    ("more folds than groups", lambda rows: rows, {"folds": 99}, "15 groups cannot make 99 folds"),
    (
        "a row without a domain",
        lambda rows: [{**row, "domain": row["domain"] if i != 4 else ""} for i, row in enumerate(rows)],
        {"fold_by": FoldBy.DOMAIN},
        "has no domain; name one in each row, or use --fold-by group",
    ),
    (
        "fewer domains than folds",
        lambda rows: rows,
        {"fold_by": FoldBy.DOMAIN},
        "2 groups cannot make 5 folds; use at most 2 or label more groups (a group is a whole domain here)",
    ),
    ("one group", lambda rows: rows[:3], {}, "rows.csv: 3 rows in 1 groups: a split needs two; add rows"),
    (
        "a row without a label",
        lambda rows: [*rows[:7], {**rows[7], "label": ""}, *rows[8:]],
        {},
        "row 8 (line 9): label is empty: write faithful, partial, unfaithful, or drop the row",
    ),
)


@pytest.mark.parametrize(
    ("change", "rest", "message"), [case[1:] for case in BAD_ROWS], ids=[case[0] for case in BAD_ROWS]
)
def test_rows_that_nothing_can_be_learnt_from_are_refused_before_any_work(
    tiny_table: tuple[Row, ...],
    tmp_path: Path,
    bar: Progress,
    change: Change,
    rest: dict[str, Any],
    message: str,
) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text(as_csv([*change([dict(row) for row in tiny_table])]), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        run(Job(rows, tmp_path / "new" / "model", tmp_path / "new" / "page.html", **rest), bar)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]
    assert not bar.tasks


@pytest.mark.parametrize(
    ("out", "html", "message"),
    [
        ("mine", "page.html", "holds notes.txt, no part of a bundle"),
        ("file", "page.html", "file: is a file; choose another path"),
        ("file/model", "page.html", "file is no folder; choose another place"),
        ("model", "mine", "mine: is a folder; give a file name"),
        ("model", "file/page.html", "file is no folder; choose another place"),
        ("model", "rows.csv", "rows.csv: is the input; give the result another name"),
        ("model", "model", "model: is in the bundle's place; put the report beside the folder"),
        ("model", "model/page.html", "page.html: is in the bundle's place"),
    ],
)
def test_places_that_cannot_hold_the_results_are_refused_before_any_work(
    tiny_rows: Path, tmp_path: Path, bar: Progress, out: str, html: str, message: str
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("file", encoding="utf-8")
    (tmp_path / "rows.csv").write_bytes(tiny_rows.read_bytes())
    before = {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")}
    with pytest.raises(ValueError, match=message):
        run(Job(tmp_path / "rows.csv", tmp_path / out, tmp_path / html), bar)
    assert {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")} == before
    assert not bar.tasks


def test_the_manifest_says_which_rows_and_which_contexts_were_trained_on(
    tiny_bundle: Path, tiny_rows: Path
) -> None:
    training = json.loads((tiny_bundle / "manifest.json").read_bytes())["training"]
    keys = {triple.context_key for triple in held_out(tiny_rows)}
    assert (training["rows"], training["seed"], training["folds"]) == (60, 42, 5)
    assert len(training["contexts"]) == 15
    assert not keys & set(training["contexts"])
