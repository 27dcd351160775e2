# SPDX-License-Identifier: Apache-2.0
"""What a record or the wording of a passage says of a span of the answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stated:
    """Characters `start:end` of the answer, borne out or refuted by characters of passage `passage` (from 0).

    `kind` is "state", "flag" or "wording", `rule` what decided, `field` the name of a record's cell that needs one
    to be understood.
    """

    kind: str
    rule: str
    start: int
    end: int
    passage: int
    evidence_start: int
    evidence_end: int
    agrees: bool = False
    field: str = ""


def recorded(
    kind: str, told: tuple[int, int], passage: int, cell: tuple[int, int], *, agrees: bool, field: str = ""
) -> Stated:
    """Characters `told` of the answer, proved or refuted by a cell of a record."""
    return Stated(kind, f"{kind}.{'equal' if agrees else 'conflict'}", *told, passage, *cell, agrees, field)


def worded(how: str, told: tuple[int, int], passage: int, stated: tuple[int, int]) -> Stated:
    """Characters `told` of the answer, refuted by what the evidence has in their place; `how` ends the rule's name."""
    return Stated("wording", f"wording.{how}", *told, passage, *stated)
