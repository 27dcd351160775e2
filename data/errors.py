# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a table: every bad row at once, each with its place and the cure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

_SHOWN_ERRORS = 20
_SHOWN_VALUE = 60


@dataclass(frozen=True, slots=True)
class RowError:
    """One thing wrong: where (`row` counts data rows from 1, `line` lines of the file), what, and the cure.

    >>> print(RowError("triples.csv", 17, "label", "maybe", "is none of faithful, partial", line=21))
    triples.csv row 17 (line 21): label 'maybe' is none of faithful, partial
    """

    file: str
    row: int | None
    column: str
    value: str | None
    cure: str
    line: int | None = None

    def __str__(self) -> str:
        where = self.file
        where += "" if self.row is None else f" row {self.row}"
        where += "" if self.line is None else f" (line {self.line})"
        what = self.column if self.value is None else f"{self.column} {self.value!r}".lstrip()
        return f"{where}: {what} {self.cure}" if what else f"{where}: {self.cure}"

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, in fixed key order."""
        names = ("file", "row", "line", "column", "value", "cure")
        return {name: getattr(self, name) for name in names}


class TableError(ValueError):
    """A table that cannot be used; `errors` holds all that is wrong, `str()` shows the first twenty."""

    def __init__(self, errors: Iterable[RowError]) -> None:
        self.errors = tuple(errors)
        super().__init__(self.errors)

    def __str__(self) -> str:
        more = len(self.errors) - _SHOWN_ERRORS
        lines = [str(error) for error in self.errors[:_SHOWN_ERRORS]]
        return "\n".join(lines + [f"... and {more} more"] * (more > 0))


class CellError(ValueError):
    """What is wrong with one cell, phrased to follow the column's name; `value` is shown between the two."""

    def __init__(self, cure: str, value: str | None = None) -> None:
        super().__init__(cure)
        self.cure = cure
        self.value = value


@dataclass(frozen=True, slots=True)
class RowOrigin:
    """A row's place, from which its errors are made."""

    file: str
    row: int | None = None
    line: int | None = None

    def error(self, cure: str, *, column: str = "", value: str | None = None) -> RowError:
        """
        >>> str(RowOrigin("a.csv", 3).error("is empty", column="answer"))
        'a.csv row 3: answer is empty'
        """
        return RowError(self.file, self.row, column, value, cure, self.line)


def shown(value: Any) -> str:
    """A value short enough for a message.

    >>> shown("x" * 100)[-4:]
    'x...'
    """
    text = str(value)
    return text if len(text) <= _SHOWN_VALUE else text[: _SHOWN_VALUE - 3] + "..."
