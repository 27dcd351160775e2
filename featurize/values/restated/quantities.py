# SPDX-License-Identifier: Apache-2.0
"""Quantities and durations that follow from stated ones: a difference that a word calls one, a sum, so many times one.

"8 dB quieter" of 62 and 54 dB; "six points draw 126 W together" of 21 W each; "90 days in total" of 30 and 60; the
sum of a whole column. What takes part must be told by the answer, or stand in the evidence beside what is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from itertools import combinations

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.values.derived.derive import Derivation
from faithstill.featurize.values.derived.operands import located_operand
from faithstill.featurize.values.slots.slots import Located

from .points_in_time import Moments
from .sought import Sought

_KINDS = frozenset({Kind.QUANTITY, Kind.DURATION})
_MOST, _MOST_COUNT, _LONGEST, _MANY, _FEW = 80, 10_000, 24, 2, 13
_SECONDS_A_DAY = Decimal(86400)
_ONE, _ABOVE, _BELOW = Decimal(1), Decimal("1.1"), Decimal("0.9")
_SLACK = Decimal("0.05")
_LESS = re.compile(
    r"(?: \([^()\n]{1,30}\))?[ -]?(?:[a-z]+[ ])?(?:more|less|fewer|above|below|over|under|left|short|remain(?:s|ing)?|"
    r"ahead|behind|apart|beyond|"
    r"better|worse|unused|away|faster|slower|longer|shorter|higher|lower|larger|smaller|bigger|greater|heavier|lighter|"
    r"quieter|louder|warmer|colder|cooler|hotter|deeper|wider|narrower|taller|quicker|farther|further|closer)\b",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\b(?:by|another|up|down|sav(?:e|es|ed|ing)|leav(?:es|ing)|shrank|gained|added?|lost|difference of|increase of|"
    r"decrease of|rise of|drop of|gap of|need(?:s|ed)?|needs? to add|produce|still|remaining|to go)(?: of)? "
    r"(?:about |roughly |nearly |almost |only |just |exactly |some |around |approximately |at least |a further |"
    r"still )*$",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\b(?:total\w*|together|combined|altogether|overall|in all|sum|bring\w*|between them|adds up)\b",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:lasts?|lasting|takes?|taking|after|total|altogether|runs?|needs?|covers?|enough)\b", re.I
)
_A_TIME = re.compile(
    r"\W{0,2}(?:/|an?|per|each|every)?\s?(hour|day|week|month|year|night)s?\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A value of the evidence in the target's unit; `bare` where none is written."""

    value: Decimal
    located: Located
    bare: bool
    column: str


class _Parts:
    """All values that may take part, and those that the answer tells."""

    def __init__(self, sought: Sought, moments: Moments) -> None:
        self.sought = sought
        self.target = sought.mention
        numeral = read_numeral(self.target.text, 0)
        self.want = _base(self.target)
        self.least, self.most = self.want * _BELOW, self.want * _ABOVE
        self.factor = self.want / numeral.value if numeral and numeral.value else None

    @cached_property
    def near(self) -> frozenset[Decimal]:
        """What the answer tells in this sentence and the two before it."""
        return frozenset(self._told(self.sought.lately))

    @cached_property
    def told(self) -> frozenset[Decimal]:
        """What the answer or the question tells anywhere."""
        others = (m for m in self.sought.answer.mentions if m is not self.target)
        return frozenset(self._told([*others, *self.sought.question.mentions]))

    def _told(self, mentions: Sequence[Mention]) -> Iterator[Decimal]:
        for m in mentions:
            yield from (value for value, _ in self._in_unit(m))

    def _in_unit(self, m: Mention) -> Iterator[tuple[Decimal, bool]]:
        """The ends of a value in the target's base unit, and whether its unit is only taken to be that."""
        if m.low is None or m.high is None or m.kind not in (*_KINDS, Kind.NUMBER):
            return
        bare = m.kind is Kind.NUMBER and m.unit != "fraction"
        if not bare and _class(m) != _class(self.target):
            return
        factor = self.factor if bare else _factor(m)
        if factor is not None:
            yield from {(m.low * factor, bare), (m.high * factor, bare)}

    @cached_property
    def stated(self) -> Sequence[_Part]:
        """The values of the evidence, those in the sentences that share most words with the answer's first."""
        found = [
            (e, value, bare)
            for e in self.sought.evidence.values
            for value, bare in self._in_unit(e.mention)
            if value
        ]
        if len(found) > _MOST:
            found = sorted(found, key=lambda x: -self.sought.shared(x[0]))[:_MOST]
        return [
            _Part(v, e, b, located_operand(e, self.sought.evidence, named=False).column) for e, v, b in found
        ]

    def holds(self, value: Decimal) -> bool:
        """Is an exact result the target's, as far as its hedge and its digits allow?"""
        want, bound = self.want, self.sought.bound
        if value == want:
            return True
        if self.factor is None or not self.least <= value <= self.most:
            return False
        if bound is Bound.MORE_THAN:
            return want < value <= want * _ABOVE
        if bound is Bound.LESS_THAN:
            return want * _BELOW <= value < want
        step = self.factor * _last_place(want / self.factor, bound is Bound.ABOUT)
        rounded = (value / step).quantize(_ONE, ROUND_HALF_UP) * step == want
        about = bound is Bound.ABOUT and abs(value - want) <= want * _SLACK
        return about or (rounded and (step < self.factor or bound is Bound.ABOUT))


def _last_place(printed: Decimal, rounded: bool) -> Decimal:
    exponent = (printed.normalize() if rounded else printed).as_tuple().exponent
    return _ONE.scaleb(exponent) if isinstance(exponent, int) else _ONE


def _class(m: Mention) -> str:
    """What is measured in one unit: seconds and days are, days and months are not."""
    return {"day": "second", "°": "°C"}.get(m.unit, m.unit)


def _factor(m: Mention) -> Decimal:
    return _SECONDS_A_DAY if m.unit == "day" else _ONE


def _base(m: Mention) -> Decimal:
    return (m.low or Decimal(0)) * _factor(m)


def measured(sought: Sought, moments: Moments) -> Derivation | None:
    """A proof by difference, sum, product, column or pace."""
    target = sought.mention
    if target.kind not in _KINDS or not target.low or target.low != target.high:
        return None
    parts = _Parts(sought, moments)
    tried = (_difference, _sum, _product, _column, _pace)
    return next((found for rule in tried if (found := rule(sought, parts)) is not None), None)


def _difference(sought: Sought, parts: _Parts) -> Derivation | None:
    if not (_LESS.match(sought.after) or _BY.search(sought.before)):
        return None
    for a, b in combinations(parts.stated, 2):
        if parts.holds(abs(a.value - b.value)) and _go_together(sought, parts, a, b):
            return _found(sought, "difference", "-", a, b)
    return None


def _go_together(sought: Sought, parts: _Parts, a: _Part, b: _Part) -> bool:
    """Are both told, or one and the other beside it, or both said of what the answer's sentence speaks of?"""
    small = any(x.bare and x.value / factor < _FEW for x in (a, b)) if (factor := parts.factor) else True
    if a.value in parts.told and b.value in parts.told and not (a.bare and b.bare) and not small:
        return True
    near = not parts.near.isdisjoint((a.value, b.value))
    same_column = bool(a.column) and a.column == b.column and a.located.passage == b.located.passage
    same_sentence = (a.located.passage, a.located.sentence) == (b.located.passage, b.located.sentence)
    if a.bare or b.bare:
        return near and (same_column or (same_sentence and not small))
    least, most = sorted((sought.shared(a.located), sought.shared(b.located)))
    if not near:
        return same_sentence and most > 1
    return (
        same_column
        or same_sentence
        or (least > 0 and (a.located.passage == b.located.passage or most > _MANY))
    )


def _sum(sought: Sought, parts: _Parts) -> Derivation | None:
    if not _SUM.search(sought.answer.text, *sought.bounds):
        return None
    for a, b in combinations(parts.stated, 2):
        if a.bare or b.bare or a.value == b.value or not parts.holds(a.value + b.value):
            continue
        told = [x in parts.told for x in (a.value, b.value)]
        least, most = sorted((sought.shared(a.located), sought.shared(b.located)))
        if all(told) or (any(told) and least > 0 and most > 1):
            return _found(sought, "sum", "+", a, b)
    return None


def _product(sought: Sought, parts: _Parts) -> Derivation | None:
    """So many of what the sentence counts, each of a stated size."""
    counts = [
        m
        for m in sought.lately
        if m.kind is Kind.NUMBER
        and m.low == m.high
        and m.low
        and m.low == int(m.low)
        and 1 < m.low <= _MOST_COUNT
    ]
    inside = {id(m) for m in sought.beside}
    if sought.mention.kind is Kind.DURATION and not _LASTS.search(sought.before):
        return None
    for part in parts.stated:
        if part.bare or not sought.shared(part.located):
            continue
        for count in counts:
            told = part.value in parts.near and sought.mention.kind is Kind.QUANTITY
            near = told or (id(count) in inside and not _counts(sought, count))
            if (
                near
                and count.low
                and part.value * count.low == _base(sought.mention)
                and sought.is_stated(count)
            ):
                m = part.located.mention
                return sought.found("product", f"{count.text} x {m.text}", count, m)
    return None


def _counts(sought: Sought, count: Mention) -> bool:
    """ "Two ten-year loans": does the count stand right before the value?"""
    return 0 <= sought.mention.start - count.end <= 1


def _column(sought: Sought, parts: _Parts) -> Derivation | None:
    """The sum of a column, or of its first three and more values."""
    columns: dict[tuple[int, str], list[_Part]] = {}
    for part in parts.stated:
        if part.column and not (part.bare and sought.mention.kind is Kind.DURATION):
            columns.setdefault((part.located.passage, part.column), []).append(part)
    for column in columns.values():
        total = Decimal(0)
        for n, part in enumerate(sorted(column, key=lambda p: p.located.mention.start)[:_LONGEST], 1):
            total += part.value
            told = sum(p.value in parts.told for p in column[:n])
            if n > 2 and parts.holds(total) and told > 1:
                return sought.found("sum", " + ".join(p.located.mention.text for p in column[:n]))
    return None


def _pace(sought: Sought, parts: _Parts) -> Derivation | None:
    """ "$240 at $15 a week: 16 weeks"."""
    target = sought.mention
    numeral = read_numeral(target.text, 0)
    amounts = [m for m in sought.lately if m.kind is Kind.MONEY and m.low and m.low == m.high]
    if target.kind is not Kind.DURATION or numeral is None or not amounts:
        return None
    for rate in amounts:
        unit = _A_TIME.match(sought.answer.text, rate.end)
        if unit is None or unit[1].lower() not in target.text.lower():
            continue
        for whole in amounts:
            if whole.low and rate.low and whole.low == rate.low * numeral.value and numeral.value > 1:
                return sought.found("quotient", f"{whole.text} / {rate.text}", whole, rate)
    return None


def _found(sought: Sought, rule: str, sign: str, a: _Part, b: _Part) -> Derivation:
    x, y = sorted((a, b), key=lambda p: -p.value)
    texts = x.located.mention, y.located.mention
    return sought.found(rule, f"{texts[0].text} {sign} {texts[1].text}", *texts)
