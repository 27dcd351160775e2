# SPDX-License-Identifier: Apache-2.0
"""What a threshold is chosen for: macro F1, a share of right deliveries, a share of misses, or the least cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .calibration import pooled_threshold

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

MOST_POINTS = 100
WANTED = (
    "write f1, precision>=0.95, miss-rate<=0.05 or cost=10:1, in quotes, for > and < are the shell's "
    "(--objective 'precision>=0.95')"
)
_NUMBER = r"(\d+(?:\.\d+)?|\.\d+)"


class Aim(StrEnum):
    """The figure that an objective is about."""

    F1 = "f1"
    PRECISION = "precision"
    MISS_RATE = "miss-rate"
    COST = "cost"


_FORMS = {
    Aim.F1: re.compile("f1"),
    Aim.PRECISION: re.compile(rf"precision>={_NUMBER}"),
    Aim.MISS_RATE: re.compile(rf"miss-rate<={_NUMBER}"),
    Aim.COST: re.compile(rf"cost={_NUMBER}:{_NUMBER}"),
}


@dataclass(frozen=True, slots=True)
class Objective:
    """An aim with its bound, or with what an unfaithful answer let through and a faithful one withheld cost.

    `precision` is the share of faithful answers among those called faithful, `miss-rate` the share of unfaithful
    answers called faithful.
    """

    aim: Aim = Aim.F1
    bound: float = 0.0
    let_through: float = 1.0
    withheld: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        >>> Objective.parse("precision >= 0.95").bound, str(Objective.parse("cost=10:1"))
        (0.95, 'cost=10:1')
        """
        plain = "".join(text.lower().split())
        for aim, form in _FORMS.items():
            if found := form.fullmatch(plain):
                numbers = [float(number) for number in found.groups()]
                return cls._of(aim, numbers, text)
        raise ValueError(f"objective {text!r} is none that is known: {WANTED}")

    @classmethod
    def _of(cls, aim: Aim, numbers: list[float], text: str) -> Self:
        if aim is Aim.COST:
            let_through, withheld = numbers
            if not let_through or not withheld:
                raise ValueError(f"objective {text!r}: a mistake that costs nothing; write two costs above 0")
            return cls(aim, let_through=let_through, withheld=withheld)
        if numbers and not 0 < numbers[0] < 1:
            raise ValueError(f"objective {text!r}: write a share between 0 and 1, such as 0.95 or 0.05")
        return cls(aim, *numbers)

    def __str__(self) -> str:
        if self.aim is Aim.COST:
            return f"cost={self.let_through:g}:{self.withheld:g}"
        sign = {Aim.PRECISION: ">=", Aim.MISS_RATE: "<="}.get(self.aim)
        return f"{self.aim}{sign}{self.bound:g}" if sign else str(self.aim)


F1 = Objective()


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """What one threshold decides: rows at or above it are delivered, but for those that cannot pass.

    `precision` is of the delivered rows (None where there are none), `recall` the share of the faithful rows that
    is delivered, `miss_rate` that of the unfaithful ones, `cost` the mean over all rows (at 1:1 without costs).
    """

    threshold: float
    precision: float | None
    recall: float
    delivered: float
    miss_rate: float
    macro_f1: float
    cost: float

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class _Swept:
    """Every threshold that decides differently, rising, and how many rows each delivers."""

    thresholds: Floats
    hits: Floats  # faithful rows delivered
    misses: Floats  # unfaithful rows delivered
    faithful: int
    unfaithful: int

    @property
    def macro_f1(self) -> Floats:
        """The mean of the F1 of both classes."""
        refused = self.unfaithful - self.misses
        called, left = self.hits + self.misses, refused + self.faithful - self.hits
        of_faithful = _ratio(2 * self.hits, called + self.faithful)
        macro: Floats = (of_faithful + _ratio(2 * refused, left + self.unfaithful)) / 2
        return macro

    @property
    def precision(self) -> Floats:
        """Of the delivered rows; 0 where there are none."""
        return _ratio(self.hits, self.hits + self.misses)

    @property
    def miss_rate(self) -> Floats:
        """Of the unfaithful rows."""
        return self.misses / max(1, self.unfaithful)

    def cost(self, objective: Objective) -> Floats:
        """Of all rows together."""
        cost: Floats = objective.let_through * self.misses + objective.withheld * (self.faithful - self.hits)
        return cost


def _ratio(above: Floats, below: Floats) -> Floats:
    result: Floats = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
    return result


def _swept(
    y: ArrayLike, p: ArrayLike, passable: ArrayLike | None = None, *, beside: Sequence[float] = ()
) -> _Swept:
    """All thresholds that decide differently, and those `beside` them."""
    probabilities, positive = np.asarray(p, dtype=np.float64), np.asarray(y) > 0
    may = np.ones(positive.size, dtype=bool) if passable is None else np.asarray(passable, dtype=bool)
    order = np.argsort(probabilities, kind="stable")
    levels = np.unique(probabilities)
    # Between two neighbouring probabilities every threshold decides alike: the middle is the safest.
    thresholds = (np.concatenate(([0.0], levels[:-1])) + levels) / 2
    if levels[-1] < 1:  # above all of them: nothing is delivered
        thresholds = np.append(thresholds, (levels[-1] + 1) / 2)
    thresholds = np.union1d(thresholds, beside)
    starts = np.searchsorted(probabilities[order], thresholds)

    def from_each(rows: Flags) -> Floats:
        return np.append(rows[order][::-1].cumsum()[::-1], 0)[starts].astype(np.float64)

    hits, misses = from_each(positive & may), from_each(~positive & may)
    return _Swept(thresholds, hits, misses, int(positive.sum()), int((~positive).sum()))


def threshold_for(
    objective: Objective, y: ArrayLike, p: ArrayLike, *, passable: ArrayLike | None = None
) -> float:
    """The threshold that serves an objective best on rows with probabilities `p` of *faithful*; `y` is 1 for it.

    Give it the probabilities of all folds together: thresholds chosen fold by fold scatter with the luck of a few
    dozen rows. Rows that are not `passable` are never delivered. A bound is kept with as many faithful rows
    delivered as it allows; where several thresholds serve alike, the middle one is taken. Raises ValueError with
    what can be reached where no threshold keeps the bound.

    >>> threshold_for(Objective.parse("f1"), [0, 0, 1, 1], [0.125, 0.25, 0.75, 0.875])
    0.5
    >>> threshold_for(Objective.parse("precision>=0.9"), [0, 1, 0, 1], [0.125, 0.25, 0.75, 0.875])
    0.8125
    """
    if objective.aim is Aim.F1:
        return pooled_threshold(y, p)
    swept = _swept(y, p, passable)
    if objective.aim is Aim.COST:
        cost = swept.cost(objective)
        cheapest = swept.thresholds[cost <= cost.min()]
        return float(cheapest[(cheapest.size - 1) // 2])
    kept = _CHECKS[objective.aim](swept, objective.bound) & (swept.hits > 0)
    if not kept.any():
        raise ValueError(_unreachable(objective, swept))
    best = kept & (swept.hits == swept.hits[kept].max())
    return float(swept.thresholds[best][-1])  # the fewest misses among them


_CHECKS: dict[Aim, Callable[[_Swept, float], Flags]] = {
    Aim.PRECISION: lambda swept, bound: swept.precision >= bound,
    Aim.MISS_RATE: lambda swept, bound: swept.miss_rate <= bound,
}


def _unreachable(objective: Objective, swept: _Swept) -> str:
    found = swept.hits > 0
    if not found.any():
        return f"objective {objective}: no faithful row can be delivered at any threshold; label more rows"
    if objective.aim is Aim.PRECISION:
        best, figure = np.flatnonzero(found)[np.argmax(swept.precision[found])], swept.precision
    else:
        best, figure = np.flatnonzero(found)[np.argmin(swept.miss_rate[found])], swept.miss_rate
    recall = swept.hits[best] / max(1, swept.faithful)
    return (
        f"objective {objective} is out of reach on the out-of-fold rows: the best {objective.aim} of any "
        f"threshold is {figure[best]:.3f}, with {recall:.0%} of the faithful rows delivered; "
        "ask for less, use cost=A:B, or label more rows"
    )


def curve_of(
    objective: Objective, y: ArrayLike, p: ArrayLike, *, chosen: float, passable: ArrayLike | None = None
) -> tuple[ThresholdPoint, ...]:
    """What thresholds from the lowest to the highest decide, at most a hundred of them, the chosen one included."""
    swept = _swept(y, p, passable, beside=(chosen,))
    at = np.flatnonzero(swept.thresholds == chosen)
    spread = np.linspace(0, swept.thresholds.size - 1, MOST_POINTS - at.size)
    steps = np.unique(np.concatenate([spread.round().astype(np.int64), at]))
    rows, delivered = swept.faithful + swept.unfaithful, swept.hits + swept.misses
    cost, macro = swept.cost(objective) / rows, swept.macro_f1
    return tuple(
        ThresholdPoint(
            threshold=float(swept.thresholds[i]),
            precision=float(swept.precision[i]) if delivered[i] else None,
            recall=float(swept.hits[i] / max(1, swept.faithful)),
            delivered=float(delivered[i] / rows),
            miss_rate=float(swept.miss_rate[i]),
            macro_f1=float(macro[i]),
            cost=float(cost[i]),
        )
        for i in steps.tolist()
    )


def chosen_by(
    objective: Objective, y: ArrayLike, p: ArrayLike, threshold: float, *, passable: ArrayLike | None = None
) -> dict[str, Any]:
    """The choice as a report keeps it: what was asked, what it gave on which rows, and the curve it was taken from."""
    points = curve_of(objective, y, p, chosen=threshold, passable=passable)
    reached = next(point for point in points if point.threshold == threshold)
    labels = np.asarray(y) > 0
    return {
        "name": str(objective),
        "threshold": threshold,
        "reached": reached.as_dict(),
        "delivered_rows": round(reached.delivered * labels.size),
        "unfaithful_rows": int((~labels).sum()),
        "curve": [point.as_dict() for point in points],
    }
