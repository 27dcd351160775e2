# SPDX-License-Identifier: Apache-2.0
"""A cut that keeps a promised share of misses on new groups: conformal risk control.

Angelopoulos, Bates, Fisch, Lei, Schuster, "Conformal Risk Control" (2022), theorem 1: for losses of n exchangeable
units, none above B and none rising with lambda, lambda-hat = inf{lambda: n/(n+1) R-hat(lambda) + B/(n+1) <= alpha}
keeps the expected loss of one more unit at alpha or less, whatever the distribution.

The unit here is a group of rows (those with the same contexts), for rows of a group are not exchangeable with others.
The loss of a group is the share of its cases that pass, so B is 1 and each group counts alike, however many rows it
has: what is promised is the chance that a case of a new group passes. The mean is over draws of the calibration rows
as well, so a single set may lie above it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction


def least_groups(rate: float) -> int:
    """The groups from which a rate can be promised: the bound is 1 / (n + 1) even where nothing passes.

    >>> least_groups(0.05), least_groups(0.1), least_groups(0.3)
    (19, 9, 3)
    """
    alpha = _exactly(rate)
    return math.ceil((1 - alpha) / alpha)


def least_rate(groups: int) -> float:
    """The smallest rate that so many groups can promise."""
    return 1 / (groups + 1)


def by_group(pairs: Iterable[tuple[str, float]]) -> list[list[float]]:
    """The values of each group."""
    found: dict[str, list[float]] = defaultdict(list)
    for group, value in pairs:
        found[group].append(value)
    return list(found.values())


def conformal_cut(groups: Sequence[Sequence[float]], rate: float) -> float | None:
    """The lowest cut at which what passes, the values above it, keeps the rate on a new group; None where none does.

    `groups` holds the value of each case by group, infinite for one that always passes. -inf where all may pass.

    >>> conformal_cut([[0.2], [0.4], [0.6], [0.8]], 0.4), conformal_cut([[0.2], [0.4]], 0.1)
    (0.6, None)
    """
    n, alpha = len(groups), _exactly(rate)
    weights: dict[float, Fraction] = defaultdict(Fraction)
    for values in groups:
        for value in values:
            weights[value] += Fraction(1, len(values))
    passing = sum(weights.values(), Fraction(0))
    for cut in sorted({-math.inf, *weights}):
        passing -= weights.get(cut, Fraction(0))
        if (passing + 1) / (n + 1) <= alpha:
            return cut if cut < math.inf else None
    return None


def _exactly(rate: float) -> Fraction:
    # As it is written: 0.05 is one twentieth, not the float next to it.
    return Fraction(repr(rate))
