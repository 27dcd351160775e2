# SPDX-License-Identifier: Apache-2.0
"""How far the words of a text reach to a value: those of its own clause wholly, those of its sentence half.

Around a place of the evidence each word has a share; around a value of the answer each belongs to a group: nearest to
the value, its own, those of its sentence, those told before it or asked. What it is compared with is in none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from faithstill.featurize.document import Document, Sentence
from faithstill.featurize.extract import VALUE_KINDS, Mention

from .surroundings import RELATING, Surroundings, mentions_in, nearest_stems, neighbours, surroundings

_SHARED = 0.7  # words of the values beside it, headings
_SENTENCE = 0.5
_OTHERS = 0.25  # where the sentence tells other values of its kind, to which they may belong


# "A year more than in the United States", "unlike with the Gold Plan": what follows is another's.
_COMPARED = re.compile(
    r"\b(?:than|unlike|on top of|in addition to|instead of|as opposed to|(?:up|upgrad\w+|switch\w+) from)\b"
    r"[^,.;:!?()]*",
    re.IGNORECASE,
)
# "Without Pro", "those who are not on Pro or Team", "if you don't want Pro": what follows is set aside.
_SET_ASIDE = re.compile(
    r"\b(?:without|except(?: for)?|other than|rather than|apart from|not (?:on|in|with|for|using|taking|having)|"
    r"(?:not|\w+n['’]t) (?:want|need|have|take|use|choose|get|buy|join)|"
    r"before (?:\w+ )?(?:mov|upgrad|switch|chang)\w+ to|(?:upgrad|switch)\w+ to) "
    r"(?:(?:the|an?|any|your) )?\w+(?: (?:and|or|nor) \w+)?",
    re.IGNORECASE,
)
_FORMER = re.compile(r"\bthe former\b(?P<former>[^.;]*?)\bthe latter\b(?P<latter>[^.;]*)", re.IGNORECASE)


class Group(StrEnum):
    """Where in question and answer a word stands, seen from a value."""

    NEAR = "near"
    OWN = "own"
    SENTENCE = "sentence"
    BEFORE = "before"
    ASKED = "asked"


def reach(document: Document, mention: Mention, around: Surroundings) -> Mapping[str, float]:
    """The content stems that say what a place of the evidence is the place of, from 0 to 1."""
    index = document.sentence_at(mention.start)
    if index is None:
        return {}
    found: dict[str, float] = {}
    _add(found, around.own, 1.0)
    _add(found, around.shared, _SHARED)
    _add(
        found,
        document.content(document.sentences[index]),
        _OTHERS if neighbours(document, mention) else _SENTENCE,
    )
    return found


def _add(found: dict[str, float], stems: Iterable[str], share: float) -> None:
    for stem in stems:
        if stem not in found and stem not in RELATING:
            found[stem] = share


@dataclass(frozen=True)
class Told:
    """The words of an answer and its question around one value; `own` are those that belong to it alone."""

    answer: Document
    question: Document
    mention: Mention
    own: frozenset[str]

    @cached_property
    def groups(self) -> Mapping[str, Group]:
        """For each content stem the nearest group that it stands in."""
        index = self.answer.sentence_at(self.mention.start)
        if index is None:
            return dict.fromkeys(self.own, Group.OWN)
        sentence = self.answer.sentences[index]
        found = dict.fromkeys(nearest_stems(self.answer, sentence, self.mention), Group.NEAR)
        found = dict.fromkeys(self.own, Group.OWN) | found
        around = surroundings(self.answer, self.mention)
        nearer = (
            (around.shared, Group.SENTENCE),
            (self.answer.content(sentence), Group.SENTENCE),
            (self.answer.label_stems(sentence.unit.heading), Group.BEFORE),
            (filter(None, self.question.stems), Group.ASKED),
            (self._content(index - 1), Group.BEFORE),
            (self._content(0 if index else -1), Group.BEFORE),
        )
        for stems, group in nearer:
            for stem in stems:
                if stem not in RELATING:
                    found.setdefault(stem, group)
        start, end = sentence.unit.start, sentence.unit.end
        compared = *self._matched(_COMPARED, start, end), *self._of_the_other(sentence)
        for stem in (*self._stated(), *compared, *self.aside):
            found.pop(stem, None)
        return found

    @cached_property
    def compared(self) -> frozenset[str]:
        """The stems of what the value's sentence compares it with: "plus" of "unlike Plus, Premier has"."""
        index = self.answer.sentence_at(self.mention.start)
        if index is None:
            return frozenset()
        unit = self.answer.sentences[index].unit
        return frozenset(filter(None, self._matched(_COMPARED, unit.start, unit.end)))

    def _stated(self) -> Iterable[str]:
        """The stems of the value itself, which every place that agrees holds."""
        return self._between(self.mention.start, self.mention.end)

    @cached_property
    def aside(self) -> frozenset[str]:
        """The stems of what the sentence says that the value is not for: "without Pro", "if you don't want Pro"."""
        index = self.answer.sentence_at(self.mention.start)
        if index is None:
            return frozenset()
        unit = self.answer.sentences[index].unit
        return frozenset(filter(None, self._matched(_SET_ASIDE, unit.start, unit.end)))

    def _matched(self, pattern: re.Pattern[str], start: int, end: int) -> Iterable[str]:
        for match in pattern.finditer(self.answer.text, start, end):
            if not match.start() <= self.mention.start <= match.end() + 1:  # "not with card 2093"
                yield from self._between(match.start(), match.end())

    def _of_the_other(self, sentence: Sentence) -> Iterable[str]:
        """The stems that are told of the other of two: "1041 and 1043 are sent; the former is paid"."""
        match = _FORMER.search(self.answer.text, sentence.unit.start, sentence.unit.end)
        if match is None or self.mention.start >= match.start():
            return ()
        told = mentions_in(self.answer, sentence)
        pair = [m for m in told if m.kind in VALUE_KINDS and m.end <= match.start()]
        if len(pair) != 2:
            return ()
        return self._between(*match.span("latter" if pair[0] is self.mention else "former"))

    def _between(self, start: int, end: int) -> Sequence[str]:
        starts = self.answer.starts
        return self.answer.stems[bisect_left(starts, start) : bisect_left(starts, end)]

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
