# SPDX-License-Identifier: Apache-2.0
"""Thresholds by objective against brute force over every threshold that decides differently."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.train.fit.calibration import pooled_threshold, sigmoid
from faithstill.train.fit.threshold_objective import (
    MOST_POINTS,
    Aim,
    Objective,
    chosen_by,
    curve_of,
    threshold_for,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def planted(n: int, seed: int) -> tuple[Ints, Floats]:
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 2, n)
    return (rng.random(n) < sigmoid(logits)).astype(np.int64), sigmoid(logits).round(2)


def everywhere(p: Floats) -> list[float]:
    """A threshold for each way to decide, lowest first; the last delivers nothing."""
    return [*sorted(set(p.tolist())), 1.01]


@pytest.mark.parametrize(
    ("text", "aim", "said"),
    [
        ("f1", Aim.F1, "f1"),
        (" F1 ", Aim.F1, "f1"),
        ("precision>=0.95", Aim.PRECISION, "precision>=0.95"),
        ("precision >= .9", Aim.PRECISION, "precision>=0.9"),
        ("miss-rate<=0.05", Aim.MISS_RATE, "miss-rate<=0.05"),
        ("cost=10:1", Aim.COST, "cost=10:1"),
        ("cost=2.5:0.5", Aim.COST, "cost=2.5:0.5"),
    ],
)
def test_objectives_are_read_and_said(text: str, aim: Aim, said: str) -> None:
    found = Objective.parse(text)
    assert (found.aim, str(found)) == (aim, said)
    assert Objective.parse(str(found)) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is none that is known: write f1, precision>=0.95"),
        ("precision", "in quotes, for > and < are the shell's"),  # what a shell leaves of an unquoted one
        ("recall>=0.9", "is none that is known"),
        ("precision<=0.9", "is none that is known"),
        ("precision>=95", "write a share between 0 and 1"),
        ("precision>=1", "write a share between 0 and 1"),
        ("miss-rate<=0", "write a share between 0 and 1"),
        ("cost=10", "is none that is known"),
        ("cost=-1:1", "is none that is known"),
        ("cost=0:1", "write two costs above 0"),
        ("precision>=nan", "is none that is known"),
    ],
)
def test_what_is_no_objective_is_refused_with_the_cure(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Objective.parse(text)


@pytest.mark.parametrize("seed", range(5))
def test_f1_is_what_it_was(seed: int) -> None:
    y, p = planted(150, seed)
    assert threshold_for(Objective(), y, p) == pooled_threshold(y, p)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("bound", [0.6, 0.8, 0.9])
def test_precision_is_kept_with_as_many_faithful_rows_as_it_allows(seed: int, bound: float) -> None:
    y, p = planted(200, seed)
    chosen = p >= threshold_for(Objective(Aim.PRECISION, bound), y, p)
    assert y[chosen].mean() >= bound
    kept = [p >= t for t in everywhere(p) if (p >= t).any() and y[p >= t].mean() >= bound]
    assert y[chosen].sum() == max(y[rows].sum() for rows in kept)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("bound", [0.02, 0.1, 0.5])
def test_miss_rate_is_kept_with_as_many_faithful_rows_as_it_allows(seed: int, bound: float) -> None:
    y, p = planted(200, seed)
    chosen = p >= threshold_for(Objective(Aim.MISS_RATE, bound), y, p)
    assert chosen[y == 0].mean() <= bound
    assert y[chosen].sum() == max(y[p >= t].sum() for t in everywhere(p) if (p >= t)[y == 0].mean() <= bound)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("costs", [(1.0, 1.0), (10.0, 1.0), (1.0, 10.0)])
def test_no_threshold_costs_less(seed: int, costs: tuple[float, float]) -> None:
    y, p = planted(200, seed)

    def cost(called: Flags) -> float:
        return float(costs[0] * called[y == 0].sum() + costs[1] * (~called[y == 1]).sum())

    found = threshold_for(Objective(Aim.COST, let_through=costs[0], withheld=costs[1]), y, p)
    assert cost(p >= found) == min(cost(p >= t) for t in everywhere(p))


def test_a_dearer_miss_never_delivers_more() -> None:
    y, p = planted(400, 1)
    found = [
        threshold_for(Objective(Aim.COST, let_through=dear), y, p) for dear in (0.1, 1.0, 5.0, 25.0, 1e6)
    ]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_rows_that_cannot_pass_are_never_counted_as_delivered() -> None:
    y, p = np.array([0, 0, 1, 1, 1]), np.array([0.1, 0.9, 0.3, 0.6, 0.8])
    objective = Objective.parse("precision>=0.99")
    with pytest.raises(ValueError, match="out of reach"):
        threshold_for(objective, y, p)
    assert threshold_for(objective, y, p, passable=[True, False, True, True, True]) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "precision>=0.95",
            "objective precision>=0.95 is out of reach on the out-of-fold rows: the best precision of any threshold "
            "is 0.667, with 100% of the faithful rows delivered; ask for less, use cost=A:B, or label more rows",
        ),
        (
            "miss-rate<=0.2",
            "the best miss-rate of any threshold is 0.500, with 50% of the faithful rows delivered",
        ),
    ],
)
def test_what_is_out_of_reach_says_what_is_not(text: str, message: str) -> None:
    y, p = [1, 0, 1, 0], [0.5, 0.9, 0.95 if "rate" in text else 0.6, 0.95 if "rate" in text else 0.1]
    with pytest.raises(ValueError, match=re.escape(message)):
        threshold_for(Objective.parse(text), y, p)


def test_nothing_can_be_delivered() -> None:
    with pytest.raises(ValueError, match="no faithful row can be delivered at any threshold"):
        threshold_for(Objective.parse("precision>=0.5"), [1, 0], [0.9, 0.1], passable=[False, True])


def test_costs_may_say_to_deliver_nothing() -> None:
    y, p = [0, 1, 0], [0.7, 0.6, 0.5]
    objective = Objective.parse("cost=100:1")
    assert threshold_for(objective, y, p) == pytest.approx(0.85)
    assert chosen_by(objective, y, p, 0.85)["delivered_rows"] == 0


def test_a_threshold_chosen_on_other_rows_is_measured_where_it_stands() -> None:
    # Refusals, whose probabilities a threshold was not chosen from, stand between those that it was.
    y, p = [0, 1, 0, 1], [0.2, 0.45, 0.55, 0.8]
    said = chosen_by(Objective(), y, p, 0.52)
    assert said["reached"]["threshold"] == 0.52
    assert (said["delivered_rows"], said["reached"]["precision"]) == (2, 0.5)
    assert said["reached"] in said["curve"]


@pytest.mark.parametrize("text", ["f1", "precision>=0.8", "miss-rate<=0.1", "cost=10:1"])
@pytest.mark.parametrize("n", [4, 30, 2_000])
def test_the_curve_holds_the_choice_and_says_what_each_threshold_does(text: str, n: int) -> None:
    rng = np.random.default_rng(n)
    y = np.arange(n) % 2
    p = np.clip(0.3 + 0.3 * y + rng.normal(0, 0.1, n), 0.01, 0.99)
    may, objective = np.arange(n) % 7 != 3, Objective.parse(text)
    found = threshold_for(objective, y, p, passable=may)
    points = curve_of(objective, y, p, chosen=found, passable=may)
    assert len(points) <= MOST_POINTS
    assert found in {point.threshold for point in points}
    assert [point.threshold for point in points] == sorted({point.threshold for point in points})
    for point in points:
        called = (p >= point.threshold) & may
        assert point.delivered == pytest.approx(called.mean())
        assert point.recall == pytest.approx(called[y == 1].mean())
        assert point.miss_rate == pytest.approx(called[y == 0].mean())
        assert (point.precision is None) == (not called.any())
        assert point.precision is None or point.precision == pytest.approx(y[called].mean())
        wrong = objective.let_through * (called & (y == 0)) + objective.withheld * (~called & (y == 1))
        assert point.cost == pytest.approx(wrong.mean())
        both = [(called, y == 1), (~called, y == 0)]
        macro = np.mean([2 * (c & t).sum() / (c.sum() + t.sum()) for c, t in both])
        assert point.macro_f1 == pytest.approx(macro)
    said = chosen_by(objective, y, p, found, passable=may)
    assert said["name"] == text
    assert said["reached"] in said["curve"]
    assert json.dumps(said, allow_nan=False)
