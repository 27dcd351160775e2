# SPDX-License-Identifier: Apache-2.0
"""Figures as functions of row weights: a thousand resamples of whole groups are a few matrix products."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
# Row weights (draws, rows) -> the figure of each draw, nan where the draw leaves it undefined.
Statistic = Callable[[Floats], Floats]
# Faithful or not, probability, called faithful or not: all by row.
Make = Callable[[Flags, Floats, Flags], Statistic]

BINS = 10
# Weights in one chunk of draws: 32 MB, however many rows there are.
CHUNK = 4_000_000


@dataclass(frozen=True, slots=True)
class BootstrapFigure:
    """How a figure is computed and, in words, when it cannot be."""

    make: Make
    undefined: str = ""


def group_codes(groups: ArrayLike, n: int) -> NDArray[np.int64]:
    """Groups as numbers from 0; ValueError unless there is one per row."""
    names = np.asarray(groups)
    if names.shape != (n,):
        raise ValueError(f"{names.shape} groups for {n} rows; give one per row")
    return np.unique(names, return_inverse=True)[1].astype(np.int64)


def resampled(codes: NDArray[np.int64], bootstrap: int, seed: int) -> Iterator[Floats]:
    """Row weights of `bootstrap` draws of whole groups, chunk by chunk; none for a single group."""
    n_groups = int(codes.max()) + 1
    rng = np.random.default_rng(seed)
    size = max(1, CHUNK // codes.size)
    for start in range(0, bootstrap if n_groups > 1 else 0, size):
        draws = rng.multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=min(size, bootstrap - start))
        yield draws[:, codes].astype(np.float64)


def once(statistic: Statistic, n: int) -> float:
    """The figure of the rows as they are; nan where undefined."""
    return float(statistic(np.ones((1, n)))[0])


def descending(positive: Flags, p: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Row order by falling probability, where each distinct one starts, and the labels in that order."""
    order = np.argsort(-p, kind="stable")
    starts = np.flatnonzero(np.diff(p[order], prepend=np.inf))
    return order, starts, positive[order].astype(np.float64)


def bin_starts(ascending: Floats, bins: int) -> NDArray[np.int64]:
    """Where bins of equal size begin; equal probabilities share a bin.

    >>> bin_starts(np.array([0.1, 0.2, 0.2, 0.2, 0.3, 0.4]), 3).tolist()
    [0, 4]
    """
    first = np.searchsorted(ascending, ascending, side="left")
    return np.flatnonzero(np.diff(first * bins // ascending.size, prepend=-1))


def _share(above: Floats, below: Floats) -> Floats:
    result: Floats = np.divide(above, below, out=np.full_like(below, np.nan), where=below > 0)
    return result


def _ratio(above: Floats, below: Floats) -> Statistic:
    return lambda weights: _share(weights @ above, weights @ below)


def _as_float(flags: Flags) -> Floats:
    return flags.astype(np.float64)


def _f1(positive: Flags, p: Floats, called: Flags) -> Statistic:
    return _ratio(2 * _as_float(positive & called), _as_float(positive) + _as_float(called))


def _precision(positive: Flags, p: Floats, called: Flags) -> Statistic:
    return _ratio(_as_float(positive & called), _as_float(called))


def _recall(positive: Flags, p: Floats, called: Flags) -> Statistic:
    return _ratio(_as_float(positive & called), _as_float(positive))


def _brier(positive: Flags, p: Floats, called: Flags) -> Statistic:
    return _ratio((p - positive) ** 2, np.ones_like(p))


def _per_level(positive: Flags, p: Floats) -> Callable[[Floats], tuple[Floats, Floats]]:
    """Weight of faithful and of unfaithful rows at each distinct probability, highest first."""
    order, starts, hit = descending(positive, p)

    def counts(weights: Floats) -> tuple[Floats, Floats]:
        in_order = weights[:, order]
        hits = np.add.reduceat(in_order * hit, starts, axis=1)
        return hits, np.add.reduceat(in_order, starts, axis=1) - hits

    return counts


def _roc_auc(positive: Flags, p: Floats, called: Flags) -> Statistic:
    counts = _per_level(positive, p)

    def statistic(weights: Floats) -> Floats:
        hits, misses = counts(weights)
        total = misses.sum(axis=1)
        below = total[:, None] - misses.cumsum(axis=1)
        return _share((hits * (below + misses / 2)).sum(axis=1), hits.sum(axis=1) * total)

    return statistic


def _pr_auc(positive: Flags, p: Floats, called: Flags) -> Statistic:
    """Average precision: the step-wise area, which does not flatter sparse curves as trapezoids do."""
    counts = _per_level(positive, p)

    def statistic(weights: Floats) -> Floats:
        hits, misses = counts(weights)
        so_far = hits.cumsum(axis=1)
        precision = np.nan_to_num(_share(so_far, so_far + misses.cumsum(axis=1)))
        return _share((hits * precision).sum(axis=1), hits.sum(axis=1))

    return statistic


def _ece(positive: Flags, p: Floats, called: Flags) -> Statistic:
    """Expected calibration error over `BINS` bins of equal size."""
    order = np.argsort(p, kind="stable")
    starts = bin_starts(p[order], BINS)
    excess = (p - positive)[order]

    def statistic(weights: Floats) -> Floats:
        gaps = np.abs(np.add.reduceat(weights[:, order] * excess, starts, axis=1))
        return _share(gaps.sum(axis=1), weights.sum(axis=1))

    return statistic


# The figures of `Metrics`, in the order that reports show them.
FIGURES = {
    "f1": BootstrapFigure(_f1, "no row is or was called faithful"),
    "precision": BootstrapFigure(_precision, "no row was called faithful"),
    "recall": BootstrapFigure(_recall, "no faithful rows"),
    "pr_auc": BootstrapFigure(_pr_auc, "no faithful rows"),
    "roc_auc": BootstrapFigure(_roc_auc, "rows of one class only"),
    "brier": BootstrapFigure(_brier),
    "ece": BootstrapFigure(_ece),
}
