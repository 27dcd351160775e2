# SPDX-License-Identifier: Apache-2.0
"""A feature matrix and labels in, a calibrated linear model with honest out-of-fold figures out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from faithstill.data.split import grouped_folds
from faithstill.featurize.schema import DIRECTIONS
from faithstill.serve.model import LinearModel
from faithstill.serve.score import ScoreStatus

from .calibrate import Platt, cross_fitted, fit_platt
from .methods import called_faithful, can_pass
from .metrics import f1, precision, recall, roc_auc
from .objective import F1, Objective, threshold_for
from .regress import ClassWeight, Linear, out_of_fold, regressions
from .resample import group_codes
from .sweep import SweepPoint, one_standard_error, sweep_points

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CS = tuple(10.0**k for k in (-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1))


@dataclass(frozen=True, slots=True)
class FoldResult:
    """One fold at the pooled threshold; `coef` is in the units of the final model's, for comparison."""

    index: int
    n: int
    n_positive: int
    f1: float | None
    precision: float | None
    recall: float | None
    roc_auc: float | None
    coef: tuple[float, ...]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """The final model and what its recipe did on rows it had not seen; arrays are in row order."""

    model: LinearModel
    oof: Floats
    oof_logits: Floats
    fold_of: Ints
    folds: tuple[FoldResult, ...]
    sweep: tuple[SweepPoint, ...]
    best_c: float
    platt: Platt

    @property
    def threshold(self) -> float:
        """The one threshold, from the pooled out-of-fold probabilities."""
        return float(self.model.threshold)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, without the model and the arrays of rows."""
        return {
            "best_c": self.best_c,
            "threshold": self.threshold,
            "platt": self.platt.as_dict(),
            "folds": [fold.as_dict() for fold in self.folds],
            "sweep": [point.as_dict() for point in self.sweep],
        }


def fit(
    X: ArrayLike,  # noqa: N803
    y: ArrayLike,
    groups: ArrayLike,
    names: Sequence[str],
    *,
    folds: int = 5,
    seed: int = 42,
    cs: Sequence[float] = CS,
    class_weight: ClassWeight = "balanced",
    statuses: Sequence[ScoreStatus] = (),
    objective: Objective = F1,
    progress: Callable[[int, int], None] | None = None,
) -> Fitted:
    """Choose C by grouped folds, calibrate and set the threshold on their pooled output, refit on all rows.

    Weights of features that can only speak one way (`Feature.direction`) are held to it.
    Folds are measured by what a scorer would decide, which the rows' `statuses` tell where they are given; the
    threshold is chosen for an `objective`, ValueError where that is out of reach.
    `progress` is told (steps done, steps in all). Raises ValueError for rows nothing can be learnt from.
    """
    matrix, labels, codes = _checked(X, y, groups, names, folds, cs)
    told = progress or _silent
    fold_of = assign_folds(codes, labels, folds, seed)
    directions = [DIRECTIONS.get(name, 0) for name in names]
    trained: list[tuple[Linear, ...]] = []
    for fold in range(folds):
        rows = fold_of != fold
        # scikit-learn weighs C against the sum over rows: fewer rows would be shrunk harder than the final
        # model, and a calibration fitted on the folds' logits would make that one overconfident.
        grown = [c * labels.size / rows.sum() for c in cs]
        trained.append(regressions(matrix[rows], labels[rows], grown, class_weight, directions))
        told(fold + 1, folds + 1)
    logits = [out_of_fold(matrix, fold_of, [models[i] for models in trained]) for i in range(len(cs))]
    sweep = sweep_points(cs, logits, labels, codes, fold_of)
    best = one_standard_error(sweep)
    (final,) = regressions(matrix, labels, cs[best : best + 1], class_weight, directions)
    told(folds + 1, folds + 1)
    coefs = [models[best].coef for models in trained]
    return _fitted(names, final, coefs, logits[best], labels, fold_of, sweep, best, statuses, objective)


def _fitted(
    names: Sequence[str],
    final: Linear,
    fold_coefs: Sequence[Floats],
    logits: Floats,
    y: Ints,
    fold_of: Ints,
    sweep: tuple[SweepPoint, ...],
    best: int,
    statuses: Sequence[ScoreStatus],
    objective: Objective,
) -> Fitted:
    platt = fit_platt(logits, y)
    oof = cross_fitted(logits, y, fold_of)
    threshold = threshold_for(objective, y, oof, passable=can_pass(statuses, y.size))
    called = called_faithful(oof, threshold, statuses)
    return Fitted(
        model=_folded(tuple(names), final, platt, threshold),
        oof=oof,
        oof_logits=logits,
        fold_of=fold_of,
        folds=tuple(
            _fold_result(fold, y[here], oof[here], called[here], platt.a * coef)
            for fold, coef in enumerate(fold_coefs)
            for here in [fold_of == fold]
        ),
        sweep=sweep,
        best_c=sweep[best].c,
        platt=platt,
    )


def _silent(done: int, total: int) -> None:
    """Nobody is told."""


def _checked(
    X: ArrayLike,  # noqa: N803
    y: ArrayLike,
    groups: ArrayLike,
    names: Sequence[str],
    folds: int,
    cs: Sequence[float],
) -> tuple[Floats, Ints, Ints]:
    matrix, labels = np.asarray(X, dtype=np.float64), np.asarray(y).astype(np.int64)
    if matrix.ndim != 2 or matrix.shape[1] != len(names) or matrix.shape[0] != labels.size:
        raise ValueError(
            f"a matrix of {matrix.shape} does not fit {labels.size} labels and {len(names)} names"
        )
    if not np.isfinite(matrix).all():
        row, column = np.argwhere(~np.isfinite(matrix))[0]
        raise ValueError(
            f"row {row}: feature {names[column]} is {matrix[row, column]}; features must be finite"
        )
    if not cs or min(cs) <= 0 or folds < 2:
        raise ValueError(
            f"{folds} folds and the strengths {list(cs)}; give at least 2 folds and positive strengths"
        )
    return matrix, labels, group_codes(groups, labels.size)


def assign_folds(codes: Ints, labels: Ints, folds: int, seed: int) -> Ints:
    """The fold of each row, groups whole; ValueError where some fold would have too little to train on."""
    for value, word in ((1, "faithful"), (0, "unfaithful")):
        held = np.unique(codes[labels == value]).size
        if not held:
            raise ValueError(
                f"none of the {labels.size} rows is {word}; a classifier needs rows of both classes"
            )
        if held < 2:
            raise ValueError(f"all {word} rows are in one group; label some in at least 2 groups")
    n_groups = np.unique(codes).size
    if n_groups < folds:
        raise ValueError(
            f"{n_groups} groups cannot make {folds} folds; use at most {n_groups} or label more groups"
        )
    fold_of = np.full(labels.size, -1, dtype=np.int64)
    for fold, rows in enumerate(grouped_folds(codes, labels, folds=folds, seed=seed)):
        fold_of[rows] = fold
    for fold in range(folds):
        if np.unique(labels[fold_of != fold]).size < 2:
            raise ValueError(
                f"fold {fold + 1} of {folds} would train on one class; use fewer folds or more groups"
            )
    return fold_of


def _fold_result(index: int, y: Ints, p: Floats, called: NDArray[np.bool_], coef: Floats) -> FoldResult:
    decided = called.astype(np.float64), 0.5
    return FoldResult(
        index=index,
        n=y.size,
        n_positive=int(y.sum()),
        f1=f1(y, *decided),
        precision=precision(y, *decided),
        recall=recall(y, *decided),
        roc_auc=roc_auc(y, p),
        coef=tuple(coef.tolist()),
    )


def _folded(names: tuple[str, ...], final: Linear, platt: Platt, threshold: float) -> LinearModel:
    scaling = final.scaling
    return LinearModel(
        names=names,
        low=scaling.low,
        high=scaling.high,
        mean=scaling.mean,
        scale=scaling.scale,
        coef=platt.a * final.coef,
        intercept=platt.a * final.intercept + platt.b,
        threshold=threshold,
    )
