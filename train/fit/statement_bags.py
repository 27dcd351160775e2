# SPDX-License-Identifier: Apache-2.0
"""Answers as bags of statements: the features of each statement, and what an answer makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from faithstill.data import Triple

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SUPPORTED, UNSUPPORTED, UNKNOWN = 1, 0, -1


@dataclass(frozen=True, slots=True, eq=False)
class Bags:
    """The statements of `size` answers, those of an answer together and in the order of the answers.

    `matrix` is (statements, features), `owner` (statements,) the place of each one's answer, `known` (statements,)
    what labels tell of each. `refused` is (size,) the logit of an answer's least right refusal, infinite for none:
    refusals are judged by a model of their own and are no statements here.
    """

    matrix: Floats
    owner: Ints
    known: Ints
    refused: Floats

    @classmethod
    def single(cls, matrix: ArrayLike, y: ArrayLike) -> Self:
        """Answers of one statement each."""
        rows, labels = np.asarray(matrix, dtype=np.float64), np.asarray(y, dtype=np.int64)
        return cls(rows, np.arange(len(rows)), labels, np.full(len(rows), np.inf))

    @property
    def size(self) -> int:
        """How many answers."""
        return len(self.refused)

    @property
    def counts(self) -> Ints:
        """(size,) how many statements each answer has; none of one that only refuses."""
        return np.bincount(self.owner, minlength=self.size)

    def columns(self, kept: Sequence[int]) -> Bags:
        """Some of the features."""
        return replace(self, matrix=self.matrix[:, kept])

    def where(self, chosen: NDArray[np.bool_]) -> Bags:
        """Some of the answers."""
        inside = chosen[self.owner]
        place = np.cumsum(chosen) - 1
        owner = place[self.owner[inside]].astype(np.int64)
        return Bags(self.matrix[inside], owner, self.known[inside], self.refused[chosen])

    @property
    def stating(self) -> Bags:
        """The same answers without their refusals."""
        return replace(self, refused=np.full(self.size, np.inf))

    def worst(self, logits: Floats) -> Ints:
        """(size,) the place of each answer's least supported statement; -1 where there is none."""
        order = np.lexsort((np.arange(len(logits)), logits, self.owner))
        owners, first = np.unique(self.owner[order], return_index=True)
        found = np.full(self.size, -1, dtype=np.int64)
        found[owners] = order[first]
        return found

    def leads(self, logits: Floats) -> Floats:
        """(size,) how far the mean of each answer's statements stands above the worst, as `lead_of_others`."""
        above = np.maximum(0.0, logits)
        counts = np.maximum(1, self.counts)
        least = np.full(self.size, np.inf)
        np.minimum.at(least, self.owner, above)
        least[np.isinf(least)] = 0.0
        result: Floats = np.bincount(self.owner, above, minlength=self.size) / counts - least
        return result

    def least(self, column: int) -> Floats:
        """(size,) the least value of a feature over the statements of each answer; 0 where there is none."""
        found = np.full(self.size, np.inf)
        np.minimum.at(found, self.owner, self.matrix[:, column])
        return np.where(np.isinf(found), 0.0, found)

    def answers(self, logits: Floats, others: float) -> Floats:
        """(size,) logits of the answers from those of their statements; -inf for one that states nothing."""
        least = np.full(self.size, np.inf)
        np.minimum.at(least, self.owner, logits)
        stated = least + others * self.leads(logits)
        result: Floats = np.minimum(self.refused, stated)
        return np.where(np.isinf(result), -np.inf, result)


def known_of(triple: Triple, spans: Sequence[tuple[int, int]]) -> list[int]:
    """What a row's label tells of each of its statements, given as character ranges.

    All of a faithful answer are supported; where the wrong characters are marked, a statement that holds some is not
    and the others are.
    """
    if triple.label is None:
        return [UNKNOWN] * len(spans)
    if triple.label.positive:
        return [SUPPORTED] * len(spans)
    if len(spans) == 1:
        return [UNSUPPORTED]
    marked = [any(s.start < end and s.end > start for s in triple.spans) for start, end in spans]
    if not any(marked):
        return [UNKNOWN] * len(spans)
    return [UNSUPPORTED if hit else SUPPORTED for hit in marked]
