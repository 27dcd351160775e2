# SPDX-License-Identifier: Apache-2.0
"""Curves of scores against labels: ROC, precision against recall, and reliability."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .binary_metrics import checked
from .group_bootstrap import (
    BINS,
    Floats,
    bin_starts,
    descending,
)


@dataclass(frozen=True, slots=True)
class Bin:
    """Rows of similar probability: what was predicted on average, and how many were in fact faithful."""

    predicted: float
    observed: float
    n: int

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One threshold on a curve; None stands for a threshold above every probability."""

    x: float
    y: float
    threshold: float | None

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def reliability(y: ArrayLike, p: ArrayLike, *, bins: int = BINS) -> tuple[Bin, ...]:
    """Rows in bins of equal size by rising probability; equal probabilities share a bin."""
    labels, probabilities = checked(y, p)
    order = np.argsort(probabilities, kind="stable")
    starts = bin_starts(probabilities[order], bins)
    return tuple(
        Bin(float(probabilities[rows].mean()), float((labels[rows] > 0).mean()), rows.size)
        for rows in np.split(order, starts[1:])
    )


def roc_curve(y: ArrayLike, p: ArrayLike) -> tuple[CurvePoint, ...]:
    """x false-positive rate, y true-positive rate, from (0, 0) to (1, 1); empty for rows of one class."""
    hits, misses, thresholds = _counts(y, p)
    if not hits[-1] or not misses[-1]:
        return ()
    return CurvePoint(0.0, 0.0, None), *_points(misses / misses[-1], hits / hits[-1], thresholds)


def pr_curve(y: ArrayLike, p: ArrayLike) -> tuple[CurvePoint, ...]:
    """x recall, y precision, highest threshold first; empty without faithful rows."""
    hits, misses, thresholds = _counts(y, p)
    if not hits[-1]:
        return ()
    return _points(hits / hits[-1], hits / (hits + misses), thresholds)


def _counts(y: ArrayLike, p: ArrayLike) -> tuple[Floats, Floats, Floats]:
    labels, probabilities = checked(y, p)
    order, starts, hit = descending(labels > 0, probabilities)
    last = np.append(starts[1:], labels.size) - 1
    hits = hit.cumsum()[last]
    return hits, last + 1.0 - hits, probabilities[order][starts]


def _points(xs: Floats, ys: Floats, thresholds: Floats) -> tuple[CurvePoint, ...]:
    rows: NDArray[np.float64] = np.column_stack([xs, ys, thresholds])
    return tuple(CurvePoint(x, y, threshold) for x, y, threshold in rows.tolist())
