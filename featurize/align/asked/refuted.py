# SPDX-License-Identifier: Apache-2.0
"""Which cell, or which result, a question asks for, so that a bare answer with another figure is refuted.

"7,155 million" may stand in the table; asked for 2018, it is wrong where the same line has 5,424 under 2018.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice

from faithstill.featurize.align.derived.formula import Derivation, in_figures
from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document

from .asked_cells import (
    OF_QUESTIONS,
    TOTAL,
    Figure,
    NamedFigures,
    asked_periods,
    lines_of,
    named_lines,
    only_cell,
    readings,
)
from .asked_results import ResultSearch
from .left_open import FIGURES
from .operation import AskedOperation, asked_operations, is_asked, words_of_result
from .proved import AskedValue
from .thresholds import counted_figures

_EITHER = frozenset(
    {AskedOperation.CHANGE, AskedOperation.AVERAGE, AskedOperation.TOTAL}
)  # two of them take several steps
_PLAIN = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT})
_MOST_RESULTS = 2  # a change and the same as a percentage
_Places = Collection[tuple[int, int]]  # passage and offset


def asked_cell(
    mention: Mention, question: Document, evidence: EvidenceValues, agreeing: Sequence[Located]
) -> Figure | None:
    """The cell that is asked for, where a value agrees with others alone; None where it may be right.

    `agreeing` are the evidence values that agree with the answer's. One in prose leaves the question open.
    """
    if words_of_result(question.text) is not None or not all(evidence.is_cell(e) for e in agreeing):
        return None
    lines = evidence.once(lines_of)
    places = {(e.passage, e.mention.start) for e in agreeing}
    found = only_cell(question, lines) or _of_asked_period(places, lines, asked_periods(question.text))
    if found is None or _place(found) in places or abs(mention.low or 0) in readings(found):
        return None
    return found


def _of_asked_period(
    places: _Places, lines: Sequence[NamedFigures], periods: frozenset[str]
) -> Figure | None:
    """The cell of an asked period in the only line that holds the value, which it has of other periods alone."""
    own = [line for line in lines if any(_place(f) in places for f in line.figures)]
    held = [f for line in own for f in line.figures if _place(f) in places]
    if len(own) != 1 or len(held) != len(places) or not all(f.periods for f in held):
        return None
    asked = [f for f in own[0].figures if f.periods & periods]
    return asked[0] if len(asked) == 1 and asked[0] not in held else None


def _place(figure: Figure) -> tuple[int, int]:
    return figure.passage, figure.mention.start


def other_result(mention: Mention, question: Document, evidence: EvidenceValues) -> Derivation | None:
    """The result that a question surely asks for, of the one line that it names, where a value is another one."""
    counted = counted_figures(question, evidence)
    if counted is not None:
        is_other = mention.kind is Kind.NUMBER and mention.low != len(counted.operands)
        return replace(counted, formula=f"{len(counted.operands)}: {counted.formula}") if is_other else None
    result, asked = words_of_result(question.text), asked_operations(question.text)
    if result is None or mention.kind not in FIGURES or len(asked & _EITHER) > 1:
        return None
    lines = named_lines(question, evidence.once(lines_of), besides=(OF_QUESTIONS | result) - TOTAL)
    if len(lines) != 1 or not result.isdisjoint(lines[0].name):
        return None
    found = list(
        islice(ResultSearch(lines, asked, asked_periods(question.text)).results(), _MOST_RESULTS + 1)
    )
    if (
        not found
        or len(found) > _MOST_RESULTS
        or any(map(AskedValue(mention, question, evidence).may_be, found))
    ):
        return None
    first = (
        next((one for one in found if one.is_ratio), found[0]) if mention.kind is Kind.PERCENT else found[0]
    )
    if any(figure.mention.kind not in _PLAIN for figure in first.used):
        return None  # in units of their own
    operands = tuple(figure.mention for figure in first.used)
    return Derivation(f"asked_{first.rule}", f"{first.text} = {in_figures(first.value)}", operands, 1.0)


def is_of_other_operation(found: Derivation, question: Document) -> bool:
    """Is a formula of another operation than the one that the question surely asks for: a sum for a change?"""
    return words_of_result(question.text) is not None and not is_asked(found.rule, question.text)
