# SPDX-License-Identifier: Apache-2.0
"""The simplest conflicts are refuted in every wording, and no right twin is."""

from __future__ import annotations

from collections.abc import Sequence

from faithstill.train.bench.simple_conflicts import (
    MOST_ACCUSED,
    CheckedPair,
    held_out_forms,
    held_out_pairs,
    known_forms,
    pairs,
    print_simple_conflicts,
    refuted_by_kind,
)
from faithstill.train.bench.simple_scenes import (
    ANSWERS,
    EVIDENCE,
    HELD_OUT_ANSWERS,
    HELD_OUT_EVIDENCE,
    QUESTIONS,
)

KINDS = {"money", "percent", "duration", "date", "count", "quantity", "time", "holder", "place", "word"}
LEAST_KNOWN = 0.87
LEAST_OF_KIND = 0.85
LEAST_HELD_OUT = 0.85


def shares(found: Sequence[CheckedPair]) -> tuple[float, float]:
    return (sum(t.is_refuted for t in found) / len(found), sum(t.is_accused for t in found) / len(found))


def test_the_table_is_as_wide_as_it_has_to_be() -> None:
    found = list(pairs())
    assert len(found) >= 300
    assert len(QUESTIONS) >= 8
    assert len(ANSWERS) >= 10
    assert {pair.wrong.scene.kind for pair in found} == KINDS
    assert {pair.wrong.question == "" for pair in found} == {True, False}
    assert ANSWERS.keys().isdisjoint(HELD_OUT_ANSWERS)
    assert EVIDENCE.keys().isdisjoint(HELD_OUT_EVIDENCE)


def test_a_twin_differs_in_the_value_alone() -> None:
    for pair in (*pairs(), *held_out_pairs()):
        wrong, right = pair.wrong, pair.right
        assert (wrong.question, wrong.contexts) == (right.question, right.contexts)
        assert wrong.answer[wrong.start : wrong.end].lower() == wrong.scene.wrong.lower()
        assert wrong.answer[: wrong.start] == right.answer[: right.start]
        assert wrong.answer[wrong.end :] == right.answer[right.end :]


def test_wrong_values_are_refuted_and_right_ones_never() -> None:
    found = known_forms()
    refuted, accused = shares(found)
    assert refuted >= LEAST_KNOWN
    assert accused <= MOST_ACCUSED
    by_kind = refuted_by_kind(found)
    by_kind.pop("word")  # opposite words are the encoder's work
    assert all(hits >= LEAST_OF_KIND * count for hits, count in by_kind.values())


def test_so_it_is_in_forms_that_the_check_was_not_made_with() -> None:
    refuted, accused = shares(held_out_forms())
    assert refuted >= LEAST_HELD_OUT
    assert accused <= MOST_ACCUSED


def test_the_figures_are_printed_for_both() -> None:
    lines: list[str] = []
    print_simple_conflicts(lines.append)
    assert sum("right twin refuted" in line for line in lines) == 2
