# SPDX-License-Identifier: Apache-2.0
"""One claim against the lines of the evidence: which runs of lines of a passage to read for it."""

from __future__ import annotations

from collections.abc import Sequence

from .retrieve import Ranking, wanted_stems

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
