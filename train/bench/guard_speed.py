# SPDX-License-Identifier: Apache-2.0
"""What the guard adds to the time of scorer and fact check, on the same rows in the same run."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from faithstill.data import Triple
from faithstill.factcheck import FactChecker
from faithstill.serve.guard import Guard, Profile
from faithstill.serve.guard.profile import Layer, LayerMode
from faithstill.serve.scorer import Scorer

MOST_TIMED = 120
MARK = 0.15
ROUNDS = 5
PROFILE = "STRICT_BLOCK"
Say = Callable[[str], None]
Call = Callable[[Triple], object]


def print_overhead(model: str | Path, triples: Sequence[Triple], say: Say) -> None:
    """The guard's CPU time beside that of `Scorer.score` and `FactChecker.check`, one call each.

    The encoder remembers the pairs of the first round, so its time counts on neither side: with it the share that the
    guard adds is smaller.
    """
    timed = triples[:: max(1, len(triples) // MOST_TIMED)]
    # Two scorers: what one has read of a row's contexts must not be a present to the other.
    scorer, checker, guard = Scorer.load(model), FactChecker(), _guard(model)

    def checked(triple: Triple) -> object:
        return checker.check_triple(triple)

    score, fact, guarded = _milliseconds((scorer.score_triple, checked, guard.check_triple), timed)
    over, alone = guarded / (score + fact) - 1, guarded / score - 1
    said = "met" if over <= MARK else "NOT MET"
    say(
        f"\n{model}, {PROFILE}: guard {guarded:.1f} ms of CPU an answer, scorer and fact check {score + fact:.1f} "
        f"(scorer alone {score:.1f}); overhead {over:+.1%}   {said} (wanted at most {MARK:.0%}), over the scorer "
        f"alone {alone:+.1%}; n {len(timed)}"
    )


def _milliseconds(calls: Sequence[Call], triples: Sequence[Triple]) -> list[float]:
    """The mean CPU time of each call, of each row the least of some rounds.

    What goes first pays for the words that all remember, so the order turns from round to round. Rows lie between the
    rounds, so that no call finds a row's contexts read. A collection of garbage would count for whoever it meets.
    """
    least = [[math.inf] * len(triples) for _ in calls]
    order = list(range(len(calls)))
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for row, triple in enumerate(triples):
                for i in order:
                    start = time.process_time()
                    calls[i](triple)
                    least[i][row] = min(least[i][row], time.process_time() - start)
            order = [*order[1:], order[0]]
            gc.collect()
    finally:
        gc.enable()
    return [1e3 * sum(seconds) / len(seconds) for seconds in least]


def _guard(model: str | Path) -> Guard:
    """A bundle without an encoder does without that layer."""
    scorer, profile = Scorer.load(model), Profile.load(PROFILE)
    if scorer.featurizer.nli is None:
        profile = replace(profile, layers={**profile.layers, Layer.NLI: LayerMode.OPEN})
    return Guard(scorer, profile)
