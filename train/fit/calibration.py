# SPDX-License-Identifier: Apache-2.0
"""Logits into honest probabilities (Platt), and probabilities into one decision threshold."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .statement_bags import Bags

Floats = NDArray[np.float64]

# Thresholds whose F1 is this close to the best are one plateau: which of them is best is luck of the rows.
PLATEAU = 0.005
STEPS = 100
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Platt:
    """probability = sigmoid(a * logit + b); `a` is never negative, so no ranking is turned round."""

    a: float
    b: float

    def probabilities(self, logits: Floats) -> Floats:
        """
        >>> Platt(1.0, 0.0).probabilities(np.array([0.0])).tolist()
        [0.5]
        """
        return sigmoid(self.a * logits + self.b)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def sigmoid(logits: Floats) -> Floats:
    """1 / (1 + exp(-logit)), without overflow at either end."""
    small = np.exp(-np.abs(logits))
    result: Floats = np.where(logits >= 0, 1.0, small) / (1.0 + small)
    return result


def fit_platt(logits: ArrayLike, y: ArrayLike) -> Platt:
    """The scaling of least log loss against smoothed targets (Platt 1999; solver of Lin et al. 2007)."""
    z, positive = np.asarray(logits, dtype=np.float64), np.asarray(y) > 0
    targets = _targets(positive)
    rate = float(targets.mean())
    a, b = 0.0, float(np.log(rate / (1 - rate)))
    loss = _loss(a * z + b, targets)
    for _ in range(STEPS):
        step = _newton_step(z, sigmoid(a * z + b) - targets, sigmoid(a * z + b))
        for shrink in 0.5 ** np.arange(30):
            tried_a, tried_b = a - shrink * step[0], b - shrink * step[1]
            tried = _loss(tried_a * z + tried_b, targets)
            if tried < loss:
                break
        else:
            break
        a, b, loss = float(tried_a), float(tried_b), tried
    # A negative slope means that the logits rank worse than chance on rows they were not fitted on: they
    # tell nothing, and a model turned round by calibration would pretend that they do.
    return Platt(a, b) if a > 0 else Platt(0.0, float(np.log(rate / (1 - rate))))


@dataclass(frozen=True, slots=True)
class AnswerScaling:
    """Statement logits times `a` plus `b`; `others` is what the statements beside the worst count in an answer."""

    a: float
    b: float
    others: float

    def logits(self, statements: Floats) -> Floats:
        """Calibrated logits of statements."""
        return self.a * statements + self.b

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


WEIGHTS_OF_OTHERS = tuple(n / 10 for n in range(11))  # tried for `AnswerScaling.others`


def fit_scaling(bags: Bags, statements: Floats, y: ArrayLike) -> AnswerScaling:
    """The scaling of least log loss over answers; between weights of equal loss the smallest `others` is taken."""
    stated = bags.counts > 0
    labels = np.asarray(y)[stated]
    found = [_scaled(bags, statements, labels, stated, weight) for weight in WEIGHTS_OF_OTHERS]
    losses = [
        _loss(bags.answers(one.logits(statements), one.others)[stated], _targets(labels > 0)) for one in found
    ]
    best = min(range(len(found)), key=lambda i: (round(losses[i] / labels.size, 4), i))
    return found[best]


def _scaled(
    bags: Bags, statements: Floats, labels: NDArray[np.int64], stated: NDArray[np.bool_], weight: float
) -> AnswerScaling:
    # The others count from even odds up, which moves with the scaling: a few rounds settle it.
    a, b = 1.0, 0.0
    for _ in range(ROUNDS):
        platt = fit_platt(bags.answers(a * statements + b, weight)[stated], labels)
        a, b = platt.a * a, platt.a * b + platt.b
    return AnswerScaling(a, b, weight)


def _targets(positive: NDArray[np.bool_]) -> Floats:
    n_positive = int(positive.sum())
    n_negative = positive.size - n_positive
    return np.where(positive, (n_positive + 1) / (n_positive + 2), 1 / (n_negative + 2))


def _loss(z: Floats, targets: Floats) -> float:
    return float(np.sum(np.logaddexp(0.0, z) - targets * z))


def _newton_step(z: Floats, error: Floats, p: Floats) -> Floats:
    curvature = p * (1 - p)
    cross = curvature @ z
    # The ridge keeps the system solvable when all logits are equal.
    hessian = np.array([[curvature @ z**2 + 1e-12, cross], [cross, curvature.sum() + 1e-12]])
    gradient = np.array([error @ z, error.sum()])
    step: Floats = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
    return step


def cross_fitted(logits: ArrayLike, y: ArrayLike, fold_of: ArrayLike) -> Floats:
    """Probabilities of each fold by the Platt scaling of the other folds: no row calibrates itself."""
    z, labels, folds = np.asarray(logits, dtype=np.float64), np.asarray(y), np.asarray(fold_of)
    result = np.empty_like(z)
    for fold in np.unique(folds):
        here = folds == fold
        result[here] = fit_platt(z[~here], labels[~here]).probabilities(z[here])
    return result


def pooled_threshold(y: ArrayLike, p: ArrayLike) -> float:
    """The middle of the thresholds whose macro F1 is near the best; faithful is p >= the threshold.

    Macro, the mean of the F1 of both classes: the F1 of *faithful* alone is nearly highest where all passes.
    Give it the probabilities of all folds together: thresholds chosen fold by fold scatter with the luck of
    a few dozen rows.

    >>> pooled_threshold([0, 0, 1, 1], [0.125, 0.25, 0.75, 0.875])
    0.5
    """
    probabilities, positive = np.asarray(p, dtype=np.float64), np.asarray(y) > 0
    order = np.argsort(probabilities, kind="stable")
    levels, starts = np.unique(probabilities[order], return_index=True)
    # Between two neighbouring probabilities every threshold decides alike: the middle is the safest.
    thresholds = (np.concatenate(([0.0], levels[:-1])) + levels) / 2
    hits = positive[order][::-1].cumsum()[::-1][starts]
    called, faithful = positive.size - starts, positive.sum()
    refused = starts - (faithful - hits)  # rightly
    macro = hits / (called + faithful) + refused / np.maximum(1, starts + positive.size - faithful)
    plateau = thresholds[macro >= macro.max() - PLATEAU]
    return float(plateau[(plateau.size - 1) // 2])
