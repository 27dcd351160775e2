# SPDX-License-Identifier: Apache-2.0
"""Does the recipe carry over? Each domain scored by a model that never saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from faithstill.data.split import FoldBy

from .fit import CS, fit
from .methods import Rows
from .metrics import Metrics, measure


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
    bootstrap: int = 1000,
) -> tuple[DomainScore, ...]:
    """Each domain scored by the recipe fitted on the others, with the threshold that came of it."""
    matrix, y, groups = rows.matrix, rows.y, rows.groups
    whole = rows.fold_groups(fold_by)
    domains = np.array([triple.domain for triple in rows.triples], dtype=object)
    scores = []
    for domain in sorted(set(domains) - {""}):
        here = domains == domain
        # A group that reaches into the domain would carry its contexts over to training.
        other = ~np.isin(groups, groups[here])
        n, n_positive = int(here.sum()), int(y[here].sum())
        try:
            model = fit(matrix[other], y[other], whole[other], names, folds=folds, seed=seed, cs=cs).model
        except ValueError as error:
            scores.append(DomainScore(domain, n, n_positive, None, f"not trained without it: {error}"))
            continue
        p = model.probabilities(matrix[here])
        metrics = measure(y[here], p, model.threshold, groups[here], bootstrap=bootstrap, seed=seed)
        scores.append(DomainScore(domain, n, n_positive, metrics))
    return tuple(scores)
