# SPDX-License-Identifier: Apache-2.0
"""May a value be a result, proved or not? Then no stated value that it differs from speaks against it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.lexicon import OPERATION_CUES
from faithstill.featurize.values.slots.counted import is_small_count

from .chains import two_steps
from .derive import distinct, rounded_step
from .formulas import AMOUNTS, Formula, Wanted, one_step
from .licence import are_together
from .operands import Operand, Origin, Statement
from .rated import each_of, printed

_COUNTS = frozenset({Kind.NUMBER, Kind.DURATION, Kind.QUANTITY})
_BY_COUNT = frozenset({"product", "quotient"})
_OF_LIKE = frozenset({"sum", "difference"})
# A value beside one of these is another one than the value that the evidence states without.
_RESULTS = frozenset(
    "remain remains remained remaining left short shortfall combined altogether together more fewer extra gap "
    "difference total totals totaled totalled cheaper dearer heavier lighter faster slower longer shorter".split()
)
_MULTIPLIED = re.compile(r"(?i)\b(?:doubl|halv|tripl|trebl|quadrupl)\w*")
# How much of a value its own sentence speaks of: "210,000 copies, two thirds of them abroad".
_PART = re.compile(
    r"\b(?:half|(?P<twice>twice)|(?P<count>an?|one|two|three|four)[\s-](?P<part>third|quarter|fifth)s?)\b",
    re.IGNORECASE,
)
_COUNTS_OF_PARTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_PARTS = {"third": 3, "quarter": 4, "fifth": 5}
_ROUNDED = Decimal("0.02")
_BESIDE = 3
_WORD = re.compile(r"[a-z]+")


def may_be_result(target: Mention, rival: Operand, operands: Sequence[Operand], said: Statement) -> bool:
    """Does some formula, licensed or not, give a value where a word or a count lets expect one?

    "Three remained" of four of which one was excluded; "$12" of 1,000 GB at $0.012 per GB; "450" of a sentence that
    lists 200 and 250.
    """
    if not target.low or target.low != target.high:
        return False
    if target.kind is Kind.PERCENT is rival.mention.kind and target.low == rival.mention.low:
        return True  # "2 percentage points above", "2.00% above"
    if _is_called_result(rival, said) or _MULTIPLIED.search(f"{rival.lead} {rival.tail}"):
        return True
    if _is_part_of(target.low, rival):
        return True
    if _is_rated(rival) and not _is_of_same_rate(target, rival, said) and _has_count(target, operands, said):
        return True
    beside = [Operand(m, 0.0, Origin.ANSWER, named=True) for m in said.beside]
    points = [*distinct([*operands, *beside, *_figures([*operands, *beside])])]
    if not any(_is(rival, o) for o in points):
        points.append(rival)
    return any(_is_meant(f, rival, target, said) for f in _formed(target, target.low, points))


class Steps:
    """The formulas of one step that give a value, licensed or not: those over the operands are sought once."""

    def __init__(self, target: Mention, operands: Sequence[Operand]) -> None:
        self._target = target
        self._points = distinct(operands)

    def formed_of(self, rival: Operand) -> float:
        """1 where one step from a rival gives the value, 0.5 where only with an operand of another sentence, else 0.

        "3.9 million" of 4.2 million, 0.3 million more than a year ago.
        """
        if not self._target.low or self._target.low != self._target.high:
            return 0.0
        is_known = any(_is(rival, o) for o in self._points)
        steps = self._known if is_known else self._over([*self._points, rival])
        found = [f for f in steps if len(f.used) > 1 and any(_is(rival, o) for o in f.used)]
        return 1.0 if any(are_together(f.used) for f in found) else 0.5 * bool(found)

    @cached_property
    def _known(self) -> Sequence[Formula]:
        return self._over(self._points)

    def _over(self, points: Sequence[Operand]) -> Sequence[Formula]:
        if not self._target.low:
            return ()
        wanted = Wanted(self._target.low, rounded_step(self._target))
        return tuple(one_step(self._target, wanted, points))


def _figures(operands: Sequence[Operand]) -> Iterator[Operand]:
    """The bare figures of told times and quantities: 700 for "700 minutes at ten times the rate"."""
    for o in operands:
        if o.named and o.mention.kind in (Kind.DURATION, Kind.QUANTITY) and (figure := printed(o.mention)):
            yield replace(
                o,
                mention=Mention(Kind.NUMBER, o.mention.start, o.mention.end, o.mention.text, figure, figure),
            )


def _formed(target: Mention, value: Decimal, points: Sequence[Operand]) -> Iterator[Formula]:
    wanted = Wanted(value, rounded_step(target))
    yield from one_step(target, wanted, points)
    if target.kind in AMOUNTS and not is_small_count(target):
        yield from two_steps(target, wanted, points)


def _is_meant(formula: Formula, rival: Operand, target: Mention, said: Statement) -> bool:
    """Is the rival one of the values used, or does a word next to the value name the operation?"""
    together = are_together(formula.used)
    if _OF_LIKE.intersection(formula.rules) and any(o.mention.kind is not target.kind for o in formula.used):
        return False  # ten days are no addend of $35
    if formula.rules == ("sum",) and together and any(_is(rival, o) for o in formula.used):
        return True
    if formula.rules == ("quotient",) and together and any(_is(rival, o) for o in formula.used):
        return True
    if _BY_COUNT.intersection(formula.rules) and any(_counts(o) for o in formula.used):
        return all(o.named for o in formula.used) or any(_is(rival, o) for o in formula.used)
    if formula.rules == ("percent_of",) and (formula.used[1].named or _is_share_told(formula, rival)):
        return True
    named = all(o.named for o in formula.used)
    cued = any(not OPERATION_CUES[rule].isdisjoint(said.near | said.asked) for rule in formula.rules)
    if cued and formula.rules == ("difference",) and said.before[-1:] == ("by",):
        return any(_is(rival, o) for o in formula.used)  # "won by 5 points" of 80 and 75
    return cued and (named or together or formula.rule == "sum")


def _is_part_of(value: Decimal, rival: Operand) -> bool:
    """Is it the part of the rival that its sentence names, what is left of it, or twice as much?"""
    whole = rival.mention.low
    if not whole:
        return False
    for found in _PART.finditer(f"{rival.lead} {rival.tail}"):
        shares: tuple[Decimal, ...] = (Decimal(2),)
        if not found["twice"]:
            part = Decimal("0.5")
            if found["part"]:
                part = Decimal(_COUNTS_OF_PARTS[found["count"].lower()]) / _PARTS[found["part"].lower()]
            shares = (part, 1 - part)
        if any(abs(value - share * whole) <= _ROUNDED * abs(share * whole) for share in shares if share > 0):
            return True
    return False


def _is_share_told(formula: Formula, rival: Operand) -> bool:
    """Do evidence's own words tell how much of the rival: "20 million shares, of which the bidder holds 30%"?"""
    return are_together(formula.used) and _is(rival, formula.used[0])


def _counts(o: Operand) -> bool:
    """A count that the question or the answer's sentence states."""
    return o.named and o.mention.kind in _COUNTS


def _is(rival: Operand, o: Operand) -> bool:
    a, b = rival.mention, o.mention
    return (a.kind, a.low, a.unit) == (b.kind, b.low, b.unit)


def _is_rated(rival: Operand) -> bool:
    """ "$290 per hour", "$0.012 / GB", "1% for each 100 m"."""
    return rival.mention.kind is not Kind.DURATION and each_of(rival.tail) is not None


def _is_of_same_rate(target: Mention, rival: Operand, said: Statement) -> bool:
    """Are both for the same thing, as far as the word right behind tells it: no price "per GB and month" of a month?"""
    each = each_of(said.text[target.end - said.start :]), each_of(rival.tail)
    return None not in each and len({thing and thing.rstrip(".,;:s") for thing in each}) == 1


def _is_called_result(rival: Operand, said: Statement) -> bool:
    """Does a word of a result stand right beside the value and nowhere beside the rival?"""
    before = said.before[-_BESIDE:]
    if before and before[-1] == "than":  # "more than 9,000" is a bound
        before = before[:-2]
    if tuple(before[-2:]) == ("in", "short"):
        before = before[:-2]
    beside = _RESULTS.intersection((*before, *said.after[:_BESIDE]))
    return bool(beside) and _RESULTS.isdisjoint(
        _WORD.findall(f"{rival.lead} {rival.tail} {rival.column}".lower())
    )


def _has_count(target: Mention, operands: Sequence[Operand], said: Statement) -> bool:
    """Does the question or the sentence state of how many or of how much?"""
    given = (o.mention for o in operands if o.origin is Origin.QUESTION)
    return any(m.kind in _COUNTS and m.low not in (None, 0, 1) for m in (*given, *said.beside))
