# SPDX-License-Identifier: Apache-2.0
"""May a formula count as the origin of a value, or does it only happen to give it?

Many formulas reach a short number by accident, so a formula needs points: for a word that names the operation,
for operands that the answer itself states, that stand in one sentence or row, that belong to the answer's slot,
and for each digit that it explains. The weights were fitted once on true formulas against random values planted
into real answers, and rounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.lexicon import OPERATION_CUES
from faithstill.featurize.values.slots.counted import is_small_count

from .formulas import Formula
from .operands import Operand, Origin, Statement
from .operations import SCALED
from .unmeant import is_unmeant, says_share

# Without its word such a formula is never meant: any two amounts have a ratio, any amount a half.
NEEDS_CUE = frozenset(
    "average percent_change before_change share yearly monthly quarterly half third double triple "
    "complement exchanged whole_of".split()
)
# Of these without their word the operands must stand in one sentence or row of the evidence, or be stated by the
# answer itself.
NEEDS_CUE_OR_NAMES = frozenset("sum difference increased_by reduced_by time_between percent_of".split())
# Of these without their word the answer or the question must state all operands.
NEEDS_CUE_OR_ALL_NAMES = frozenset("product quotient".split())
# These by a small count of which no word says that it multiplies or divides are chance.
_BY_COUNT = frozenset({"product", "quotient"})
_BY_ONE_COUNT = frozenset({("product",), ("quotient",)})
_SAID_CLOSE = frozenset({("sum",), ("difference",)})
_CLOSE = 3
_TELLING = 3  # digits that hardly any two values happen to give
_SCALED = frozenset(operation[0] for operation in SCALED)
_OF_DAYS = frozenset({"time_between", "date_shift"})
_RULE_POINTS = {
    "percent_change": 1.5, "before_change": 0.75, "share": 1.4, "percent_of": 1.0, "whole_of": 0.5,
    "quotient": 0.5, "product": 0.75,
    "time_between": 1.75, "difference": 0.25, "increased_by": -0.25, "sum": -0.5,
    "yearly": -0.75, "double": -0.75, "triple": -0.75,
}  # fmt: skip
_TWO_STEPS = -1.5
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
_SHARE_SAID = 0.8  # "75% of the original value": the sentence says what is taken of what
_RANGE = 4.0
_FIGURES = re.compile(r"[\d.,]+")
_WHOLE = re.compile(
    r"(?:%|\bpercent|\bper cent) of (?:[a-z'’-]+ ){0,5}(?:[A-Z]{3} )?$"
)  # "5% of the price of 1,280,000"
_BASE = re.compile(r"\s+of\s(?:the\s|its\s|all\s|a total of\s)?(?:[A-Z]{3}\s|[$£€])?(\d[\d,]*(?:\.\d+)?)")


def _gives_an_operand(formula: Formula, target: Mention) -> bool:
    """Is the result one of its own operands again: 100% of $50, 2.8% - 1.4%? That explains nothing."""
    low = target.low
    return low is not None and any(o.point == low and o.mention.kind is target.kind for o in formula.used)


def licence(formula: Formula, target: Mention, said: Statement, choice: int) -> float | None:
    """From 0 (barely) to 2 how surely a formula is meant, of `choice` values to form it from.

    Below 0 it is in doubt: it proves nothing, and where it is left out another value proves no error. None is chance.
    """
    if _gives_an_operand(formula, target) or is_unmeant(formula, target, said):
        return None
    cues = OPERATION_CUES.get(formula.rule, frozenset())
    if not formula.ground and any(o.is_mate for o in formula.used):
        return None
    if formula.ground:
        points = formula.ground + _meaning(formula, said, cues, False) + _surprise(formula, target, choice)
        return min(2.0, (points - _NEEDED) / _RANGE) if points >= _NEEDED else None
    if is_small_count(target):
        return None
    shown = formula.rule == "share" and are_beside(formula.used, said)
    told = all(o.origin is not Origin.EVIDENCE for o in formula.used) or are_beside(formula.used, said)
    before = said.text[: max(0, target.start - said.start)]
    if not shown and not all(_is_called_for(rule, said, before, told) for rule in formula.rules):
        return None
    if _has_other_base(formula, target, said) or (
        _only_shifts(formula) and not all(o.named for o in formula.used)
    ):
        return None
    cued = not cues.isdisjoint(said.words)
    if cues.isdisjoint(said.near | said.asked) and not _stand_alone(formula, target, said):
        return None
    points = _meaning(formula, said, cues, cued) + _surprise(formula, target, choice)
    return min(2.0, (points - _NEEDED) / _RANGE) if points >= _DOUBTFUL else None


def is_told(formula: Formula, said: Statement) -> bool:
    """Do answer and question state the operands of a formula, or one of those that words call for, or one of its days?

    Nothing less, but for "more" or "together" right beside it, makes a result of a value that the evidence states of
    something else: where it says "€120" and, of another zone, "€240", that is no "€120 x two".
    """
    named = [o.named for o in formula.used]
    close = frozenset((*said.before[-_CLOSE:], *said.after[:_CLOSE]))
    if formula.rules in _SAID_CLOSE and not OPERATION_CUES[formula.rule].isdisjoint(close):
        return True
    if formula.ground > 0 or formula.rule in _OF_DAYS:
        return any(named) or len(named) == 1
    return all(named)


def _is_called_for(rule: str, said: Statement, before: str, told: bool) -> bool:
    """Does a word next to the value, or of the question, name an operation that must be named?

    Of a value that the answer or the question tells, "a year" anywhere in the sentence does: "Over a full year, Plus
    costs $180 and Basic $72."
    """
    if rule not in NEEDS_CUE or (rule == "share" and said.after[:1] == ("of",)):
        return True
    if rule == "whole_of" and _WHOLE.search(before):
        return True
    calling = said.words if told and (rule in _SCALED or rule == "percent_change") else said.near | said.asked
    return not OPERATION_CUES[rule].isdisjoint(calling or said.words)


def _has_other_base(formula: Formula, target: Mention, said: Statement) -> bool:
    """ "38% of the 600" is no share of another value than 600."""
    base = _BASE.match(said.text, target.end - said.start) if formula.rule == "share" else None
    return base is not None and base[1] not in formula.used[1].mention.text


def _is_of_two_units(formula: Formula) -> bool:
    """Are its operands measured in units of different names?"""
    if any(o.mention.kind is not Kind.QUANTITY for o in formula.used):
        return False
    return len({frozenset(content_stems(_FIGURES.sub(" ", o.mention.text))) for o in formula.used}) > 1


def _stand_alone(formula: Formula, target: Mention, said: Statement) -> bool:
    """Without a word for the operation: do the operands belong together all the same?"""
    if formula.rule in _BY_COUNT and any(_is_told_count(o, formula) for o in formula.used):
        return False  # "£40,000 needs the signatures of two partners"
    if formula.rules in _BY_ONE_COUNT and _is_count_elsewhere(formula, said):
        return False  # "Why did the $250,000 need two people?"
    if (
        formula.rule in _BY_COUNT
        and formula.first is None
        and len({o.mention.kind for o in formula.used}) == 1
    ):
        return False  # "214 votes to 24, with 9 abstentions"
    if formula.rules in _SAID_CLOSE and _is_of_two_units(formula):
        return False  # "9 inches of rain, drifts of 5 feet"
    if all(o.named for o in formula.used):
        return True
    if formula.rules in _SAID_CLOSE and not _is_anchored(formula, target, said):
        return False  # of two amounts that stand in other sentences of the answer
    if formula.rule in NEEDS_CUE_OR_NAMES:
        return are_together(formula.used) and all(o.origin is not Origin.QUESTION for o in formula.used)
    if formula.rule == "product" and any(o.origin == "question" for o in formula.used):
        return True  # "What do 40 shares cost?"
    return formula.rule not in NEEDS_CUE_OR_ALL_NAMES


def _is_anchored(formula: Formula, target: Mention, said: Statement) -> bool:
    """Is an operand told beside the result, or the operation in its sentence, or do all stand in the evidence?"""
    if any(o.named for o in formula.used) or all(o.origin is Origin.EVIDENCE for o in formula.used):
        return True
    return significant_digits(target) >= _TELLING or not OPERATION_CUES[formula.rule].isdisjoint(said.words)


def _is_count_elsewhere(formula: Formula, said: Statement) -> bool:
    """Does the sentence tell the one operand, but not the small count beside it?"""
    counts = [o for o in formula.used if is_small_count(o.mention) and not are_beside((o,), said)]
    return len(counts) == 1 and any(are_beside((o,), said) for o in formula.used)


def _is_told_count(o: Operand, formula: Formula) -> bool:
    """Only a question's count may ask for a product of one step: "What do 4 shares cost?"."""
    asked = o.origin is Origin.QUESTION and formula.first is None
    return is_small_count(o.mention) and not asked


def _only_shifts(formula: Formula) -> bool:
    """Is the result an operand with its decimal point elsewhere? That is what a slip of the pen gives too."""
    digits = formula.value.normalize().as_tuple().digits
    return any(
        o.point != formula.value and o.point.normalize().as_tuple().digits == digits for o in formula.used
    )


def _meaning(formula: Formula, said: Statement, cues: frozenset[str], cued: bool) -> float:
    """Points for what the words say of the operation and of its operands."""
    used = formula.used
    points = _RULE_POINTS.get(formula.rule, 0.0) + _TWO_STEPS * (formula.first is not None)
    points += (
        _CUE * cued
        + _CUE_NEAR * (not cues.isdisjoint(said.near))
        + _CUE_NEAR * (not cues.isdisjoint(said.asked))
    )
    points += _ALL_BESIDE * (are_beside(used, said) and not cues.isdisjoint(said.near))
    points += _ALL_NAMED * all(o.named for o in used) + _ASKED_FOR * any(o.origin == "question" for o in used)
    points += _SHARE_SAID * (formula.rule == "percent_of" and says_share(used[-1], said.text))
    return points + _FIT * min(o.fit for o in used) + _TOGETHER * are_together(used)


def _surprise(formula: Formula, target: Mention, choice: int) -> float:
    """Points for how unlikely it is that some formula gives this value."""
    points = _DIGITS[min(significant_digits(target), len(_DIGITS)) - 1] + _CROWD * log(max(choice, 1))
    exact = target.low is None or formula.value == target.low
    small = (
        0 if formula.choice else sum(map(_is_small_unnamed, formula.used))
    )  # of a whole column they may be small
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
    """Digits of a value without zeros at its ends: 2 for 16,000; a day says as much as four, a year as one."""
    if target.low is None:
        return len(target.key) // 4 * 2 - 1 if len(target.key) < 10 else len(_DIGITS)
    return len(target.low.normalize().as_tuple().digits) or 1
