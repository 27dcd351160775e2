# SPDX-License-Identifier: Apache-2.0
"""A curve loses points, not its shape."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from faithstill.train.evaluate.curve_thinning import thinned
from faithstill.train.fit.threshold_objective import MOST_POINTS

Points = list[dict[str, Any]]


def point(x: float, y: float) -> dict[str, Any]:
    return {"x": x, "y": y, "threshold": 1 - x}


def area(points: Points) -> float:
    return float(sum((b["x"] - a["x"]) * (a["y"] + b["y"]) / 2 for a, b in pairwise(points)))


STEEP = [point(0.0, i / 900) for i in range(901)] + [point(i / 100, 1.0) for i in range(1, 101)]
BOWED = [point(i / 900, (i / 900) ** 0.3) for i in range(901)]
STAIRS = [point((i // 2) / 450, ((i + 1) // 2) / 450) for i in range(901)]


@pytest.mark.parametrize("points", [STEEP, BOWED, STAIRS], ids=["steep", "bowed", "stairs"])
def test_ends_and_area_stay(points: Points) -> None:
    kept = thinned({"model": {"roc_curve": points}})["model"]["roc_curve"]
    assert MOST_POINTS // 2 < len(kept) <= MOST_POINTS
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert [one for one in kept if one not in points] == []
    assert area([dict(one) for one in kept]) == pytest.approx(area(points), abs=0.005)


@pytest.mark.parametrize("points", [[], STEEP[:1], STEEP[:MOST_POINTS], [point(0.5, 0.5)] * 300])
def test_short_curves_and_curves_that_go_nowhere(points: Points) -> None:
    kept = thinned({"model": {"pr_curve": points}})["model"]["pr_curve"]
    assert kept == points if len(points) <= MOST_POINTS else len(kept) <= MOST_POINTS
