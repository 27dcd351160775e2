# SPDX-License-Identifier: Apache-2.0
"""The temperature that makes an encoder's probabilities say how often it is right (Guo et al. 2017, "On calibration").

It changes no order of answers. Each dev set has the same say, however many rows it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from faithstill.featurize.encoders.nli import NliScore

from .dev_sets import DevSet

_BOUNDS = (0.25, 8.0)
_LEAST = 1e-6

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Temperature:
    """What logits are divided by, and the mean log loss of "faithful" over the sets without and with it.

    `log_loss` is out of fold: the temperature of each set is fitted on the others.
    """

    value: float
    plain_log_loss: float
    log_loss: float

    def __str__(self) -> str:
        return (
            f"temperature {self.value:.2f}: log loss {self.log_loss:.3f} on sets that it was not fitted on, "
            f"{self.plain_log_loss:.3f} without it"
        )


def fit_temperature(sets: Sequence[DevSet], worst: Sequence[Sequence[NliScore]]) -> Temperature | None:
    """The temperature of an encoder that has none yet, by `DevSet.worst` of each set; None with fewer than two."""
    cases = [(_logs(said), np.array(one.faithful)) for one, said in zip(sets, worst, strict=True) if said]
    if len(cases) < 2:
        return None
    left_out = [_fitted(cases[:i] + cases[i + 1 :]) for i in range(len(cases))]
    return Temperature(
        _fitted(cases),
        float(np.mean([_log_loss(*case, 1.0) for case in cases])),
        float(np.mean([_log_loss(*case, value) for case, value in zip(cases, left_out, strict=True)])),
    )


def _fitted(cases: Sequence[tuple[Floats, NDArray[np.bool_]]]) -> float:
    def loss(value: float) -> float:
        return float(np.mean([_log_loss(*case, value) for case in cases]))

    return float(minimize_scalar(loss, bounds=_BOUNDS, method="bounded").x)


def _logs(scores: Sequence[NliScore]) -> Floats:
    """Shape (scores, 3): logits but for a constant."""
    shares = [(score.entailment, score.neutral, score.contradiction) for score in scores]
    logs: Floats = np.log(np.maximum(np.array(shares), _LEAST))
    return logs


def _log_loss(logs: Floats, faithful: NDArray[np.bool_], value: float) -> float:
    flat = np.exp(logs / value)
    entailed = np.clip(flat[:, 0] / flat.sum(axis=1), _LEAST, 1 - _LEAST)
    return float(-np.where(faithful, np.log(entailed), np.log(1 - entailed)).mean())
