# SPDX-License-Identifier: Apache-2.0
"""What the model leans on, how steadily, and where it errs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from faithstill.serve.model import LinearModel
from faithstill.train.fit.signed_logistic import Scaling
from faithstill.train.metrics.binary_metrics import roc_auc

from .ablation import Ablation
from .collinearity import TOO_FEW, CollinearPair, correlations, inflation, pairs

Floats = NDArray[np.float64]

# A feature that ranks no further from chance than this has no direction to be used against.
NO_DIRECTION = 0.03
# A coefficient below this share of the largest one is no use to speak of.
NO_WEIGHT = 0.02


@dataclass(frozen=True, slots=True)
class FeatureRow:
    """One feature: its standardised coefficient, how that held over folds, and what it can do alone.

    `sign_agreement` is the share of folds with the same sign among those whose coefficient has any, None where none
    has; in `zero_folds` folds it is nothing. `auc` is the feature's own ROC-AUC for *faithful*; `flipped` says that
    the model uses it against that direction; `vif` is the variance inflation factor, None where there are fewer rows
    than features; `dead` features are constant but for half a percent of the rows at either end, and have neither.
    What folds show is None for a model without them.
    """

    name: str
    family: str
    coef: float
    fold_mean: float | None
    fold_sd: float | None
    sign_agreement: float | None
    zero_folds: int | None
    auc: float | None
    flipped: bool
    vif: float | None
    dead: bool

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Mean contribution of a feature where the model was right and where it was wrong, rows of one label."""

    name: str
    right: float
    wrong: float

    @property
    def gap(self) -> float:
        """How much further the feature pushed the wrong rows towards *faithful*."""
        return self.wrong - self.right

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {"name": self.name, "right": self.right, "wrong": self.wrong, "gap": self.gap}


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A row the model got wrong, with the features that led it there; `row` counts from 0."""

    row: int
    id: str
    faithful: bool
    probability: float
    top: tuple[tuple[str, float], ...]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "row": self.row,
            "id": self.id,
            "faithful": self.faithful,
            "probability": self.probability,
            "top": [{"name": name, "amount": amount} for name, amount in self.top],
        }


@dataclass(frozen=True, slots=True)
class FeatureReport:
    """Everything `analyze` finds: features by strength, contrasts by gap, errors worst first.

    `rejected` sets faithful answers that were flagged beside those that passed, `passed` unfaithful answers
    that passed beside those that were flagged; either is empty where one of the two sides is.
    """

    features: tuple[FeatureRow, ...]
    pairs: tuple[CollinearPair, ...]
    rejected: tuple[Contrast, ...]
    passed: tuple[Contrast, ...]
    ablations: tuple[Ablation, ...]
    errors: tuple[ErrorRow, ...]
    vif_reason: str = ""  # why no variance inflation was measured

    @property
    def flips(self) -> tuple[str, ...]:
        """Features used against their own direction."""
        return tuple(feature.name for feature in self.features if feature.flipped)

    @property
    def dead(self) -> tuple[str, ...]:
        """Features that never change, or in too few rows to learn from."""
        return tuple(feature.name for feature in self.features if feature.dead)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        lists = ("features", "pairs", "rejected", "passed", "ablations", "errors")
        tables = {name: [item.as_dict() for item in getattr(self, name)] for name in lists}
        return {
            "flips": list(self.flips),
            "dead": list(self.dead),
            "vif_reason": self.vif_reason,
            **tables,
        }


def analyze(
    model: LinearModel,
    X: ArrayLike,  # noqa: N803 - the field's name for a feature matrix
    y: ArrayLike,
    p: ArrayLike,
    *,
    called: ArrayLike | None = None,
    ids: Sequence[str] = (),
    families: Mapping[str, str] | None = None,
    fold_coefs: Sequence[Sequence[float]] = (),
    ablations: Sequence[Ablation] = (),
    worst: int = 20,
    top: int = 5,
) -> FeatureReport:
    """How `model` comes to its probabilities `p` of answers whose deciding statements are `X`.

    `fold_coefs` are each fold's coefficients.

    Give out-of-fold probabilities for rows that the model was trained on: its own are too good there. `called` says
    which rows were called faithful, those of `p >= threshold` without it.
    """
    matrix, probabilities = np.asarray(X, dtype=np.float64), np.asarray(p, dtype=np.float64)
    positive = np.asarray(y) > 0
    passed = probabilities >= model.threshold if called is None else np.asarray(called, dtype=bool)
    amounts = model.contributions(matrix)
    scaling = Scaling.of(matrix)
    together = correlations(scaling.apply(matrix))
    return FeatureReport(
        features=_features(model, matrix, positive, scaling, together, families or {}, fold_coefs),
        pairs=pairs(model.names, together, scaling.live),
        rejected=_contrasts(model.names, amounts, positive & passed, positive & ~passed),
        passed=_contrasts(model.names, amounts, ~positive & ~passed, ~positive & passed),
        ablations=tuple(ablations),
        errors=_errors(model.names, amounts, positive, passed, probabilities, ids, worst, top),
        vif_reason=TOO_FEW if len(matrix) <= scaling.live.sum() else "",
    )


def _features(
    model: LinearModel,
    matrix: Floats,
    positive: NDArray[np.bool_],
    scaling: Scaling,
    together: Floats,
    families: Mapping[str, str],
    fold_coefs: Sequence[Sequence[float]],
) -> tuple[FeatureRow, ...]:
    coefs = np.array(fold_coefs) if fold_coefs else None
    factors = inflation(together, scaling.live, len(matrix))
    strongest = float(np.abs(model.coef).max(initial=0.0))
    rows = []
    for i, name in enumerate(model.names):
        live, coef = bool(scaling.live[i]), float(model.coef[i])
        auc = roc_auc(positive, matrix[:, i]) if live else None
        rows.append(
            FeatureRow(
                name=name,
                family=families.get(name, ""),
                coef=coef,
                fold_mean=None if coefs is None else float(coefs[:, i].mean()),
                fold_sd=None if coefs is None else float(coefs[:, i].std(ddof=1)),
                sign_agreement=None if coefs is None else _agreement(coefs[:, i], coef),
                zero_folds=None if coefs is None else int((coefs[:, i] == 0).sum()),
                auc=auc,
                flipped=abs(coef) > NO_WEIGHT * strongest and _against(coef, auc),
                vif=None if np.isnan(factors[i]) else float(factors[i]),
                dead=not live,
            )
        )
    return tuple(sorted(rows, key=lambda row: (-abs(row.coef), row.name)))


def _agreement(over_folds: Floats, coef: float) -> float | None:
    signed = over_folds[over_folds != 0]
    return float((signed * coef > 0).mean()) if coef and signed.size else None


def _against(coef: float, auc: float | None) -> bool:
    return auc is not None and abs(auc - 0.5) > NO_DIRECTION and coef * (auc - 0.5) < 0


def _contrasts(
    names: Sequence[str], amounts: Floats, right: NDArray[np.bool_], wrong: NDArray[np.bool_]
) -> tuple[Contrast, ...]:
    if not right.any() or not wrong.any():
        return ()
    means = zip(names, amounts[right].mean(axis=0), amounts[wrong].mean(axis=0), strict=True)
    contrasts = [Contrast(name, float(a), float(b)) for name, a, b in means]
    return tuple(sorted(contrasts, key=lambda contrast: (-abs(contrast.gap), contrast.name)))


def _errors(
    names: Sequence[str],
    amounts: Floats,
    positive: NDArray[np.bool_],
    called: NDArray[np.bool_],
    p: Floats,
    ids: Sequence[str],
    worst: int,
    top: int,
) -> tuple[ErrorRow, ...]:
    wrong = np.flatnonzero(positive != called)
    wrong = wrong[np.argsort(-np.abs(positive[wrong] - p[wrong]), kind="stable")][:worst]
    rows = []
    for row in wrong.tolist():
        # Only what pushed towards the wrong decision can have led there.
        pushed = amounts[row] if called[row] else -amounts[row]
        leading = [i for i in np.argsort(-pushed, kind="stable")[:top] if pushed[i] > 0]
        drivers = tuple((names[i], float(amounts[row, i])) for i in leading)
        rows.append(ErrorRow(row, ids[row] if ids else "", bool(positive[row]), float(p[row]), drivers))
    return tuple(rows)
