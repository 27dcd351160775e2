# SPDX-License-Identifier: Apache-2.0
"""Formulas of two steps: a sum, difference, product or percentage of two values, then another with a third."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize.extract import Kind, Mention

from .formulas import Formula, Pool, Wanted, alike, is_later, percents
from .operands import Operand
from .operations import ADDITIVE, LESS, WITH_COUNT, WITH_PERCENT, Operation

_MOST_IN_CHAIN = 7
_FIRST_OF_AMOUNTS = ADDITIVE[:2]


@dataclass(frozen=True, slots=True)
class _Step:
    """A first step as a float: exact only once a second one fits."""

    operation: Operation
    a: Operand
    b: Operand
    value: float


def two_steps(target: Mention, wanted: Wanted, points: Sequence[Operand]) -> Iterator[Formula]:
    """Every formula of two steps over the few values that fit best."""
    usable = [o for o in points if alike(o.mention, target) or o.mention.kind is Kind.PERCENT]
    near = sorted(usable, key=lambda o: (not o.named, -o.fit))[:_MOST_IN_CHAIN]
    like = Pool(o for o in near if alike(o.mention, target))
    shares = percents(near)
    counts = Pool(o for o in near if o.mention.kind is Kind.NUMBER and o.point not in (0, 1))
    for first in _firsts(_FIRST_OF_AMOUNTS, like, like):
        yield from _seconds(first, WITH_PERCENT[:3], shares, wanted)
        yield from _seconds(first, WITH_COUNT, counts, wanted)
    for operations, pool in ((WITH_PERCENT[:1], shares), (WITH_COUNT[:1], counts)):
        for first in _firsts(operations, like, pool):
            yield from _seconds(first, (*ADDITIVE[:2], LESS), like, wanted)


def _firsts(operations: Sequence[Operation], like: Pool, pool: Pool) -> Iterator[_Step]:
    for operation in operations:
        for a, x in zip(like.operands, like.floats, strict=True):
            for b, y in zip(pool.operands, pool.floats, strict=True):
                if a is not b and not (operation.symmetric and is_later(a, b)):
                    yield _Step(operation, a, b, operation.forward(x, y))


def _seconds(first: _Step, operations: Sequence[Operation], pool: Pool, wanted: Wanted) -> Iterator[Formula]:
    least, most = wanted.ends
    for operation in operations if pool.operands and first.value else ():
        between = operation.inverse(least, first.value), operation.inverse(most, first.value)
        for c in pool.between(*between):
            if c is not first.a and c is not first.b and c.point:
                yield from _confirmed(first, operation, c, wanted)


def _confirmed(first: _Step, operation: Operation, c: Operand, wanted: Wanted) -> Iterator[Formula]:
    before = first.operation.forward(first.a.point, first.b.point)
    value = operation.forward(before, c.point)
    if wanted.is_met(value):
        step = Formula(first.operation.rule, (first.a, first.b), first.operation.pattern, before)
        pattern = operation.pattern.replace("{0}", "({0})")
        yield Formula(operation.rule, (first.a, first.b, c), pattern, value, step)
