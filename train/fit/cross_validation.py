# SPDX-License-Identifier: Apache-2.0
"""Statements and labels of answers in, a calibrated linear model with honest out-of-fold figures out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from faithstill.data.split import grouped_folds
from faithstill.featurize.schema import DIRECTIONS
from faithstill.serve.model import LinearModel, log_odds
from faithstill.serve.status import ScoreStatus
from faithstill.train.metrics.binary_metrics import f1, precision, recall, roc_auc
from faithstill.train.metrics.group_bootstrap import group_codes

from .answer_rows import called_faithful, can_pass
from .calibration import AnswerScaling, cross_fitted, fit_scaling, sigmoid
from .multiple_instance import Learner, Taught
from .regularisation import SweepPoint, one_standard_error, sweep_points
from .signed_logistic import ClassWeight, Linear, out_of_fold
from .statement_bags import Bags
from .threshold_objective import F1, Objective, threshold_for

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
    fold_of: Ints
    folds: tuple[FoldResult, ...]
    sweep: tuple[SweepPoint, ...]
    best_c: float
    scaling: AnswerScaling

    @property
    def threshold(self) -> float:
        """The one threshold, from the pooled out-of-fold probabilities."""
        return float(self.model.threshold)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, without the model and the arrays of rows."""
        return {
            "best_c": self.best_c,
            "threshold": self.threshold,
            "platt": self.scaling.as_dict(),
            "folds": [fold.as_dict() for fold in self.folds],
            "sweep": [point.as_dict() for point in self.sweep],
        }


def fit(
    X: ArrayLike | Bags,  # noqa: N803
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
    taught: Taught | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Fitted:
    """Choose C by grouped folds, calibrate and set the threshold on their pooled output, refit on all rows.

    `X` holds the statements of each row's answer; a matrix stands for answers of one statement each. An unfaithful
    answer is learnt from by the statements that labels call unsupported, or by its worst; a faithful one by its worst.
    `taught` are statements beside them that nothing supports: learnt from, never measured on.
    Weights of features that can only speak one way (`Feature.direction`) are held to it.
    Folds are measured by what a scorer would decide, which the rows' `statuses` tell where they are given; the
    threshold is chosen for an `objective`, ValueError where that is out of reach.
    `progress` is told (steps done, steps in all). Raises ValueError for rows nothing can be learnt from.
    """
    bags, labels, codes = _checked(X, y, groups, names, folds, cs)
    told = progress or _silent
    fold_of = assign_folds(codes, labels, folds, seed)
    learner = Learner(class_weight, tuple(DIRECTIONS.get(name, 0) for name in names))
    trained = []
    for fold in range(folds):
        trained.append(_trained_on(fold_of != fold, learner, bags, labels, taught, cs))
        told(fold + 1, folds + 1)
    own = fold_of[bags.owner]
    logits = [out_of_fold(bags.matrix, own, [models[i] for models in trained]) for i in range(len(cs))]
    stated = bags.counts > 0
    sweep = sweep_points(
        cs, [bags.stating.answers(z, 0.0)[stated] for z in logits], labels[stated],
        group_codes(codes[stated], int(stated.sum())), fold_of[stated],
    )  # fmt: skip
    best = one_standard_error(sweep)
    everything = taught.matrix if taught else None
    (final,) = learner.regressions(bags, labels, everything, cs[best : best + 1])
    told(folds + 1, folds + 1)
    coefs = [models[best].coef for models in trained]
    return _fitted(names, final, coefs, logits[best], bags, labels, fold_of, sweep, best, statuses, objective)


def _trained_on(
    rows: NDArray[np.bool_], learner: Learner, bags: Bags, y: Ints, taught: Taught | None, cs: Sequence[float]
) -> tuple[Linear, ...]:
    """One fit per strength on some of the rows, as strongly regularised as one on all of them."""
    # scikit-learn weighs C against the sum over rows: fewer rows would be shrunk harder than the final
    # model, and a calibration fitted on the folds' logits would make that one overconfident.
    grown = [c * y.size / rows.sum() for c in cs]
    beside = taught.beside(rows) if taught else None
    return learner.regressions(bags.where(rows), y[rows], beside, grown)


def _fitted(
    names: Sequence[str],
    final: Linear,
    fold_coefs: Sequence[Floats],
    logits: Floats,
    bags: Bags,
    y: Ints,
    fold_of: Ints,
    sweep: tuple[SweepPoint, ...],
    best: int,
    statuses: Sequence[ScoreStatus],
    objective: Objective,
) -> Fitted:
    stated = bags.counts > 0
    # Refusals have a scale of their own, which statements are not calibrated on.
    scaling = fit_scaling(bags.stating, logits, y)
    combined = bags.stating.answers(scaling.logits(logits), scaling.others)
    oof = np.zeros(y.size)
    oof[stated] = cross_fitted(combined[stated], y[stated], fold_of[stated])
    passable = can_pass(statuses, y.size) if statuses else np.ones(y.size, dtype=bool)
    threshold = threshold_for(objective, y[stated], oof[stated], passable=passable[stated])
    oof = np.minimum(np.where(stated, oof, 1.0), sigmoid(bags.refused + log_odds(threshold)))
    oof = np.where(stated | np.isfinite(bags.refused), oof, 0.0)
    called = called_faithful(oof, threshold, statuses)
    return Fitted(
        model=_folded(tuple(names), final, scaling, threshold),
        oof=oof,
        fold_of=fold_of,
        folds=tuple(
            _fold_result(fold, y[here], oof[here], called[here], scaling.a * coef)
            for fold, coef in enumerate(fold_coefs)
            for here in [fold_of == fold]
        ),
        sweep=sweep,
        best_c=sweep[best].c,
        scaling=scaling,
    )


def _silent(done: int, total: int) -> None:
    """Nobody is told."""


def _checked(
    X: ArrayLike | Bags,  # noqa: N803
    y: ArrayLike,
    groups: ArrayLike,
    names: Sequence[str],
    folds: int,
    cs: Sequence[float],
) -> tuple[Bags, Ints, Ints]:
    labels = np.asarray(y).astype(np.int64)
    matrix = X.matrix if isinstance(X, Bags) else np.asarray(X, dtype=np.float64)
    size = X.size if isinstance(X, Bags) else len(matrix)
    if matrix.ndim != 2 or matrix.shape[1] != len(names) or size != labels.size:
        raise ValueError(
            f"a matrix of {matrix.shape} does not fit {labels.size} labels and {len(names)} names"
        )
    if not np.isfinite(matrix).all():
        place, column = np.argwhere(~np.isfinite(matrix))[0]
        row = X.owner[place] if isinstance(X, Bags) else place
        raise ValueError(
            f"row {row}: feature {names[column]} is {matrix[place, column]}; features must be finite"
        )
    if not cs or min(cs) <= 0 or folds < 2:
        raise ValueError(
            f"{folds} folds and the strengths {list(cs)}; give at least 2 folds and positive strengths"
        )
    bags = X if isinstance(X, Bags) else Bags.single(matrix, labels)
    _check_stated(labels, labels[bags.counts > 0])
    return bags, labels, group_codes(groups, labels.size)


def _check_stated(labels: Ints, stated: Ints) -> None:
    """ValueError where all rows of a class only refuse: refusals are judged by a model of their own."""
    for value, word in ((1, "faithful"), (0, "unfaithful")):
        if (labels == value).any() and not (stated == value).any():
            raise ValueError(
                f"none of the {stated.size} rows that state anything is {word}; a classifier needs statements of "
                "both classes, not refusals alone"
            )


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


def _folded(names: tuple[str, ...], final: Linear, fitted: AnswerScaling, threshold: float) -> LinearModel:
    scaling = final.scaling
    return LinearModel(
        names=names,
        low=scaling.low,
        high=scaling.high,
        mean=scaling.mean,
        scale=scaling.scale,
        coef=fitted.a * final.coef,
        intercept=fitted.a * final.intercept + fitted.b,
        threshold=threshold,
        others=fitted.others,
    )
