# SPDX-License-Identifier: Apache-2.0
"""One column as a fingerprint keeps it: counts below and up to at most 50 values, so that other rows can be compared.

Rows of one group (answers to the same contexts) repeat each other. The design effect, how much wider a mean spreads
over whole groups than over single rows, says how many rows the column is worth (Kish, "Survey Sampling", 1965).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
POINTS = 50


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """`n` values: how many lie below, and how many up to, each of `points`.

    `effect` is the design effect, `alike` the correlation within groups that explains it.
    """

    n: int
    mean: float
    sd: float
    effect: float
    alike: float
    points: Floats
    below: Ints
    upto: Ints

    @classmethod
    def of(cls, values: Floats, groups: Ints) -> Self:
        """The distribution of values that are all defined; `groups` numbers the group of each."""
        ordered = np.sort(values)
        distinct = np.unique(ordered)
        if distinct.size > POINTS:
            places = np.linspace(0, values.size - 1, POINTS).round().astype(np.int64)
            distinct = np.unique(ordered[places])
        below = np.searchsorted(ordered, distinct, side="left").astype(np.int64)
        upto = np.searchsorted(ordered, distinct, side="right").astype(np.int64)
        bare = cls(values.size, float(values.mean()), float(values.std()), 1.0, 0.0, distinct, below, upto)
        effect, size = design_effect(bare.ranks(values), groups), group_size(groups)
        alike = min(1.0, (effect - 1) / (size - 1)) if size > 1 else 0.0
        return replace(bare, effect=effect, alike=alike)

    def ranks(self, values: Floats) -> Floats:
        """Where values lie in the distribution, from 0 to 1; its own mean rank is about a half."""
        middle = (self.below + self.upto) / (2 * self.n)
        found: Floats = np.interp(values, self.points, middle, left=0.0, right=1.0)
        return found

    @property
    def worth(self) -> float:
        """How many independent rows it is worth."""
        return self.n / self.effect

    def worth_of(self, values: Floats, groups: Ints) -> float:
        """The same of other rows, whose groups are taken to be as much alike as these at least."""
        as_here = 1 + (group_size(groups) - 1) * self.alike
        return values.size / max(as_here, design_effect(self.ranks(values), groups))

    def as_json(self) -> dict[str, Any]:
        """JSON-able; points keep every bit, as counts below and up to a rounded value would be other ones."""
        return {
            "n": self.n,
            "mean": self.mean,
            "sd": self.sd,
            "design_effect": self.effect,
            "alike": self.alike,
            "points": self.points.tolist(),
            "below": self.below.tolist(),
            "upto": self.upto.tolist(),
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`."""
        counts = (np.array(raw[name], dtype=np.int64) for name in ("below", "upto"))
        points = np.array(raw["points"], dtype=np.float64)
        mean, sd, effect, alike = (float(raw[name]) for name in ("mean", "sd", "design_effect", "alike"))
        return cls(int(raw["n"]), mean, sd, effect, alike, points, *counts)


def design_effect(values: Floats, groups: Ints) -> float:
    """The variance of the mean over whole groups divided by that over single rows; 1 at least.

    >>> design_effect(np.array([0.0, 0.0, 1.0, 1.0]), np.array([0, 0, 1, 1]))
    4.0
    """
    apart = values - values.mean()
    spread = float((apart**2).sum())
    many = int(np.unique(groups).size)
    if many < 2 or spread == 0:
        return 1.0
    sums = np.bincount(groups, apart)
    return max(1.0, float((sums**2).sum()) / spread * many / (many - 1))


def group_size(groups: Ints) -> float:
    """The size of the group of a row, on average over rows.

    >>> group_size(np.array([0, 0, 0, 1]))
    2.5
    """
    return float((np.bincount(groups) ** 2).sum() / groups.size)
