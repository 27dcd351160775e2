# SPDX-License-Identifier: Apache-2.0
"""Formulas that nobody means: their operands count other things, or are for other periods, than the result."""

from __future__ import annotations

import re

from faithstill.featurize.extract import Kind, Mention

from .bases import has_other_base, is_base
from .formulas import Formula
from .operands import Operand, Origin, Statement
from .rated import each_of

# What the operand of a formula with a period must be said to be.
_PERIODS = {"{} x 12 months": "month", "{} x 4 quarters": "quarter", "{} x 52 weeks": "week"}
_SCALED_FROM = {"yearly": "month quarter week", "monthly": "year annum", "quarterly": "year annum"}
_TIMES = frozenset("day night hour minute week month quarter year annum".split())
_OF_ONE_KIND = frozenset("sum difference average share percent_change".split())
_RATIOS = frozenset("quotient ratio percent_change share count".split())
_AMOUNT = 100
_COUNTED = re.compile(r"\s(?P<noun>[a-z]{2,}s|people|children|men|women)\b")
_NO_NOUNS = frozenset("is was as has does this its less plus minus times points us vs".split())


def is_unmeant(formula: Formula, target: Mention, said: Statement) -> bool:
    """Whatever the words around call for, is the formula none that gives such a value?"""
    return (
        _mixes_counts(formula, target, said)
        or _is_for_another_period(formula)
        or _lacks_period(formula, said)
        or _adds_a_part(formula, said)
        or _is_time_for_money(formula, target)
        or _is_count_of_money(formula, target)
        or _takes_end_of_range(formula, target)
        or _divides_by_part(formula)
        or _is_of_other_base(formula, target, said)
    )


def _mixes_counts(formula: Formula, target: Mention, said: Statement) -> bool:
    """Does it add money to a count of things: "EUR 412" and "12 instalments"?"""
    if _OF_ONE_KIND.isdisjoint(formula.rules):
        return False
    used = formula.used if formula.rule in _OF_ONE_KIND else formula.used[:2]
    if formula.first is not None and formula.first.rule not in _OF_ONE_KIND:
        return False  # "(£220 x two) + £1,600"
    if not {Kind.MONEY, Kind.NUMBER} <= {o.mention.kind for o in used}:
        return False
    own = _counted(said.text[target.end - said.start :])
    return any(o.mention.kind is Kind.NUMBER and _counted(o.tail) not in (None, own) for o in used)


def _counted(tail: str) -> str | None:
    found = _COUNTED.match(tail)
    return found["noun"] if found and found["noun"] not in _NO_NOUNS else None


def _is_for_another_period(formula: Formula) -> bool:
    """A year of an amount that is said to be for a day, a month of one for each night."""
    scaled = _SCALED_FROM.get(formula.rule)
    if scaled is None or len(formula.used) != 1:
        return False
    each = (each_of(formula.used[0].tail) or "").rstrip(".,;:)s").lower()
    return each in _TIMES and each not in scaled


def _lacks_period(formula: Formula, said: Statement) -> bool:
    """Four quarters of an amount need a quarterly one: said there or in the answer."""
    of = _PERIODS.get(formula.pattern)
    if of is None:
        return False
    (operand,) = formula.used
    around = f"{operand.lead} {operand.tail} {operand.column} {' '.join(said.words)}".lower()
    return of not in around


def _adds_a_part(formula: Formula, said: Statement) -> bool:
    """ "40% of the loss" is nothing that the loss is raised by."""
    return formula.rule == "increased_by" and says_share(formula.used[-1], said.text)


def _is_time_for_money(formula: Formula, target: Mention) -> bool:
    """A bare number and a time that nobody names make no money: "20 x 90 days"."""
    if any(o.named or o.origin is not Origin.EVIDENCE for o in formula.used):
        return False
    kinds = sorted(o.mention.kind for o in formula.used)
    return (
        formula.rules == ("product",) and target.kind is Kind.MONEY and kinds == [Kind.DURATION, Kind.NUMBER]
    )


def _is_count_of_money(formula: Formula, target: Mention) -> bool:
    """A small bare number is no amount of money: "day 73" is not 3.65% of $2,000, nor "a score of 91" $93 - $2."""
    if target.kind is not Kind.NUMBER or target.low is None or abs(target.low) >= _AMOUNT:
        return False
    used = formula.first.used if formula.first else formula.used
    units = {o.mention.unit for o in used if o.mention.kind is Kind.MONEY}
    return len(units) == 1 and "" not in units and _RATIOS.isdisjoint(formula.rules)


def _takes_end_of_range(formula: Formula, target: Mention) -> bool:
    """ "Between 400 and 2,600 a head" times 18 is no one value."""
    is_one = formula.rule == "product" and target.low == target.high
    return is_one and any(o.mention.low != o.mention.high for o in formula.used)


def _divides_by_part(formula: Formula) -> bool:
    """Nobody divides by half a point, nor days by a price of 50 cents."""
    divided, divisor = formula.used[0].mention, formula.used[-1].mention
    is_other = formula.rule == "quotient" and divided.kind is not divisor.kind
    return is_other and divisor.low is not None and 0 < divisor.low < 1


def _is_of_other_base(formula: Formula, target: Mention, said: Statement) -> bool:
    """Does the sentence take the percentage of another amount, or of the value itself: "20% of the 400"?"""
    if formula.rule != "percent_of":
        return False
    base, percent = formula.first.value if formula.first else formula.used[0].point, formula.used[-1]
    return has_other_base(base, percent, said.text) or is_base(target, percent, said)


def says_share(percent: Operand, text: str) -> bool:
    """Is a percentage told to be of something that words name?"""
    shown = re.escape(percent.mention.text)
    return re.search(rf"{shown} of (?:the |its |your |their |his |her )?[a-z]", text) is not None
