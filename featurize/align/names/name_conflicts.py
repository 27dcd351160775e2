# SPDX-License-Identifier: Apache-2.0
"""Names that the evidence refutes: one in the place of another, or another than the only one that could be meant.

As for values (slots/sole_slot.py) words need only show that the answer speaks of what is said there. The only name is
held against names of its sort: people against people, what stands "in" a place against what does, and codes against
codes of their shape.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from faithstill.featurize.align.slots.slot import ToldWords
from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.align.slots.sole_slot import LEAST_SHARE, share_beside
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, content_stems
from faithstill.featurize.extract.lexicon import (
    GENERIC,
    LEGAL_SUFFIXES,
    OPENERS,
    ORG_NOUNS,
    TIERS,
    is_ordinary,
)
from faithstill.featurize.extract.same_name import NAMES, fold, is_identifier

# Entries of a row: a stem as it is, a word of grammar and a name with a sign before it.
_EDGE, _GRAMMAR, _NAME = "^", "~", "="
_ARTICLES = frozenset("the a an s".split())
_JOINTS = (_NAME, _GRAMMAR + "and", _GRAMMAR + "or")
# Words in a row around the name, and how many of them must carry meaning.
_LEAST_RUN, _LEAST_CONTENT = 5, 3
_SAME_START = 3  # letters: "Hibs" and "Hibernian", "Lib Dem" and "Liberal Democrat"


@dataclass(frozen=True, slots=True)
class NameRow:
    """The words of a sentence, each name one entry, and where `located` stands among them."""

    words: tuple[str, ...]
    at: int
    located: Located
    has_article: bool

    @property
    def sides(self) -> tuple[str, str]:
        """The words right before and right after."""
        return self.words[self.at - 1], self.words[self.at + 1]

    def run(self, other: NameRow) -> int:
        """How many words around both names are the same in a row; 0 where too few carry meaning."""
        before = zip(self.words[self.at - 1 :: -1], other.words[other.at - 1 :: -1], strict=False)
        after = zip(self.words[self.at + 1 :], other.words[other.at + 1 :], strict=False)
        found = [word for side in (before, after) for word in self._same(other, side) if word != _EDGE]
        return len(found) if sum(word[0].isalnum() for word in found) >= _LEAST_CONTENT else 0

    def _same(self, other: NameRow, side: Iterator[tuple[str, str]]) -> Iterator[str]:
        """The words up to the first that differ; of two exchanged names each stands for the other."""
        for ours, theirs in side:
            if ours != theirs and (theirs, ours) != (self.words[self.at], other.words[other.at]):
                return
            yield ours


class NameRows:
    """The rows of some texts by the words beside each name, and by the name itself."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.beside: dict[tuple[str, str], list[NameRow]] = {}
        self.of: dict[tuple[int, int], NameRow] = {}
        for number, document in enumerate(documents):
            for row in _rows(document, number):
                self.of[number, row.located.mention.start] = row
                self.beside.setdefault(row.sides, []).append(row)


def displaced(ours: NameRow, own: Sequence[Located], rows: NameRows) -> Located | None:
    """The name that the evidence has among the words around a name of the answer, which it has elsewhere (`own`)."""
    if any(side.startswith(_JOINTS) for side in ours.sides):
        return None  # of a list any order is right
    places = {(place.passage, place.mention.start) for place in own}
    least = max([_LEAST_RUN, *(2 * ours.run(rows.of[place]) for place in places if place in rows.of)])
    found = [row for row in rows.beside.get(ours.sides, ()) if ours.run(row) >= least]
    if not found or any(_may_be_same(ours, row, rows) for row in found):
        return None
    return found[0].located


def _may_be_same(ours: NameRow, theirs: NameRow, rows: NameRows) -> bool:
    """May two names be one: do they share a word or a start, or does a third hold words of both ("Sharad Kumar")?"""
    one, other = (set(row.words[row.at].removeprefix(_NAME).split()) for row in (ours, theirs))
    if ours.has_article is not theirs.has_article:
        return True  # "the Frenchman", "the Publisher" may be a person or firm that is named too
    if any(a[:_SAME_START] == b[:_SAME_START] for a in one for b in other):
        return True
    names = (set(row.words[row.at].removeprefix(_NAME).split()) for row in rows.of.values())
    return any(not one.isdisjoint(name) and not other.isdisjoint(name) for name in names)


def _rows(document: Document, passage: int) -> Iterator[NameRow]:
    """A row for each name of a document's prose."""
    names = [mention for mention in document.mentions if mention.kind in NAMES]
    within: dict[int, dict[int, Mention]] = {}
    for mention, index in zip(names, document.sentences_at([m.start for m in names]), strict=True):
        if index >= 0 and not document.sentences[index].unit.cells:
            within.setdefault(index, {})[bisect_left(document.starts, mention.start)] = mention
    for index, spans in within.items():
        sentence = document.sentences[index]
        words, places = _entries(document, sentence.first, sentence.last, spans)
        for at, mention in places:
            before = bisect_left(document.starts, mention.start) - 1
            has_article = before >= sentence.first and document.words[before] in _ARTICLES
            yield NameRow(words, at, Located(passage, mention), has_article)


def _entries(
    document: Document, at: int, last: int, spans: Mapping[int, Mention]
) -> tuple[tuple[str, ...], list[tuple[int, Mention]]]:
    words, places = [_EDGE], list[tuple[int, Mention]]()
    while at < last:
        mention = spans.get(at)
        if mention:
            places.append((len(words), mention))
            words.append(_NAME + fold(mention.text))
            at = max(at + 1, bisect_left(document.starts, mention.end))
            continue
        if document.words[at] not in _ARTICLES:
            words.append(document.stems[at] or _GRAMMAR + document.words[at])
        at += 1
    return (*words, _EDGE), places


def rows_of(evidence: EvidenceValues) -> NameRows:
    """The rows of all passages."""
    return NameRows(evidence.passages)


_MOST_PLACES = 8  # of the one name
_SHORTEST_CODE = 6
_MOST_SLIPS = 2
_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_IN = re.compile(r"\b(?:in|at)\s\Z")
# Between these a name is the one that something is told of: "is Ada Moss.", "Seat: Bern", "by Ada Moss,".
_BEFORE = re.compile(
    r"(?:\A|[.!?:;|,\n]\s*|[-•*]\s|\d\s|\*\*|"
    r"\b(?:is|was|are|were|be|by|named|called|gives?|says|in|at|for|and|that)\s)(?:\*\*)?\Z"
)
_BEHIND = re.compile(
    r"\*{0,2}(?:\Z|[.!?;,|(\n]|\s?\[|\s[-–—]\s|"
    r"\s(?:is|was|has|had|serves?|heads?|leads?|chairs?|runs?|took|takes|became|as|since)\b)"
)
_REACH = 8
_NOT_NAMING = frozenset("jr sr rep sen gov gen col lt sgt st id".split())
_NOT_OF_PEOPLE = ORG_NOUNS | LEGAL_SUFFIXES | TIERS | GENERIC | OPENERS | _NOT_NAMING


class Sort(StrEnum):
    """What a name may be the name of, as far as its form and the word before it tell."""

    PERSON = "person"
    PLACE = "place"
    OPEN = "open"  # a single word, which may be either
    OTHER = "other"


class SoleNames:
    """The names of the answer that nothing states, each against the only one of the evidence that could be meant."""

    def __init__(self, answer: Document, question: Document, evidence: EvidenceValues) -> None:
        self._answer = answer
        self._question = question
        self._evidence = evidence

    def rival(self, mention: Mention) -> Located | None:
        """The place of the only other name, where the answer speaks of what is said of it; None without exactly one."""
        places = self._only_name(mention)
        if not places or len(places) > _MOST_PLACES:
            return None
        told = ToldWords(self._answer, self._question, mention, frozenset())
        shares = [(share_beside(told, self._evidence, place), -n) for n, place in enumerate(places)]
        share, number = max(shares)
        return places[-number] if share >= LEAST_SHARE else None

    def _only_name(self, mention: Mention) -> Sequence[Located]:
        found: list[Located] = []
        sort = sort_of(self._answer, mention)
        if not is_identifier(mention.key) and (sort is Sort.OTHER or not self._is_alone(mention, sort)):
            return ()
        for place in self._evidence.names:
            if not self._may_be_meant(mention, sort, place):
                continue
            if found and _stems(found[0].mention).isdisjoint(_stems(place.mention)):
                return ()
            found.append(place)
        return found

    def _is_alone(self, mention: Mention, sort: Sort) -> bool:
        """Is no other name of its sort in the same sentence of the answer?"""
        index = self._answer.sentence_at(mention.start)
        if index is None:
            return False
        unit = self._answer.sentences[index].unit
        return not any(
            _fit(sort, sort_of(self._answer, other))
            for other in self._answer.mentions
            if other is not mention and unit.start <= other.start < unit.end
        )

    def _may_be_meant(self, mention: Mention, sort: Sort, place: Located) -> bool:
        other = place.mention
        if is_identifier(mention.key) or is_identifier(other.key):
            return _is_slip(mention, other)
        if not _fit(sort, self._sorts[place.passage, other.start]):
            return False
        stems = _stems(other)
        return stems.isdisjoint(_stems(mention)) and stems.isdisjoint(self._known)

    @property
    def _sorts(self) -> Mapping[tuple[int, int], Sort]:
        return self._evidence.once(_sorts)

    @cached_property
    def _known(self) -> frozenset[str]:
        """The stems of question and answer: a name in them has its own place there."""
        return frozenset(filter(None, (*self._question.stems, *self._answer.stems)))


def _sorts(evidence: EvidenceValues) -> Mapping[tuple[int, int], Sort]:
    """The sort of each name of the evidence, by its passage and start."""
    names = ((place.passage, place.mention) for place in evidence.names)
    return {(at, name.start): sort_of(evidence.document(at), name) for at, name in names}


def sort_of(document: Document, mention: Mention) -> Sort:
    """What a name may be the name of.

    >>> from faithstill.featurize.extract import Extractor
    >>> document = Document("The chair is Ada Moss, who lives in Bern. It is Moss. Ben Hale met Ada Bank.", Extractor())
    >>> [str(sort_of(document, mention)) for mention in document.mentions]
    ['person', 'place', 'open', 'other', 'other']
    """
    words = _WORD.findall(mention.text)
    small = [word.lower().strip(".") for word in words]
    if mention.kind is not Kind.NAME or is_identifier(mention.key) or not words:
        return Sort.OTHER
    if mention.text.isupper() or not _NOT_OF_PEOPLE.isdisjoint(small):
        return Sort.OTHER
    start = max(0, mention.start - _REACH)
    if not (
        _BEFORE.search(document.text, start, mention.start) and _BEHIND.match(document.text, mention.end)
    ):
        return Sort.OTHER
    if _IN.search(document.text, start, mention.start):
        return Sort.PLACE
    if len(words) == 1:
        return Sort.OTHER if is_ordinary(small[0]) else Sort.OPEN
    if any((word.isupper() and len(word) > 1) or is_ordinary(word.lower()) for word in words):
        return Sort.OTHER
    return Sort.PERSON


def _fit(ours: Sort, theirs: Sort) -> bool:
    if Sort.OTHER in (ours, theirs):
        return False
    return ours is theirs or {ours, theirs} == {Sort.PLACE, Sort.OPEN}


def _is_slip(mention: Mention, other: Mention) -> bool:
    """Are two codes of one shape and alike but for a sign or two?"""
    if len(other.key) < _SHORTEST_CODE or _shape(mention) != _shape(other):
        return False
    return sum(a != b for a, b in zip(mention.text, other.text, strict=True)) <= _MOST_SLIPS


def _shape(mention: Mention) -> str:
    """A code with each digit and each letter alike: "DE89 3704" is "AA99 9999"."""
    letters = re.sub(r"[^\W\d_]", "A", mention.text)
    return re.sub(r"\d", "9", letters)


def _stems(mention: Mention) -> frozenset[str]:
    return frozenset(content_stems(mention.text))
