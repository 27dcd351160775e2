# SPDX-License-Identifier: Apache-2.0
"""From an audit log to the rows that a bundle is trained on: queue, review, export, train."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from faithstill.data import Triple, read_triples, write_triples
from faithstill.serve import Scorer, predict_batch
from faithstill.serve.guard import AuditLog, Guard
from faithstill.serve.kept_rows import KeptRows
from faithstill.serve.review import Decisions, Draft, read_review_rows
from faithstill.serve.review.review_store import store_of
from faithstill.train.queue.queue_job import make_queue

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def bare(tiny_rows: Path) -> list[Triple]:
    """Answers as production sees them: without labels and groups; some are written by hand as it were."""
    rows = read_triples(tiny_rows).triples
    return [replace(row, label=None, error_type="", answer_type="", group="", domain="") for row in rows]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory, bare: list[Triple]) -> Path:
    """A log of them all, one answer logged three times in other blanks and cases, and a payload."""
    path = tmp_path_factory.mktemp("log") / "audit.jsonl"
    guard = Guard.load("light", profile="GROUNDING_GUARD", audit=AuditLog(path, fsync=False))
    again = [replace(bare[0], answer=f" {bare[0].answer.upper()}  "), bare[0]]
    for triple in (*bare, *again):
        guard.check_triple(triple)
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_queued_answers_are_reviewed_and_trained_on(
    cli: Cli, log: Path, tiny_rows: Path, tmp_path: Path
) -> None:
    queued, reviewed = tmp_path / "queue.csv", tmp_path / "reviewed.csv"
    code, out, err = cli("queue", log, "--most", 60, "--out", queued, "--model", "light")
    assert code == 0, err
    assert "2 is the same answer again" in out
    found = rows_of(queued)
    assert len({row["answer"] for row in found}) == len(found) == 60
    assert {row["chosen_for"] for row in found} == {"random", "uncertain", "disputed", "novel"}
    assert all(
        row["why"].split()[0].rstrip(":") in ("random", "uncertain", "layers", "novel") for row in found
    )

    truth = {row.answer: row for row in read_triples(tiny_rows).triples}
    rows = read_review_rows(queued)
    decisions = Decisions(store_of(queued), rows)
    assert rows[0].why == found[0]["why"]
    for row in rows[1:]:
        label = truth[" ".join(row.triple.answer.split())].label if row.triple.answer in truth else None
        decisions.save(row.id, "ANN", Draft(label), seen=0)
    code, out, err = cli("review", queued, "--export", reviewed)
    assert code == 0, err
    labelled = read_triples(reviewed, labelled=True).triples
    assert {(row.answer, row.label) for row in labelled} <= {(a, t.label) for a, t in truth.items()}
    assert len(labelled) >= 57
    code, out, err = cli(
        "train", reviewed, "--out", tmp_path / "model", "--without", "entailment", "--folds", 3
    )
    assert code == 0, err


def test_an_answer_that_was_queued_is_not_queued_again(cli: Cli, log: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    assert cli("queue", log, "--most", 20, "--out", first, "--model", "light")[0] == 0
    assert cli("queue", log, "--most", 60, "--out", second, "--model", "light", "--seen", first)[0] == 0
    once, again = ({row["answer"] for row in rows_of(path)} for path in (first, second))
    assert (len(once), len(again), once & again) == (20, 40, set())
    third = cli(
        "queue", log, "--out", tmp_path / "x.csv", "--model", "light", "--seen", first, "--seen", second
    )
    assert third[0] == 2
    assert "62 was queued before" in third[2]
    assert not (tmp_path / "x.csv").exists()


def test_a_redacted_log_is_refused_with_the_option_that_records_texts(
    cli: Cli, bare: list[Triple], tmp_path: Path
) -> None:
    path = tmp_path / "audit.jsonl"
    Guard.load(
        "light", profile="GROUNDING_GUARD", audit=AuditLog(path, redacted=True, key="k" * 16)
    ).check_triple(bare[0])
    code, _, err = cli("queue", path, "--out", tmp_path / "queue.csv", "--model", "light")
    assert code == 2
    assert "redacted=True" in err


def test_a_queue_that_was_cut_off_goes_on(cli: Cli, bare: list[Triple], tmp_path: Path) -> None:
    rows, out = tmp_path / "rows.csv", tmp_path / "queue.csv"
    write_triples(rows, bare)
    done: list[int] = []

    def cut_off(now: int, total: int) -> None:
        done.append(now)
        if now >= 32:
            raise KeyboardInterrupt

    scorer = Scorer.load("light")
    with pytest.raises(KeyboardInterrupt):
        make_queue(rows, most=9, scorer=scorer, workers=1, progress=cut_off, kept=KeptRows(out))
    held = sorted(path.name for path in tmp_path.iterdir())
    assert held == ["queue.csv.scored.jsonl.partial", "queue.csv.scored.jsonl.partial.json", "rows.csv"]
    done.clear()
    with pytest.raises(KeyboardInterrupt):
        make_queue(rows, most=9, scorer=scorer, workers=1, progress=cut_off, kept=KeptRows(out))
    assert done == [32]
    fresh = tmp_path / "fresh.csv"
    for place in (out, fresh):
        assert cli("queue", rows, "--most", 9, "--out", place, "--model", "light")[0] == 0
    assert out.read_bytes() == fresh.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fresh.csv", "queue.csv", "rows.csv"]


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_file_of_predictions_is_queued_from(
    cli: Cli, bare: list[Triple], tmp_path: Path, ending: str
) -> None:
    rows, predicted = tmp_path / "rows.csv", tmp_path / f"predicted.{ending}"
    write_triples(rows, bare[:12])
    predict_batch(rows, model="light", out=predicted, workers=1)
    out = tmp_path / "queue.csv"
    code, _, err = cli("queue", predicted, "--most", 5, "--out", out, "--model", "light")
    assert code == 0, err
    found = read_triples(out).triples
    assert {(row.id, row.answer) for row in found} <= {(row.id, row.answer) for row in bare}
    assert {row.label for row in found} == {None}
