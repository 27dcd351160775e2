# SPDX-License-Identifier: Apache-2.0
"""What must be beaten, on the same rows and folds: trivial rules, token overlap, TF-IDF, and leak probes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from faithstill.data import Triple

from .calibrate import cross_fitted, fit_platt, pooled_threshold
from .fit import Fitted, assign_folds
from .methods import METHODS, Kind, Method, Rows, Score, answer_length, overlap, tfidf
from .metrics import Metrics, measure, roc_auc

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """One baseline on both sets of rows, calibrated and thresholded as our model is."""

    name: str
    description: str
    kind: Kind
    threshold: float
    oof: Floats
    oof_metrics: Metrics
    held_out: Floats | None = None
    held_out_metrics: Metrics | None = None

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, without the arrays of rows."""
        return {
            "name": self.name,
            "description": self.description,
            "kind": str(self.kind),
            "threshold": self.threshold,
            "oof_metrics": self.oof_metrics.as_dict(),
            "held_out_metrics": self.held_out_metrics.as_dict() if self.held_out_metrics else None,
        }


@dataclass(frozen=True, slots=True)
class Probes:
    """ROC-AUC that can be had without judging the answer against its contexts; None with a `reason`."""

    answer_only_auc: float | None
    context_blind_auc: float | None
    token_overlap_auc: float | None
    length_auc: float | None
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def baselines(
    train: Sequence[Triple],
    held_out: Sequence[Triple],
    X: ArrayLike,  # noqa: N803 - the field's name for a feature matrix
    X_held_out: ArrayLike | None,  # noqa: N803
    fitted: Fitted,
    *,
    methods: Sequence[Method] = METHODS,
    seed: int = 42,
    bootstrap: int = 1000,
) -> tuple[Baseline, ...]:
    """Every method on the rows and folds of `fitted`, then on held-out rows where there are any."""
    rows = Rows.of(train, X)
    other = Rows.of(held_out, X_held_out) if held_out else None
    return tuple(_baseline(method, rows, other, fitted.fold_of, bootstrap, seed) for method in methods)


def _baseline(
    method: Method, rows: Rows, held_out: Rows | None, fold_of: Ints, bootstrap: int, seed: int
) -> Baseline:
    scores = _out_of_fold(method.score, rows, fold_of)
    oof = cross_fitted(scores, rows.y, fold_of) if method.calibrate else scores
    threshold = pooled_threshold(rows.y, oof) if method.calibrate else 0.5
    measured = measure(rows.y, oof, threshold, rows.groups, bootstrap=bootstrap, seed=seed)
    if held_out is None:
        return Baseline(method.name, method.description, method.kind, threshold, oof, measured)
    p = method.score(rows, held_out)
    if method.calibrate:
        p = fit_platt(scores, rows.y).probabilities(p)
    there = measure(held_out.y, p, threshold, held_out.groups, bootstrap=bootstrap, seed=seed)
    return Baseline(method.name, method.description, method.kind, threshold, oof, measured, p, there)


def _out_of_fold(score: Score, rows: Rows, fold_of: Ints) -> Floats:
    scores = np.empty(len(rows.triples))
    # As in `regress`: the same bytes on any number of cores.
    with threadpool_limits(limits=1):
        for fold in np.unique(fold_of):
            here = fold_of == fold
            scores[here] = score(rows.where(~here), rows.where(here))
    return scores


def probes(triples: Sequence[Triple], *, folds: int = 5, seed: int = 42) -> Probes:
    """What labels give away without any feature: out-of-fold ROC-AUC of leak probes and of overlap."""
    rows = Rows.of(triples)
    try:
        fold_of = assign_folds(rows.groups, rows.y, folds, seed)
    except ValueError as error:
        return Probes(None, None, None, None, str(error))
    scores = (tfidf("answer"), tfidf("question", "answer"), overlap, answer_length)
    answer, blind, shared, length = (roc_auc(rows.y, _out_of_fold(s, rows, fold_of)) for s in scores)
    return Probes(answer, blind, shared, length)
