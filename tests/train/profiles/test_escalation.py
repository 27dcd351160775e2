# SPDX-License-Identifier: Apache-2.0
"""Plans of escalation, on answers whose fate can be told by hand."""

from __future__ import annotations

import math

import pytest

from faithstill.train.profiles.escalation import STEPS, Costs, Plan, cheapest, landmarks, plan_of, plans
from faithstill.train.profiles.guard_record import Recorded

ALWAYS, NEVER = math.inf, -math.inf
SURE = Recorded(True, "a", 0.9, ALWAYS, (0.9,))
UNSURE = Recorded(True, "b", 0.5, ALWAYS, (0.5, 0.9))
WRONG = Recorded(False, "c", 0.6, ALWAYS, (0.6,))
TWICE = Recorded(False, "d", 0.3, ALWAYS, (0.3, 0.4))
REFUTED = Recorded(False, "e", NEVER, NEVER, (0.2,))
STUCK = Recorded(True, "f", NEVER, ALWAYS, (0.95,), stuck=(0.95,))
COSTS = Costs(judge=1, review=10, error=100, withheld=5, judge_right=0.8)


@pytest.mark.parametrize(
    ("row", "low", "high", "calls", "delivered"),
    [
        (SURE, 0.2, 0.8, 0, 1.0),
        (SURE, 0.2, 0.95, 1, 0.8),
        (SURE, 0.92, 0.95, 0, 0.0),  # below the band: a person reads it
        (UNSURE, 0.2, 0.8, 1, 0.8),
        (UNSURE, 0.2, 0.95, 2, 0.8**2),
        (UNSURE, 0.6, 0.95, 1, 0.0),  # one claim is judged, the other below the band
        (WRONG, 0.2, 0.5, 0, 1.0),  # let through
        (WRONG, 0.2, 0.8, 1, 0.2),
        (TWICE, 0.2, 0.8, 2, 0.2 * 0.8),  # the worse claim is taken to be the wrong one
        (REFUTED, 0.1, 0.8, 1, 0.0),  # asked in vain: another layer withholds it
        (STUCK, 0.2, 0.9, 0, 0.0),  # too probable to be asked about, supported by nothing
        (STUCK, 0.2, 0.99, 1, 0.8),
        (SURE, 0.95, 0.95, 0, 0.0),  # an empty band asks nobody
    ],
)
def test_what_becomes_of_an_answer(
    row: Recorded, low: float, high: float, calls: int, delivered: float
) -> None:
    found = plan_of([row], COSTS, low, high)
    errors, withheld = (0.0, 1 - delivered) if row.faithful else (delivered, 0.0)
    cost = calls + 10 * (1 - delivered) + 100 * errors + 5 * withheld
    wanted = Plan(low, high, cost, calls, 1 - delivered, errors, withheld)
    assert found.as_dict() == pytest.approx(wanted.as_dict())


ROWS = [SURE, UNSURE, WRONG, TWICE, REFUTED, STUCK]


def test_no_plan_asks_less_than_was_promised() -> None:
    found = list(plans(ROWS, COSTS, 0.55))
    assert min(plan.high for plan in found) == 0.55
    assert {plan.high for plan in found} == {0.55, 0.6, 0.9}
    assert all(plan.low <= plan.high for plan in found)
    assert {plan.asks for plan in found} == {True, False}


@pytest.mark.parametrize(
    ("costs", "asks"),
    [
        (Costs(judge=0.01, review=20, error=30, judge_right=0.99), True),  # a cheap judge that is right
        (Costs(judge=50, review=2, error=50), False),  # dearer than a person
        (Costs(judge=1, review=1, error=1000, judge_right=0.5), False),  # a coin
    ],
)
def test_a_judge_is_asked_where_it_pays(costs: Costs, asks: bool) -> None:
    best = cheapest(plans(ROWS, costs, 0.2))
    assert best.asks is asks
    assert best.cost == min(plan.cost for plan in plans(ROWS, costs, 0.2))


def test_dearer_errors_never_let_more_through() -> None:
    rows = [Recorded(i % 3 > 0, str(i), i / 40, 1.0, (i / 40,)) for i in range(40)]
    let = [
        cheapest(plans(rows, Costs(judge=0.1, review=1, error=error, judge_right=0.9), 0.0)).errors
        for error in (0, 1, 5, 25, 125)
    ]
    assert let == sorted(let, reverse=True)
    assert let[0] > let[-1]


def test_few_of_many_bands_are_tried() -> None:
    rows = [Recorded(i % 2 == 0, str(i), i / 400, 1.0, (i / 400,)) for i in range(400)]
    found = list(plans(rows, COSTS, 0.0))
    assert len(found) <= (STEPS + 1) * (STEPS + 1)


def test_landmarks_name_each_plan_once() -> None:
    found = list(plans(ROWS, COSTS, 0.55))
    named = landmarks(found, 0.55)
    assert named[0] == ("least cost", cheapest(found))
    assert len({plan for _, plan in named}) == len(named)


@pytest.mark.parametrize(
    "given",
    [
        {"judge": -1.0},
        {"review": math.nan},
        {"error": math.inf},
        {"withheld": -0.1},
        {"judge_right": 0.4},
        {"judge_right": 1.1},
    ],
)
def test_costs_that_mean_nothing_are_refused(given: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(given))):
        Costs(**{"judge": 1.0, "review": 1.0, "error": 1.0, **given})
