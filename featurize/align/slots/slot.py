# SPDX-License-Identifier: Apache-2.0
"""The slot of an answer's value: the weighted words that say what it is the value of, in groups and in their order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document, weight

from .context import RELATING, cell_of, context_of, unit_behind

_OTHERS_WEIGHT = 0.5
_QUESTION_WEIGHT = 0.35


class Slot:
    """Words with weights, compared by rarity with one evidence only."""

    def __init__(self, words: Mapping[str, float], own: frozenset[str] = frozenset()) -> None:
        """`own` are those of the words that belong to the value alone."""
        self.own = own
        self.rarities = tuple((stem, share * weight(stem)) for stem, share in words.items())
        self.total = sum(rarity for _, rarity in self.rarities)
        self.fits: dict[tuple[int, int], float] = {}  # to places at (passage, start), once they are known
        self.bounds: NDArray[np.float64] | None = None  # of the fit to any place of a sentence, by its number

    def without(self, stems: Collection[str]) -> Slot:
        """The same but for some words."""
        slot = Slot({}, self.own.difference(stems))
        slot.rarities = tuple((stem, rarity) for stem, rarity in self.rarities if stem not in stems)
        slot.total = sum(rarity for _, rarity in slot.rarities)
        return slot


def asked_words(question: Document) -> Mapping[str, float]:
    """What the question's words count in the slot of an answer's value."""
    return dict.fromkeys(filter(None, question.stems), _QUESTION_WEIGHT)


def asked_slot(document: Document, mention: Mention, asked: Mapping[str, float]) -> Slot:
    """The slot that an answer gives a value, with the question's words.

    What belongs to another value of the sentence counts half, a short word right behind the value nothing: "GR"
    and "kWh" say in what it is counted, as they do of all values like it.
    """
    context = context_of(document, mention)
    words = {
        stem: share if stem in context.own or stem in context.shared else share * _OTHERS_WEIGHT
        for stem, share in context.words.items()
    }
    unit = unit_behind(document, mention)
    words.pop(unit, None)
    return Slot({**asked, **words}, context.own - {unit})


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


_RUN = 8  # words compared on either side
STOP_WORD = 1.5  # what a word without content counts
_HEAD_WITHIN = 3


def running_along(answer: Document, mention: Mention, evidence: Document, other: Mention) -> float:
    """How much the words say that stand in the same order next to both values."""
    a, b = _sentence_bounds(answer, mention), _sentence_bounds(evidence, other)
    if a is None or b is None:
        return 0.0
    unit = unit_behind(answer, mention)
    if unit and unit == unit_behind(evidence, other):
        a, b = (*a[:2], a[2] + 1, a[3]), (*b[:2], b[2] + 1, b[3])
    left = _run(
        answer, range(a[1] - 1, max(a[0], a[1] - _RUN) - 1, -1), evidence, range(b[1] - 1, b[0] - 1, -1)
    )
    right = _run(answer, range(a[2], min(a[3], a[2] + _RUN)), evidence, range(b[2], b[3]))
    return left + right


def head(document: Document, mention: Mention) -> str:
    """The nearest content stem before a value, with at most two small words between."""
    bounds = _sentence_bounds(document, mention)
    if bounds is None:
        return ""
    first, left = bounds[:2]
    before = document.stems[max(first, left - _HEAD_WITHIN) : left]
    return next((stem for stem in reversed(before) if stem), "")


def _sentence_bounds(document: Document, mention: Mention) -> tuple[int, int, int, int] | None:
    """First word of the sentence or cell, of the mention, after the mention, after the sentence or cell."""
    index = document.sentence_at(mention.start)
    if index is None:
        return None
    sentence, starts = document.sentences[index], document.starts
    left, right = bisect_left(starts, mention.start), bisect_left(starts, mention.end)
    cell = cell_of(sentence, mention)
    if cell is None:
        return sentence.first, left, right, sentence.last
    return bisect_left(starts, cell.start), left, right, bisect_left(starts, cell.end)


def _run(a: Document, ours: range, b: Document, theirs: range) -> float:
    total = 0.0
    for i, j in zip(ours, theirs, strict=False):
        stem = a.stems[i]
        if stem != b.stems[j] or (not stem and a.words[i] != b.words[j]):
            break
        total += weight(stem) if stem else STOP_WORD
    return total
