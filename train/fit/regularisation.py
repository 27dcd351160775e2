# SPDX-License-Identifier: Apache-2.0
"""Which regularisation: scores of the candidates on out-of-fold rows, and the rule that picks one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from faithstill.train.metrics.binary_metrics import roc_auc

from .calibration import cross_fitted

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One inverse regularisation strength: its pooled out-of-fold log loss and ROC-AUC.

    Standard errors are over groups: `se` of the loss, `excess_se` of the loss minus the best point's.
    """

    c: float
    log_loss: float
    se: float
    excess_se: float
    roc_auc: float

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def sweep_points(
    cs: Sequence[float], logits: Sequence[Floats], y: Ints, codes: Ints, fold_of: Ints
) -> tuple[SweepPoint, ...]:
    """Scored after cross-fitted calibration, because that is what is delivered."""
    probabilities = [np.clip(cross_fitted(z, y, fold_of), 1e-15, 1 - 1e-15) for z in logits]
    losses = [-np.where(y > 0, np.log(p), np.log1p(-p)) for p in probabilities]
    least = min(losses, key=lambda loss: float(loss.mean()))
    return tuple(
        SweepPoint(
            c=float(c),
            log_loss=float(loss.mean()),
            se=_standard_error(loss, codes),
            excess_se=_standard_error(loss - least, codes),
            roc_auc=roc_auc(y, p) or 0.0,
        )
        for c, loss, p in zip(cs, losses, probabilities, strict=True)
    )


def _standard_error(values: Floats, codes: Ints) -> float:
    """Of the mean, with whole groups as the independent draws."""
    excess = np.bincount(codes, weights=values - values.mean())
    return float(np.sqrt(excess.size / (excess.size - 1) * (excess @ excess)) / values.size)


def one_standard_error(sweep: Sequence[SweepPoint]) -> int:
    """Index of the most regularised point that is not worse than the best by more than one standard error.

    The error is that of the difference: all points are scored on the same rows, whose luck they share, so the
    wider error of a single loss would give ranking away for nothing.
    """
    best = min(point.log_loss for point in sweep)
    good = [i for i, point in enumerate(sweep) if point.log_loss - best <= point.excess_se]
    return min(good, key=lambda i: sweep[i].c)
