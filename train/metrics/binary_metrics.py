# SPDX-License-Identifier: Apache-2.0
"""How good probabilities of *faithful* are, each figure with an interval from resampling whole groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .group_bootstrap import (
    FIGURES,
    Floats,
    Statistic,
    group_codes,
    once,
    resampled,
)

COVERAGE = 0.95
# With fewer groups a resample repeats the same few, and its spread says nothing about other rows.
LEAST_GROUPS = 10
NO_INTERVAL = "undefined in most resamples, so without an interval"
ROUNDING = 1e-12
ALL_ALIKE = "the same in every resample, so without an interval"
RANKINGS = frozenset({"roc_auc", "pr_auc"})  # figures of the order of rows alone


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95% bounds; None where undefined, and `reason` then says why."""

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON-able; never nan."""
        return asdict(self)

    def __str__(self) -> str:
        """
        >>> print(Interval(0.8342, 0.79, 0.87), Interval(None, reason="no faithful rows"), sep="; ")
        0.834 [0.790, 0.870]; undefined (no faithful rows)
        """
        if self.value is None:
            return f"undefined ({self.reason})"
        if self.low is None or self.high is None:
            return f"{self.value:.3f} ({self.reason})"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True, slots=True)
class Metrics:
    """Every figure of one set of probabilities; `base_rate_brier` scores the constant base rate."""

    n: int
    n_positive: int
    n_groups: int
    threshold: float
    f1: Interval
    precision: Interval
    recall: Interval
    pr_auc: Interval
    roc_auc: Interval
    brier: Interval
    ece: Interval
    base_rate_brier: float

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def measure(
    y: ArrayLike,
    p: ArrayLike,
    threshold: float,
    groups: ArrayLike,
    *,
    called: ArrayLike | None = None,
    scores: ArrayLike | None = None,
    bootstrap: int = 1000,
    seed: int = 42,
) -> Metrics:
    """All figures of probabilities `p` of *faithful*; `y` is 1 for it.

    `called` says which rows are called so, those of `p >= threshold` without it. ROC-AUC and PR-AUC rank by
    `scores`, where they are given: calibration may have made one probability of all of them.
    """
    labels, probabilities = checked(y, p)
    ranking = probabilities if scores is None else checked(y, scores)[1]
    codes = group_codes(groups, labels.size)
    positive = labels > 0
    passed = probabilities >= threshold if called is None else np.asarray(called, dtype=bool)
    statistics = {
        name: figure.make(positive, ranking if name in RANKINGS else probabilities, passed)
        for name, figure in FIGURES.items()
    }
    draws = _draws(statistics, resampled(codes, bootstrap, seed))
    many = int(codes.max()) + 1
    intervals = {
        name: _interval(
            once(statistics[name], labels.size), draws[name], figure.undefined, many, recentre=name == "ece"
        )
        for name, figure in FIGURES.items()
    }
    rate = float(positive.mean())
    return Metrics(
        n=labels.size,
        n_positive=int(positive.sum()),
        n_groups=many,
        threshold=float(threshold),
        base_rate_brier=rate * (1 - rate),
        **intervals,
    )


def _draws(statistics: Mapping[str, Statistic], resamples: Iterable[Floats]) -> dict[str, list[Floats]]:
    """Every statistic of every resample; a block of weights is made once for all of them."""
    draws: dict[str, list[Floats]] = {name: [] for name in statistics}
    for weights in resamples:
        for name, statistic in statistics.items():
            draws[name].append(statistic(weights))
    return draws


def difference(
    y: ArrayLike,
    p: ArrayLike,
    q: ArrayLike,
    groups: ArrayLike,
    *,
    figure: str = "roc_auc",
    bootstrap: int = 1000,
    seed: int = 42,
) -> Interval:
    """ROC-AUC (or `pr_auc`, `brier`) of `p` minus that of `q`, both under the same resampled groups."""
    if figure not in ("roc_auc", "pr_auc", "brier"):
        raise ValueError(f"{figure!r} cannot be compared; choose roc_auc, pr_auc or brier")
    labels, first = checked(y, p)
    _, second = checked(y, q)
    positive, make = labels > 0, FIGURES[figure].make
    one, other = make(positive, first, positive), make(positive, second, positive)

    def gap(weights: Floats) -> Floats:
        return one(weights) - other(weights)

    codes = group_codes(groups, labels.size)
    draws = [gap(weights) for weights in resampled(codes, bootstrap, seed)]
    return _interval(once(gap, labels.size), draws, FIGURES[figure].undefined, int(codes.max()) + 1)


def roc_auc(y: ArrayLike, p: ArrayLike) -> float | None:
    """The share of (faithful, unfaithful) pairs ranked right, ties half; None for rows of one class.

    >>> roc_auc([0, 0, 1, 1], [0.1, 0.6, 0.6, 0.9])
    0.875
    """
    return _plain("roc_auc", y, p, 0.5)


def f1(y: ArrayLike, p: ArrayLike, threshold: float) -> float | None:
    """F1 of *faithful*; None where no row is or was called faithful."""
    return _plain("f1", y, p, threshold)


def precision(y: ArrayLike, p: ArrayLike, threshold: float) -> float | None:
    """Share of faithful rows among those called faithful; None where none was."""
    return _plain("precision", y, p, threshold)


def recall(y: ArrayLike, p: ArrayLike, threshold: float) -> float | None:
    """Share of the faithful rows that was called faithful; None where there are none."""
    return _plain("recall", y, p, threshold)


def _plain(figure: str, y: ArrayLike, p: ArrayLike, threshold: float) -> float | None:
    labels, probabilities = checked(y, p)
    statistic: Statistic = FIGURES[figure].make(labels > 0, probabilities, probabilities >= threshold)
    value = once(statistic, labels.size)
    return None if np.isnan(value) else value


def checked(y: ArrayLike, p: ArrayLike) -> tuple[NDArray[np.int64], Floats]:
    """Labels and probabilities as arrays; ValueError for unequal lengths, no rows, or figures not finite."""
    labels, probabilities = np.asarray(y).astype(np.int64), np.asarray(p, dtype=np.float64)
    if labels.shape != probabilities.shape or labels.ndim != 1:
        raise ValueError(
            f"{labels.shape} labels but {probabilities.shape} probabilities; give one of each per row"
        )
    if not labels.size:
        raise ValueError("no rows to measure")
    if not np.isfinite(probabilities).all():
        row = int(np.flatnonzero(~np.isfinite(probabilities))[0])
        raise ValueError(
            f"row {row}: probability {probabilities[row]} is not finite; leave unscored rows out"
        )
    return labels, probabilities


def too_few_groups(n_groups: int) -> str:
    """Why there is no interval; empty where there can be one.

    >>> too_few_groups(3), too_few_groups(10)
    ('3 groups, too few for an interval', '')
    """
    word = "group" if n_groups == 1 else "groups"
    return f"{n_groups} {word}, too few for an interval" if n_groups < LEAST_GROUPS else ""


def _interval(
    value: float, draws: Sequence[Floats], undefined: str, n_groups: int, *, recentre: bool = False
) -> Interval:
    if np.isnan(value):
        return Interval(None, reason=undefined)
    if reason := too_few_groups(n_groups):
        return Interval(value, reason=reason)
    drawn = np.concatenate(draws) if draws else np.empty(0)
    defined = drawn[~np.isnan(drawn)]
    if not drawn.size or defined.size < drawn.size / 2:
        return Interval(value, reason=NO_INTERVAL)
    # A mean of absolute values grows with the noise that resampling adds: take that bias out again.
    if recentre:
        defined = np.maximum(defined - defined.mean() + value, 0.0)
    low, high = np.quantile(defined, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2])
    # Rows that are all judged right resample to the same figure each time, which is no proof of it.
    if high - low < ROUNDING:
        return Interval(value, reason=ALL_ALIKE)
    return Interval(value, float(low), float(high))
