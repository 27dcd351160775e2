# SPDX-License-Identifier: Apache-2.0
"""A saved bundle, measured and explained."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import Progress

from faithstill.data import Passage, read_triples, write_triples
from faithstill.featurize.schema import ALL_FAMILIES
from faithstill.serve import Bundle, Scorer, save_bundle
from faithstill.train.evaluate.evaluate_bundle import (
    analyze_bundle,
    evaluate_bundle,
    families_by_feature,
    seen,
)
from faithstill.train.report.html_page import page
from faithstill.train.report.terminal_summary import analysis_text, summary


def shown(report: Any) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(summary(report))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def strict(report: Any) -> Any:
    """The report as it reads back from JSON; fails for NaN."""
    return json.loads(json.dumps(report, allow_nan=False))


def with_report(bundle: Path, folder: Path, report: dict[str, Any]) -> Path:
    known = Bundle.load(bundle)
    save_bundle(
        folder, schema=known.schema, model=known.model, report=report, card="", onnx=None, fingerprint={}
    )
    return folder


def test_an_evaluation_agrees_with_scoring_row_by_row(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress
) -> None:
    report = evaluate_bundle(tiny_rows, tiny_bundle, bar)
    scorer = Scorer.load(tiny_bundle)
    passed = {True: 0, False: 0}
    for triple in read_triples(tiny_rows, labelled=True).triples:
        assert triple.label is not None
        faithful = scorer.score_triple(triple).faithful
        passed[triple.label.positive] += faithful is not None and faithful >= scorer.bundle.model.threshold
    confusion = report["confusion"]["given"]
    assert (confusion["true_positive"], confusion["false_positive"]) == (passed[True], passed[False])
    assert sum(confusion.values()) == report["metrics"]["given"]["n"] == 60
    assert {part["field"] for part in report["slices"]["given"]} == {"answer_type", "error_type", "domain"}
    texts = [(error["question"], error["answer"], error["contexts"]) for error in report["errors"]]
    assert texts
    assert all(all(parts) for parts in texts)


ODD = {
    "LANGUAGE_UNSUPPORTED": {"answer": "Das Konto kostet im Monat vier Pfund und wird im März abgebucht."},
    "NO_CONTEXT": {"passages": (Passage("\u200b"),)},
    "NO_CLAIMS": {"answer": "?!"},
    "TRUNCATED": {"question": "What does it cost? " * 3000},
}


def test_an_evaluation_decides_as_the_scorer_does_on_rows_that_it_does_not_judge(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress, tmp_path: Path
) -> None:
    faithful = [t for t in read_triples(tiny_rows).triples if str(t.label) == "faithful"]
    odd = [
        replace(triple, id=f"{status}-{i}", group="", **changes)  # type: ignore[arg-type]
        for status, changes in ODD.items()
        for i, triple in enumerate(faithful[:3])
    ]
    rows = [*read_triples(tiny_rows).triples, *odd]
    write_triples(tmp_path / "rows.jsonl", rows)
    report = strict(evaluate_bundle(tmp_path / "rows.jsonl", tiny_bundle, bar))
    assert report["statuses"]["given"] == {"ok": 60, **dict.fromkeys(ODD, 3)}
    passed = [score.is_faithful for score in Scorer.load(tiny_bundle).score_triples(rows)]
    confusion = report["confusion"]["given"]
    assert confusion["true_positive"] + confusion["false_positive"] == sum(passed)
    assert {error["id"] for error in report["errors"]} & {triple.id for triple in odd}
    said = "12 rows as given cannot pass and count as called unfaithful"
    assert said in shown(report)
    assert said in page(report)
    analysed = strict(analyze_bundle(tmp_path / "rows.jsonl", tiny_bundle, bar))
    assert analysed["statuses"] == report["statuses"]
    assert analysed["errors"] == report["errors"]


def test_an_evaluation_stands_beside_token_overlap(tiny_bundle: Path, tiny_rows: Path, bar: Progress) -> None:
    report = strict(evaluate_bundle(tiny_rows, tiny_bundle, bar))
    (rival,), (comparison,) = report["baselines"], report["comparisons"]["given"]
    assert rival["name"] == comparison["name"] == "token overlap"
    ours, theirs = report["metrics"]["given"]["roc_auc"]["value"], comparison["baseline_auc"]["value"]
    assert comparison["difference"]["value"] == pytest.approx(ours - theirs)
    assert set(report["curves"]) == {"model", "token overlap"}
    assert "token overlap" in shown(report)
    assert all(said in page(report) for said in ("fitted on these very rows", "contexts only"))


def test_an_evaluation_can_be_printed_and_shown(tiny_bundle: Path, tiny_rows: Path, bar: Progress) -> None:
    report = strict(evaluate_bundle(tiny_rows, tiny_bundle, bar))
    assert "as given (60)" in shown(report)
    assert all(title in page(report) for title in ("Metrics", "Drivers", "Errors", "seen in training"))


def test_rows_seen_in_training_are_counted(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress, tmp_path: Path
) -> None:
    assert evaluate_bundle(tiny_rows, tiny_bundle, bar)["data"]["seen_in_training"] == 45
    triples = read_triples(tiny_rows).triples
    known = set(json.loads((tiny_bundle / "manifest.json").read_bytes())["training"]["contexts"])
    fresh = [triple for triple in triples if triple.context_key not in known]
    assert len(fresh) == 15
    assert seen(Scorer.load(tiny_bundle), fresh) == 0
    silent = Scorer.load(with_report(tiny_bundle, tmp_path / "silent", {}))
    assert seen(silent, triples) == 0


def test_an_analysis_speaks_of_drivers_and_of_wrong_rows(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress
) -> None:
    report = strict(analyze_bundle(tiny_rows, tiny_bundle, bar))
    rows = report["analysis"]["features"]
    assert len(rows) == len(Bundle.load(tiny_bundle).schema.names)
    assert all(row["sign_agreement"] is not None or row["coef"] == 0 for row in rows)
    assert all(row["family"] and row["zero_folds"] is not None for row in rows)
    text = analysis_text(report)
    assert "Strongest drivers" in text
    assert "% of folds agree" in text
    assert "account-3-a: unfaithful, probability" in text


@pytest.mark.parametrize(
    "report",
    [{}, {"fit": None}, {"fit": {}}, {"fit": {"folds": []}}, {"fit": {"folds": [{"f1": 1.0}, {"coef": []}]}}],
)
def test_a_bundle_without_folds_is_analysed_without_them(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress, tmp_path: Path, report: dict[str, Any]
) -> None:
    bundle = with_report(tiny_bundle, tmp_path / "bare", report)
    found = strict(analyze_bundle(tiny_rows, bundle, bar))
    assert {row["sign_agreement"] for row in found["analysis"]["features"]} == {None}
    assert "– of folds agree" in analysis_text(found)
    assert "Strongest drivers" in shown(found)
    assert "Drivers" in page(found)


@pytest.mark.parametrize("label", ["faithful", "unfaithful"])
def test_rows_of_one_label_are_measured_as_far_as_that_goes(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress, tmp_path: Path, label: str
) -> None:
    kept = [triple for triple in read_triples(tiny_rows).triples if str(triple.label) == label]
    write_triples(tmp_path / "rows.jsonl", kept)
    report = strict(evaluate_bundle(tmp_path / "rows.jsonl", tiny_bundle, bar))
    assert report["metrics"]["given"]["roc_auc"]["value"] is None
    assert analysis_text(report)
    assert f"({len(kept)})" in shown(report)
    why = f"all {len(kept)} rows as given are {label}: ROC-AUC needs both labels, PR-AUC"
    assert why in shown(report)
    assert why in page(report)
    assert "Metrics" in page(report)


def test_rows_that_only_refuse_are_measured_without_a_statement(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress, tmp_path: Path
) -> None:
    refusing = [
        replace(t, answer="The documents do not mention it.") for t in read_triples(tiny_rows).triples
    ]
    write_triples(tmp_path / "rows.jsonl", refusing)
    report = strict(evaluate_bundle(tmp_path / "rows.jsonl", tiny_bundle, bar))
    assert report["statuses"]["given"] == {"REFUSAL": 60}
    passed = sum(score.is_faithful for score in Scorer.load(tiny_bundle).score_triples(refusing))
    confusion = report["confusion"]["given"]
    assert confusion["true_positive"] + confusion["false_positive"] == passed
    # No feature of a statement speaks for or against an answer that has none.
    assert all(not error["top"] for error in report["errors"])
    assert analysis_text(report)


def test_rows_without_labels_cannot_be_judged(
    tiny_bundle: Path, tiny_rows: Path, bar: Progress, tmp_path: Path
) -> None:
    with tiny_rows.open(encoding="utf-8", newline="") as file:
        rows = [{**row, "label": ""} for row in csv.DictReader(file)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for judge in (evaluate_bundle, analyze_bundle):
        with pytest.raises(ValueError, match=r"row 1 .*label is empty"):
            judge(tmp_path / "rows.jsonl", tiny_bundle, bar)


def test_every_feature_of_every_recipe_has_a_family() -> None:
    everything = ALL_FAMILIES
    names = [feature.name for family in everything for feature in family.features]
    assert list(families_by_feature()) == names
    assert len(set(names)) == len(names)
