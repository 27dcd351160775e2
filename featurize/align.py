# SPDX-License-Identifier: Apache-2.0
"""Answer values and names against the evidence: equal, given, derived, conflicting or absent.

Two things decide: does a value that *agrees* occur, and whose *slot* (the words around it: sentence, table
headers, keys) fits the answer's words best. A value that occurs only in another slot is suspicious even though
it occurs: the rival in the fitting slot is named.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain

from .derive import Derivation, Operand, derive, is_small_count
from .document import Document, Sentence, content_stems, weight
from .extract import Kind, Mention
from .extract.agree import agree, comparable

NAMES = frozenset({Kind.NAME, Kind.ACRONYM})

# Mentions of different sorts never agree and never conflict.
_SORTS = dict.fromkeys(Kind, "number") | {
    Kind.NAME: "name",
    Kind.ACRONYM: "name",
    Kind.DATE: "calendar",
    Kind.PERIOD: "calendar",
    Kind.TIME: "time",
    Kind.ORDINAL: "ordinal",
}
_SCALABLE = frozenset({Kind.MONEY, Kind.NUMBER})

# A rival is a conflict when its slot shares at least this share of the answer's weighted slot words.
_CONFLICT_SLOT = 0.30
_NEAR = 10.0  # words at which the weight of a neighbour has halved
_FARTHEST = 40
_QUESTION_WEIGHT = 0.35
_PASSAGE_WEIGHT = 0.12
_OTHER_CELL_WEIGHT = 0.25
_MOST_OPERANDS = 12
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
class Located:
    """An evidence mention, the passage it stands in, and how well its slot fits the answer's, from 0 to 1."""

    passage: int
    mention: Mention
    slot: float = 0.0


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


class Slot:
    """The words that say what a value is the value of, with weights; compared by rarity."""

    def __init__(self, words: Mapping[str, float]) -> None:
        self.rarities = tuple((stem, share * weight(stem)) for stem, share in words.items())
        self.total = sum(rarity for _, rarity in self.rarities)


class EvidenceValues:
    """All mentions of the passages by what they may be compared with; slots are read when first asked for."""

    def __init__(self, passages: Sequence[Document]) -> None:
        self._passages = passages
        self._slots: dict[tuple[int, int], Mapping[str, float]] = {}

    @cached_property
    def by_sort(self) -> Mapping[str, Sequence[Located]]:
        """Mentions in order of passages and offsets; under "in £000" each bare cell stands twice."""
        found: dict[str, list[Located]] = {}
        for i, document in enumerate(self._passages):
            for mention in document.mentions:
                for m in _with_scaled(mention, document):
                    found.setdefault(_SORTS[m.kind], []).append(Located(i, m))
        return found

    def like(self, mention: Mention) -> Sequence[Located]:
        """The evidence mentions that a mention may agree or be compared with."""
        return self.by_sort.get(_SORTS[mention.kind], ())

    @property
    def values(self) -> Iterator[Located]:
        """All that are no names."""
        return chain.from_iterable(found for sort, found in self.by_sort.items() if sort != "name")

    def fitted(self, wanted: Slot, found: Iterable[Located]) -> list[Located]:
        """The same mentions with the fit of their slots, best first."""
        scored = (Located(e.passage, e.mention, self._fit(wanted, e)) for e in found)
        return sorted(scored, key=lambda e: -e.slot)

    def _fit(self, wanted: Slot, located: Located) -> float:
        """Share of the wanted slot words that stand around an evidence mention, weighted by rarity."""
        if not wanted.total:
            return 0.0
        key = (located.passage, located.mention.start)
        document = self._passages[located.passage]
        here = self._slots.get(key)
        if here is None:
            here = self._slots[key] = slot_words(document, located.mention)
        anywhere = document.stem_bag
        got = 0.0
        for stem, rarity in wanted.rarities:
            share = here.get(stem)
            if share is not None:
                got += rarity * share
            elif stem in anywhere:
                got += rarity * _PASSAGE_WEIGHT
        return got / wanted.total


def _with_scaled(mention: Mention, document: Document) -> Iterator[Mention]:
    yield mention
    scale = document.table_scale
    if scale and mention.kind in _SCALABLE and mention.low is not None and mention.high is not None:
        yield replace(mention, low=mention.low * scale, high=mention.high * scale)


def slot_words(document: Document, mention: Mention) -> Mapping[str, float]:
    """The content stems that say what a value is the value of, nearer ones heavier."""
    index = document.sentence_at(mention.start)
    if index is None:
        return {}
    sentence = document.sentences[index]
    unit = sentence.unit
    left = bisect_left(document.starts, mention.start)
    right = bisect_left(document.starts, mention.end)
    if unit.cells:
        return _cell_slot(document, sentence, mention)
    found = dict.fromkeys(content_stems(unit.heading), 1.0)
    stems = document.stems
    for i in range(max(sentence.first, left - _FARTHEST), left):
        if stems[i]:
            found[stems[i]] = _NEAR / (_NEAR + left - i - 1)
    for i in range(min(sentence.last, right + _FARTHEST) - 1, right - 1, -1):
        if stems[i]:
            found[stems[i]] = max(_NEAR / (_NEAR + i - right), found.get(stems[i], 0.0))
    return found


def _cell_slot(document: Document, sentence: Sentence, mention: Mention) -> Mapping[str, float]:
    """Heading, column header, row label and own cell count whole, the other cells of the row little."""
    cells = sentence.unit.cells
    own = next((cell for cell in cells if cell.start <= mention.start < max(cell.end, cell.start + 1)), None)
    found = dict.fromkeys(document.content(sentence), _OTHER_CELL_WEIGHT)
    label = document.text[cells[0].start : cells[0].end]
    named = [sentence.unit.heading, label, own.header if own else ""]
    if own:
        named += (document.text[own.start : mention.start], document.text[mention.end : own.end])
    return found | dict.fromkeys(content_stems(" ".join(named)), 1.0)


def align(answer: Document, question: Document, evidence: EvidenceValues) -> tuple[Alignment, ...]:
    """One alignment for each mention of the answer, in order."""
    asked = dict.fromkeys(filter(None, question.stems), _QUESTION_WEIGHT)
    found: list[Alignment] = []
    for mention in answer.mentions:
        if mention.kind in NAMES:
            found.append(_align_name(mention, question, evidence))
        else:
            slot = Slot({**asked, **slot_words(answer, mention)})
            found.append(_Case(mention, slot, answer, question, evidence, found).aligned())
    return tuple(found)


def _align_name(mention: Mention, question: Document, evidence: EvidenceValues) -> Alignment:
    support = next((e for e in evidence.like(mention) if agree(mention, e.mention)), None)
    if support:
        return Alignment(mention, Status.EQUAL, support)
    if any(m.kind in NAMES and agree(mention, m) for m in question.mentions):
        return Alignment(mention, Status.GIVEN)
    return Alignment(mention, Status.ABSENT)


@dataclass(frozen=True, slots=True)
class _Case:
    """One value of the answer with all it may be compared to; `before` are the alignments of earlier values."""

    mention: Mention
    wanted: Slot
    answer: Document
    question: Document
    evidence: EvidenceValues
    before: Sequence[Alignment]

    def aligned(self) -> Alignment:
        """The first that holds: equal, given, derived, unchecked, conflicting, absent."""
        like = self.evidence.like(self.mention)
        equal = [e for e in like if agree(self.mention, e.mention)]
        others = [e for e in like if e not in equal and comparable(self.mention, e.mention)]
        rivals = self.evidence.fitted(self.wanted, others)
        rival = rivals[0] if rivals else None
        if equal:
            return Alignment(self.mention, Status.EQUAL, self.evidence.fitted(self.wanted, equal)[0], rival)
        if any(agree(self.mention, m) for m in self.question.mentions if m.kind not in NAMES):
            return Alignment(self.mention, Status.GIVEN, None, rival)
        found = derive(self.mention, tuple(self._operands()), self._words())
        if found:
            return Alignment(self.mention, Status.DERIVED, None, rival, found)
        if is_small_count(self.mention):
            return Alignment(self.mention, Status.UNCHECKED, None, rival)
        conflict = rival is not None and rival.slot >= _CONFLICT_SLOT
        return Alignment(self.mention, Status.CONFLICTING if conflict else Status.ABSENT, None, rival)

    def _operands(self) -> Iterator[Operand]:
        """The question's values, the answer's earlier supported ones, and the evidence's that fit best."""
        for m in self.question.mentions:
            if m.kind not in NAMES:
                yield Operand(m, _QUESTION_FIT)
        for x in self.before:
            if x.mention.kind not in NAMES and x.status in (Status.DERIVED, Status.EQUAL):
                yield Operand(x.mention, _ANSWER_FIT)
        for e in self.evidence.fitted(self.wanted, self.evidence.values)[:_MOST_OPERANDS]:
            yield Operand(e.mention, e.slot)

    def _words(self) -> frozenset[str]:
        index = self.answer.sentence_at(self.mention.start)
        if index is None:
            return frozenset(self.question.words)
        sentence = self.answer.sentences[index]
        return frozenset(self.question.words) | frozenset(self.answer.words[sentence.first : sentence.last])
