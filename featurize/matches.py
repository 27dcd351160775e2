# SPDX-License-Identifier: Apache-2.0
"""Each answer sentence beside the evidence sentence that fits it best, by words and meaning together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .encoders.embed import dots
from .extract.document import Document, Sentence, weight
from .material import Material, Matrix
from .overlap import Overlap

_ROWS = 64


@dataclass(frozen=True, slots=True)
class Match:
    """An answer sentence beside its best evidence sentence; `lexical` and `semantic` are from 0 to 1."""

    sentence: Sentence
    passage: int
    evidence: Sentence | None
    lexical: float
    semantic: float
    runner_up: float
    best_lexical: float = 0.0  # of any evidence sentence, not only of this one
    best_semantic: float = 0.0

    def of(self, sentence: Sentence) -> Match:
        """The same match of an excerpt's sentence."""
        return Match(
            sentence, self.passage, self.evidence, self.lexical, self.semantic, self.runner_up,
            self.best_lexical, self.best_semantic,
        )  # fmt: skip

    @property
    def strength(self) -> float:
        """How surely the two speak of the same thing."""
        return (self.lexical + self.semantic) / 2


def matched(answer: Document, vectors: Matrix, material: Material) -> Iterator[Match]:
    """One match for each sentence of an answer; `vectors` has a row for each."""
    # Some rows at a time: all cosines of a long answer with a long context do not fit into memory.
    for first in range(0, len(answer.sentences), _ROWS):
        rows = range(first, min(first + _ROWS, len(answer.sentences)))
        yield from _matched(answer, rows, dots(vectors[rows.start : rows.stop], material.vectors), material)


def lexical_row(answer: Document, i: int, overlap: Overlap) -> NDArray[np.float32]:
    """For each evidence sentence its rarity-weighted share of the stems of answer sentence `i`."""
    return overlap.shares({stem: weight(stem) for stem in answer.content(answer.sentences[i])})


def _matched(answer: Document, rows: range, cosines: Matrix, material: Material) -> Iterator[Match]:
    semantic = cosines.clip(0.0, 1.0)
    lexical = np.stack([lexical_row(answer, i, material.overlap) for i in rows])
    # Rounded, so that a last bit does not decide between equals.
    both = ((lexical + semantic) / 2).round(5)
    best = both.argmax(axis=1)
    here = np.arange(len(rows)), best
    both[here] = 0.0
    numbers = (lexical[here], semantic[here], both.max(axis=1), lexical.max(axis=1), semantic.max(axis=1))
    for i, j, *row in zip(rows, best.tolist(), *(column.tolist() for column in numbers), strict=True):
        passage, s = material.overlap.sentences[j]
        evidence = material.documents[passage].sentences[s]
        lexical_best, semantic_best, second, *bests = row
        runner_up = min((lexical_best + semantic_best) / 2, second)
        yield Match(answer.sentences[i], passage, evidence, lexical_best, semantic_best, runner_up, *bests)
