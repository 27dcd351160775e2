# SPDX-License-Identifier: Apache-2.0
"""The soak asks what nobody would write, the same in every run, and loses nothing."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from faithstill.data import Passage, Triple
from faithstill.serve import Guard, Profile, Scorer
from faithstill.serve.guard.profile import Layer
from faithstill.train.bench.guard_soak import fuzzed, soak, soak_streams

ROWS = [Triple("What is the fee?", (Passage("The fee is $5."), Passage("It is due in May.")), "It is $5.")]
COUNT = 40


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard(Scorer.load("light"), Profile.load("STRIP_UNSUPPORTED").without(Layer.NLI))


def test_inputs_are_the_same_for_a_seed() -> None:
    assert [fuzzed(Random(3), ROWS) for _ in range(2)] == [fuzzed(Random(3), ROWS)] * 2
    assert fuzzed(Random(3), ROWS) != fuzzed(Random(4), ROWS)


def test_no_decision_is_lost_and_nothing_undocumented_raised(guard: Guard) -> None:
    found = soak([guard], ROWS, COUNT)
    assert (found.asked, found.lost, found.broken.total()) == (COUNT, 0, 0)
    assert found.actions.total() + found.refused.total() == COUNT
    assert len(found.peaks) == 10


def test_so_it_is_for_streams_at_once(guard: Guard) -> None:
    found = asyncio.run(soak_streams(guard, ROWS, 8))
    assert (found.asked, found.lost, found.broken.total()) == (8, 0, 0)


def test_what_is_undocumented_is_counted(guard: Guard, capsys: pytest.CaptureFixture[str]) -> None:
    found = soak([_Broken(guard.scorer, guard.profile)], ROWS, 10)
    assert found.broken.total() == 10
    assert "ZeroDivisionError" in capsys.readouterr().err


class _Broken(Guard):
    def check(self, **_: object) -> None:  # type: ignore[override]
        raise ZeroDivisionError
