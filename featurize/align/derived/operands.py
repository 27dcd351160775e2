# SPDX-License-Identifier: Apache-2.0
"""What a formula may use: values with the place where each stands, and the sentence that states the result."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from itertools import islice, zip_longest

from faithstill.featurize.align.slots.counted import is_small_count
from faithstill.featurize.align.slots.scales import is_in_minor_units, is_unscaled
from faithstill.featurize.align.slots.slot import Slot
from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.extract import VALUE_KINDS, Bound, Kind, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.document import Document, content_stems
from faithstill.featurize.extract.numbers import read_numeral

_UP_TO = ("up", "to")
_MOST_FITTING = 12
_MOST_REPEATED = 3
_MOST_MATES = 16
_MOST_CELLS = 120
_TOTALS = frozenset(
    "total totals totaled totalled totaling totalling sum summed combined together altogether overall all add adds "
    "added adding amounted".split()
)
_MOST_GIVEN = 24  # of the question's and of the answer's earlier values
_QUESTION_FIT = 0.5
_ANSWER_FIT = 0.4
_NEAR = 7
_LEAD = 80
_IN_UNITS = frozenset({Kind.DURATION, Kind.QUANTITY, Kind.PERCENT})
_FIGURES = re.compile(r"[\d.,-]+")
_PERCENT = frozenset(content_stems("percent pct percentage"))
_ONE = Decimal(1)
_PERCENT_ASKED = re.compile(r"(?<!\d)\s?%")


class Origin(StrEnum):
    """Whose words state a value."""

    QUESTION = "question"
    ANSWER = "answer"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class Operand:
    """A value that a formula may use, with how well its slot fits the answer's, from 0 to 1.

    `named`: the answer's sentence or the question states it too, exact or openly rounded. `place` is (passage,
    sentence), `column` the header above a table cell, `lead` and `tail` the text before and after it in its sentence.
    `is_mate`: it fits less well, or is known only for standing beside a value that the sentence names.
    """

    mention: Mention
    fit: float
    origin: Origin = Origin.EVIDENCE
    named: bool = False
    place: tuple[int, int] | None = None
    column: str = ""
    lead: str = ""
    tail: str = ""
    is_mate: bool = False

    @property
    def point(self) -> Decimal:
        """Its value."""
        return self.mention.low if self.mention.low is not None else Decimal(0)


@dataclass(frozen=True, slots=True)
class Statement:
    """The sentence that states a value: all its words and the question's, and those next to the value.

    `beside` are its other values, `text` is the sentence from the character offset `start` on.
    """

    words: frozenset[str]
    asked: frozenset[str] = frozenset()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    beside: tuple[Mention, ...] = ()
    text: str = ""
    start: int = 0

    @property
    def is_of_total(self) -> bool:
        """Does a word next to the value speak of a total?"""
        return not _TOTALS.isdisjoint(self.near)

    @property
    def near(self) -> frozenset[str]:
        """The few words on either side of the value."""
        return _but_limits(self.before[-_NEAR:] + self.after[:_NEAR])


def _but_limits(words: Sequence[str]) -> frozenset[str]:
    """All but the "up" of "up to", which is a limit and no rise."""
    return frozenset(word for word, then in zip_longest(words, words[1:]) if (word, then) != _UP_TO)


def statement(mention: Mention, answer: Document, question: Document) -> Statement:
    """The answer's sentence around a value."""
    asked = frozenset(question.words) | frozenset(["percent"] if _PERCENT_ASKED.search(question.text) else [])
    index = answer.sentence_at(mention.start)
    if index is None:
        return Statement(asked, asked)
    sentence = answer.sentences[index]
    left = max(sentence.first, bisect_left(answer.starts, mention.start))
    right = min(sentence.last, bisect_left(answer.starts, mention.end))
    words = _but_limits(answer.words[sentence.first : sentence.last])
    before, after = answer.words[sentence.first : left], answer.words[right : sentence.last]
    begin, end = sentence.unit.start, sentence.unit.end
    beside = tuple(m for m in answer.mentions if begin <= m.start < end and m is not mention and _is_value(m))
    return Statement(asked | words, asked, before, after, beside, answer.text[begin:end], begin)


def _is_value(mention: Mention) -> bool:
    return mention.kind in VALUE_KINDS


def told_operands(
    said: Statement, question: Document, before: Sequence[Mention], answer: Document
) -> Iterator[Operand]:
    """The question's values and the answer's latest supported ones."""
    given = [m for m in question.mentions if _is_value(m)]
    named = {(m.low, m.key) for m in (*given, *said.beside)}
    for m in islice(given, _MOST_GIVEN):
        yield Operand(
            m, _QUESTION_FIT, Origin.QUESTION, named=True, lead=_lead(question, m), tail=_tail(question, m)
        )
    for m in before:
        is_named = (m.low, m.key) in named
        lead, tail = _lead(answer, m), _tail(answer, m)
        yield Operand(m, _ANSWER_FIT, Origin.ANSWER, is_named, lead=lead, tail=tail)


def stated_operands(
    said: Statement, question: Document, evidence: EvidenceValues, wanted: Slot
) -> Iterator[Operand]:
    """The evidence's values that fit best, those beside what the sentence names, and cells to sum up."""
    told = [m for m in (*question.mentions, *said.beside) if _is_value(m) and m.kind is not Kind.ORDINAL]
    named = {(m.low, m.key) for m in told}
    rounded = [m for m in told if m.low and m.low == m.high and _is_openly_rounded(m)]
    found = _distinct(evidence.fitted(wanted, evidence.values, _MOST_FITTING * _MOST_REPEATED))
    fitting, less = found[:_MOST_FITTING], found[_MOST_FITTING : 2 * _MOST_FITTING]
    beside = _beside(said, evidence, rounded, {(e.passage, e.mention.start) for e in found})
    cells = _cells(evidence) if said.is_of_total else ()
    for e, is_mate in (*((e, False) for e in fitting), *((e, True) for e in (*less, *beside, *cells))):
        document = evidence.document(e.passage)
        if is_in_minor_units(document, e.mention) and is_unscaled(document, e.mention):
            continue  # 1250 cents are no part of a sum of dollars
        is_named = (e.mention.low, e.mention.key) in named or any(agree(m, e.mention) for m in rounded)
        yield replace(located_operand(e, evidence, named=is_named), is_mate=is_mate)


def _beside(
    said: Statement, evidence: EvidenceValues, rounded: Sequence[Mention], known: Collection[tuple[int, int]]
) -> Iterator[Located]:
    """What stands in one sentence or row with a value that the answer's sentence names: "81%" for "up to 86%"."""
    told = {(m.low, m.key) for m in said.beside if not is_small_count(m)}
    if told:
        places = {
            e.sentence
            for same in evidence.distinct
            if _is_told(same[0].mention, told, rounded)
            for e in same
            if e.sentence >= 0
        }
        near = (e for e in evidence.values if e.sentence in places) if places else ()
        yield from islice((e for e in near if (e.passage, e.mention.start) not in known), _MOST_MATES)


def _is_told(m: Mention, told: Collection[tuple[Decimal | None, str]], rounded: Sequence[Mention]) -> bool:
    return (m.low, m.key) in told or any(agree(one, m) for one in rounded)


def _cells(evidence: EvidenceValues) -> Iterator[Located]:
    """All that stands in tables and tool results, to be summed up."""
    inside = (e for e in evidence.values if _is_cell(evidence.document(e.passage), e.mention))
    yield from islice(inside, _MOST_CELLS)


def _is_cell(document: Document, mention: Mention) -> bool:
    index = document.sentence_at(mention.start)
    return index is not None and bool(document.sentences[index].unit.cells)


def _is_openly_rounded(m: Mention) -> bool:
    """ "About 85", "$2.76 billion": may it state a value of more digits?"""
    exponent = m.low.as_tuple().exponent if m.low is not None else 0
    return m.bound is Bound.ABOUT or (isinstance(exponent, int) and exponent > 0)


def _lead(document: Document, m: Mention) -> str:
    return document.text[max(0, m.start - _LEAD) : m.start]


def _tail(document: Document, m: Mention) -> str:
    return document.text[m.end : m.end + _LEAD]


def _distinct(found: Sequence[Located]) -> Sequence[Located]:
    """The first places of as many values as may be used; what many passages repeat is one value."""
    places: dict[tuple[object, ...], Located] = {}
    for e in found:
        places.setdefault((e.mention.kind, e.mention.low, e.mention.high, e.mention.unit, e.mention.key), e)
    return tuple(places.values())


def in_unit_of(target: Mention, o: Operand) -> Operand:
    """A bare cell whose header names the target's unit as a value in it: "used_gb": 471.6 for "28.4 GB"."""
    if target.kind not in _IN_UNITS or o.mention.kind is not Kind.NUMBER or not o.column or not target.low:
        return o
    printed = read_numeral(target.text, 0)
    words = frozenset(content_stems(o.column.replace("_", " ")))
    unit = frozenset(content_stems(_FIGURES.sub(" ", target.text)))
    scale: Decimal | None = _ONE
    if target.kind is Kind.PERCENT:
        unit = _PERCENT
    else:
        scale = target.low / printed.value if printed is not None and printed.value else None
    if scale is None or unit.isdisjoint(words) or o.mention.low is None or o.mention.high is None:
        return o
    low, high = o.mention.low * scale, o.mention.high * scale
    return replace(o, mention=_remade(o.mention, target.kind, target.unit, low, high))


def _remade(m: Mention, kind: Kind, unit: str, low: Decimal, high: Decimal) -> Mention:
    return Mention(kind, m.start, m.end, m.text, low, high, unit, m.key, m.bound)


def located_operand(e: Located, evidence: EvidenceValues, *, named: bool) -> Operand:
    """A value of the evidence with its place and the text around it."""
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    if index is None:
        return Operand(e.mention, e.slot, Origin.EVIDENCE, named)
    unit = document.sentences[index].unit
    lead = document.text[max(unit.start, e.mention.start - _LEAD) : e.mention.start]
    tail = document.text[e.mention.end : min(unit.end, e.mention.end + _LEAD)]
    column = next((c.header for c in unit.cells if c.start <= e.mention.start < c.end), "")
    return Operand(e.mention, e.slot, Origin.EVIDENCE, named, (e.passage, index), column, lead, tail)
