# SPDX-License-Identifier: Apache-2.0
"""May a value be a result, proved or not? Then no stated value that it differs from speaks against it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.read.word_classes import OPERATION_CUES

from .derive import distinct
from .formula import Formula, Wanted
from .formula_search import one_step
from .licence import are_together
from .operands import Operand, Statement
from .shown_precision import rounded_step
from .unit_prices import products

# A value beside one of these is another one than the value that the evidence states without.
_RESULTS = frozenset(
    "remain remains remained remaining left short shortfall combined altogether together more less fewer extra gap "
    "difference total totals totaled totalled cheaper dearer heavier lighter faster slower longer shorter".split()
)
_UNLIKELY = frozenset({"product", "quotient", "percent_of", "increased_by", "reduced_by"})
_MONTHS, _TWO = Decimal(12), Decimal(2)
_TWICE = frozenset("double doubled doubles doubling twice half halve halved halves".split())
_COUNTS = frozenset({Kind.NUMBER, Kind.DURATION})
_HUNDRED = Decimal(100)
_BESIDE = 3
_WORD = re.compile(r"[a-z]+")


class Steps:
    """The formulas of one step that give a value, licensed or not: those over the operands are sought once."""

    def __init__(self, target: Mention, operands: Sequence[Operand], said: Statement) -> None:
        self._target, self._said = target, said
        self._points = distinct(operands)

    def formed_of(self, rival: Operand) -> float:
        """Return 1 where one step from a rival gives the value, 0.5 where only with another sentence's operand, else 0.

        "3.9 million" of 4.2 million, 0.3 million more than a year ago.
        """
        found = self._of(rival)
        return 1.0 if any(are_together(f.used) for f in found) else 0.5 * bool(found)

    def may_be_result(self, rival: Operand) -> bool:
        """Is the value called a result as the rival is not, or does a word next to it name a step from the rival?"""
        if self._target.kind is Kind.PERCENT is rival.mention.kind and self._target.low == rival.mention.low:
            return True  # "2 percentage points above", "2.00% above"
        around = _WORD.findall(f"{rival.lead} {rival.tail} {rival.column}".lower())
        if self._is_multiple(rival, around) or any(map(self._is_expected, self._of(rival))):
            return True
        before = self._said.before[-_BESIDE:]
        if before and before[-1] == "than":  # "more than 9,000" is a bound
            before = before[:-2]
        beside = _RESULTS.intersection((*before, *self._said.after[:_BESIDE]))
        return bool(beside) and _RESULTS.isdisjoint(around)

    def _is_expected(self, formula: Formula) -> bool:
        """Does a word next to the value name the operation, or is it one that hardly gives a value by chance?"""
        if formula.rule in _UNLIKELY and (are_together(formula.used) or any(o.named for o in formula.used)):
            return True
        return not OPERATION_CUES[formula.rule].isdisjoint(self._said.near | self._said.asked)

    def _is_multiple(self, rival: Operand, around: Sequence[str]) -> bool:
        """Is it the rival times or by a number told beside it, or twelve, or what it leaves of 100%?"""
        value, of = self._target.low, rival.mention.low
        if not value or not of or self._target.kind is not rival.mention.kind:
            return False
        rest = self._target.kind is Kind.PERCENT and value + of == _HUNDRED
        factors = {m.low for m in self._said.beside if m.kind in _COUNTS and m.low} | {_MONTHS}
        if not _TWICE.isdisjoint((*around, *self._said.words)):
            factors.add(_TWO)
        return rest or not {value / of, of / value}.isdisjoint(factors)

    def _of(self, rival: Operand) -> Sequence[Formula]:
        """The steps of two values and more, one of them the rival."""
        is_known = any(_is(rival, o) for o in self._points)
        steps = self._known if is_known else self._over([*self._points, rival])
        return [f for f in steps if len(f.used) > 1 and any(_is(rival, o) for o in f.used)]

    @cached_property
    def _known(self) -> Sequence[Formula]:
        return self._over(self._points)

    def _over(self, points: Sequence[Operand]) -> Sequence[Formula]:
        if not self._target.low or self._target.low != self._target.high:
            return ()
        wanted = Wanted(self._target.low, rounded_step(self._target))
        return (*products(self._target, wanted, points), *one_step(self._target, wanted, points))


def _is(rival: Operand, o: Operand) -> bool:
    a, b = rival.mention, o.mention
    return (a.kind, a.low, a.unit) == (b.kind, b.low, b.unit)
