# SPDX-License-Identifier: Apache-2.0
"""Curves of a report cut to as many points as an eye can tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from faithstill.train.fit.threshold_objective import MOST_POINTS

Point = Mapping[str, Any]
Curves = Mapping[str, Mapping[str, Sequence[Point]]]


def thinned(curves: Curves) -> dict[str, dict[str, list[Point]]]:
    """The `curves` of a report with at most a hundred points each."""
    return {name: {kind: _thin(points) for kind, points in kinds.items()} for name, kinds in curves.items()}


def _thin(points: Sequence[Point]) -> list[Point]:
    """Both ends and the points between them at even steps along the line, so that no corner is cut off.

    >>> kept = _thin([{"x": i / 1000, "y": 0.5} for i in range(1001)])
    >>> len(kept), kept[0]["x"], kept[-1]["x"]
    (100, 0.0, 1.0)
    """
    if len(points) <= MOST_POINTS:
        return list(points)
    steps = [abs(b["x"] - a["x"]) + abs(b["y"] - a["y"]) for a, b in pairwise(points)]
    along = np.concatenate([[0.0], np.cumsum(steps)])
    wanted = np.linspace(0.0, along[-1], MOST_POINTS)
    at = np.unique(np.searchsorted(along, wanted - 1e-12).clip(0, len(points) - 1))
    return [points[i] for i in np.unique([0, *at[1:-1], len(points) - 1])]
