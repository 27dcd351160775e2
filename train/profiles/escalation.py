# SPDX-License-Identifier: Apache-2.0
"""Which claims are worth a question to the judge: the band of least expected cost on labelled answers.

Claims of at least `high` are supported, those in [low, high) go to the judge, and an answer with one below `low` goes
to a person. A judge is taken to be right with a probability of its own, on each claim apart: it supports every open
claim of a faithful answer so often, and of an unfaithful one it refutes the least probable open claim so often and
supports the others. A person is taken to be always right.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .guard_record import Recorded

STEPS = 24  # values of each end that are tried, spread evenly over the recorded ones


@dataclass(frozen=True, slots=True)
class Costs:
    """Of one question to the judge, one answer read by a person, one unfaithful answer let through.

    `withheld` is that of a faithful answer which the user does not get at once; `judge_right` how often a judge is.
    """

    judge: float
    review: float
    error: float
    withheld: float = 0.0
    judge_right: float = 0.85

    def __post_init__(self) -> None:
        for name in ("judge", "review", "error", "withheld"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"cost of {name} is {getattr(self, name)!r}; give a number from 0")
        if not 0.5 <= self.judge_right <= 1:
            raise ValueError(
                f"judge_right is {self.judge_right!r}; give how often the judge is right, 0.5 to 1"
            )


@dataclass(frozen=True, slots=True)
class Plan:
    """A band and what is to be expected of it, per answer; an empty one, low = high, asks no judge.

    `errors` are unfaithful answers delivered, `withheld` faithful ones that go to a person.
    """

    low: float
    high: float
    cost: float
    calls: float
    reviews: float
    errors: float
    withheld: float

    @property
    def asks(self) -> bool:
        """Is the judge asked at all?"""
        return self.low < self.high

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def plan_of(rows: Sequence[Recorded], costs: Costs, low: float, high: float) -> Plan:
    """What a band is expected to cost on recorded answers, per answer."""
    calls = reviews = errors = withheld = 0.0
    for row in rows:
        asked = [p for p in row.open if low <= p < high]
        delivered = _chance(row, len(asked), low, high, costs.judge_right)
        calls += len(asked)
        reviews += 1 - delivered
        errors += 0.0 if row.faithful else delivered
        withheld += 1 - delivered if row.faithful else 0.0
    n = max(1, len(rows))
    total = (
        costs.judge * calls + costs.review * reviews + costs.error * errors + costs.withheld * withheld
    ) / n
    return Plan(low, high, total, calls / n, reviews / n, errors / n, withheld / n)


def _chance(row: Recorded, asked: int, low: float, high: float, right: float) -> float:
    """That an answer is delivered, where `asked` of its claims go to the judge."""
    if row.critical >= high:
        return 1.0
    out_of_band = any(p < low for p in row.open) or any(p >= high for p in row.stuck)
    if row.limit < high or out_of_band or not asked:
        return 0.0
    return right**asked if row.faithful else (1 - right) * right ** (asked - 1)


def plans(rows: Sequence[Recorded], costs: Costs, least: float) -> Iterator[Plan]:
    """Every band that is tried; no `high` lies below `least`, which a miss rate has been promised of."""
    ends = [end for row in rows for end in (row.critical, row.limit)]
    open_ = [p for row in rows for p in row.open]
    for high in (least, *_spread(end for end in ends if least < end <= 1)):
        for low in (*_spread({0.0, *(p for p in open_ if 0 < p < high)}), high):
            yield plan_of(rows, costs, low, high)


def cheapest(found: Iterable[Plan]) -> Plan:
    """The plan of least cost; of equal ones the narrowest band, then the one that lets the fewest through."""
    return min(found, key=lambda plan: (plan.cost, plan.high - plan.low, -plan.high))


def landmarks(found: Sequence[Plan], least: float) -> tuple[tuple[str, Plan], ...]:
    """The cheapest band beside what one would do without a plan, all of bands that were tried; equal ones once."""
    named = {
        "least cost": cheapest(found),
        "least with a judge": cheapest([p for p in found if p.asks] or found),
        "least without": cheapest(p for p in found if not p.asks),
        "promise, no judge": next(p for p in found if p.high == least and not p.asks),
        "promise, judge the rest": next(p for p in found if p.high == least),
    }
    once: dict[Plan, str] = {}
    for name, plan in named.items():
        once.setdefault(plan, name)
    return tuple((name, plan) for plan, name in once.items())


def _spread(values: Iterable[float]) -> list[float]:
    """At most `STEPS` of the values, evenly by rank, with the ends."""
    ordered = sorted(set(values))
    if len(ordered) <= STEPS:
        return ordered
    return [ordered[round(i * (len(ordered) - 1) / (STEPS - 1))] for i in range(STEPS)]
