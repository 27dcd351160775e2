# SPDX-License-Identifier: Apache-2.0
"""Which evidence sentences hold given words: an inverted index, so that no sentence is looked at in vain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

from .extract.document import Document, labels_over


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
    def _numbered(self) -> tuple[Mapping[str, int], NDArray[np.int64], NDArray[np.int64]]:
        """A number for each stem; the sentences of stem `k` are those from place `starts[k]` to `starts[k + 1]`."""
        words = [stem for document in self._passages for stem in document.stems]
        labelled = self._labelled
        number = {
            stem: n for n, stem in enumerate(dict.fromkeys(chain(words, chain.from_iterable(labelled))))
        }
        ids = np.fromiter(map(number.__getitem__, words), np.int64, len(words))
        firsts, lengths = self._ranges
        sentences = np.repeat(np.arange(len(firsts)), lengths)
        places = np.arange(len(sentences)) + np.repeat(firsts - (np.cumsum(lengths) - lengths), lengths)
        pairs = [ids[places] * len(firsts) + sentences]
        for stems, held in labelled.items():
            own = np.array([number[stem] for stem in stems], np.int64)
            pairs.append((own[:, None] * len(firsts) + np.array(held)).ravel())
        found = np.sort(np.concatenate(pairs))  # np.unique takes ten times as long
        found = found[np.append(True, found[1:] != found[:-1])[: len(found)]]
        stem_of, holder = np.divmod(found, max(1, len(firsts)))
        starts = np.searchsorted(stem_of, np.arange(len(number) + 1))
        number.pop("", None)
        return number, starts, holder

    @property
    def _ranges(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each sentence the number of its first word among those of all passages, and how many words it has."""
        before = accumulate((len(document.stems) for document in self._passages), initial=0)
        spans = [
            (start + sentence.first, sentence.last - sentence.first)
            for start, document in zip(before, self._passages, strict=False)
            for sentence in document.sentences
        ]
        firsts, lengths = np.array(spans, np.int64).reshape(-1, 2).T
        return firsts, lengths

    @property
    def _labelled(self) -> Mapping[tuple[str, ...], Sequence[int]]:
        """The sentences under a heading or column headers, by the stems of these."""
        found: dict[tuple[str, ...], list[int]] = defaultdict(list)
        number = 0
        for document in self._passages:
            for sentence in document.sentences:
                unit = sentence.unit
                if unit.cells or unit.heading:
                    found[document.label_stems(labels_over(unit))].append(number)
                number += 1
        return found

    def held(self, wanted: Mapping[str, float]) -> Mapping[int, float]:
        """The summed weight of the wanted stems that a sentence holds, for those where it is more than nothing."""
        found = self.weights(wanted)
        numbers = np.flatnonzero(found)
        return dict(zip(numbers.tolist(), found[numbers].tolist(), strict=True))

    def weights(self, wanted: Mapping[str, float]) -> NDArray[np.float64]:
        """For each sentence the summed weight of the wanted stems that it holds."""
        found = np.zeros(len(self.sentences))
        number, starts, holders = self._numbered
        for stem, weight in wanted.items():
            if stem in number:
                n = number[stem]
                found[holders[starts[n] : starts[n + 1]]] += weight
        return found

    def shares(self, wanted: Mapping[str, float]) -> NDArray[np.float32]:
        """The same as a share of all that is wanted; 0 for nothing wanted."""
        total = sum(wanted.values())
        found = self.weights(wanted)
        return (found / total if total else found).astype(np.float32)
