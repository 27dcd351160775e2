# SPDX-License-Identifier: Apache-2.0
"""What must be beaten, on the same rows and folds: trivial rules, token overlap, TF-IDF, and leak probes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from faithstill.data import Triple
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.calibration import cross_fitted, fit_platt, pooled_threshold
from faithstill.train.fit.cross_validation import Fitted, assign_folds
from faithstill.train.metrics.binary_metrics import Metrics, measure, roc_auc

from .baseline_methods import METHODS, Method, MethodKind, Score, overlap

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Step = Callable[[], object]  # called after each step of some work


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredBaseline:
    """A baseline on one set of rows: `scores` rank them, calibrated they are the probabilities `p`."""

    scores: Floats
    p: Floats
    metrics: Metrics


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """One baseline on both sets of rows, calibrated and thresholded as our model is."""

    name: str
    description: str
    kind: MethodKind
    threshold: float
    oof: MeasuredBaseline
    held_out: MeasuredBaseline | None = None

    def on(self, *, held_out: bool) -> MeasuredBaseline:
        """What it did on the held-out rows, or out of fold; ValueError where there are no held-out rows."""
        found = self.held_out if held_out else self.oof
        if found is None:
            raise ValueError(f"baseline {self.name!r} has no held-out rows; give it those")
        return found

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, without the arrays of rows."""
        return {
            "name": self.name,
            "description": self.description,
            "kind": str(self.kind),
            "threshold": self.threshold,
            "oof_metrics": self.oof.metrics.as_dict(),
            "held_out_metrics": self.held_out.metrics.as_dict() if self.held_out else None,
        }


@dataclass(frozen=True, slots=True)
class Probes:
    """ROC-AUC that can be had without judging the answer against its contexts; None with a `reason`."""

    answer_only_auc: float | None
    context_blind_auc: float | None
    contexts_only_auc: float | None
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
    step: Step = lambda: None,
) -> tuple[Baseline, ...]:
    """Every method on the rows and folds of `fitted`, then on held-out rows where there are any.

    `step` is called after each method.
    """
    rows = Rows.of(train, X)
    other = Rows.of(held_out, X_held_out) if held_out else None
    found = []
    for method in methods:
        found.append(_baseline(method, rows, other, fitted.fold_of, bootstrap, seed))
        step()
    return tuple(found)


def _baseline(
    method: Method, rows: Rows, held_out: Rows | None, fold_of: Ints, bootstrap: int, seed: int
) -> Baseline:
    scores = _out_of_fold(method.score, rows, fold_of)
    p = cross_fitted(scores, rows.y, fold_of) if method.calibrate else scores
    threshold = pooled_threshold(rows.y, p) if method.calibrate else 0.5

    def measured(of: Rows, scores: Floats, p: Floats) -> MeasuredBaseline:
        return MeasuredBaseline(
            scores,
            p,
            measure(of.y, p, threshold, of.groups, scores=scores, bootstrap=bootstrap, seed=seed),
        )

    there = None
    if held_out is not None:
        found = method.score(rows, held_out)
        calibrated = fit_platt(scores, rows.y).probabilities(found) if method.calibrate else found
        there = measured(held_out, found, calibrated)
    return Baseline(method.name, method.description, method.kind, threshold, measured(rows, scores, p), there)


def untrained_overlap(rows: Rows, *, bootstrap: int = 1000, seed: int = 42) -> Baseline:
    """Token overlap where there are no rows to learn from; calibrated and thresholded on the very rows it scores."""
    scores = overlap(rows, rows)
    p = fit_platt(scores, rows.y).probabilities(scores)
    threshold = pooled_threshold(rows.y, p)
    metrics = measure(rows.y, p, threshold, rows.groups, scores=scores, bootstrap=bootstrap, seed=seed)
    said = (
        "share of the answer's content words that stand in the contexts, threshold fitted on these very rows"
    )
    return Baseline("token overlap", said, MethodKind.SIMPLE, threshold, MeasuredBaseline(scores, p, metrics))


def _out_of_fold(score: Score, rows: Rows, fold_of: Ints) -> Floats:
    scores = np.empty(len(rows.triples))
    # As in `regress`: the same bytes on any number of cores.
    with threadpool_limits(limits=1):
        for fold in np.unique(fold_of):
            here = fold_of == fold
            scores[here] = score(rows.where(~here), rows.where(here))
    return scores


_METHODS = {method.name: method.score for method in METHODS}
# Field of `Probes`, and what it measures.
PROBED: Mapping[str, Score] = {
    "answer_only_auc": _METHODS["answer only"],
    "context_blind_auc": _METHODS["context-blind"],
    "contexts_only_auc": _METHODS["contexts only"],
    "token_overlap_auc": _METHODS["token overlap"],
    "length_auc": _METHODS["answer length"],
}


def probes(triples: Sequence[Triple], *, folds: int = 5, seed: int = 42, step: Step = lambda: None) -> Probes:
    """What labels give away without any feature: out-of-fold ROC-AUC of leak probes and of overlap.

    `step` is called after each of the probes, `PROBED` in number.
    """
    rows = Rows.of(triples)
    try:
        fold_of = assign_folds(rows.groups, rows.y, folds, seed)
    except ValueError as error:
        return Probes(**dict.fromkeys(PROBED), reason=str(error))
    found = {}
    for name, score in PROBED.items():
        found[name] = roc_auc(rows.y, _out_of_fold(score, rows, fold_of))
        step()
    return Probes(**found, reason="")
