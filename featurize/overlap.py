# SPDX-License-Identifier: Apache-2.0
"""What texts share: the sentences that hold given words, by an inverted index, and the longest run of words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def runs_of(words: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """The runs of `n` consecutive words.

    >>> list(runs_of("a late fee".split(), 2))
    [('a', 'late'), ('late', 'fee')]
    """
    return zip(*(words[i:] for i in range(n)), strict=False)


class Runs:
    """All runs of consecutive words of one text, as a suffix automaton (Blumer et al. 1985).

    State 0 is the empty run; each state stands for runs that end at the same places, `_length` being the
    longest of them, `_shorter` the state of the longest run that is a proper ending of them.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._next: list[dict[str, int]] = [{}]
        self._length = [0]
        self._shorter = [-1]
        last = 0
        for word in words:
            last = self._extend(last, word)

    def longest_in(self, words: Iterable[str]) -> int:
        """Number of words of the longest run that the other text holds too.

        >>> Runs("the annual fee is waived".split()).longest_in("an annual fee is due".split())
        3
        """
        state = length = longest = 0
        for word in words:
            while state and word not in self._next[state]:
                state = self._shorter[state]
                length = self._length[state]
            following = self._next[state].get(word)
            if following is not None:
                state, length = following, length + 1
                longest = max(longest, length)
        return longest

    def _extend(self, last: int, word: str) -> int:
        new = self._add(self._length[last] + 1, {})
        at = last
        while at >= 0 and word not in self._next[at]:
            self._next[at][word] = new
            at = self._shorter[at]
        self._shorter[new] = 0 if at < 0 else self._split(at, word)
        return new

    def _split(self, at: int, word: str) -> int:
        """The state of the run at `at` followed by `word`, parted from longer runs where needed."""
        found = self._next[at][word]
        if self._length[found] == self._length[at] + 1:
            return found
        clone = self._add(self._length[at] + 1, dict(self._next[found]))
        self._shorter[clone] = self._shorter[found]
        self._shorter[found] = clone
        while at >= 0 and self._next[at].get(word) == found:
            self._next[at][word] = clone
            at = self._shorter[at]
        return clone

    def _add(self, length: int, following: dict[str, int]) -> int:
        self._next.append(following)
        self._length.append(length)
        self._shorter.append(0)
        return len(self._length) - 1
