# SPDX-License-Identifier: Apache-2.0
"""Winsorised, standardised, L2-regularised logistic regression: one recipe for folds and final fit.

Weights can be held to a sign, so that a signal of a fault never speaks for an answer because another signal,
which it goes along with, overstates the fault. scikit-learn's own regression has no such bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.utils.class_weight import compute_sample_weight
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ClassWeight = Literal["balanced"] | None
Bound = tuple[float | None, float | None]

QUANTILES = (0.005, 0.995)
LEAST_SPREAD = 0.2  # of a column's range, at which a flag that is up in 4% of the rows is left alone
_BOUNDS: Mapping[int, Bound] = {1: (0.0, None), 0: (None, None), -1: (None, 0.0)}
# A spread below this share of a column's size is rounding: the column is constant.
FLAT = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Scaling:
    """Winsorising and standardising as learnt from some rows; constant columns become 0."""

    low: Floats
    high: Floats
    mean: Floats
    scale: Floats
    live: NDArray[np.bool_]

    @classmethod
    def of(cls, matrix: Floats) -> Self:
        """Bounds at the outer quantiles, then mean and spread of what is left within them."""
        low, high = np.quantile(matrix, QUANTILES, axis=0)
        # A flag that is up in one row of a thousand would be cut away.
        rare = low == high
        low, high = np.where(rare, matrix.min(axis=0), low), np.where(rare, matrix.max(axis=0), high)
        clipped = np.clip(matrix, low, high)
        mean, spread = clipped.mean(axis=0), clipped.std(axis=0)
        live = spread > FLAT * np.maximum(1.0, np.abs(mean))
        # Divided by its own tiny spread, a flag that is rarely up would outvote everything else when it is.
        scale = np.maximum(spread, LEAST_SPREAD * (high - low))
        return cls(low, high, mean, np.where(live, scale, 1.0), live)

    def apply(self, matrix: Floats) -> Floats:
        """The matrix as the regression sees it."""
        scaled = (np.clip(matrix, self.low, self.high) - self.mean) / self.scale
        result: Floats = np.where(self.live, scaled, 0.0)
        return result


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Scaling and weights of one regression, not calibrated."""

    scaling: Scaling
    coef: Floats
    intercept: float

    def logits(self, matrix: Floats) -> Floats:
        """One per row."""
        result: Floats = self.scaling.apply(matrix) @ self.coef + self.intercept
        return result


def regressions(
    matrix: Floats,
    y: Ints,
    cs: Sequence[float],
    class_weight: ClassWeight = "balanced",
    directions: Sequence[int] = (),
) -> tuple[Linear, ...]:
    """One fit per inverse regularisation strength, all on the same scaling.

    `directions` are the signs that the columns' weights are held to, 0 for either; without them all are free.
    """
    scaling = Scaling.of(matrix)
    scaled = np.column_stack([scaling.apply(matrix), np.ones(len(matrix))])
    weights = compute_sample_weight(class_weight, y)
    bounds = [*(_BOUNDS[sign] for sign in directions or [0] * matrix.shape[1]), _BOUNDS[0]]
    found = np.zeros(scaled.shape[1])
    fitted = []
    # Sums split over threads round differently: on one thread the bytes do not depend on how many cores
    # there are, and problems this small are done sooner.
    with threadpool_limits(limits=1):
        for c in cs:
            found = _minimum(scaled, np.where(y > 0, 1.0, -1.0), c * weights, bounds, found)
            fitted.append(Linear(scaling, np.where(scaling.live, found[:-1], 0.0), float(found[-1])))
    return tuple(fitted)


def _minimum(
    scaled: Floats, signs: Floats, weights: Floats, bounds: Sequence[Bound], start: Floats
) -> Floats:
    """Weights, the intercept last, of the least loss: weighted log loss and half the squared weights."""

    def loss(found: Floats) -> tuple[float, Floats]:
        margins = signs * (scaled @ found)
        missed = weights * np.exp(-np.logaddexp(0.0, margins))
        shrunk = np.append(found[:-1], 0.0)
        gradient = shrunk - (signs * missed) @ scaled
        return float(weights @ np.logaddexp(0.0, -margins) + shrunk @ shrunk / 2), gradient

    options = {"maxiter": 20_000, "maxfun": 40_000, "ftol": 1e-14, "gtol": 1e-8 * float(weights.sum())}
    result = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    return np.asarray(result.x, dtype=np.float64)


def out_of_fold(matrix: Floats, fold_of: Ints, models: Sequence[Linear]) -> Floats:
    """The logit of each row by the model of its own fold, which did not train on it."""
    logits = np.empty(fold_of.size)
    for fold, model in enumerate(models):
        logits[fold_of == fold] = model.logits(matrix[fold_of == fold])
    return logits
