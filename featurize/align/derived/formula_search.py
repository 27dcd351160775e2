# SPDX-License-Identifier: Apache-2.0
"""Formulas over given values that give a wanted value: each needed partner is looked up, none is tried.

A formula is found with floats: for a wanted result and one operand the other is known, and looked up in order. It is
confirmed with exact decimals. Whether it may count is not decided here but in licence.py.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import accumulate, permutations

from faithstill.featurize.extract import Bound, Kind, Mention

from .formula import Formula, Wanted
from .operands import Operand
from .operations import (
    ADDITIVE,
    AS_PERCENT,
    DIFFERENCE,
    WITH_COUNT,
    WITH_PERCENT,
    Operation,
)

AMOUNTS = frozenset({Kind.MONEY, Kind.NUMBER})
_COUNTS = frozenset({Kind.NUMBER, Kind.DURATION})
CALLED_FOR = 2.0  # points of a formula that words call for
_LONGEST_SUM = 8
_ONE = Decimal(1)
# How far from a fraction in words a part may lie: "about half", "less than half", "over a third".
_PART_REACH = {
    Bound.ABOUT: (Decimal("0.9"), Decimal("1.1")),
    Bound.LESS_THAN: (Decimal("0.8"), _ONE),
    Bound.MORE_THAN: (_ONE, Decimal("1.2")),
}
_SLACK = 1e-9
_YEARLY = (("{} x 12 months", 12), ("{} x 4 quarters", 4))


class OperandPool:
    """Operands in order of their values, so that a needed one is found without trying all."""

    def __init__(self, operands: Iterable[Operand]) -> None:
        self.operands = tuple(operands)
        self.floats = tuple(float(o.point) for o in self.operands)

    @cached_property
    def _sorted(self) -> tuple[list[float], list[Operand]]:
        order = sorted(range(len(self.floats)), key=self.floats.__getitem__)
        return [self.floats[i] for i in order], [self.operands[i] for i in order]

    def between(self, least: float, most: float) -> Sequence[Operand]:
        """Return those of values from `least` to `most`, in whichever order the two come, with a little slack."""
        if least > most:
            least, most = most, least
        values, operands = self._sorted
        slack = _SLACK * max(abs(least), abs(most))
        return operands[bisect_left(values, least - slack) : bisect_right(values, most + slack)]


def alike(a: Mention, b: Mention) -> bool:
    """May the two be added? Amounts whose currency is not written may be of any; a part of a whole is none."""
    if (a.unit == "fraction") is not (b.unit == "fraction"):
        return False
    if b.kind is Kind.NUMBER and b.unit == "point" and a.kind is Kind.PERCENT:
        return True  # "91.4%, 7.3 points better than 98.7%"
    if a.kind in AMOUNTS and b.kind in AMOUNTS:
        return a.kind is not b.kind or a.kind is Kind.NUMBER or a.unit == b.unit or "" in (a.unit, b.unit)
    return a.kind is b.kind and (a.unit == b.unit or a.kind is Kind.PERCENT)


def one_step(target: Mention, wanted: Wanted, points: Sequence[Operand]) -> Iterator[Formula]:
    """Yield every formula of one step that gives the wanted value."""
    like = OperandPool(o for o in points if alike(o.mention, target))
    if target.kind is Kind.PERCENT:
        amounts = OperandPool(o for o in points if o.mention.kind is not Kind.PERCENT)
        yield from _paired(AS_PERCENT, wanted, amounts.operands, amounts)
    if target.unit == "fraction":
        yield from _parts(target, points)
    yield from _paired(ADDITIVE, wanted, like.operands, like)
    # Of many parts a bare number is one only of a bare number: "318 clients" is no part of a sum of money.
    yield from _long_sums(
        wanted, [o for o in like.operands if o.mention.kind is target.kind or not o.mention.unit]
    )
    if target.kind in AMOUNTS or target.kind is Kind.QUANTITY:
        for pattern, factor in _YEARLY:
            for o in like.between(wanted.ends[0] / factor, wanted.ends[1] / factor):
                if wanted.is_met(o.point * factor):
                    yield Formula("yearly", (o,), pattern, o.point * factor)
        yield from _paired(WITH_PERCENT, wanted, like.operands, _percents(points))
        counts = OperandPool(o for o in points if o.mention.kind in _COUNTS and o.point not in (0, 1))
        yield from _paired(WITH_COUNT, wanted, like.operands, counts)
        bare = [o for o in like.operands if o.mention.kind is Kind.NUMBER]
        others = OperandPool(
            o for o in like.operands if o.mention.kind not in _COUNTS and o.point not in (0, 1)
        )
        yield from _paired(WITH_COUNT, wanted, bare, others)


def differences(target: Mention, wanted: Wanted, points: Sequence[Operand]) -> Iterator[Formula]:
    """Yield the only formulas for small counts: "three credits short", "five points up"."""
    like = OperandPool(o for o in points if alike(o.mention, target))
    yield from _paired((DIFFERENCE,), wanted, like.operands, like)


def _parts(target: Mention, points: Sequence[Operand]) -> Iterator[Formula]:
    """Yield "half of the balance", "almost a third more": the ratio of two values, one of them told."""
    least, most = _PART_REACH.get(target.bound, (_ONE, _ONE))
    for a, b in permutations([o for o in points if o.point > 0], 2):
        if not (a.named or b.named) or a.point == b.point or not alike(a.mention, b.mention):
            continue
        if a.mention.kind is Kind.PERCENT and not (a.named and b.named):
            continue  # any two percentages have a ratio
        for rule, ratio, pattern in (
            ("share", a.point / b.point, "{0} / {1}"),
            ("percent_change", abs(a.point - b.point) / b.point, "({0} - {1}) / {1}"),
        ):
            if target.low and target.low * least <= ratio <= target.low * most:
                yield Formula(rule, (a, b), pattern, target.low)


def _percents(points: Sequence[Operand]) -> OperandPool:
    return OperandPool(o for o in points if o.mention.kind is Kind.PERCENT and o.point)


def _paired(
    operations: Sequence[Operation], wanted: Wanted, group: Sequence[Operand], pool: OperandPool
) -> Iterator[Formula]:
    """Yield each operand with each partner that makes the result."""
    if not pool.operands:
        return
    least, most = wanted.ends
    for a in group:
        x = float(a.point)
        for operation in operations:
            try:
                partners = pool.between(operation.inverse(least, x), operation.inverse(most, x))
            except ZeroDivisionError:
                continue
            for b in partners:
                if not _is_one_place(a, b) and not (operation.symmetric and _is_later(a, b)):
                    yield from _confirmed(operation, wanted, a, b)


def _is_one_place(a: Operand, b: Operand) -> bool:
    """Are they one value, or two readings of one cell: 1,037 and, in millions, 1,037,000,000?"""
    if a.point == b.point and {a.mention.unit, b.mention.unit} > {""}:
        return True  # 25 and £25
    return a.mention is b.mention or (a.place == b.place is not None and a.mention.start == b.mention.start)


def _is_later(a: Operand, b: Operand) -> bool:
    """Of the two orders of a sum, is this the one to leave out?"""
    return (a.point, a.mention.start, id(a)) > (b.point, b.mention.start, id(b))


def _confirmed(operation: Operation, wanted: Wanted, a: Operand, b: Operand) -> Iterator[Formula]:
    is_ratio = operation.rule in ("share", "percent_change")
    if is_ratio and (not alike(a.mention, b.mention) or a.mention.kind is Kind.PERCENT):
        return
    if operation.rule == "quotient" and b.mention.unit == "fraction":
        return  # "28, half of it" is 14
    if a.point == -b.point:
        return  # $6.2 million and, in a table of payments, (6,200)
    if b.point or operation in ADDITIVE:
        value = operation.forward(a.point, b.point)
        if wanted.is_met(value):
            yield Formula(operation.rule, (a, b), operation.pattern, value)


def _long_sums(wanted: Wanted, like: Sequence[Operand]) -> Iterator[Formula]:
    """Yield sums of three and more values that follow each other in one text, or in one column."""
    groups: dict[tuple[object, ...], list[Operand]] = {}
    for o in like:
        passage = o.place[0] if o.place else None
        groups.setdefault((o.origin, passage), []).append(o)
        if o.column:
            groups.setdefault((o.origin, passage, o.column), []).append(o)
    for group in groups.values():
        if len(group) > 2:
            yield from _runs(wanted, sorted(group, key=lambda o: o.mention.start))


def _runs(wanted: Wanted, row: Sequence[Operand]) -> Iterator[Formula]:
    least, most = wanted.ends
    up_to = [0.0, *accumulate(float(o.point) for o in row)]
    for first in range(len(row) - 2):
        for last in range(first + 3, min(len(row), first + _LONGEST_SUM) + 1):
            slack = _SLACK * max(abs(up_to[last]), abs(up_to[first]), 1.0)
            if least - slack <= up_to[last] - up_to[first] <= most + slack:
                used = tuple(row[first:last])
                value = sum((o.point for o in used), Decimal(0))
                if wanted.is_met(value):
                    yield Formula("sum", used, " + ".join(["{}"] * len(used)), value)
