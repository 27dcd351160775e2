# SPDX-License-Identifier: Apache-2.0
"""Formulas over given values that give a wanted value: each needed partner is looked up, none is tried.

A formula is found with floats (for a wanted result and one operand the other is known, and sought in order)
and confirmed with exact decimals. Whether a formula may count is not decided here but in licence.py.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from itertools import accumulate, permutations

from faithstill.featurize.extract import Bound, Kind, Mention

from .operands import Operand
from .operations import ADDITIVE, AS_PERCENT, AT_RATE, SCALED, WITH_COUNT, WITH_PERCENT, Operation

AMOUNTS = frozenset({Kind.MONEY, Kind.NUMBER})
_LONGEST_SUM = 8
_SLACK = 1e-9
_UNRATED = frozenset({Kind.ORDINAL, Kind.DATE, Kind.PERIOD, Kind.TIME})
CALLED_FOR = 2.0
_ONE = Decimal(1)
# How far from a fraction in words a part may lie: "about half", "less than half", "over a third".
_PART_REACH = {
    Bound.ABOUT: (Decimal("0.9"), Decimal("1.1")),
    Bound.LESS_THAN: (Decimal("0.8"), _ONE),
    Bound.MORE_THAN: (_ONE, Decimal("1.2")),
}


@dataclass(frozen=True, slots=True)
class Formula:
    """A rule applied to operands; `value` is exact, `first` the step that a second one continues.

    `ground` are points for words that call for this very formula: a rate per camera, so many cameras; `choice` is of
    how many such it was taken, 0 where that is as many as there are values.
    """

    rule: str
    used: tuple[Operand, ...]
    pattern: str
    value: Decimal
    first: Formula | None = None
    ground: float = 0.0
    choice: int = 0

    @property
    def text(self) -> str:
        """The formula in words."""
        texts = [o.mention.text for o in self.used]
        if self.first is not None:
            texts = [self.first.text, texts[-1]]
        return self.pattern.format(*texts)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule of each step."""
        return (*self.first.rules, self.rule) if self.first else (self.rule,)


class Wanted:
    """What a formula has to give: a value as rounded to its last shown digit."""

    def __init__(self, value: Decimal, step: Decimal) -> None:
        self.value, self.step = value, step
        self.least, self.most = value - step / 2, value + step / 2
        around_zero = self.least <= 0 <= self.most
        self.ends = (float(value),) * 2 if around_zero else (float(self.least), float(self.most))

    def is_met(self, value: Decimal) -> bool:
        """Is an exact value this one as rounded?"""
        if value == self.value:
            return True
        if not self.least <= value <= self.most:
            return False
        return (value / self.step).quantize(_ONE, ROUND_HALF_UP) * self.step == self.value


class Pool:
    """Operands in order of their values, so that a needed one is found without trying all."""

    def __init__(self, operands: Iterable[Operand]) -> None:
        self.operands = tuple(operands)
        self.floats = tuple(float(o.point) for o in self.operands)

    @cached_property
    def _sorted(self) -> tuple[list[float], list[Operand]]:
        order = sorted(range(len(self.floats)), key=self.floats.__getitem__)
        return [self.floats[i] for i in order], [self.operands[i] for i in order]

    def between(self, least: float, most: float) -> Sequence[Operand]:
        """Those of values from `least` to `most`, in whichever order the two come, with a little slack."""
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
    # Percentages differ by percentage points.
    return a.kind is b.kind and (a.unit == b.unit or a.kind is Kind.PERCENT)


def one_step(target: Mention, wanted: Wanted, points: Sequence[Operand]) -> Iterator[Formula]:
    """Every formula of one step that gives the wanted value."""
    like = Pool(o for o in points if alike(o.mention, target))
    if target.kind is Kind.PERCENT:
        yield from _percentages(wanted, points)
    if target.unit == "fraction":
        yield from _parts(target, points)
    yield from _paired(ADDITIVE, wanted, like.operands, like)
    yield from _long_sums(wanted, [o for o in like.operands if _is_addend(o.mention, target)])
    if target.kind in AMOUNTS or target.kind is Kind.QUANTITY:
        yield from _scaled(wanted, like.operands)
        yield from _paired(WITH_PERCENT, wanted, like.operands, percents(points))
        for group, factors in _multiplied(target, like.operands, points):
            yield from _paired(WITH_COUNT, wanted, group, factors)
    if target.kind is Kind.MONEY:
        yield from _paired(AT_RATE, wanted, *_exchangeable(target, points))


def ratios(target: Mention, points: Sequence[Operand]) -> Iterator[Formula]:
    """ "Four times as much", "almost three times as long" of two values of one kind, one of them told."""
    for a, b in permutations([o for o in points if o.point > 0], 2):
        told = (a.named or b.named) and alike(a.mention, b.mention) and a.mention.kind not in _UNRATED
        if told and a.point > b.point and is_part(target, a.point / b.point):
            yield Formula("quotient", (a, b), "{0} / {1}", target.low or _ONE)


def _is_addend(part: Mention, target: Mention) -> bool:
    """May one of many parts be a bare number? Not "318 clients" of a sum of money."""
    return part.kind is target.kind or part.unit == ""


def differences(target: Mention, wanted: Wanted, points: Sequence[Operand]) -> Iterator[Formula]:
    """Of small counts only these: "three credits short", "five points up"."""
    like = Pool(o for o in points if alike(o.mention, target))
    yield from _paired(ADDITIVE[1:2], wanted, like.operands, like)


def _parts(target: Mention, points: Sequence[Operand]) -> Iterator[Formula]:
    """ "Half of the balance", "a little under a third" of two values, one of them told."""
    for a, b in permutations([o for o in points if o.point > 0], 2):
        told = a.named and b.named
        if not (a.named or b.named) or a.point == b.point or not alike(a.mention, b.mention):
            continue
        if a.mention.kind is Kind.PERCENT and not told:
            continue  # any two percentages have a ratio
        if a.point < b.point and is_part(target, a.point / b.point):
            yield Formula("share", (a, b), "{0} / {1}", target.low or _ONE)
        if is_part(target, abs(a.point - b.point) / b.point):
            yield Formula("percent_change", (a, b), "({0} - {1}) / {1}", target.low or _ONE)


def is_part(target: Mention, part: Decimal) -> bool:
    """Is a ratio the target's, as far as its hedge allows?"""
    least, most = _PART_REACH.get(target.bound, (_ONE, _ONE))
    return target.low is not None and target.low * least <= part <= target.low * most


def percents(points: Sequence[Operand]) -> Pool:
    """The percentages to multiply with."""
    return Pool(o for o in points if o.mention.kind is Kind.PERCENT and o.point)


def _multiplied(
    target: Mention, like: Sequence[Operand], points: Sequence[Operand]
) -> Iterator[tuple[Sequence[Operand], Pool]]:
    """An amount by a count or a time, and a bare number by an amount."""
    kinds = (Kind.NUMBER, Kind.DURATION)
    yield like, Pool(o for o in points if o.mention.kind in kinds and o.point not in (0, 1))
    bare = [o for o in like if o.mention.kind is Kind.NUMBER]
    yield bare, Pool(o for o in like if o.mention.kind not in kinds and o.point not in (0, 1))


def _exchangeable(target: Mention, points: Sequence[Operand]) -> tuple[Sequence[Operand], Pool]:
    """Amounts in another currency, and what may be a rate of exchange."""
    money = [o for o in points if o.mention.kind is Kind.MONEY and o.mention.unit not in ("", target.unit)]
    return money, Pool(
        o for o in points if o.mention.kind is Kind.NUMBER and o.point != o.point.to_integral_value()
    )


def _paired(
    operations: Sequence[Operation], wanted: Wanted, group: Sequence[Operand], pool: Pool
) -> Iterator[Formula]:
    """Each operand with each partner that makes the result."""
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
                if not is_one_place(a, b) and not (operation.symmetric and is_later(a, b)):
                    yield from _confirmed(operation, wanted, a, b)


def is_one_place(a: Operand, b: Operand) -> bool:
    """Are they one value, or two readings of one cell: 1,037 and, in millions, 1,037,000,000?"""
    return a.mention is b.mention or (a.place == b.place is not None and a.mention.start == b.mention.start)


def is_later(a: Operand, b: Operand) -> bool:
    """Of the two orders of a sum, is this the one to leave out?"""
    return (a.point, a.mention.start, id(a)) > (b.point, b.mention.start, id(b))


def _confirmed(operation: Operation, wanted: Wanted, a: Operand, b: Operand) -> Iterator[Formula]:
    if operation.rule in ("share", "percent_change") and not _is_ratio(a.mention, b.mention):
        return
    if operation.rule == "quotient" and b.mention.unit == "fraction":
        return  # "28, half of it" is 14
    if a.point == -b.point:
        return  # $6.2 million and, in a table of payments, (6,200)
    if b.point or operation in ADDITIVE:
        value = operation.forward(a.point, b.point)
        if wanted.is_met(value):
            yield Formula(operation.rule, (a, b), operation.pattern, value)


def _is_ratio(a: Mention, b: Mention) -> bool:
    return alike(a, b) and a.kind is not Kind.PERCENT


def _scaled(wanted: Wanted, like: Sequence[Operand]) -> Iterator[Formula]:
    least, most = wanted.ends
    pool = Pool(like)
    for rule, pattern, factor in SCALED:
        for o in pool.between(least / float(factor), most / float(factor)):
            if wanted.is_met(o.point * factor):
                yield Formula(rule, (o,), pattern, o.point * factor)


def _long_sums(wanted: Wanted, like: Sequence[Operand]) -> Iterator[Formula]:
    """Three and more values that follow each other in one text, or in one column."""
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


def _percentages(wanted: Wanted, points: Sequence[Operand]) -> Iterator[Formula]:
    pool = Pool(o for o in points if o.mention.kind is not Kind.PERCENT)
    yield from _paired(AS_PERCENT, wanted, pool.operands, pool)
    for o in points:
        if o.mention.kind is Kind.PERCENT and wanted.is_met(100 - o.point):
            yield Formula("complement", (o,), "100% - {}", 100 - o.point)
