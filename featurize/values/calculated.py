# SPDX-License-Identifier: Apache-2.0
"""What calculations that an answer writes out say of its values: proved by them, or refuted."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention

from .alignment import Alignment, Status
from .equations import RULE, Equation, equations, is_known_factor

_SUPPORTED = frozenset({Status.EQUAL, Status.GIVEN, Status.DERIVED})
_UNSUPPORTED = frozenset({Status.ABSENT, Status.UNCHECKED})
_Value = tuple[Kind, Decimal, str]


def written_out(found: list[Alignment], answer: Document) -> None:
    """Put right what the answer's own calculations decide: the results, and factors that need no evidence.

    A result that the evidence does not state is refuted by a calculation that gives another, and derived where it
    gives this one from supported values. The 12 of a year's months is no value to be proved there. What was derived
    once holds wherever the answer says it again.
    """
    places = {alignment.mention.start: at for at, alignment in enumerate(found)}
    derived: dict[_Value, Alignment] = {}
    for alignment in found:
        _remember(derived, alignment)
    for equation in equations(answer):
        at = places[equation.result.start]
        operands = [places[m.start] for m in equation.operands]
        if equation.is_wrong:
            if found[at].status is not Status.EQUAL:
                found[at] = _decided(found[at], Status.CONFLICTING, equation)
            continue
        for place in operands:
            if found[place].status is Status.ABSENT and is_known_factor(found[place].mention):
                rule = f"{found[place].mention.kind}.factor"
                found[place] = replace(found[place], status=Status.UNCHECKED, rule=rule)
        is_open = found[at].status in _UNSUPPORTED and equation.is_right
        if is_open and _are_supported([found[place] for place in operands], derived):
            found[at] = _decided(found[at], Status.DERIVED, equation)
            _remember(derived, found[at])
    for at, alignment in enumerate(found):
        known = derived.get(value) if (value := _value(alignment.mention)) else None
        if known and alignment.status is Status.ABSENT:
            found[at] = replace(
                alignment, status=Status.DERIVED, derivation=known.derivation, rule=known.rule
            )


def _decided(alignment: Alignment, status: Status, equation: Equation) -> Alignment:
    suffix = "_conflict" if status is Status.CONFLICTING else ""
    rule = f"{alignment.mention.kind}.{RULE}{suffix}"
    return replace(alignment, status=status, support=None, derivation=equation.derivation, rule=rule)


def _are_supported(operands: list[Alignment], derived: dict[_Value, Alignment]) -> bool:
    """Is each one, or a factor that everybody knows, and at least one of them from the evidence?"""
    held = [x.status in _SUPPORTED or _value(x.mention) in derived for x in operands]
    known = (x.status is Status.UNCHECKED and is_known_factor(x.mention) for x in operands)
    return any(held) and all(a or b for a, b in zip(held, known, strict=True))


def _remember(derived: dict[_Value, Alignment], alignment: Alignment) -> None:
    value = _value(alignment.mention)
    if value and alignment.status is Status.DERIVED:
        derived.setdefault(value, alignment)


def _value(mention: Mention) -> _Value | None:
    low = mention.low
    return (mention.kind, low, mention.unit) if low is not None and low == mention.high else None
