# SPDX-License-Identifier: Apache-2.0
"""Does the recipe carry over? Each domain scored by a model that never saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from faithstill.data.split import FoldBy
from faithstill.train.fit.answer_rows import Ints, Rows
from faithstill.train.fit.cross_validation import CS, fit
from faithstill.train.fit.threshold_objective import F1, Objective
from faithstill.train.metrics.binary_metrics import Metrics, measure


@dataclass(frozen=True, slots=True)
class DomainScore:
    """A domain scored by a model that never saw it; `metrics` is None where that could not be trained."""

    domain: str
    n: int
    n_positive: int
    metrics: Metrics | None
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def leave_one_domain_out(
    rows: Rows,
    names: Sequence[str],
    *,
    fold_by: FoldBy = FoldBy.GROUP,
    folds: int = 5,
    seed: int = 42,
    cs: Sequence[float] = CS,
    objective: Objective = F1,
    bootstrap: int = 1000,
    step: Callable[[], object] = lambda: None,
) -> tuple[DomainScore, ...]:
    """Each domain scored by the recipe fitted on the others, with the threshold that came of it.

    `step` is called after each domain.
    """
    whole = rows.fold_groups(fold_by)
    domains = np.array([triple.domain for triple in rows.triples], dtype=object)
    scores = []
    for domain in sorted(set(domains) - {""}):
        here = domains == domain
        scores.append(_left_out(domain, rows, here, whole, names, folds, seed, cs, objective, bootstrap))
        step()
    return tuple(scores)


def _left_out(
    domain: str,
    rows: Rows,
    here: NDArray[np.bool_],
    whole: Ints,
    names: Sequence[str],
    folds: int,
    seed: int,
    cs: Sequence[float],
    objective: Objective,
    bootstrap: int,
) -> DomainScore:
    away = rows.where(here)
    # A group that reaches into the domain would carry its contexts over to training.
    other = ~np.isin(rows.groups, away.groups)
    n, n_positive = len(away.triples), int(away.y.sum())
    try:
        model = fit(
            rows.statements.where(other), rows.y[other], whole[other], names,
            folds=folds, seed=seed, cs=cs, objective=objective, taught=rows.where(other).taught,
        ).model  # fmt: skip
    except ValueError as error:
        return DomainScore(domain, n, n_positive, None, f"not trained without it: {error}")
    p = away.probabilities(model)
    called = away.called(p, model.threshold)
    metrics = measure(away.y, p, model.threshold, away.groups, called=called, bootstrap=bootstrap, seed=seed)
    return DomainScore(domain, n, n_positive, metrics)
