# SPDX-License-Identifier: Apache-2.0
"""Answer values and names against the evidence: equal, given, derived, conflicting or absent.

Two things decide: does a value that *agrees* occur, and whose *slot* (the words around it: sentence, table
headers, keys) fits the answer's words best. A value that occurs only in another slot is suspicious even though
it occurs: the rival in the fitting slot is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from .derive import Derivation, derive
from .document import Document, content_stems, weight
from .extract import Kind, Mention
from .extract.agree import agree, comparable

NAMES = frozenset({Kind.NAME, Kind.ACRONYM})

# A rival is a conflict when its slot shares at least this share of the answer's weighted slot words.
_CONFLICT_SLOT = 0.30
_NEAR = 6.0  # words at which the weight of a neighbour has halved
_FARTHEST = 40
_QUESTION_WEIGHT = 0.5
_PASSAGE_WEIGHT = 0.12
_OTHER_CELL_WEIGHT = 0.25
_MOST_OPERANDS = 14


class Status(StrEnum):
    """Where an answer's value comes from."""

    EQUAL = "equal"
    GIVEN = "given"
    DERIVED = "derived"
    CONFLICTING = "conflicting"
    ABSENT = "absent"


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


class EvidenceValues:
    """All mentions of the passages with their slot words, each computed when first asked for."""

    def __init__(self, passages: Sequence[Document]) -> None:
        self._passages = passages
        self._slots: dict[tuple[int, int], dict[str, float]] = {}

    @cached_property
    def mentions(self) -> tuple[Located, ...]:
        """Every mention in order of passages and offsets."""
        return tuple(Located(i, m) for i, document in enumerate(self._passages) for m in document.mentions)

    def slot_words(self, located: Located) -> dict[str, float]:
        """Content stems around an evidence mention with weights from 0 to 1."""
        key = (located.passage, located.mention.start)
        if key not in self._slots:
            self._slots[key] = slot_words(self._passages[located.passage], located.mention)
        return self._slots[key]

    def fit(self, wanted: dict[str, float], located: Located) -> float:
        """Share of the wanted slot words that stand around an evidence mention, weighted by rarity."""
        here = self.slot_words(located)
        passage = self._passages[located.passage].stem_bag
        total = got = 0.0
        for stem, share in wanted.items():
            rarity = share * weight(stem)
            total += rarity
            if stem in here:
                got += rarity * here[stem]
            elif stem in passage:
                got += rarity * _PASSAGE_WEIGHT
        return got / total if total else 0.0


def slot_words(document: Document, mention: Mention) -> dict[str, float]:
    """The content stems that say what a value is the value of, nearer ones heavier."""
    index = document.sentence_at(mention.start)
    if index is None:
        return {}
    sentence = document.sentences[index]
    unit = sentence.unit
    own_cell = next((cell for cell in unit.cells if cell.start <= mention.start < max(cell.end, cell.start + 1)), None)
    found = dict.fromkeys(content_stems(f"{unit.heading} {own_cell.header if own_cell else ''}"), 1.0)
    label_end = unit.cells[0].end if unit.cells else -1
    positions = [
        i for i in range(sentence.first, sentence.last) if mention.start <= document.starts[i] < mention.end
    ]
    left, right = (positions[0], positions[-1]) if positions else (sentence.first, sentence.first)
    for i in range(max(sentence.first, left - _FARTHEST), min(sentence.last, right + _FARTHEST)):
        stem = document.stems[i]
        if not stem or left <= i <= right:
            continue
        if own_cell is None:
            share = _NEAR / (_NEAR + max(left - i, i - right) - 1)
        elif own_cell.start <= document.starts[i] < own_cell.end or document.starts[i] < label_end:
            share = 1.0
        else:
            share = _OTHER_CELL_WEIGHT
        found[stem] = max(share, found.get(stem, 0.0))
    return found


def align(answer: Document, question: Document, evidence: EvidenceValues) -> tuple[Alignment, ...]:
    """One alignment for each mention of the answer, in order."""
    asked = dict.fromkeys(filter(None, question.stems), _QUESTION_WEIGHT)
    return tuple(
        _align_name(mention, question, evidence)
        if mention.kind in NAMES
        else _align_value(mention, asked | slot_words(answer, mention), question, evidence)
        for mention in answer.mentions
    )


def _align_name(mention: Mention, question: Document, evidence: EvidenceValues) -> Alignment:
    support = next((e for e in evidence.mentions if e.mention.kind in NAMES and agree(mention, e.mention)), None)
    if support:
        return Alignment(mention, Status.EQUAL, support)
    if any(m.kind in NAMES and agree(mention, m) for m in question.mentions):
        return Alignment(mention, Status.GIVEN)
    return Alignment(mention, Status.ABSENT)


def _align_value(
    mention: Mention, wanted: dict[str, float], question: Document, evidence: EvidenceValues
) -> Alignment:
    equal: list[Located] = []
    rivals: list[Located] = []
    for located in evidence.mentions:
        if located.mention.kind in NAMES:
            continue
        if agree(mention, located.mention):
            equal.append(located)
        elif comparable(mention, located.mention):
            rivals.append(located)
    rivals = _fitted(rivals, wanted, evidence)
    rival = rivals[0] if rivals else None
    if equal:
        return Alignment(mention, Status.EQUAL, _fitted(equal, wanted, evidence)[0], rival)
    if any(agree(mention, m) for m in question.mentions if m.kind not in NAMES):
        return Alignment(mention, Status.GIVEN, None, rival)
    found = derive(mention, tuple(_operands(wanted, question, evidence)))
    if found:
        return Alignment(mention, Status.DERIVED, None, rival, found)
    conflict = rival is not None and rival.slot >= _CONFLICT_SLOT
    return Alignment(mention, Status.CONFLICTING if conflict else Status.ABSENT, None, rival)


def _fitted(found: Iterable[Located], wanted: dict[str, float], evidence: EvidenceValues) -> list[Located]:
    scored = (Located(e.passage, e.mention, evidence.fit(wanted, e)) for e in found)
    return sorted(scored, key=lambda e: -e.slot)


def _operands(wanted: dict[str, float], question: Document, evidence: EvidenceValues) -> Iterable[Mention]:
    values = (e for e in evidence.mentions if e.mention.kind not in NAMES)
    yield from (m for m in question.mentions if m.kind not in NAMES)
    yield from (e.mention for e in _fitted(values, wanted, evidence)[:_MOST_OPERANDS])
