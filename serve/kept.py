# SPDX-License-Identifier: Apache-2.0
"""The columns of the input beside those of the predictions: what they are called, and what their cells hold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

from faithstill.data.cells import is_missing, plain

COLUMNS = (
    "id",
    "faithful",
    "is_faithful",
    "status",
    "route",
    "why",
    "threshold",
    "logit",
    "reasons",
    "label",
)
# Also ours; the values are nested, so a CSV file leaves them out.
NESTED = frozenset({"statements"})
# Where the input has these columns they stand for ours, which would only repeat them.
THEIRS = frozenset({"id", "label"})
PREFIX = "input_"


def kept_names(columns: Iterable[str], known: Mapping[str, str] | None = None) -> dict[str, str]:
    """What each column of the input is called beside ours; `known` are names that are given away already.

    >>> kept_names(["id", "question", "status", "input_status"])
    {'id': 'id', 'question': 'question', 'status': 'input_status', 'input_status': 'input_input_status'}
    """
    names = dict(known or {})
    taken = {*COLUMNS, *NESTED, *names.values()} - THEIRS
    for column in columns:
        if column not in names:
            name = column
            while name in taken:
                name = f"{PREFIX}{name}"
            names[column] = name
            taken.add(name)
    return names


def renamed(names: Mapping[str, str]) -> dict[str, str]:
    """Those that go by another name than in the input."""
    return {column: name for column, name in names.items() if column != name}


def all_columns(names: Mapping[str, str]) -> tuple[str, ...]:
    """The input's columns in their order, then ours.

    >>> all_columns({"question": "question", "id": "id"})[:4]
    ('question', 'id', 'faithful', 'is_faithful')
    """
    return tuple(dict.fromkeys((*names.values(), *COLUMNS)))


def joined(cells: Mapping[str, Any], names: Mapping[str, str], row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of predictions behind the cells that it was made from; an id that the input leaves out is ours."""
    kept = {names[column]: writable(cell) for column, cell in cells.items()}
    if not str(kept.get("id") or "").strip() and kept.get("id") != 0:
        kept["id"] = row["id"]
    return kept | {name: value for name, value in row.items() if name not in kept}


def writable(cell: Any) -> Any:
    """A cell that JSON has a word for, at any depth: None for what is missing, text for what is not of JSON.

    >>> writable([1.5, float("nan"), {"day": date(2026, 3, 4)}]), writable(float("inf")), writable("")
    ([1.5, None, {'day': '2026-03-04'}], 'inf', '')
    """
    cell = plain(cell)
    if isinstance(cell, Mapping):
        return {str(key): writable(value) for key, value in cell.items()}
    if isinstance(cell, list):
        return [writable(item) for item in cell]
    if isinstance(cell, str | bool | int):
        return cell
    if is_missing(cell):
        return None
    if isinstance(cell, date | time):
        return cell.isoformat()
    return cell if isinstance(cell, float) and math.isfinite(cell) else str(cell)
