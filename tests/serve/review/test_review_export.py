# SPDX-License-Identifier: Apache-2.0
"""Decisions become rows: what most say, nothing on a tie, nothing on texts that have changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from faithstill.data import Label, Span, Triple, read_triples, write_triples
from faithstill.serve.review import Decisions, Draft, export_rows, read_review_rows
from faithstill.serve.review.review_store import opened, store_of

from .conftest import ROWS

F, P, U = Label.FAITHFUL, Label.PARTIAL, Label.UNFAITHFUL
Cli = Callable[..., tuple[int, str, str]]


def decided(rows_file: Path, row: str, *labels: Label | None) -> Decisions:
    """The decisions of as many reviewers."""
    made = Decisions(store_of(rows_file), read_review_rows(rows_file))
    for place, label in enumerate(labels):
        made.save(row, f"R{place}", Draft(label, (Span(0, 4),) if label else (), "seen"), seen=0)
    return made


@pytest.mark.parametrize(
    ("labels", "label"),
    [
        ((U,), U),
        ((U, U, F), U),
        ((U, F), None),
        ((U, F, P), None),
        ((None, F), F),
        ((None,), None),
        ((), None),
    ],
)
def test_the_label_is_what_most_reviewers_gave(
    rows_file: Path, labels: tuple[Label | None, ...], label: Label | None
) -> None:
    made = decided(rows_file, "account", *labels)
    found = export_rows(read_review_rows(rows_file), made.all())
    assert [row.label for row in found.triples] == ([label] if label else [])
    assert found.disputed == (("account",) if label is None and any(labels) else ())


def exported(rows_file: Path, label: Label, *, keep_labels: bool = False) -> dict[str, Triple]:
    made = decided(rows_file, "cards/20", label)
    found = export_rows(read_review_rows(rows_file), made.all(), keep_labels=keep_labels)
    return {row.id: row for row in found.triples}


def test_what_the_file_says_of_another_label_goes(rows_file: Path) -> None:
    row = exported(rows_file, F)["cards/20"]
    assert (row.label, row.error_type, row.spans, row.rationale) == (F, "", (), "seen")


def test_what_the_file_says_of_the_same_label_stays(rows_file: Path) -> None:
    row = exported(rows_file, P)["cards/20"]
    assert (row.label, row.error_type, row.spans) == (P, "number", (Span(0, 4),))


@pytest.mark.parametrize(
    ("label", "said", "exported"), [(P, "date", "date"), (P, "", "number"), (U, "", ""), (F, "date", "")]
)
def test_the_error_type_is_the_reviewers_or_the_files_of_the_same_label(
    rows_file: Path, label: Label, said: str, exported: str
) -> None:
    made = Decisions(store_of(rows_file), read_review_rows(rows_file))
    made.save("cards/20", "ANN", Draft(label, error_type=said), seen=0)
    (row,) = export_rows(read_review_rows(rows_file), made.all()).triples
    assert row.error_type == exported


def test_decisions_of_an_older_store_are_kept(rows_file: Path) -> None:
    made = decided(rows_file, "account", U)
    with opened(store_of(rows_file)) as store:
        store.execute("alter table decision drop column error_type")
        store.execute("pragma user_version = 1")
    again = Decisions(store_of(rows_file), read_review_rows(rows_file))
    (kept,) = again.all()
    assert (kept.draft.label, kept.draft.error_type) == (U, "")
    again.save("account", "R0", Draft(U, error_type="number"), seen=kept.version)
    assert [one.draft.error_type for one in made.all()] == ["number"]


def test_undecided_rows_keep_the_labels_of_the_file_only_when_asked(rows_file: Path) -> None:
    assert set(exported(rows_file, P)) == {"cards/20"}
    assert {k: v.label for k, v in exported(rows_file, P, keep_labels=True).items()} == {
        "fee": F,
        "cards/20": P,
    }


def test_a_decision_on_other_texts_is_kept_and_not_used(rows_file: Path) -> None:
    decided(rows_file, "account", U)
    write_triples(rows_file, [replace(row, answer="It costs £5.00.") for row in ROWS])
    other = Decisions(store_of(rows_file), read_review_rows(rows_file))
    assert (other.all(), other.foreign()) == ([], 1)
    write_triples(rows_file, ROWS)
    again = Decisions(store_of(rows_file), read_review_rows(rows_file))
    assert ([one.draft.label for one in again.all()], again.foreign()) == ([U], 0)


def test_the_command_writes_rows_to_train_on_and_names_what_is_divided(
    cli: Cli, rows_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "reviewed.csv"
    assert cli("review", rows_file, "--export", out)[0] == 2  # nothing was decided
    decided(rows_file, "fee", U, F)
    assert cli("review", rows_file, "--export", out)[0] == 2
    assert not out.exists()
    decided(rows_file, "account", U)
    code, told, _ = cli("review", rows_file, "--export", out)
    assert (code, [row.id for row in read_triples(out, labelled=True).triples]) == (0, ["account"])
    assert "divided: fee" in told
    assert cli("review", rows_file, "--export", rows_file)[0] == 2


def test_a_file_that_is_no_store_is_left_alone(cli: Cli, rows_file: Path) -> None:
    store_of(rows_file).write_bytes(b"this is no database, and must not become one" * 20)
    code, _, err = cli("review", rows_file, "--model", "light")
    assert (code, "move it away" in err) == (2, True)
    store_of(rows_file).unlink()
    with opened(store_of(rows_file)) as store:
        store.execute("pragma user_version = 99")
    code, _, err = cli("review", rows_file, "--model", "light")
    assert (code, "pip install --upgrade" in err) == (2, True)
