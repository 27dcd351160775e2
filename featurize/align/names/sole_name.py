# SPDX-License-Identifier: Apache-2.0
"""The only name that evidence and question leave for an office, a place or a number: another one is refuted.

As for values (values/slots/sole.py) words need only show that the answer speaks of what is said there. A name is held
against names of its sort alone: people against people, what stands "in" a place against what does, and codes against
codes of their shape.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property

from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.align.slots.sole_slot import LEAST_SHARE, share_beside
from faithstill.featurize.align.slots.told import ToldWords
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, content_stems
from faithstill.featurize.extract.lexicon import LEGAL_SUFFIXES, ORG_NOUNS, TIERS
from faithstill.featurize.extract.ordinary import GENERIC, OPENERS, is_ordinary
from faithstill.featurize.extract.same_name import is_identifier

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
