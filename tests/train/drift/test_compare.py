# SPDX-License-Identifier: Apache-2.0
"""Logs, rows and predictions against the fingerprint of a shipped bundle."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

from faithstill.data import Passage, Triple, read_triples
from faithstill.data.table import write_triples
from faithstill.serve import Bundle, Scorer, predict_batch, save_bundle
from faithstill.serve.guard import AuditLog, Guard, Profile
from faithstill.serve.kept_rows import KeptRows
from faithstill.train.drift.compare import compare, make_fingerprint
from faithstill.train.drift.drift_sources import observations_of
from faithstill.train.drift.fingerprint import Fingerprint
from tests.conftest import Cli

ROWS = Path(__file__).parents[3] / "data/finance.csv"
OPEN = 'name = "OPEN"\nextends = "STRICT_BLOCK"\n[layers]\nnli = "off"\n'


@pytest.fixture(scope="module")
def scorer() -> Scorer:
    return Scorer.load("light")


@pytest.fixture(scope="module")
def rows() -> list[Triple]:
    """One answer to each of many contexts, of mixed domains."""
    found = {triple.context_key: triple for triple in read_triples(ROWS).triples}
    return [
        replace(triple, id=f"r{i}")
        for i, triple in enumerate(sorted(found.values(), key=lambda t: t.context_key))
    ]


@pytest.fixture(scope="module")
def then(scorer: Scorer, rows: list[Triple]) -> Fingerprint:
    return make_fingerprint(rows[:300], scorer)


def _longer(triple: Triple) -> Triple:
    more = Passage("The branch is open on weekdays. It is closed on public holidays. " * 12)
    return replace(triple, passages=(*triple.passages, more, more))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory, scorer: Scorer, rows: list[Triple]) -> dict[str, Path]:
    """Two logs of the same 70 answers to longer contexts, one of them without texts."""
    home = tmp_path_factory.mktemp("logs")
    (home / "open.toml").write_text(OPEN, encoding="utf-8")
    profile = Profile.load(home / "open.toml")
    paths = {"whole": home / "whole.jsonl", "redacted": home / "redacted.jsonl"}
    for name, path in paths.items():
        log = AuditLog(path, redacted=name == "redacted", key=b"k" * 16, fsync=False)
        guard = Guard(scorer, profile, audit=log)
        for row in rows[300:370]:
            guard.check_triple(_longer(row))
    return paths


def test_rows_like_those_of_the_fingerprint_do_not_alarm(
    scorer: Scorer, rows: list[Triple], then: Fingerprint
) -> None:
    report = compare(rows[300:480], scorer, fingerprint=then)
    assert (report.can_tell, report.has_drifted) == (True, False)


@pytest.mark.parametrize("log", ["whole", "redacted"])
def test_longer_contexts_are_told_from_a_log_with_and_without_texts(
    scorer: Scorer, then: Fingerprint, logs: dict[str, Path], log: str
) -> None:
    report = compare(logs[log], scorer, fingerprint=then)
    moved = {one.name: one for one in report.moved}
    assert {"contexts.characters", "contexts.passages"} <= moved.keys()
    assert moved["contexts.passages"].since.startswith("20")
    has_features = any(one.name.startswith("feature.") for one in report.columns)
    assert has_features == (log == "whole")


class CutOff(Progress):
    """A bar that is cut off once some rows are done."""

    def update(self, *args: Any, completed: float = 0, **more: Any) -> None:
        if completed > 0:
            raise KeyboardInterrupt


def test_a_comparison_that_was_cut_off_goes_on(
    scorer: Scorer, then: Fingerprint, logs: dict[str, Path], tmp_path: Path
) -> None:
    kept = KeptRows(tmp_path / "drift.json")
    with pytest.raises(KeyboardInterrupt):
        compare(logs["whole"], scorer, fingerprint=then, kept=kept, bar=CutOff(disable=True))
    assert len((tmp_path / "drift.json.scored.jsonl.partial").read_bytes().splitlines()) == 32
    report = compare(logs["whole"], scorer, fingerprint=then, kept=kept)
    assert report.as_dict() == compare(logs["whole"], scorer, fingerprint=then).as_dict()


def test_both_logs_say_the_same_of_scores_and_rates(logs: dict[str, Path]) -> None:
    whole, redacted = (observations_of(path, None) for path in (logs["whole"], logs["redacted"]))
    assert whole.columns.keys() == redacted.columns.keys()
    for name, values in whole.columns.items():
        assert values.tolist() == pytest.approx(redacted.columns[name].tolist(), nan_ok=True), name
    assert len(set(whole.groups)) == len(set(redacted.groups)) == 70


def test_a_log_of_a_good_week_is_a_fingerprint_with_the_guards_rates(
    scorer: Scorer, logs: dict[str, Path]
) -> None:
    made = make_fingerprint(logs["redacted"], scorer)
    report = compare(logs["whole"], scorer, fingerprint=made, quick=True)
    assert not report.has_drifted
    assert any(one.name == "rate.guard.block" for one in report.columns)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_predictions_say_quickly_what_scoring_again_says(
    tmp_path: Path, scorer: Scorer, rows: list[Triple], ending: str
) -> None:
    write_triples(tmp_path / "rows.csv", rows[:60])
    made = predict_batch(tmp_path / "rows.csv", model=scorer, out=tmp_path / f"predictions.{ending}")
    quick, again = observations_of(made, None), observations_of(made, scorer)
    assert quick.columns.keys() < again.columns.keys()
    for name, values in quick.columns.items():
        assert values.tolist() == pytest.approx(again.columns[name].tolist(), nan_ok=True), name


def test_a_bundle_keeps_its_fingerprint_and_is_the_same_bundle(
    cli: Cli, tmp_path: Path, scorer: Scorer, rows: list[Triple]
) -> None:
    ours, own = scorer.bundle, tmp_path / "own"
    save_bundle(
        own, schema=ours.schema, model=ours.model, report=ours.report, card="", onnx=None,
        fingerprint=ours.manifest["training"],
    )  # fmt: skip
    write_triples(tmp_path / "rows.csv", rows[:200])
    code, _, err = cli("drift", tmp_path / "rows.csv", "--against", own)
    assert (code, "faithstill fingerprint" in err) == (2, True)
    assert cli("fingerprint", tmp_path / "rows.csv", "--model", own)[0] == 0
    assert Bundle.load(own).fingerprint == ours.fingerprint

    code, out, _ = cli("drift", tmp_path / "rows.csv", "--against", own, "--report", tmp_path / "drift.html")
    assert (code, out.startswith("no drift")) == (0, True)
    assert (tmp_path / "drift.html").read_text(encoding="utf-8").startswith("<!doctype html>")

    write_triples(tmp_path / "longer.csv", [_longer(row) for row in rows[:200]])
    code, out, _ = cli("drift", tmp_path / "longer.csv", "--against", own, "--json")
    found = json.loads(out)
    assert (code, found["has_drifted"]) == (1, True)
    assert "contexts." in found["first"][0] or "contexts." in found["first"][1]

    write_triples(tmp_path / "few.csv", rows[:20])
    code, out, _ = cli("drift", tmp_path / "few.csv", "--against", own)
    assert (code, out.startswith("cannot tell")) == (1, True)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("fingerprint", ROWS, "--model", "light"), "shipped bundle"),
        (
            ("drift", ROWS, "--against", "finance", "--fingerprint", "fingerprint.json"),
            "made with the bundle",
        ),
        (("drift", ROWS, "--against", "light", "--fingerprint", "fingerprint.json", "--quick"), "--quick"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_cure(
    cli: Cli,
    tmp_path: Path,
    then: Fingerprint,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[object, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    then.save(Path("fingerprint.json"))
    code, _, err = cli(*args)
    assert code == 2
    assert said in err


def test_training_keeps_a_fingerprint_where_it_is_asked_to(cli: Cli, tmp_path: Path, tiny_rows: Path) -> None:
    out = tmp_path / "own"
    assert cli("train", tiny_rows, "--out", out, "--without", "entailment", "--fingerprint")[0] == 0
    found = Fingerprint.in_bundle(Bundle.load(out))
    assert (found.rows, found.groups, found.source) == (60, 20, tiny_rows.name)
    assert found.columns["score.faithful"].n >= 50
