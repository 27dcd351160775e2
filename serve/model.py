# SPDX-License-Identifier: Apache-2.0
"""The classifier: a calibrated logistic model of a statement, whose logit is an exact sum of contributions.

An answer has the logit of its worst statement, plus a share of how far the others stand above it: at most one, so that
no statement that is more likely wrong than right raises the answer that it is added to.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

KIND = "logistic"
COLUMNS = ("low", "high", "mean", "scale", "coef")


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """Weights of standardised features, Platt calibration folded in; the positive class is *faithful*.

    `low` and `high` are the range of each feature in training: beyond it a feature counts as its end.
    All arrays are (features,). `others` is what the other statements of an answer count, from 0 to 1.
    """

    names: tuple[str, ...]
    low: Floats
    high: Floats
    mean: Floats
    scale: Floats
    coef: Floats
    intercept: float
    threshold: float
    others: float = 0.0

    def __post_init__(self) -> None:
        for column in COLUMNS:
            _check_column(column, getattr(self, column), len(self.names))
        _check_all("scale is positive", self.names, (self.scale > 0).tolist())
        _check_all("low is at most high", self.names, (self.low <= self.high).tolist())
        if not math.isfinite(self.intercept):
            raise ValueError(f"intercept is {self.intercept!r}; it must be a finite number")
        if not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold is {self.threshold!r}; it must be a probability, 0 to 1")
        if not 0 <= self.others <= 1:
            raise ValueError(f"others is {self.others!r}; it must be a weight from 0 to 1")

    def contributions(self, row: Floats) -> Floats:
        """What each feature adds to the logit; the shape is that of the row or matrix given."""
        if row.shape[-1:] != (len(self.names),):
            raise ValueError(f"rows of shape {row.shape} for a model of {len(self.names)} features")
        if not np.isfinite(row).all():
            finite = [bool(np.isfinite(column).all()) for column in row.reshape(-1, len(self.names)).T]
            raise ValueError(f"features must be finite numbers; not so: {_failing(self.names, finite)}")
        added: Floats = self.coef * (np.clip(row, self.low, self.high) - self.mean) / self.scale
        return added

    def logit(self, row: Floats) -> float:
        """The exactly rounded sum of intercept and contributions, whatever their order and neighbours."""
        return self._sum(self.contributions(row))

    def logits(self, matrix: Floats) -> Floats:
        """(n,) logits of an (n, features) matrix, each the same as `logit` of its row."""
        return np.array([self._sum(row) for row in self.contributions(matrix)], dtype=np.float64)

    def probabilities(self, matrix: Floats) -> Floats:
        """(n,) calibrated probabilities that the answers are faithful."""
        # Scalar exp: numpy's vector paths may differ in the last bit with a row's place in the batch.
        return np.array([probability(logit) for logit in self.logits(matrix).tolist()], dtype=np.float64)

    def _sum(self, contributions: Floats) -> float:
        return math.fsum((self.intercept, *contributions.tolist()))

    def as_json(self) -> dict[str, Any]:
        """The content of `model.json`; floats keep every bit."""
        columns = zip(*(getattr(self, column).tolist() for column in COLUMNS), strict=True)
        rows = zip(self.names, columns, strict=True)
        return {
            "kind": KIND,
            "positive_class": "faithful",
            "intercept": self.intercept,
            "threshold": self.threshold,
            "others": self.others,
            "features": [{"name": name, **dict(zip(COLUMNS, row, strict=True))} for name, row in rows],
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> LinearModel:
        """The inverse of `as_json`; raises ValueError naming what is wrong."""
        if not isinstance(raw, Mapping) or raw.get("kind") != KIND:
            raise ValueError(f"model.json must be an object of kind {KIND!r}")
        features = raw.get("features")
        if not isinstance(features, list) or not all(isinstance(feature, Mapping) for feature in features):
            raise ValueError("model.json needs a list of objects 'features'")
        names = tuple(str(feature.get("name", "")) for feature in features)
        columns = {
            column: np.array([_number(feature, column) for feature in features], dtype=np.float64)
            for column in COLUMNS
        }
        raw = {"others": 0.0, **raw}  # bundles of schema 4 and before have none
        intercept, threshold, others = (_number(raw, name) for name in ("intercept", "threshold", "others"))
        return cls(names=names, **columns, intercept=intercept, threshold=threshold, others=others)


def lead_of_others(logits: Sequence[float]) -> float:
    """How far the mean of an answer's statements stands above the worst, all counted from even odds up.

    >>> lead_of_others([2.0]), lead_of_others([1.0, 3.0]), lead_of_others([-4.0, 3.0, -1.0])
    (0.0, 1.0, 1.0)
    """
    above = [max(0.0, logit) for logit in logits]
    return math.fsum(above) / len(above) - min(above)


def probability(logit: float) -> float:
    """1 / (1 + exp(-logit)) without overflow.

    >>> probability(0.0), probability(-1e4), probability(1e4)
    (0.5, 0.0, 1.0)
    """
    if logit >= 0:
        return 1 / (1 + math.exp(-logit))
    small = math.exp(logit)
    return small / (1 + small)


def log_odds(p: float) -> float:
    """The inverse of `probability`, of 0 and 1 as of what is next to them.

    >>> log_odds(0.5), round(log_odds(0.0))
    (0.0, -21)
    """
    p = min(max(p, 1e-9), 1 - 1e-9)
    return math.log(p / (1 - p))


def _number(raw: Mapping[str, Any], key: str) -> float:
    value = raw.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        where = f"feature {raw['name']!r}: " if "name" in raw else ""
        raise ValueError(f"model.json: {where}{key} is {value!r}; it must be a number")
    return float(value)


def _check_column(column: str, values: Floats, size: int) -> None:
    if values.shape != (size,):
        raise ValueError(f"{column} has shape {values.shape}; {size} names need ({size},)")
    if not np.isfinite(values).all():
        raise ValueError(f"{column} must be finite numbers; it holds {values[~np.isfinite(values)][0]}")


def _check_all(rule: str, names: tuple[str, ...], holds: list[bool]) -> None:
    if not all(holds):
        raise ValueError(f"{rule}: not so for {_failing(names, holds)}")


def _failing(names: tuple[str, ...], holds: list[bool]) -> str:
    return ", ".join(name for name, good in zip(names, holds, strict=True) if not good)
