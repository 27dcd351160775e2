# SPDX-License-Identifier: Apache-2.0
"""Do the words right beside a value call for a difference or a sum of values of like fields?

"28.4 GB left" of a quota and of what is used; "up 7 points to 86%"; "five points ahead" of two cells of one column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from faithstill.featurize.extract import Kind, Mention

from .formula import Formula
from .operands import Operand, Origin, Statement

AMOUNTS = frozenset({Kind.MONEY, Kind.NUMBER})
_HEDGE = r"(?:about |roughly |nearly |almost |only |just |exactly |some |around |approximately |a further )*"
_BY = re.compile(
    rf"\b(?:by|another|(?<!made )(?<!makes )(?<!make )up|down|sav(?:e|es|ed|ing)|leav(?:es|ing)|keep|owe|shrank|gained"
    rf"|added|lost|(?:difference|increase|decrease|rise|drop|gap|change|cut) of)(?: of)? {_HEDGE}$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"(?:[ -](?:percentage |basis )?points?)?(?: (?!an?\b|the\b|to\b|of\b|for\b|by\b)[a-z]+){0,2}? "
    r"(?:more|less|fewer|above|below|over|under|left|short|remain(?:s|ing|ed)?|ahead|behind|apart|extra|beyond|better"
    r"|worse|unused|free|open|to go|unspent|off|(?!rather|other)[a-z]{2,8}(?:er|ier))\b(?! hour| minute| year)",
    re.IGNORECASE,
)
_SUMMED = frozenset(
    "total together combined altogether overall sum all both between totals totalling".split()
)
_POINTS = {"difference": 1.75, "sum": 1.0}
_FITTING = 0.3
_FITTING_ROW = 0.2  # where they are one measure at two times
_FIGURES = re.compile(r"\d+")
_REACH, _NEAR = 60, 5


def ground(formula: Formula, target: Mention, said: Statement, operands: Sequence[Operand]) -> float:
    """Return the points of a formula that the words beside the value name, of like fields."""
    if formula.ground or formula.rule not in _POINTS:
        return formula.ground
    is_called = _is_difference if formula.rule == "difference" else _is_sum
    if not is_called(formula, target, said) or not _are_all_like(formula, operands):
        return 0.0
    return _POINTS[formula.rule]


def _is_difference(formula: Formula, target: Mention, said: Statement) -> bool:
    before = said.text[: target.start - said.start][-_REACH:]
    after = said.text[target.end - said.start :][:_REACH]
    return _are_meant(*formula.used) and bool(_BY.search(before) or _THAN.match(after))


def _is_sum(formula: Formula, target: Mention, said: Statement) -> bool:
    return not _SUMMED.isdisjoint((*said.before[-_NEAR:], *said.after[:_NEAR]))


def _are_meant(a: Operand, b: Operand) -> bool:
    """Is one of two values told, do both fit, or are they one measure of one row at two times that fits?"""
    if a.named or b.named or min(a.fit, b.fit) >= _FITTING:
        return True
    return max(a.fit, b.fit) >= _FITTING_ROW and are_of_two_times(a, b)


def are_of_two_times(a: Operand, b: Operand) -> bool:
    """Are they two cells of one row whose headers are alike but for figures: "Sales Q1 2025" and "Sales Q1 2024"?

    >>> texts = ("Sales Q1 2025", "Sales Q1 2024", "Costs Q1 2024", "2024")
    >>> from faithstill.featurize.extract import Extractor
    >>> a, *others = (Operand(Extractor().extract("5")[0], 0.5, place=(0, 0), column=text) for text in texts)
    >>> [are_of_two_times(a, b) for b in others]
    [True, False, False]
    """
    if a.place is None or a.place != b.place or a.column == b.column or not a.column:
        return False
    return _FIGURES.sub("0", a.column) == _FIGURES.sub("0", b.column)


def _are_all_like(formula: Formula, operands: Sequence[Operand]) -> bool:
    first, *others = formula.used
    if formula.rule == "difference" and _are_of_question(first, others[0], operands):
        return True
    return all(are_like(first, o, operands) for o in others)


def _are_of_question(a: Operand, b: Operand, operands: Sequence[Operand]) -> bool:
    """Is one of two amounts the question's, the other what fits best: "a vet bill of 895" and an excess of £95?"""
    if {a.origin, b.origin} != {Origin.QUESTION, Origin.EVIDENCE} or a.mention.kind not in AMOUNTS:
        return False
    stated = a if a.origin is Origin.EVIDENCE else b
    others = (o for o in operands if o.origin is Origin.EVIDENCE and o.mention.kind is stated.mention.kind)
    return all(o.fit <= stated.fit for o in others)


def are_like(a: Operand, b: Operand, operands: Sequence[Operand]) -> bool:
    """Do two values stand in one sentence or row, in one column, or both with the same unit of measure?"""
    first, second = (_stated(o, operands) for o in (a, b))
    if any(x.place == y.place or (x.column and x.column == y.column) for x, y in product(first, second)):
        return True
    return a.mention.kind in (Kind.QUANTITY, Kind.DURATION, Kind.PERCENT) and a.mention.unit == b.mention.unit


def _stated(o: Operand, operands: Sequence[Operand]) -> list[Operand]:
    """The places where the evidence states a value."""
    return [
        p for p in operands if p.place and (p.mention.low, p.mention.unit) == (o.mention.low, o.mention.unit)
    ]
