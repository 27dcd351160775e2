# SPDX-License-Identifier: Apache-2.0
"""What the guard adds to the time of scorer and fact check, on the same rows in the same run."""

from __future__ import annotations

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
PROFILE = "STRICT_BLOCK"
Say = Callable[[str], None]


def print_overhead(model: str | Path, triples: Sequence[Triple], say: Say) -> None:
    """The guard's CPU time beside that of `Scorer.score` and `FactChecker.check`, one call each.

    The encoder remembers the pairs of the first round, so its time counts on neither side: with it the share that the
    guard adds is smaller.
    """
    timed = triples[:: max(1, len(triples) // MOST_TIMED)]
    # Two scorers: what one has read of a row's contexts must not be a present to the other.
    scorer, checker, guard = Scorer.load(model), FactChecker(), _guard(model)
    score: list[float] = []
    both: list[float] = []
    guarded: list[float] = []
    for again in (False, True):  # the first time words and models are loaded
        for i, triple in enumerate(timed):
            plain = [_seconds(scorer.score_triple, triple), _checked(checker, triple)] if i % 2 else []
            own = _seconds(guard.check_triple, triple)
            plain = plain or [_seconds(scorer.score_triple, triple), _checked(checker, triple)]
            if again:
                score.append(plain[0])
                both.append(sum(plain))
                guarded.append(own)
    over = sum(guarded) / sum(both) - 1
    said = "met" if over <= MARK else "NOT MET"
    alone = sum(guarded) / sum(score) - 1
    say(
        f"\n{model}, {PROFILE}: guard {_mean(guarded):.1f} ms of CPU an answer, scorer and fact check "
        f"{_mean(both):.1f} (scorer alone {_mean(score):.1f}); overhead {over:+.1%}   {said} (wanted at most "
        f"{MARK:.0%}), over the scorer alone {alone:+.1%}; n {len(timed)}"
    )


def _guard(model: str | Path) -> Guard:
    """A bundle without an encoder does without that layer."""
    scorer, profile = Scorer.load(model), Profile.load(PROFILE)
    if scorer.featurizer.nli is None:
        profile = replace(profile, layers={**profile.layers, Layer.NLI: LayerMode.OPEN})
    return Guard(scorer, profile)


def _checked(checker: FactChecker, triple: Triple) -> float:
    start = time.process_time()
    checker.check(question=triple.question, contexts=triple.passages, answer=triple.answer)
    return time.process_time() - start


def _seconds(call: Callable[[Triple], object], triple: Triple) -> float:
    start = time.process_time()
    call(triple)
    return time.process_time() - start


def _mean(seconds: Sequence[float]) -> float:
    return 1e3 * sum(seconds) / len(seconds)
