# SPDX-License-Identifier: Apache-2.0
"""The cut of conformal risk control against its definition, and the promise against draws of new groups."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.train.metrics.conformal import by_group, conformal_cut, least_groups, least_rate

Groups = list[list[float]]
VALUES = st.sampled_from([-math.inf, 0.1, 0.2, 0.4, 0.8, 1.0, math.inf])


def bound(groups: Groups, cut: float) -> float:
    """n/(n+1) times the mean loss plus 1/(n+1), as the paper has it."""
    losses = [sum(value > cut for value in values) / len(values) for values in groups]
    n = len(groups)
    return n / (n + 1) * (sum(losses) / n) + 1 / (n + 1)


@pytest.mark.parametrize(
    ("rate", "groups"), [(0.5, 1), (0.3, 3), (0.2, 4), (0.1, 9), (0.05, 19), (0.02, 49), (0.01, 99)]
)
def test_the_fewest_groups_that_can_promise_a_rate(rate: float, groups: int) -> None:
    assert least_groups(rate) == groups
    assert least_rate(groups) <= rate < least_rate(groups - 1)
    withheld = [[-math.inf]] * groups
    assert conformal_cut(withheld, rate) == -math.inf
    assert conformal_cut(withheld[1:], rate) is None


@pytest.mark.parametrize(
    ("groups", "rate", "cut"),
    [
        ([[0.2], [0.4], [0.6], [0.8]], 0.2, 0.8),
        ([[0.2], [0.4], [0.6], [0.8]], 0.4, 0.6),
        ([[0.2], [0.4], [0.6], [0.8]], 0.99, 0.2),
        ([[0.2], [0.4], [0.6], [math.inf]], 0.2, None),  # what passes at any cut
        ([[0.2], [0.4], [0.6], [math.inf]], 0.4, 0.6),
        # A group counts once, however many rows it has.
        ([[0.9] * 50 + [0.1] * 50, [0.2], [0.3], [0.4]], 0.3, 0.4),
        ([[0.9] * 50 + [0.1] * 50, [0.2], [0.3], [0.4]], 0.2, 0.9),
    ],
)
def test_cuts(groups: Groups, rate: float, cut: float | None) -> None:
    assert conformal_cut(groups, rate) == cut


@given(
    st.lists(st.lists(VALUES, min_size=1, max_size=4), min_size=1, max_size=12),
    st.sampled_from([0.1, 0.25, 0.6]),
)
def test_the_cut_is_the_lowest_that_keeps_the_bound(groups: Groups, rate: float) -> None:
    kept = [
        cut
        for cut in sorted({-math.inf, *(value for values in groups for value in values)})
        if cut < math.inf and bound(groups, cut) <= rate + 1e-12
    ]
    assert conformal_cut(groups, rate) == (kept[0] if kept else None)


def test_new_groups_keep_the_rate_on_average() -> None:
    rng = np.random.default_rng(3)

    def drawn(n: int) -> Groups:
        middles = rng.random(n)
        return [(middle + rng.normal(0, 0.1, rng.integers(1, 6))).tolist() for middle in middles]

    rates = []
    for _ in range(400):
        cut = conformal_cut(drawn(25), 0.2)
        assert cut is not None
        new = drawn(40)
        rates.append(sum(sum(v > cut for v in values) / len(values) for values in new) / len(new))
    assert 0.15 < float(np.mean(rates)) <= 0.2 + 2 * float(np.std(rates)) / 20


def test_values_are_kept_by_group() -> None:
    assert by_group([("a", 1.0), ("b", 2.0), ("a", 3.0)]) == [[1.0, 3.0], [2.0]]
