# SPDX-License-Identifier: Apache-2.0
"""Probabilities judged: overall, slice by slice, domain by domain, and against the baselines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from faithstill.data import Triple
from faithstill.serve.status import ScoreStatus
from faithstill.train.fit.answer_rows import called_faithful, groups_of
from faithstill.train.fit.cross_validation import Fitted
from faithstill.train.metrics.binary_metrics import ALL_ALIKE, Interval, Metrics, difference, measure
from faithstill.train.metrics.score_curves import Bin, CurvePoint, pr_curve, reliability, roc_curve

from .baseline_methods import MethodKind
from .baselines import Baseline

# Fields of `Triple` that rows are sliced by.
SLICED_BY = ("answer_type", "error_type", "domain")
# A fold further below the mean than this is a model that depends on which rows it saw.
MOST_FOLD_DROP = 0.12
MOST_BRIER_SHARE = 2 / 3
LEAST_AUC_GAIN = 0.05
# Of each class: with fewer rows a mark is met or missed by the luck of a few.
LEAST_ROWS = 50


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of decisions; positive is *faithful*, so a false positive lets an unfaithful answer through."""

    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Slice:
    """The rows that share one value of a field, such as domain = banking."""

    field: str
    value: str
    metrics: Metrics
    confusion: Confusion

    @property
    def n(self) -> int:
        """How many rows."""
        return self.metrics.n

    @property
    def summary(self) -> str:
        """What was caught and what was let through, in words: holds where F1 and AUC are undefined too."""
        c = self.confusion
        unfaithful, faithful = c.true_negative + c.false_positive, c.true_positive + c.false_negative
        parts = [f"caught {c.true_negative} of {unfaithful}"] if unfaithful else []
        parts += [f"passed {c.true_positive} of {faithful}"] if faithful else []
        return ", ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "field": self.field,
            "value": self.value,
            "summary": self.summary,
            "confusion": self.confusion.as_dict(),
            "metrics": self.metrics.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class BaselineComparison:
    """Our ROC-AUC minus a baseline's on the same rows."""

    name: str
    kind: str
    baseline_auc: Interval
    difference: Interval

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Mark:
    """A target: what was measured, what was wanted, and whether it is met; unmeasurable is not met.

    `untold` says why neither can be told, such as of too few rows; `met` is False then.
    """

    name: str
    value: float | None
    wanted: str
    met: bool
    untold: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything one set of probabilities shows; `statuses` counts rows by what kind of case they are."""

    metrics: Metrics
    confusion: Confusion
    slices: tuple[Slice, ...]
    comparisons: tuple[BaselineComparison, ...]
    reliability: tuple[Bin, ...]
    pr_curve: tuple[CurvePoint, ...]
    roc_curve: tuple[CurvePoint, ...]
    statuses: Mapping[str, int]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        lists = ("slices", "comparisons", "reliability", "pr_curve", "roc_curve")
        return {
            "metrics": self.metrics.as_dict(),
            "confusion": self.confusion.as_dict(),
            "statuses": dict(self.statuses),
            **{name: [item.as_dict() for item in getattr(self, name)] for name in lists},
        }


def evaluate(
    y: ArrayLike,
    p: ArrayLike,
    threshold: float,
    triples: Sequence[Triple],
    *,
    statuses: Sequence[ScoreStatus] = (),
    against: Sequence[Baseline] = (),
    held_out: bool = False,
    bootstrap: int = 1000,
    seed: int = 42,
) -> Evaluation:
    """All of it; `held_out` says that the rows are the baselines' held-out ones, not their training ones.

    Decisions are those of a scorer: `p >= threshold`, but for rows whose status cannot pass. What is of the
    probabilities alone (ROC-AUC, PR-AUC, Brier score, calibration error) is of all rows.
    """
    labels, probabilities = np.asarray(y).astype(np.int64), np.asarray(p, dtype=np.float64)
    groups = np.array(groups_of(triples))
    called = called_faithful(probabilities, threshold, statuses)

    def measured(rows: NDArray[np.bool_]) -> Metrics:
        chosen = labels[rows], probabilities[rows], threshold, groups[rows]
        return measure(*chosen, called=called[rows], bootstrap=bootstrap, seed=seed)

    slices = (
        Slice(field, value, measured(rows), confusion(labels[rows], called[rows]))
        for field, value, rows in _slices(triples)
    )
    comparisons = (
        _comparison(baseline, labels, probabilities, groups, held_out, bootstrap, seed)
        for baseline in against
    )
    return Evaluation(
        metrics=measured(np.ones(labels.size, dtype=bool)),
        confusion=confusion(labels, called),
        slices=tuple(slices),
        comparisons=tuple(comparisons),
        reliability=reliability(labels, probabilities),
        pr_curve=pr_curve(labels, probabilities),
        roc_curve=roc_curve(labels, probabilities),
        statuses=Counter(map(str, statuses)),
    )


def confusion(y: ArrayLike, called: ArrayLike) -> Confusion:
    """Counts of decisions `called` (faithful or not) against labels."""
    positive, passed = np.asarray(y) > 0, np.asarray(called, dtype=bool)
    return Confusion(
        true_positive=int((positive & passed).sum()),
        false_positive=int((~positive & passed).sum()),
        false_negative=int((positive & ~passed).sum()),
        true_negative=int((~positive & ~passed).sum()),
    )


def _slices(triples: Sequence[Triple]) -> list[tuple[str, str, NDArray[np.bool_]]]:
    found = []
    for field in SLICED_BY:
        values = np.array([getattr(triple, field) for triple in triples], dtype=object)
        found += [(field, value, values == value) for value in sorted(set(values)) if value]
    return found


def _comparison(
    baseline: Baseline,
    y: NDArray[np.int64],
    p: NDArray[np.float64],
    groups: NDArray[np.str_],
    held_out: bool,
    bootstrap: int,
    seed: int,
) -> BaselineComparison:
    theirs = baseline.on(held_out=held_out)
    gain = difference(y, p, theirs.scores, groups, bootstrap=bootstrap, seed=seed)
    return BaselineComparison(baseline.name, str(baseline.kind), theirs.metrics.roc_auc, gain)


def marks(evaluation: Evaluation, fitted: Fitted | None = None) -> tuple[Mark, ...]:
    """Whether the result can be relied on: even folds, better than the base rate and the baselines."""
    found = [_even_folds(fitted)] if fitted else []
    metrics = evaluation.metrics
    few = too_few_rows(metrics.n_positive, metrics.n - metrics.n_positive)
    brier, base = metrics.brier.value, metrics.base_rate_brier
    share = brier / base if brier is not None and base else None
    wanted = f"Brier score at most {MOST_BRIER_SHARE:.2f} of the base rate's"
    found.append(_mark("calibration", share, wanted, share is not None and share <= MOST_BRIER_SHARE, few))
    for comparison in evaluation.comparisons:
        # A model of ten of our own features is a simpler us, not a rival to stay clear of.
        if comparison.kind != MethodKind.FEATURES:
            low = _least(comparison.difference)
            wanted = f"lower bound of the ROC-AUC gain above {LEAST_AUC_GAIN}"
            beaten = low is not None and low > LEAST_AUC_GAIN
            found.append(_mark(f"beats {comparison.name}", low, wanted, beaten, few))
    return tuple(found)


def too_few_rows(faithful: int, unfaithful: int) -> str:
    """Why nothing can be told from so many rows of each class; empty where something can.

    >>> too_few_rows(6, 200), too_few_rows(50, 50)
    ('too few rows to tell: 6 faithful, 200 unfaithful; 50 of each are needed', '')
    """
    if min(faithful, unfaithful) >= LEAST_ROWS:
        return ""
    counts = f"{faithful} faithful, {unfaithful} unfaithful"
    return f"too few rows to tell: {counts}; {LEAST_ROWS} of each are needed"


def _mark(name: str, value: float | None, wanted: str, met: bool, few: str) -> Mark:
    return Mark(name, value, wanted, met and not few, few)


def _least(gain: Interval) -> float | None:
    """The lower bound; the gain itself where no resample gives another."""
    return gain.value if gain.reason == ALL_ALIKE else gain.low


def _even_folds(fitted: Fitted) -> Mark:
    scores = [fold.f1 for fold in fitted.folds if fold.f1 is not None]
    drop = float(np.mean(scores) - min(scores)) if scores else None
    wanted = f"no fold's F1 more than {MOST_FOLD_DROP} below the mean"
    complete = len(scores) == len(fitted.folds)
    faithful = sum(fold.n_positive for fold in fitted.folds)
    few = too_few_rows(faithful, sum(fold.n for fold in fitted.folds) - faithful)
    return _mark("even folds", drop, wanted, complete and drop is not None and drop <= MOST_FOLD_DROP, few)
