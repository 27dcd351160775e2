# SPDX-License-Identifier: Apache-2.0
"""Shares with intervals: Wilson's, or from resampling whole groups, the answers to the same contexts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from .binary_metrics import COVERAGE, LEAST_GROUPS, Interval
from .group_bootstrap import group_codes, resampled

DRAWS, SEED = 1000, 42
_Z = 1.959963984540054


def rate(hits: float, n: int) -> Interval:
    """A share with its Wilson 95% interval, which stays honest near 0 and 1.

    >>> print(rate(98, 100), rate(0, 50), rate(0, 0), sep="; ")
    0.980 [0.930, 0.994]; 0.000 [0.000, 0.071]; undefined (no cases)
    """
    if not n:
        return Interval(None, reason="no cases")
    share = hits / n
    middle, half = share + _Z**2 / (2 * n), _Z * sqrt(share * (1 - share) / n + _Z**2 / (4 * n * n))
    whole = 1 + _Z**2 / n
    return Interval(share, max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))


@dataclass(frozen=True, slots=True)
class Share:
    """A mean with its interval, and of how many cases in how many groups."""

    interval: Interval
    n: int
    groups: int

    def __str__(self) -> str:
        return f"{self.interval!s:22} n {self.n:5} in {self.groups:4} groups"


def share(hits: Sequence[float], groups: Sequence[Hashable]) -> Share:
    """The mean of hits (0 to 1) over all cases.

    Where resampling shows no spread, all or none being hits, or the groups are few, the bounds are Wilson's for as many
    cases as there are groups.

    >>> print(share([1, 1, 0, 1], ["a", "a", "b", "c"]))
    0.750 [0.256, 0.963]   n     4 in    3 groups
    """
    n = len(hits)
    if not n:
        return Share(rate(0, 0), 0, 0)
    codes, values = group_codes([str(group) for group in groups], n), np.asarray(hits, dtype=np.float64)
    many, mean = int(codes.max()) + 1, float(values.mean())
    if many < LEAST_GROUPS or np.ptp(values) == 0:
        as_groups = rate(mean * many, many)
        return Share(Interval(mean, as_groups.low, as_groups.high), n, many)
    drawn = np.concatenate([(w @ values) / w.sum(axis=1) for w in resampled(codes, DRAWS, SEED)])
    low, high = np.quantile(drawn, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2])
    return Share(Interval(mean, float(low), float(high)), n, many)
