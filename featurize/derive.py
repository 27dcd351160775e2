# SPDX-License-Identifier: Apache-2.0
"""Find a formula over evidence values whose result is the answer's value: a bounded search, exact decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal, DivisionByZero, InvalidOperation, localcontext
from itertools import chain, combinations

from .extract import Kind, Mention

_COUNTABLE = frozenset({Kind.MONEY, Kind.QUANTITY, Kind.DURATION, Kind.NUMBER})
_LITERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SMALL = 12  # bare whole numbers up to this are reached by too many formulas to mean anything
_LONGEST_SUM = 12
_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Derivation:
    """A formula in words with the evidence mentions it uses."""

    rule: str
    formula: str
    operands: tuple[Mention, ...]


def derive(target: Mention, operands: Sequence[Mention]) -> Derivation | None:
    """The first formula over the operands that gives the target's value as rounded in the answer's text.

    Tried: sum, difference, product, quotient, percent of, percent change, share, sums of all like values, and
    dates moved by durations. Bare small whole numbers are only derived from values counting the same noun.
    """
    if target.kind in (Kind.DATE, Kind.PERIOD):
        return _derive_date(target, operands)
    if target.low is None or target.low != target.high or (target.kind not in _COUNTABLE and target.kind != Kind.PERCENT):
        return None
    used_once = tuple(dict.fromkeys(operands))
    points = [m for m in used_once if m.low is not None and m.low == m.high]
    step = _quantum(target)
    with localcontext() as context:
        context.traps[InvalidOperation] = context.traps[DivisionByZero] = True
        for rule, used, formula, value in chain(_formulas(target, points), _between_dates(target, used_once)):
            if _rounds_to(value, target.low, step):
                return Derivation(rule, formula, used)
    return None


def _quantum(target: Mention) -> Decimal:
    """The last shown digit of the answer's number: 0.1 million for "$2.1 million"."""
    literal = _LITERAL.search(target.text)
    if literal is None or not target.low:
        return Decimal(1)
    number = Decimal(literal.group().replace(",", ""))
    if not number:
        return Decimal(1)
    return abs(target.low / number) * Decimal(1).scaleb(int(number.as_tuple().exponent))


def _rounds_to(value: Decimal, wanted: Decimal, step: Decimal) -> bool:
    return abs(value - wanted) * 2 <= step and (value / step).quantize(Decimal(1), ROUND_HALF_UP) * step == wanted


_Formula = tuple[str, tuple[Mention, ...], str, Decimal]


def _formulas(target: Mention, points: Sequence[Mention]) -> Iterator[_Formula]:
    like = [m for m in points if m.kind == target.kind and _same_unit(m, target)]
    if target.kind == Kind.PERCENT:
        yield from _percentages(points)
        yield from _sums(like)
        return
    if target.kind == Kind.NUMBER and target.low is not None and abs(target.low) <= _SMALL:
        like = [m for m in like if m.unit and m.unit == target.unit]
    yield from _sums(like)
    if target.kind != Kind.NUMBER or (target.low is not None and abs(target.low) > _SMALL):
        yield from _products(like, points)


def _same_unit(a: Mention, b: Mention) -> bool:
    return a.unit == b.unit or a.kind == Kind.NUMBER


def _sums(like: Sequence[Mention]) -> Iterator[_Formula]:
    for a, b in combinations(like, 2):
        x, y = _point(a), _point(b)
        yield "sum", (a, b), f"{a.text} + {b.text}", x + y
        yield "difference", (a, b), f"{a.text} - {b.text}" if x >= y else f"{b.text} - {a.text}", abs(x - y)
    for size in range(3, min(len(like), _LONGEST_SUM) + 1):
        in_order = sorted(like, key=lambda m: m.start)
        for first in range(len(in_order) - size + 1):
            used = tuple(in_order[first : first + size])
            yield "sum", used, " + ".join(m.text for m in used), sum(map(_point, used), Decimal(0))


def _products(like: Sequence[Mention], points: Sequence[Mention]) -> Iterator[_Formula]:
    for a in like:
        x = _point(a)
        for b in points:
            if b is a:
                continue
            y = _point(b)
            if b.kind == Kind.PERCENT:
                share = y / _HUNDRED
                yield "percent_of", (a, b), f"{b.text} of {a.text}", x * share
                yield "increased_by", (a, b), f"{a.text} + {b.text}", x * (1 + share)
                yield "reduced_by", (a, b), f"{a.text} - {b.text}", x * (1 - share)
            elif b.kind in (Kind.NUMBER, Kind.DURATION) and y and b.unit != a.unit:
                yield "product", (a, b), f"{a.text} x {b.text}", x * y
                yield "quotient", (a, b), f"{a.text} / {b.text}", x / y


def _percentages(points: Sequence[Mention]) -> Iterator[_Formula]:
    for a, b in combinations(points, 2):
        if a.kind != b.kind or a.unit != b.unit or a.kind not in _COUNTABLE:
            continue
        for top, base in ((a, b), (b, a)):
            x, y = _point(top), _point(base)
            if y:
                yield "percent_change", (top, base), f"({top.text} - {base.text}) / {base.text}", abs(x - y) / abs(y) * _HUNDRED
                yield "share", (top, base), f"{top.text} / {base.text}", x / y * _HUNDRED
    for m in points:
        if m.kind == Kind.PERCENT:
            yield "complement", (m,), f"100% - {m.text}", _HUNDRED - _point(m)


def _between_dates(target: Mention, operands: Sequence[Mention]) -> Iterator[_Formula]:
    if target.kind != Kind.DURATION:
        return
    dates = [(m, d) for m in operands if (d := _as_date(m)) is not None]
    for (a, first), (b, second) in combinations(dates, 2):
        early, late = sorted((first, second))
        if target.unit == "day":
            yield "days_between", (a, b), f"{a.text} to {b.text}", Decimal((late - early).days)
        elif target.unit == "month" and early.day == late.day:
            months = (late.year - early.year) * 12 + late.month - early.month
            yield "months_between", (a, b), f"{a.text} to {b.text}", Decimal(months)


def _derive_date(target: Mention, operands: Sequence[Mention]) -> Derivation | None:
    wanted = _as_date(target)
    if wanted is None:
        return None
    dates = [(m, d) for m in operands if (d := _as_date(m)) is not None]
    spans = [m for m in operands if m.kind == Kind.DURATION and m.low is not None and m.low == m.high]
    for anchor, day in dates:
        for span in spans:
            for sign, word in ((1, "after"), (-1, "before")):
                if _moved(day, span, sign) == wanted:
                    return Derivation("date_shift", f"{span.text} {word} {anchor.text}", (anchor, span))
    return None


def _point(mention: Mention) -> Decimal:
    return mention.low if mention.low is not None else Decimal(0)


def _as_date(mention: Mention) -> date | None:
    try:
        return date.fromisoformat(mention.key) if mention.kind == Kind.DATE else None
    except ValueError:
        return None


def _moved(day: date, span: Mention, sign: int) -> date | None:
    count = int(_point(span)) * sign
    try:
        if span.unit == "day":
            return day + timedelta(days=count)
        if span.unit == "month":
            months = day.year * 12 + day.month - 1 + count
            return day.replace(year=months // 12, month=months % 12 + 1)
    except (ValueError, OverflowError):
        return None
    return None
