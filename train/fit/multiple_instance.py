# SPDX-License-Identifier: Apache-2.0
"""Regressions on the statements that decide answers: multiple-instance learning by the worst statement.

Which statement of an answer is its worst hangs on the weights, and the weights on which one it is: some rounds of
choosing and fitting settle both (Andrews et al. 2002, "Support vector machines for multiple-instance learning").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .signed_logistic import ClassWeight, Linear, regressions
from .statement_bags import UNSUPPORTED, Bags

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROUNDS = 3
CHOOSING_C = 0.01  # of the models that choose: which statement is worst changes little with it


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """Statements that nothing supports, written or taken from elsewhere: (statements, features), and the row whose
    question and contexts each stands beside."""

    matrix: Floats
    row: Ints

    def columns(self, kept: Sequence[int]) -> Taught:
        """Some of the features."""
        return Taught(self.matrix[:, kept], self.row)

    def where(self, chosen: NDArray[np.bool_]) -> Taught:
        """Those beside some of the rows, which are counted anew."""
        inside = chosen[self.row]
        return Taught(self.matrix[inside], (np.cumsum(chosen) - 1)[self.row[inside]].astype(np.int64))

    def beside(self, rows: NDArray[np.bool_]) -> Floats:
        """Those beside some of the rows."""
        found: Floats = self.matrix[rows[self.row]]
        return found


@dataclass(frozen=True, slots=True)
class Learner:
    """How statements are learnt from; `directions` are the signs that weights are held to."""

    class_weight: ClassWeight
    directions: tuple[int, ...]

    def regressions(
        self, bags: Bags, y: Ints, taught: Floats | None, cs: Sequence[float]
    ) -> tuple[Linear, ...]:
        """One fit per inverse regularisation strength, all on the same statements."""
        beside = bags.matrix[:0] if taught is None else taught
        deciding = np.arange(len(bags.matrix))
        if bags.counts.max(initial=0) > 1:
            for _ in range(ROUNDS):
                (model,) = self._fit(bags, y, deciding, beside, (CHOOSING_C,))
                deciding = self._deciding(bags, y, model.logits(bags.matrix))
        return self._fit(bags, y, deciding, beside, cs)

    def _fit(
        self, bags: Bags, y: Ints, chosen: Ints, beside: Floats, cs: Sequence[float]
    ) -> tuple[Linear, ...]:
        matrix = np.concatenate([bags.matrix[chosen], beside])
        labels = np.concatenate([y[bags.owner[chosen]], np.zeros(len(beside), dtype=np.int64)])
        return regressions(matrix, labels, cs, self.class_weight, self.directions)

    @staticmethod
    def _deciding(bags: Bags, y: Ints, logits: Floats) -> Ints:
        marked = np.flatnonzero((bags.known == UNSUPPORTED) & (y[bags.owner] == 0))
        worst = bags.worst(logits)
        has_marked = np.zeros(bags.size, dtype=bool)
        has_marked[bags.owner[marked]] = True
        others = worst[(worst >= 0) & ~has_marked]
        return np.sort(np.concatenate([marked, others]))
