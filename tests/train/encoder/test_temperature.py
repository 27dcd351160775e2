# SPDX-License-Identifier: Apache-2.0
"""An encoder that is too sure gets a temperature above 1, one that is too unsure one below."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import exp

import pytest

pytest.importorskip("scipy", reason="the temperature is fitted with scipy")

from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.train.encoder.dev_sets import DevRow, DevSet
from faithstill.train.encoder.temperature import fit_temperature


def sets(*, rows: int = 400, count: int = 3) -> tuple[DevSet, ...]:
    """Rows whose premise is the log-odds of being faithful, and whose label is drawn by them."""
    draw = random.Random(7)
    found = []
    for number in range(count):
        odds = [draw.gauss(0, 2) for _ in range(rows)]
        faithful = [draw.random() < 1 / (1 + exp(-one)) for one in odds]
        found.append(
            DevSet(
                str(number),
                tuple(
                    DevRow("faithful" if yes else "unfaithful", yes, (((str(one), "claim"),),))
                    for one, yes in zip(odds, faithful, strict=True)
                ),
            )
        )
    return tuple(found)


def told(times: float) -> Callable[[str, str], NliScore]:
    def score(premise: str, hypothesis: str) -> NliScore:
        share = 1 / (1 + exp(-times * float(premise)))
        return NliScore(share, 1 - share, 0.0)

    return score


@pytest.mark.parametrize("times", [0.5, 1.0, 3.0])
def test_the_temperature_undoes_how_sure_an_encoder_is(times: float) -> None:
    given = sets()
    found = fit_temperature(given, [one.worst(ScriptedNli(told(times)).scores) for one in given])
    assert found is not None
    assert found.value == pytest.approx(times, rel=0.15)
    assert found.log_loss <= found.plain_log_loss + 0.005


def test_one_set_says_nothing_of_others() -> None:
    (one,) = sets(count=1)
    assert fit_temperature([one], [one.worst(ScriptedNli(told(1)).scores)]) is None
