# SPDX-License-Identifier: Apache-2.0
"""Answer values and names against the evidence: equal, given, derived, conflicting or absent.

Two things decide: does a value that *agrees* occur, and whose *slot* (slots.py) fits the answer's words best.
A value that occurs only in another slot is suspicious even though it occurs: the rival in the fitting slot is
named.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from .derive import Derivation, Operand, derive, is_small_count
from .document import Document
from .extract import Kind, Mention
from .extract.agree import agree, comparable
from .slots import EvidenceValues, Located, Slot, slot_words

NAMES = frozenset({Kind.NAME, Kind.ACRONYM})

# A rival is a conflict when its slot shares at least this share of the answer's weighted slot words.
_CONFLICT_SLOT = 0.30
_QUESTION_WEIGHT = 0.35
_MOST_OPERANDS = 12
_MOST_GIVEN = 24  # of the question's and of the answer's earlier values
_QUESTION_FIT = 0.5
_ANSWER_FIT = 0.4


class Status(StrEnum):
    """Where an answer's value comes from."""

    EQUAL = "equal"
    GIVEN = "given"
    DERIVED = "derived"
    CONFLICTING = "conflicting"
    ABSENT = "absent"
    UNCHECKED = "unchecked"  # a small bare count: the evidence may show it without stating it


@dataclass(frozen=True, slots=True)
class Alignment:
    """What became of one answer mention; `support` agrees with it, `rival` is comparable and differs."""

    mention: Mention
    status: Status
    support: Located | None = None
    rival: Located | None = None
    derivation: Derivation | None = None

    @property
    def margin(self) -> float:
        """Slot of the support minus slot of the best rival: negative where another value fits better."""
        return (self.support.slot if self.support else 0.0) - (self.rival.slot if self.rival else 0.0)


def align(answer: Document, question: Document, evidence: EvidenceValues) -> tuple[Alignment, ...]:
    """One alignment for each mention of the answer, in order."""
    asked = dict.fromkeys(filter(None, question.stems), _QUESTION_WEIGHT)
    found: list[Alignment] = []
    supported: deque[Mention] = deque(maxlen=_MOST_GIVEN)
    for mention in answer.mentions:
        if mention.kind in NAMES:
            found.append(_align_name(mention, question, evidence))
            continue
        slot = Slot({**asked, **slot_words(answer, mention)})
        found.append(_Case(mention, slot, answer, question, evidence, tuple(supported)).aligned())
        if found[-1].status in (Status.DERIVED, Status.EQUAL):
            supported.append(mention)
    return tuple(found)


def _align_name(mention: Mention, question: Document, evidence: EvidenceValues) -> Alignment:
    support = next((same[0] for same in evidence.like(mention) if agree(mention, same[0].mention)), None)
    if support:
        return Alignment(mention, Status.EQUAL, support)
    if any(m.kind in NAMES and agree(mention, m) for m in question.mentions):
        return Alignment(mention, Status.GIVEN)
    # In small letters, or as a key of a tool result, a name is no mention but stands there all the same.
    return Alignment(mention, Status.EQUAL if evidence.spells(mention) else Status.ABSENT)


@dataclass(frozen=True, slots=True)
class _Case:
    """One value of the answer with all it may be compared to; `before` are earlier values that were supported."""

    mention: Mention
    wanted: Slot
    answer: Document
    question: Document
    evidence: EvidenceValues
    before: Sequence[Mention]

    def aligned(self) -> Alignment:
        """The first that holds: equal, given, derived, unchecked, conflicting, absent."""
        equal, others = self._parted()
        rival = next(iter(self.evidence.fitted(self.wanted, others, 1)), None)
        if equal:
            return Alignment(
                self.mention, Status.EQUAL, self.evidence.fitted(self.wanted, equal, 1)[0], rival
            )
        if any(agree(self.mention, m) for m in self.question.mentions if m.kind not in NAMES):
            return Alignment(self.mention, Status.GIVEN, None, rival)
        found = derive(self.mention, tuple(self._operands()), self._words())
        if found:
            return Alignment(self.mention, Status.DERIVED, None, rival, found)
        if is_small_count(self.mention):
            return Alignment(self.mention, Status.UNCHECKED, None, rival)
        conflict = rival is not None and rival.slot >= _CONFLICT_SLOT
        return Alignment(self.mention, Status.CONFLICTING if conflict else Status.ABSENT, None, rival)

    def _parted(self) -> tuple[list[Located], list[Located]]:
        """The evidence mentions that agree, and those that differ but are comparable."""
        equal: list[Located] = []
        others: list[Located] = []
        for located in self.evidence.like(self.mention):
            value = located[0].mention
            if agree(self.mention, value):
                equal += located
            elif comparable(self.mention, value):
                others += located
        if self.mention.kind is Kind.NUMBER and equal:  # under "in £000" a cell is no rival of itself
            places = {(e.passage, e.mention.start) for e in equal}
            others = [e for e in others if (e.passage, e.mention.start) not in places]
        return equal, others

    def _operands(self) -> Iterator[Operand]:
        """The question's values, the answer's latest supported ones, and the evidence's that fit best."""
        given = (m for m in self.question.mentions if m.kind not in NAMES)
        yield from (Operand(m, _QUESTION_FIT) for m in islice(given, _MOST_GIVEN))
        yield from (Operand(m, _ANSWER_FIT) for m in self.before)
        for e in self.evidence.fitted(self.wanted, self.evidence.values, _MOST_OPERANDS):
            yield Operand(e.mention, e.slot)

    def _words(self) -> frozenset[str]:
        index = self.answer.sentence_at(self.mention.start)
        if index is None:
            return frozenset(self.question.words)
        sentence = self.answer.sentences[index]
        return frozenset(self.question.words) | frozenset(self.answer.words[sentence.first : sentence.last])
