# SPDX-License-Identifier: Apache-2.0
"""What rules are worth: answers on which each fires, and those on which it alone does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from faithstill.data import Label, Triple
from faithstill.factcheck import Verdict
from faithstill.train.bench.rule_firings import Firings, firings, print_firings


def row(context: str, answer: str, label: Label | None) -> Triple:
    return replace(Triple.of(question="", contexts=[context], answer=answer), id="row", label=label)


WRONG = row("The late fee is $25.", "The late fee is $35.", Label.UNFAITHFUL)
RIGHT = row("The late fee is $25.", "The late fee is $25.", Label.FAITHFUL)
ACCUSED = row("The late fee is $25.", "The late fee is $35.", Label.FAITHFUL)
TWICE = row(
    "The late fee is $25. The wire fee is $40 and the card fee is $7.",
    "The late fee is $35, and the wire fee is $7.",
    Label.UNFAITHFUL,
)


def test_a_rule_is_counted_by_label_and_alone_where_no_other_refutes() -> None:
    found = firings([WRONG, RIGHT, ACCUSED, TWICE])
    assert found[Verdict.CONFLICT, "conflict"] == Firings(1, 2, 1, 1)
    assert found[Verdict.CONFLICT, "other_slot"] == Firings(0, 1, 0, 0)
    assert found[Verdict.PROVED, "equal"] == Firings(1, 0, 1, 0)


def test_what_does_not_earn_its_place_is_marked() -> None:
    lines: list[str] = []
    print_firings(
        {(Verdict.CONFLICT, "conflict"): Firings(5, 8), (Verdict.ABSENT, "absent"): Firings(5, 8)},
        13,
        lines.append,
    )
    marked = [line for line in lines if "does not earn its place" in line]
    assert [line.split()[1] for line in marked] == ["conflict"]
    assert "other_slot" in lines[-1]


def test_a_row_without_label_is_refused() -> None:
    with pytest.raises(ValueError, match="row row: has no label"):
        firings([row("The fee is $25.", "It is $25.", None)])
