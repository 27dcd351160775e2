# SPDX-License-Identifier: Apache-2.0
"""What calculations that an answer writes out say of its values: proved by them, or refuted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from faithstill.featurize.document import Document
from faithstill.featurize.values.alignment import Alignment, Status
from faithstill.featurize.values.slots.slots import EvidenceValues

from .equations import equations
from .evaluated import RULE, Equation, is_known_factor

_SUPPORTED = frozenset({Status.EQUAL, Status.GIVEN, Status.DERIVED})
_NONE = Decimal(0)
_DECIDED = frozenset({Status.EQUAL, Status.GIVEN})  # by what stands in the evidence or the question
_LATEST = 200  # values before one among which its own derivation is sought
_PREMISES = (".factor", ".count")  # the 12 of a year's months, the 2 of "2 x $45"
_UNSUPPORTED = frozenset({Status.ABSENT, Status.UNCHECKED})


def written_out(
    found: list[Alignment], answer: Document, question: Document, evidence: EvidenceValues
) -> None:
    """Put right in `found` what the answer's own calculations decide, in their order.

    A result that the evidence does not state is refuted by a calculation that gives another, and derived where it
    gives this one from supported values. The 12 of a year's months needs no evidence there.
    """
    places = {alignment.mention.start: at for at, alignment in enumerate(found)}
    for equation in equations(answer):
        at = places[equation.result.start]
        if equation.is_wrong:
            if equation.is_loose and (
                found[at].status in _SUPPORTED or _is_explained(equation, found, question, evidence)
            ):
                continue
            if found[at].status not in _DECIDED:
                found[at] = _decided(found[at], Status.CONFLICTING, equation)
        elif equation.is_right:
            operands = [places[m.start] for m in equation.operands]
            around = f"{answer.text[slice(*equation.sentence)]} {question.text}"
            _pass_factors(found, operands, around)
            _pass_results(found, operands)
            if found[at].status in _UNSUPPORTED and _are_supported([found[place] for place in operands]):
                found[at] = _decided(found[at], Status.DERIVED, equation)


def _is_explained(
    equation: Equation, found: Sequence[Alignment], question: Document, evidence: EvidenceValues
) -> bool:
    """May another value that is told lie between, a fee on top, once or for each, or two people who pay each?"""
    result, value = equation.result, equation.value
    stated = result.low or _NONE
    own = [*(x.mention for x in found), *question.mentions, *(e.mention for e in evidence.values)]
    others = [m for m in own if m.low and m is not result and m not in equation.operands]
    apart = abs(stated - value)
    parts = {apart, *(apart / m.low for m in equation.operands if m.low)}
    ratios = {stated / value, value / stated} if value and stated else set()
    return any((m.kind is result.kind and m.low in parts) or m.low in ratios for m in others)


def _decided(alignment: Alignment, status: Status, equation: Equation) -> Alignment:
    suffix = "_conflict" if status is Status.CONFLICTING else ""
    rule = f"{alignment.mention.kind}.{RULE}{suffix}"
    return replace(alignment, status=status, support=None, derivation=equation.derivation, rule=rule)


def _pass_factors(found: list[Alignment], operands: Sequence[int], around: str) -> None:
    for place in operands:
        alignment = found[place]
        if alignment.status is Status.ABSENT and is_known_factor(alignment.mention, around):
            rule = f"{alignment.mention.kind}.factor"
            found[place] = replace(alignment, status=Status.UNCHECKED, rule=rule)


def _pass_results(found: list[Alignment], operands: Sequence[int]) -> None:
    """What was derived just before is an operand of the next step: "... = $300; $300 + $100 = ..."."""
    for place in operands:
        own = found[place].mention
        if found[place].status is Status.ABSENT:
            latest = reversed(found[max(0, place - _LATEST) : place])
            earlier = (x for x in latest if x.status is Status.DERIVED)
            same = (
                x
                for x in earlier
                if (x.mention.kind, x.mention.low, x.mention.unit) == (own.kind, own.low, own.unit)
            )
            known = next(same, None)
            if known:
                found[place] = replace(
                    found[place], status=Status.DERIVED, derivation=known.derivation, rule=known.rule
                )


def _are_supported(operands: Sequence[Alignment]) -> bool:
    """Is each one, or a known factor, and at least one of them by the evidence or the question?"""
    held = [x.status in _SUPPORTED for x in operands]
    return any(held) and all(ok or x.rule.endswith(_PREMISES) for ok, x in zip(held, operands, strict=True))
