# SPDX-License-Identifier: Apache-2.0
"""Borders between cells that no value is read across: "5,250" of a row "Basic,5,250" is a 5 and a 250."""

from __future__ import annotations

from collections.abc import Iterable

from .structure import Unit

# A comma may group digits, and a word on the next line or behind a tab may be the month or unit of a figure.
_READ_ACROSS = frozenset(",\t\r\n")
_OPENS_REFERENCE = "["  # in prose: "[1,2]"
_NEVER_READ_ACROSS = ";"


def parted(text: str, units: Iterable[Unit]) -> str:
    """The text, of the same length, with a semicolon for each sign beside a cell that could be read as part of it.

    >>> from .structure import units
    >>> table = "Plan,Seats,Fee\\nBasic,5,250\\nPlus,9,300"
    >>> parted(table, units(table))
    'Plan;Seats;Fee;Basic;5;250;Plus;9;300'
    """
    cells = [cell for unit in units for cell in unit.cells]
    borders = [cell.end for cell in cells if text[cell.end : cell.end + 1] in _READ_ACROSS]
    borders += [cell.start - 1 for cell in cells if text[cell.start - 1] == _OPENS_REFERENCE]
    if not borders:
        return text
    characters = list(text)
    for border in borders:
        characters[border] = _NEVER_READ_ACROSS
    return "".join(characters)
