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

from .lines import Line
from .verbatim import Wordings

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
