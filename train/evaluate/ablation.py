# SPDX-License-Identifier: Apache-2.0
"""What each family of features is worth: the same recipe without it, on the same folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from numpy.typing import ArrayLike

from faithstill.train.fit.cross_validation import Fitted, fit
from faithstill.train.fit.multiple_instance import Taught
from faithstill.train.fit.statement_bags import Bags
from faithstill.train.metrics.binary_metrics import Interval, difference


@dataclass(frozen=True, slots=True)
class Ablation:
    """The model refitted without a family: ROC-AUC lost and Brier score gained, by paired resampling."""

    family: str
    features: int
    auc_loss: Interval
    brier_rise: Interval

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def ablate(
    fitted: Fitted,
    X: ArrayLike | Bags,  # noqa: N803 - the field's name for a feature matrix
    y: ArrayLike,
    groups: ArrayLike,
    families: Mapping[str, str],
    *,
    fold_groups: ArrayLike | None = None,
    folds: int = 5,
    seed: int = 42,
    taught: Taught | None = None,
    bootstrap: int = 1000,
    step: Callable[[], object] = lambda: None,
) -> tuple[Ablation, ...]:
    """Each family of `families` (feature to family) left out in turn, at the C and the folds of `fitted`.

    Intervals are over `groups`; `fold_groups` are what folds hold whole where that is something wider.
    Positive figures say that the family helps; most useful first. `step` is called after each family.
    """
    bags = X if isinstance(X, Bags) else Bags.single(X, y)
    names = fitted.model.names
    of = [families.get(name, "") for name in names]
    found = []
    for family in sorted(set(of) - {""}):
        found.append(
            _without(family, of, fitted, bags, y, groups, fold_groups, folds, seed, taught, bootstrap)
        )
        step()
    return tuple(sorted(found, key=lambda item: -(item.auc_loss.value or 0.0)))


def _without(
    family: str,
    of: Sequence[str],
    fitted: Fitted,
    bags: Bags,
    y: ArrayLike,
    groups: ArrayLike,
    fold_groups: ArrayLike | None,
    folds: int,
    seed: int,
    taught: Taught | None,
    bootstrap: int,
) -> Ablation:
    kept = [i for i, name in enumerate(of) if name != family]
    features = len(of) - len(kept)
    if not kept:
        nothing = Interval(None, reason="no other family is left to fit")
        return Ablation(family, features, nothing, nothing)
    names = [fitted.model.names[i] for i in kept]
    whole = groups if fold_groups is None else fold_groups
    rest = fit(
        bags.columns(kept), y, whole, names, folds=folds, seed=seed, cs=(fitted.best_c,),
        taught=taught.columns(kept) if taught else None,
    ).oof  # fmt: skip
    loss = difference(y, fitted.oof, rest, groups, bootstrap=bootstrap, seed=seed)
    rise = difference(y, rest, fitted.oof, groups, figure="brier", bootstrap=bootstrap, seed=seed)
    return Ablation(family, features, loss, rise)
