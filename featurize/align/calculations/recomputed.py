# SPDX-License-Identifier: Apache-2.0
"""What an answer's own calculations prove or refute.

A right one proves its result where the evidence supports its operands. A wrong one refutes its result only where it
stands alone behind an equals sign and neither rounding nor a change of unit or scale explains the difference. Where
the result is proved all the same, the slip is in an operand, and said of that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from faithstill.featurize.align.alignment import Alignment, Status
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document

from .equation import RULE, Equation, key, number_of
from .written_out import equations

SLIP = "calculation_slip"
TO_PERCENT = "to_percent"
_SUPPORTED = frozenset({Status.EQUAL, Status.GIVEN, Status.DERIVED})
_SLIPS = frozenset({Status.ABSENT, Status.CONFLICTING})
_OPEN = frozenset({Status.ABSENT, Status.UNCHECKED})
_FACTORS = frozenset(map(Decimal, (4, 7, 12, 24, 30, 52, 60, 100, 360, 365)))  # of periods and percentages
_TO_PERCENT = re.compile(  # before the percentage that the last step gives
    r"(?:[x×*·]|times)\s?(?P<hundred>100)\b\s?\\?%?[\s)]*"
    r"(?=[=≈](?:[=≈x×*·/÷+−–()$£€\s-]|\d(?:[\d.,]*\d)?)*?\d\s?\\?%)"
)


def recomputed(alignments: Sequence[Alignment], answer: Document) -> list[Alignment]:
    """The alignments of an answer with what its own calculations prove or refute put right, in their order."""
    found = list(alignments)
    places = {alignment.mention.start: at for at, alignment in enumerate(found)}
    for factor in _TO_PERCENT.finditer(answer.text):
        at = places.get(factor.start("hundred"), -1)
        if at >= 0 and found[at].status is Status.ABSENT:
            found[at] = _as(found[at], Status.UNCHECKED, TO_PERCENT)
    for one in equations(answer):
        operands = [places[m.start] for m in one.operands]
        if one.is_wrong:
            _refute(found, places[one.result.start], operands, one)
        elif one.is_right and _is_supported(found, operands):
            _prove(found, places[one.result.start], one)
    return found


def _refute(found: list[Alignment], at: int, operands: Sequence[int], one: Equation) -> None:
    """The result, unless it is proved all the same; then what the evidence does not support of the operands."""
    slips = [n for n in operands if found[n].status in _SLIPS]
    status = found[at].status
    if status not in _SUPPORTED or (status is Status.DERIVED and not slips):
        found[at] = _as(found[at], Status.CONFLICTING, f"{RULE}_conflict", one)
        return
    for n in slips:
        if found[n].status is Status.ABSENT:
            found[n] = _as(found[n], Status.ABSENT, SLIP, one)


def _prove(found: list[Alignment], at: int, one: Equation) -> None:
    """The result, and what later tells the same again: "= 0.86. 0.86 x 100 = 86%"."""
    for n in range(at, len(found)):
        if found[n].status in _OPEN and key(found[n].mention) == key(one.result):
            found[n] = _as(found[n], Status.DERIVED, RULE, one)


def _is_supported(found: Sequence[Alignment], operands: Sequence[int]) -> bool:
    """Are all operands, but for factors between periods?"""
    held = [found[n].status in _SUPPORTED for n in operands]
    return any(held) and all(
        is_held or _is_factor(found[n].mention) for n, is_held in zip(operands, held, strict=True)
    )


def _is_factor(m: Mention) -> bool:
    return m.kind in (Kind.NUMBER, Kind.DURATION) and number_of(m) in _FACTORS


def _as(alignment: Alignment, status: Status, rule: str, one: Equation | None = None) -> Alignment:
    rule = f"{alignment.mention.kind}.{rule}"
    if one is None:
        return replace(alignment, status=status, rule=rule)
    return replace(alignment, status=status, support=None, derivation=one.derivation, rule=rule)
