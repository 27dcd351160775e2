# SPDX-License-Identifier: Apache-2.0
"""How well lines of evidence fit a claim: BM25 and static vectors, line by line.

A line's score never depends on other lines: rarity is the frozen table's, the length a line is held against
is a constant. So a line scores the same whatever else is in the evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from faithstill.featurize.encoders.embed import Embedder, dots
from faithstill.featurize.extract.document import content_stems, weight

from .lines import Line, Wordings

# Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework", section 3.4.3: usual values.
K1 = 1.2
B = 0.5
USUAL_LENGTH = 12  # content words of a usual line


class Ranking:
    """Lines with their words and vectors, each computed once."""

    def __init__(self, lines: Sequence[Line], embedder: Embedder, wordings: Wordings) -> None:
        self.lines = lines
        self.wordings = wordings
        self._embedder = embedder

    @cached_property
    def stems(self) -> tuple[Counter[str], ...]:
        """The content stems of each line."""
        return tuple(Counter(content_stems(line.text)) for line in self.lines)

    @cached_property
    def _holders(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        """For each stem the lines that hold it, with the saturated frequency there: 1 for once in a usual line."""
        found: dict[str, list[tuple[int, float]]] = {}
        for number, bag in enumerate(self.stems):
            norm = K1 * (1 - B + B * sum(bag.values()) / USUAL_LENGTH)
            for stem, count in bag.items():
                found.setdefault(stem, []).append((number, count * (K1 + 1) / (count + norm)))
        return found

    @cached_property
    def _vectors(self) -> NDArray[np.float32]:
        texts = [line.text for line in self.lines]
        place = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        vectors = self._embedder.encode(list(place))
        return vectors if len(place) == len(texts) else vectors[[place[text] for text in texts]]

    def scores(self, wanted: Mapping[str, float], cosines: NDArray[np.float32]) -> NDArray[np.float64]:
        """For each line from 0 to about 1: half the BM25 of the wanted stems, half the claim's cosine."""
        lexical = np.zeros(len(self.lines))
        for stem, value in wanted.items():
            for number, frequency in self._holders.get(stem, ()):
                lexical[number] += value * frequency
        total = sum(wanted.values())
        # Rounded, so that a last bit does not decide between equals.
        score: NDArray[np.float64] = ((lexical / total if total else lexical) + cosines) / 2
        return score.round(5)

    def cosines(self, claim: str) -> NDArray[np.float32]:
        """For each line the cosine with the claim, at least 0."""
        if not self.lines:
            return np.zeros(0, dtype=np.float32)
        return dots(self._vectors, self._embedder.encode([claim]))[:, 0].clip(0.0, 1.0)


def wanted_stems(claim: str, context: str = "") -> dict[str, float]:
    """The content stems to look for with their rarity; those of the context count half.

    >>> sorted(wanted_stems("The fee is waived."))
    ['fee', 'waive']
    """
    own = {stem: weight(stem) for stem in content_stems(claim)}
    around = {stem: weight(stem) / 2 for stem in content_stems(context)}
    return around | own


GAIN = 0.1  # share of the claim that lines from all over a passage must add to be read together
_CONSIDERED = 50  # best lines of a passage that may be gathered


class Search:
    """One claim against the lines of all passages."""

    def __init__(self, ranking: Ranking, text: str, context: str, tokens: int) -> None:
        self.lines = ranking.lines
        self._stems = ranking.stems
        self._wanted = wanted_stems(text, context)
        self._total = sum(self._wanted.values())
        hypothesis = f"{context} {text}".strip()
        self._cosines = ranking.cosines(hypothesis)
        self._scores = ranking.scores(self._wanted, self._cosines)
        for i in ranking.wordings.holders(text):
            self._scores[i] += 1  # what stands word for word is read first, however it scores
        self._words = frozenset(self._wanted)
        self._tokens = tokens

    def share(self, run: Sequence[int]) -> float:
        """The share of the claim's words, by rarity, that some lines hold together."""
        held = frozenset[str]().union(*(self._words & self._stems[i].keys() for i in run))
        return sum(self._wanted[stem] for stem in held) / self._total if self._total else 0.0

    def score(self, run: Sequence[int]) -> float:
        """Half the share of words, half the best line's cosine."""
        return round((self.share(run) + float(self._cosines[list(run)].max())) / 2, 5)

    def runs(self, first: int, last: int, most: int) -> list[tuple[int, ...]]:
        """The windows of one passage, as indices of lines."""
        if first == last:
            return []
        if sum(line.size for line in self.lines[first:last]) <= self._tokens:
            return [tuple(range(first, last))]
        found: list[tuple[int, ...]] = []
        covered: set[int] = set()
        order = sorted(range(first, last), key=lambda i: (-self._scores[i], i))
        for centre in order:
            if len(found) == most:
                break
            if centre not in covered:
                found.append(self._around(centre, first, last))
                covered.update(found[-1])
        gathered = self._gathered(order)
        if self.share(gathered) >= max(map(self.share, found)) + GAIN:
            found.append(gathered)
        return found

    def _around(self, centre: int, first: int, last: int) -> tuple[int, ...]:
        """A line with its neighbours, the better one first, for as long as they fit."""
        low, high, size = centre, centre + 1, self.lines[centre].size
        while True:
            sides = [
                i for i in (low - 1, high) if first <= i < last and size + self.lines[i].size <= self._tokens
            ]
            if not sides:
                return tuple(range(low, high))
            best = max(sides, key=lambda i: (self._scores[i], -i))
            size += self.lines[best].size
            low, high = min(low, best), max(high, best + 1)

    def _gathered(self, order: Sequence[int]) -> tuple[int, ...]:
        """The lines that hold most of the claim together, in their order."""
        chosen: list[int] = []
        held: set[str] = set()
        room = self._tokens
        for i in order[:_CONSIDERED]:
            new = {stem for stem in self._stems[i] if stem in self._words} - held
            if new and self.lines[i].size <= room:
                chosen.append(i)
                held |= new
                room -= self.lines[i].size
        return tuple(sorted(chosen))

    def tail(self, first: int, last: int) -> tuple[int, ...]:
        """The last lines of a passage, for half a window."""
        return self._half(range(last - 1, first - 1, -1))[::-1]

    def head(self, first: int, last: int) -> tuple[int, ...]:
        """The first lines of a passage, for half a window."""
        return self._half(range(first, last))

    def _half(self, order: Sequence[int]) -> tuple[int, ...]:
        found: list[int] = []
        room = self._tokens // 2
        for i in order:
            if found and self.lines[i].size > room:
                break
            found.append(i)
            room -= self.lines[i].size
        return tuple(found)
