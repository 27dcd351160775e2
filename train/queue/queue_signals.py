# SPDX-License-Identifier: Apache-2.0
"""What makes an answer worth an expert's time: how unsure the model is, how far layers disagree, how new it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from faithstill.serve.model import LinearModel

Floats = NDArray[np.float64]
LAYERS = ("classifier", "encoder", "value check")
FAR = 4.0  # standard deviations; what lies further is as new as it gets


@dataclass(frozen=True, slots=True, eq=False)
class Signals:
    """Of n answers: `uncertainty` (n,) from 0 to 1, `views` (n, 3) of the layers, `places` (n, d) in feature space.

    A view is 0 for surely unfaithful, 0.5 at the threshold, 1 for surely faithful, nan of a layer that is silent.
    """

    uncertainty: Floats
    views: Floats
    places: Floats

    @property
    def disagreement(self) -> Floats:
        """(n,) how far apart the outermost views are."""
        result: Floats = np.nanmax(self.views, axis=1) - np.nanmin(self.views, axis=1)
        return result


def signals(matrix: Floats, p: Floats, model: LinearModel) -> Signals:
    """Of the features (n, d) of the statements that decide, and the probabilities (n,) of their answers."""
    classifier = scaled(p, model.threshold)
    views = np.column_stack([classifier, _encoder(matrix, model.names), _values(matrix, model.names)])
    return Signals(1 - 2 * np.abs(classifier - 0.5), views, places(matrix, model))


def scaled(p: Floats, threshold: float) -> Floats:
    """Probabilities with the threshold at a half.

    >>> scaled(np.array([0.0, 0.2, 0.4, 0.7, 1.0]), 0.4).round(6).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    low = p / max(2 * threshold, 1e-9)
    high = 0.5 + (p - threshold) / max(2 * (1 - threshold), 1e-9)
    return np.clip(np.where(p < threshold, low, high), 0.0, 1.0)


def places(matrix: Floats, model: LinearModel) -> Floats:
    """Features in standard deviations of the training rows, whose mean is the origin."""
    found = (matrix - model.mean) / model.scale
    result: Floats = np.clip(found, -FAR, FAR)
    return result


def _column(matrix: Floats, names: Sequence[str], name: str) -> Floats:
    return matrix[:, names.index(name)] if name in names else np.full(len(matrix), np.nan)


def _encoder(matrix: Floats, names: Sequence[str]) -> Floats:
    """How far the evidence entails the claim that it entails least."""
    return _column(matrix, names, "entailment.min")


def _values(matrix: Floats, names: Sequence[str]) -> Floats:
    """0 where a value, name or word is refuted; silent else, for values alone support nothing."""
    return np.where(_column(matrix, names, "refuted") > 0, 0.0, np.nan)
