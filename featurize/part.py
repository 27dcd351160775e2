# SPDX-License-Identifier: Apache-2.0
"""One statement of an answer as an answer of its own, read off the analysis of the whole."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from .align.alignment import Alignment
from .analysis import Analysis
from .extract import Mention
from .extract.document import Document
from .material import Match, Matrix, Question
from .read.structure import Unit

if TYPE_CHECKING:
    from .align.record_fields import Stated
    from .claims import AnswerSentence, Claims
    from .evidence.entailments import Entailment


class Excerpt(Document):
    """The units of a document that begin within characters `start:end`; nothing is read twice."""

    def __init__(self, whole: Document, start: int, end: int) -> None:
        super().__init__(whole.text, whole.extractor)
        self._whole, self._start, self._end = whole, start, end
        self._words = slice(bisect_left(whole.starts, start), bisect_left(whole.starts, end))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Those of the excerpt."""
        return self._whole.words[self._words]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Character offsets into the whole text."""
        return self._whole.starts[self._words]

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """As the whole document has them."""
        return self._whole.stems[self._words]

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Those that begin in the excerpt."""
        return tuple([unit for unit in self._whole.units if self._start <= unit.start < self._end])

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Those that begin in the excerpt."""
        return tuple([m for m in self._whole.mentions if self._start <= m.start < self._end])


class Part(Analysis):
    """The analysis of one statement: what the whole answer's analysis says of its characters.

    A value that stands in it was held against the evidence with the whole answer around it, so that a sum of
    figures of other statements is known.
    """

    def __init__(self, whole: Analysis, statement: AnswerSentence) -> None:
        super().__init__(
            whole.triple, whole._extractor, lambda: whole.material.embedder, whole._pipeline, whole._nli,
            material=whole.material, sought=left_open(whole) if statement.refuses else whole.sought,
            lexicon=whole._lexicon,
        )  # fmt: skip
        self.whole, self.statement = whole, statement
        self._start, self._end = statement.unit.start, statement.unit.end

    def _holds(self, start: int) -> bool:
        return self._start <= start < self._end

    @property
    def sentences(self) -> tuple[AnswerSentence, ...]:
        """The statement alone."""
        return (self.statement,)

    @cached_property
    def answer(self) -> Document:
        """What the statement says."""
        return Excerpt(self.whole.answer, self._start, self._end)

    @cached_property
    def _rows(self) -> list[int]:
        """Places of the statement's sentences among those of the answer."""
        return [i for i, s in enumerate(self.whole.answer.sentences) if self._holds(s.unit.start)]

    @property
    def copied_runs(self) -> Mapping[int, frozenset[tuple[str, ...]]]:
        """Those of the whole answer."""
        return self.whole.copied_runs

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """Those of the whole answer for the statement's sentences."""
        found = [self.whole.matches[i] for i in self._rows]
        return tuple([m.of(own) for m, own in zip(found, self.answer.sentences, strict=True)])

    @cached_property
    def answer_vectors(self) -> Matrix:
        """Those of the whole answer for the statement's sentences."""
        vectors: Matrix = self.whole.answer_vectors[self._rows]
        return vectors

    @property
    def support_of(self) -> Mapping[str, float]:
        """Those of the whole answer."""
        return self.whole.support_of

    @cached_property
    def alignments(self) -> tuple[Alignment, ...]:
        """Those of the whole answer that begin in the statement."""
        return tuple(x for x in self.whole.alignments if self._holds(x.mention.start))

    @cached_property
    def stated(self) -> tuple[Stated, ...]:
        """Those of the whole answer that begin in the statement."""
        return tuple(x for x in self.whole.stated if self._holds(x.start))

    @property
    def claims(self) -> Claims:
        """Those of the whole answer that the statement was cut into."""
        whole = self.whole.claims
        return replace(whole, claims=tuple(c for c in whole.claims if self._holds(c.start)), left_out=())

    @cached_property
    def entailments(self) -> tuple[Entailment, ...]:
        """Those of the whole answer that begin in the statement."""
        return tuple(e for e in self.whole.entailments if self._holds(e.claim.start))


def left_open(whole: Analysis) -> Question:
    """The question without the words that the statements of the answer hold; all of it where none would be left.

    A refusal beside an answer ("A card costs $10. The documents do not mention mortgages.") speaks of the rest.
    """
    asked = whole.question
    stated = [s.unit for s in whole.statements if not s.refuses]
    told = {stem for unit in stated for stem in Excerpt(whole.answer, unit.start, unit.end).stems}
    kept = [w for w, stem in zip(asked.words, asked.stems, strict=True) if not stem or stem not in told]
    left = Document(" ".join(kept), whole._extractor)
    return Question(left, whole.material) if told and any(left.stems) else whole.sought
