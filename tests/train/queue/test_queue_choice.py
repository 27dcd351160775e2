# SPDX-License-Identifier: Apache-2.0
"""Who is chosen: the random share is random, each reason takes its own, nothing twice."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from faithstill.train.queue.queue_choice import QueueReason, choose, with_random
from faithstill.train.queue.queue_signals import Signals

N = 400
RNG = np.random.default_rng(1)
VIEWS = np.column_stack([RNG.random(N), RNG.random(N), np.full(N, np.nan)])
FOUND = Signals(RNG.random(N), VIEWS, RNG.normal(size=(N, 5)))


@pytest.mark.parametrize("most", [1, 7, 50, N, N + 1])
def test_nothing_is_chosen_twice_and_no_more_than_there_is(most: int) -> None:
    places = [one.place for one in choose(FOUND, most)]
    assert len(set(places)) == len(places) == min(most, N)


def test_each_reason_gets_its_share_and_takes_what_is_greatest() -> None:
    chosen = choose(FOUND, 100)
    counts = Counter(one.reason for one in chosen)
    assert counts == {
        QueueReason.RANDOM: 20,
        QueueReason.UNCERTAIN: 40,
        QueueReason.DISPUTED: 20,
        QueueReason.NOVEL: 20,
    }
    for reason, values in (
        (QueueReason.UNCERTAIN, FOUND.uncertainty),
        (QueueReason.DISPUTED, FOUND.disagreement),
    ):
        least = min(one.value for one in chosen if one.reason is reason)
        left = np.setdiff1d(np.arange(N), [one.place for one in chosen])
        assert values[left].max() <= least


def test_the_random_share_does_not_look_at_the_answers() -> None:
    drawn = [
        {one.place for one in choose(found, 100, seed=3) if one.reason is QueueReason.RANDOM}
        for found in (FOUND, Signals(1 - FOUND.uncertainty, VIEWS[::-1], FOUND.places * 2))
    ]
    assert drawn[0] == drawn[1]
    assert drawn[0] != {one.place for one in choose(FOUND, 100, seed=4) if one.reason is QueueReason.RANDOM}


def test_what_is_novel_is_far_from_what_was_chosen_before() -> None:
    twins = np.array([[3.0, 3.0], [3.0, 3.1], [-2.0, -2.0], [1.0, 0.0]])
    found = Signals(np.zeros(4), np.zeros((4, 1)), twins)
    assert [one.place for one in choose(found, 3, shares={QueueReason.NOVEL: 1.0})] == [1, 2, 3]


def test_another_random_share_keeps_the_proportions_of_the_rest() -> None:
    shares = with_random(0.6)
    assert shares[QueueReason.RANDOM] == 0.6
    assert sum(shares.values()) == pytest.approx(1)
    assert shares[QueueReason.UNCERTAIN] == pytest.approx(2 * shares[QueueReason.NOVEL])
    assert {one.reason for one in choose(FOUND, 20, shares=with_random(1.0))} == {QueueReason.RANDOM}
