# SPDX-License-Identifier: Apache-2.0
"""Which evidence sentences hold given words: an inverted index, so that no sentence is looked at in vain."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .document import Document


class Overlap:
    """The sentences of all passages, numbered in order, by the content stems they hold."""

    def __init__(self, passages: Sequence[Document]) -> None:
        self._passages = passages

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """(passage, sentence) indices in order."""
        return tuple(
            (p, s) for p, document in enumerate(self._passages) for s in range(len(document.sentences))
        )

    @cached_property
    def firsts(self) -> NDArray[np.int64]:
        """For each passage the number of its first sentence, and at the end the number of sentences."""
        return np.cumsum([0, *(len(document.sentences) for document in self._passages)], dtype=np.int64)

    @cached_property
    def _holders(self) -> Mapping[str, array[int]]:
        found: dict[str, array[int]] = defaultdict(lambda: array("q"))
        bags = (bag for document in self._passages for bag in document.sentence_bags)
        for number, bag in enumerate(bags):
            for stem in bag:
                found[stem].append(number)
        return found

    def held(self, wanted: Mapping[str, float]) -> Mapping[int, float]:
        """The summed weight of the wanted stems that a sentence holds, for those where it is more than nothing."""
        found = self.weights(wanted)
        numbers = np.flatnonzero(found)
        return dict(zip(numbers.tolist(), found[numbers].tolist(), strict=True))

    def weights(self, wanted: Mapping[str, float]) -> NDArray[np.float64]:
        """For each sentence the summed weight of the wanted stems that it holds."""
        found = np.zeros(len(self.sentences))
        for stem, weight in wanted.items():
            if stem in self._holders:
                found[np.frombuffer(self._holders[stem], np.int64)] += weight
        return found

    def shares(self, wanted: Mapping[str, float]) -> NDArray[np.float32]:
        """The same as a share of all that is wanted; 0 for nothing wanted."""
        total = sum(wanted.values())
        found = self.weights(wanted)
        return (found / total if total else found).astype(np.float32)
