# SPDX-License-Identifier: Apache-2.0
"""Find a formula over evidence values whose result is the answer's value: a bounded search, exact decimals.

Many formulas reach a small number by accident, so a formula is only as good as its licence: how well its
operands fit the answer's slot, and whether a word of question or answer names the operation ("total", "less").
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations

from .extract import Kind, Mention
from .lexicon import OPERATION_CUES

AMOUNTS = frozenset({Kind.MONEY, Kind.NUMBER})
_LITERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")
SMALL = 12  # bare whole numbers up to this are reached by too many formulas to mean anything
_LONGEST_SUM = 8
_MOST_IN_CHAIN = 7
_ZERO, _ONE, _TWO, _HUNDRED = Decimal(0), Decimal(1), Decimal(2), Decimal(100)
_CUED = 0.5
_SHORTER = 0.1


@dataclass(frozen=True, slots=True)
class Operand:
    """A value that a formula may use, with how well its slot fits the answer's, from 0 to 1."""

    mention: Mention
    fit: float

    @property
    def point(self) -> Decimal:
        """Its value."""
        return self.mention.low if self.mention.low is not None else _ZERO


@dataclass(frozen=True, slots=True)
class Derivation:
    """A formula in words with the mentions it uses; `licence` is from 0 (coincidence) to about 1.5."""

    rule: str
    formula: str
    operands: tuple[Mention, ...]
    licence: float


@dataclass(slots=True)  # not frozen: made for every formula tried
class _Candidate:
    """A formula and its value; `pattern` has a place for each operand, `{0}` being the `first` step if any."""

    rule: str
    cue: str
    used: tuple[Operand, ...]
    pattern: str
    value: Decimal
    first: _Candidate | None = None

    @property
    def formula(self) -> str:
        """The formula in words."""
        texts = [o.mention.text for o in self.used]
        if self.first is not None:
            texts = [self.first.formula, texts[-1]]
        return self.pattern.format(*texts)


class _Wanted:
    """What a formula has to give: the target's value, as rounded to its last shown digit."""

    def __init__(self, value: Decimal, step: Decimal) -> None:
        self.value = value
        self.step = step
        self.least, self.most = value - step / 2, value + step / 2

    def is_met(self, c: _Candidate) -> bool:
        if c.value == self.value:
            return True
        if not self.least <= c.value <= self.most:
            return False
        return (c.value / self.step).quantize(_ONE, ROUND_HALF_UP) * self.step == self.value


def derive(target: Mention, operands: Sequence[Operand], words: frozenset[str]) -> Derivation | None:
    """The best licensed formula that gives the target's value as rounded in the answer's text, if any.

    `words` are the words of question and answer sentence. Tried: sums, differences, products, quotients,
    averages, percent of, percent change, shares, two steps for amounts, dates moved by durations.
    """
    if target.kind in (Kind.DATE, Kind.PERIOD):
        return _best(_shifted_dates(target, operands), words)
    if target.low is None or target.low != target.high or is_small_count(target):
        return None
    wanted = _Wanted(target.low, _quantum(target))
    points = [o for o in operands if o.mention.low is not None and o.mention.low == o.mention.high]
    found = list(filter(wanted.is_met, _formulas(target, points)))
    if not found and target.kind in AMOUNTS:
        found = list(filter(wanted.is_met, _chains(target, points)))
    return _best(found + list(_between_dates(target, operands)), words)


def is_small_count(mention: Mention) -> bool:
    """A bare whole number up to twelve: a text may show it (three plans) without stating it."""
    low = mention.low
    return (
        mention.kind in (Kind.NUMBER, Kind.ORDINAL)
        and low is not None
        and low == int(low)
        and abs(low) <= SMALL
    )


def _best(found: Iterable[_Candidate], words: frozenset[str]) -> Derivation | None:
    named = {cue for cue, names in OPERATION_CUES.items() if not names.isdisjoint(words)}
    licensed = [(_licence(c, named), c) for c in found if c.rule != "average" or c.cue in named]
    if not licensed:
        return None
    licence, c = max(licensed, key=lambda pair: pair[0])
    return Derivation(c.rule, c.formula, tuple(o.mention for o in c.used), licence)


def _licence(c: _Candidate, named: Container[str]) -> float:
    fit = sum(o.fit for o in c.used) / len(c.used)
    return max(0.0, fit + _CUED * (c.cue in named) - _SHORTER * max(0, len(c.used) - 2))


def _quantum(target: Mention) -> Decimal:
    """The last shown digit of the answer's number: 0.1 million for "$2.1 million"."""
    literal = _LITERAL.search(target.text)
    number = Decimal(literal.group().replace(",", "")) if literal else _ZERO
    if not target.low or not number:
        return _ONE
    return abs(target.low / number) * _ONE.scaleb(int(number.as_tuple().exponent))


def _alike(a: Mention, b: Mention) -> bool:
    """May the two be added? Amounts whose currency is not written may be of any."""
    if a.kind in AMOUNTS and b.kind in AMOUNTS:
        return a.kind is not b.kind or a.kind is Kind.NUMBER or a.unit == b.unit or "" in (a.unit, b.unit)
    # Percentages differ by percentage points.
    return a.kind is b.kind and (a.unit == b.unit or a.kind is Kind.PERCENT)


def _formulas(target: Mention, points: Sequence[Operand]) -> Iterator[_Candidate]:
    like = [o for o in points if _alike(o.mention, target)]
    if target.kind is Kind.PERCENT:
        yield from _percentages(points)
    yield from _sums(like)
    if target.kind in AMOUNTS or target.kind is Kind.QUANTITY:
        yield from _products(like, points, target)


def _sums(like: Sequence[Operand]) -> Iterator[_Candidate]:
    for a, b in combinations(like, 2):
        x, y = a.point, b.point
        big, small = (a, b) if x >= y else (b, a)
        yield _Candidate("sum", "sum", (a, b), "{} + {}", x + y)
        yield _Candidate("difference", "difference", (big, small), "{} - {}", abs(x - y))
        yield _Candidate("average", "average", (a, b), "({} + {}) / 2", (x + y) / _TWO)
    in_order = sorted(like, key=lambda o: o.mention.start)
    for size in range(3, min(len(like), _LONGEST_SUM) + 1):
        pattern = " + ".join(["{}"] * size)
        for first in range(len(in_order) - size + 1):
            used = tuple(in_order[first : first + size])
            yield _Candidate("sum", "sum", used, pattern, sum((o.point for o in used), _ZERO))


def _may_multiply(o: Operand, target: Mention) -> bool:
    kind = o.mention.kind
    return o.point not in (_ZERO, _ONE) and (
        kind in (Kind.PERCENT, Kind.DURATION) or _alike(o.mention, target)
    )


def _products(like: Sequence[Operand], points: Sequence[Operand], target: Mention) -> Iterator[_Candidate]:
    factors = [(b, b.point) for b in points if _may_multiply(b, target)]
    for a in like:
        x = a.point
        yield _Candidate("yearly", "product", (a,), "{} x 12 months", x * 12)
        yield _Candidate("monthly", "quotient", (a,), "{} / 12 months", x / 12)
        for b, y in factors:
            if b is a:
                continue
            if b.mention.kind is Kind.PERCENT:
                share = y / _HUNDRED
                yield _Candidate("percent_of", "percent_of", (a, b), "{1} of {0}", x * share)
                yield _Candidate("increased_by", "sum", (a, b), "{} + {}", x * (1 + share))
                yield _Candidate("reduced_by", "difference", (a, b), "{} - {}", x * (1 - share))
                yield _Candidate("whole_of", "sum", (a, b), "{} / {}", x / share)
            elif b.mention.kind in (Kind.NUMBER, Kind.DURATION) or a.mention.kind is Kind.NUMBER:
                yield _Candidate("product", "product", (a, b), "{} x {}", x * y)
                yield _Candidate("quotient", "quotient", (a, b), "{} / {}", x / y)


_FIRST_STEPS = frozenset({"sum", "difference", "percent_of", "product"})


def _chains(target: Mention, points: Sequence[Operand]) -> Iterator[_Candidate]:
    """Two steps: a sum, difference, product or percentage, then another of them."""
    usable = (o for o in points if _alike(o.mention, target) or o.mention.kind is Kind.PERCENT)
    near = sorted(usable, key=lambda o: -o.fit)[:_MOST_IN_CHAIN]
    near = [near[near.index(o)] for o in near]  # a value that a repeated passage repeats counts once
    like = [o for o in near if _alike(o.mention, target)]
    for first in (*_sums(like), *_products(like, near, target)):
        if first.rule in _FIRST_STEPS and len(first.used) == 2:
            a, b = first.used
            for c in near:
                if c is not a and c is not b and c.point:
                    yield from _second_steps(first, c)


def _second_steps(first: _Candidate, c: Operand) -> Iterator[_Candidate]:
    x, y, used = first.value, c.point, (*first.used, c)
    if c.mention.kind is Kind.PERCENT:
        yield _Candidate("two_steps", "percent_of", used, "{1} of ({0})", x * y / _HUNDRED, first)
        yield _Candidate("two_steps", "difference", used, "({}) - {}", x * (1 - y / _HUNDRED), first)
        return
    if first.cue in ("product", "percent_of"):
        yield _Candidate("two_steps", "difference", used, "({}) - {}", abs(x - y), first)
        yield _Candidate("two_steps", "sum", used, "({}) + {}", x + y, first)
    elif c.mention.kind is Kind.NUMBER:
        yield _Candidate("two_steps", "product", used, "({}) x {}", x * y, first)


def _percentages(points: Sequence[Operand]) -> Iterator[_Candidate]:
    for a, b in combinations(points, 2):
        if not _alike(a.mention, b.mention) or a.mention.kind is Kind.PERCENT:
            continue
        for top, base in ((a, b), (b, a)):
            x, y = top.point, base.point
            if y:
                change = abs(x - y) / abs(y) * _HUNDRED
                yield _Candidate("percent_change", "percent", (top, base), "({0} - {1}) / {1}", change)
                yield _Candidate("share", "percent", (top, base), "{} / {}", x / y * _HUNDRED)
    for o in points:
        if o.mention.kind is Kind.PERCENT:
            yield _Candidate("complement", "difference", (o,), "100% - {}", _HUNDRED - o.point)


def _between_dates(target: Mention, operands: Sequence[Operand]) -> Iterator[_Candidate]:
    if target.kind is not Kind.DURATION:
        return
    dates = [(o, d) for o in operands if (d := _as_date(o.mention)) is not None]
    for (a, first), (b, second) in combinations(dates, 2):
        early, late = sorted((first, second))
        days = (late - early).days
        months = (late.year - early.year) * 12 + late.month - early.month
        if (target.unit == "day" and days == target.low) or (
            target.unit == "month" and months == target.low and early.day == late.day
        ):
            yield _Candidate("time_between", "date", (a, b), "{} to {}", Decimal(days))


def _shifted_dates(target: Mention, operands: Sequence[Operand]) -> Iterator[_Candidate]:
    wanted = _as_date(target)
    if wanted is None:
        return
    dates = [(o, d) for o in operands if (d := _as_date(o.mention)) is not None]
    spans = [o for o in operands if o.mention.kind is Kind.DURATION and o.mention.low == o.mention.high]
    for anchor, day in dates:
        for span in spans:
            for sign, word in ((1, "after"), (-1, "before")):
                if _moved(day, span, sign) == wanted:
                    yield _Candidate("date_shift", "date", (anchor, span), f"{{1}} {word} {{0}}", _ZERO)


def _as_date(mention: Mention) -> date | None:
    """The day of a full date; a date without a year is taken in the leap year 2000, for sums of days."""
    if mention.kind is not Kind.DATE:
        return None
    try:
        return date.fromisoformat(
            mention.key.replace("--", "2000-", 1) if mention.key.startswith("--") else mention.key
        )
    except ValueError:
        return None


def _moved(day: date, span: Operand, sign: int) -> date | None:
    count = int(span.point) * sign
    try:
        if span.mention.unit == "day":
            return day + timedelta(days=count)
        if span.mention.unit == "month":
            months = day.year * 12 + day.month - 1 + count
            return day.replace(year=months // 12, month=months % 12 + 1)
    except (ValueError, OverflowError):
        return None
    return None
