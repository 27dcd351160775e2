# SPDX-License-Identifier: Apache-2.0
"""The words of an answer and its question around one value, each in the nearest group that it stands in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document

from .context import RELATING, context_of

# "A year more than in the United States", "unlike with the Gold Plan": what follows is another's.
_COMPARED = re.compile(
    r"\b(?:than|unlike|on top of|in addition to|instead of|as opposed to|(?:up|upgrad\w+|switch\w+) from)\b"
    r"[^,.;:!?()]*",
    re.IGNORECASE,
)


class Group(StrEnum):
    """Where in question and answer a word stands, seen from a value."""

    NEAR = "near"
    OWN = "own"
    SENTENCE = "sentence"
    BEFORE = "before"
    ASKED = "asked"


@dataclass(frozen=True)
class ToldWords:
    """The words of an answer and its question around one value; `own` are those that belong to it alone."""

    answer: Document
    question: Document
    mention: Mention
    own: frozenset[str]

    @cached_property
    def groups(self) -> Mapping[str, Group]:
        """For each content stem the nearest group; the value itself and what it is compared with have none."""
        context = context_of(self.answer, self.mention)
        sentence, index = context.sentence, self.answer.sentence_at(self.mention.start)
        if sentence is None or index is None:
            return dict.fromkeys(self.own, Group.OWN)
        told: tuple[tuple[Iterable[str], Group], ...] = (
            (context.nearest, Group.NEAR),
            (self.own, Group.OWN),
            (context.shared, Group.SENTENCE),
            (self.answer.content(sentence), Group.SENTENCE),
            (self.answer.label_stems(sentence.unit.heading), Group.BEFORE),
            (filter(None, self.question.stems), Group.ASKED),
            (self._content(index - 1), Group.BEFORE),
            (self._content(0 if index else -1), Group.BEFORE),
        )
        found: dict[str, Group] = {}
        for stems, group in told:
            for stem in stems:
                if stem not in RELATING:
                    found.setdefault(stem, group)
        for start, end in self._others(sentence.unit.start, sentence.unit.end):
            starts = self.answer.starts
            for stem in self.answer.stems[bisect_left(starts, start) : bisect_left(starts, end)]:
                found.pop(stem, None)
        return found

    def _others(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        """Where the sentence tells the value itself, and what it compares it with."""
        yield self.mention.start, self.mention.end
        for match in _COMPARED.finditer(self.answer.text, start, end):
            if not match.start() <= self.mention.start <= match.end() + 1:
                yield match.span()

    def _content(self, index: int) -> Iterable[str]:
        return self.answer.content(self.answer.sentences[index]) if index >= 0 else ()

    @cached_property
    def labels(self) -> frozenset[str]:
        """Stems that name one thing among several: figures, and words written with a capital within a sentence."""
        return capitals(self.answer) | capitals(self.question)


def capitals(document: Document) -> frozenset[str]:
    """The stems of words that hold a digit, or stand with a capital letter after the first word of a sentence."""
    text, stems, firsts = document.text, document.stems, {sentence.first for sentence in document.sentences}
    found = {stem for stem in set(stems) if not stem.isalpha()}
    found.update(
        [stems[n] for n, start in enumerate(document.starts) if text[start].isupper() and n not in firsts]
    )
    return frozenset(found - {""})
