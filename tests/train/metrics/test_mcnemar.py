# SPDX-License-Identifier: Apache-2.0
"""McNemar's exact test against the sum of the binomial terms, written out."""

from __future__ import annotations

from math import comb

import pytest

from faithstill.train.metrics.mcnemar import McNemar


def _by_hand(won: int, lost: int) -> float:
    n = won + lost
    tail: int = sum(comb(n, k) for k in range(min(won, lost) + 1))
    return min(1.0, float(2 * tail / 2**n))


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (1, 0), (5, 0), (0, 6), (8, 2), (40, 60), (7, 7)])
def test_the_p_value_is_the_two_sided_binomial_one(won: int, lost: int) -> None:
    assert McNemar.from_counts(won, lost).p == pytest.approx(_by_hand(won, lost))


def test_rows_on_which_both_agree_do_not_count() -> None:
    new = [True, True, False, False, True]
    old = [True, False, True, False, False]
    assert McNemar.of(new, old) == McNemar.from_counts(2, 1)


def test_deciders_of_different_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="same rows"):
        McNemar.of([True], [True, False])
