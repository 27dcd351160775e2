# SPDX-License-Identifier: Apache-2.0
"""May a formula count as the origin of a value, or does it only happen to give it?

Many formulas reach a short number by accident, so a formula needs points: for a word that names the operation,
for operands that the answer itself states, that stand in one sentence or row, that belong to the answer's slot,
and for each digit that it explains. The weights were fitted once on true formulas against random values planted
into real answers, and rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from faithstill.featurize.align.slots.counted import is_small_count
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.read.word_classes import OPERATION_CUES

from .formula import Formula
from .operands import Operand, Origin, Statement

# Without its word such a formula is never meant: any two amounts have a ratio, any amount a half.
NEEDS_CUE = frozenset("average percent_change share yearly".split())
# Of these without their word the operands must stand in one sentence or row of the evidence, or be stated by the
# answer itself.
NEEDS_CUE_OR_NAMES = frozenset("sum difference increased_by reduced_by time_between percent_of".split())
_BY_COUNT = frozenset({"product", "quotient"})
_SAID_CLOSE = frozenset({"sum", "difference"})
_OF_TIME = frozenset({"time_between", "date_shift", "yearly"})
_CLOSE = 3
_RULE_POINTS = {
    "percent_change": 1.5, "share": 1.4, "percent_of": 1.0, "quotient": 0.5, "product": 0.75,
    "time_between": 1.75, "difference": 0.25, "increased_by": -0.25, "sum": -0.5, "yearly": -0.75,
}  # fmt: skip
_DIGITS = (-2.0, -0.5, 0.75, 1.75)  # by significant digits; the last for all longer ones
_ALL_NAMED = 1.75
_ALL_BESIDE = 0.5  # more, next to a word for the operation
_ASKED_FOR = 0.3
_EXACT = 1.4
_FIT = 0.8
_CUE = 0.5
_CUE_NEAR = 0.3
_TOGETHER = 0.5
_SMALL = -0.8  # a count up to twelve that neither question nor answer states
_CROWD = -0.6  # for each factor of e of values that could have been used
_ALL_THERE_ARE = 0.3  # a long sum that leaves none of its passages' values out
_NEEDED = 0.95
_DOUBTFUL = 0.45  # from here on a formula may be meant
_RANGE = 4.0


def licence(formula: Formula, target: Mention, said: Statement, choice: int) -> float | None:
    """Return from 0 (barely) to 2 how surely a formula is meant, of `choice` values to form it from.

    Below 0 it is in doubt: it proves nothing, and where it is left out another value proves no error. None is chance.
    """
    if any(o.point == target.low and o.mention.kind is target.kind for o in formula.used):
        return None  # 100% of $50 explains no $50
    if target.kind is Kind.MONEY and all(
        o.mention.kind is Kind.NUMBER and not o.column for o in formula.used
    ):
        return None  # 100 payments less 20 free ones make no £80
    if not formula.ground and not _may_be_meant(formula, target, said):
        return None
    cues = OPERATION_CUES.get(formula.rule, frozenset())
    points = formula.ground + _meaning(formula, said, cues) + _surprise(formula, target, choice)
    return (
        min(2.0, (points - _NEEDED) / _RANGE)
        if points >= (_NEEDED if formula.ground else _DOUBTFUL)
        else None
    )


def is_told(formula: Formula, said: Statement) -> bool:
    """Do answer and question state the operands of a formula, or one of those that words call for, or one of its days?

    Nothing less, but for "more" or "together" right beside it, makes a result of a value that the evidence states of
    something else: where it says "€120" and, of another zone, "€240", that is no "€120 x two".
    """
    named = [o.named for o in formula.used]
    close = frozenset((*said.before[-_CLOSE:], *said.after[:_CLOSE]))
    if formula.rule in _SAID_CLOSE and not OPERATION_CUES[formula.rule].isdisjoint(close):
        return True
    if formula.ground > 0 or formula.rule in _OF_TIME:
        return any(named) or len(named) == 1
    return all(named)


def _may_be_meant(formula: Formula, target: Mention, said: Statement) -> bool:
    if is_small_count(target) or any(o.is_mate for o in formula.used):
        return False
    if not _is_called_for(formula, said):
        return False
    if _only_shifts(formula) and not all(o.named for o in formula.used):
        return False
    cues = OPERATION_CUES.get(formula.rule, frozenset())
    return not cues.isdisjoint(said.near | said.asked) or _stand_alone(formula)


def _is_called_for(formula: Formula, said: Statement) -> bool:
    """Does a word next to the value, or of the question, name an operation that must be named?

    Of values that the answer tells beside it a share needs no word, and a change one anywhere in the sentence.
    """
    rule, is_beside = formula.rule, are_beside(formula.used, said)
    if rule not in NEEDS_CUE or (rule == "share" and (is_beside or said.after[:1] == ("of",))):
        return True
    if rule == "yearly":
        return not OPERATION_CUES[rule].isdisjoint(said.near)
    calling = said.words if is_beside else said.near | said.asked
    return not OPERATION_CUES[rule].isdisjoint(calling or said.words)


def _stand_alone(formula: Formula) -> bool:
    """Without a word for the operation: do the operands belong together all the same?"""
    named = all(o.named for o in formula.used)
    if formula.rule in _BY_COUNT:
        alike = len({o.mention.kind for o in formula.used}) == 1  # "214 votes to 24"
        return named and not alike and not any(is_small_count(o.mention) for o in formula.used)
    if named or formula.rule not in NEEDS_CUE_OR_NAMES:
        return True
    origins = {o.origin for o in formula.used}
    is_anchored = any(o.named for o in formula.used) or origins == {Origin.EVIDENCE}
    if formula.rule in _SAID_CLOSE and not is_anchored:
        return False  # two amounts of other sentences of the answer
    return are_together(formula.used) and Origin.QUESTION not in origins


def _only_shifts(formula: Formula) -> bool:
    """Is the result an operand with its decimal point elsewhere? That is what a slip of the pen gives too."""
    digits = formula.value.normalize().as_tuple().digits
    return any(
        o.point != formula.value and o.point.normalize().as_tuple().digits == digits for o in formula.used
    )


def _meaning(formula: Formula, said: Statement, cues: frozenset[str]) -> float:
    """Points for what the words say of the operation and of its operands."""
    used = formula.used
    is_near, is_asked = not cues.isdisjoint(said.near), not cues.isdisjoint(said.asked)
    is_cued = not formula.ground and not cues.isdisjoint(said.words)
    points = _RULE_POINTS.get(formula.rule, 0.0)
    points += _CUE * is_cued + _CUE_NEAR * is_near + _CUE_NEAR * is_asked
    points += _ALL_BESIDE * (is_near and are_beside(used, said))
    points += _ALL_NAMED * all(o.named for o in used)
    points += _ASKED_FOR * any(o.origin is Origin.QUESTION for o in used)
    return points + _FIT * min(o.fit for o in used) + _TOGETHER * are_together(used)


def _surprise(formula: Formula, target: Mention, choice: int) -> float:
    """Points for how unlikely it is that some formula gives this value."""
    points = _DIGITS[min(significant_digits(target), len(_DIGITS)) - 1] + _CROWD * log(max(choice, 1))
    exact = target.low is None or formula.value == target.low
    small = 0 if formula.choice else sum(map(_is_small_unnamed, formula.used))  # a whole column may hold some
    whole = len(formula.used) > 2 and len(formula.used) >= choice
    return points + _EXACT * exact + _SMALL * small + _ALL_THERE_ARE * whole


def _is_small_unnamed(o: Operand) -> bool:
    kinds = (Kind.NUMBER, Kind.ORDINAL, Kind.DURATION)
    return not o.named and o.mention.kind in kinds and abs(o.point) <= 12 and o.point == int(o.point)


def are_beside(operands: Sequence[Operand], said: Statement) -> bool:
    """Does the value's own sentence state all operands?"""
    stated = {(m.low, m.key) for m in said.beside}
    return all((o.mention.low, o.mention.key) in stated for o in operands)


def are_together(operands: Sequence[Operand]) -> bool:
    """Do all that the evidence states stand in one sentence or table row?"""
    return len({o.place for o in operands if o.place}) <= 1


def significant_digits(target: Mention) -> int:
    """Digits of a value without zeros at its ends: 2 for 16,000; a day says as much as four, a year as one.

    A day without a year and a time of day say as much as three.
    """
    if target.low is None and (target.kind is Kind.TIME or len(target.key) == len("--12-31")):
        return 3
    if target.low is None:
        return len(target.key) // 4 * 2 - 1 if len(target.key) < 10 else len(_DIGITS)
    return len(target.low.normalize().as_tuple().digits) or 1
