# SPDX-License-Identifier: Apache-2.0
"""What rows may be given as: a file, or a table of pandas, of Arrow, of columns or of rows in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from .cells import plain
from .errors import RowError, RowOrigin, TableError
from .files import RawRow, Source, open_rows
from .triple import Triple

IN_MEMORY = "table"
_ARROW_ROWS = 256  # in memory as Python objects at a time


class Arrow(Protocol):
    """What is needed of an Arrow table or record batch."""

    @property
    def column_names(self) -> list[str]: ...

    @property
    def num_rows(self) -> int: ...

    def slice(self, offset: int, length: int, /) -> Any: ...

    def to_pylist(self) -> list[dict[str, Any]]: ...


class DataFrameLike(Protocol):
    """What is needed of a pandas DataFrame; one of polars has `to_dicts`."""

    @property
    def columns(self) -> Any: ...

    def to_dict(self, orient: Any, /) -> Any: ...


# The mapping is one of columns to their cells.
Rows = str | Path | DataFrameLike | Arrow | Mapping[str, Sequence[Any]] | Iterable[Mapping[str, Any] | Triple]


def open_source(source: Rows) -> Source:
    """The rows of a file or of what is in memory; TableError for what holds none."""
    if isinstance(source, str | Path):
        return open_rows(Path(source))
    if isinstance(source, Mapping):
        return Source(IN_MEMORY, tuple(map(str, source)), _mappings(_from_columns(source)))
    if hasattr(source, "to_pylist") and hasattr(source, "column_names"):
        return Source(IN_MEMORY, tuple(source.column_names), _mappings(_arrow_rows(source)))
    if hasattr(source, "columns") and (hasattr(source, "to_dict") or hasattr(source, "to_dicts")):
        return Source(IN_MEMORY, tuple(map(str, source.columns)), _frame_rows(source))
    if not isinstance(source, Iterable):
        cure = f"is a {type(source).__name__}, not rows: pass a file, a DataFrame or a list of mappings or triples"
        raise TableError([RowOrigin(IN_MEMORY).error(cure)])
    return Source(IN_MEMORY, None, _mappings(source))


def _frame_rows(frame: Any) -> Iterator[RawRow | RowError]:
    yield from _mappings(frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_dict("records"))


def _from_columns(columns: Mapping[Any, Any]) -> list[dict[Any, Any]]:
    lists = {name: plain(column) for name, column in columns.items()}
    if not all(isinstance(column, list) for column in lists.values()):
        cure = "is one mapping, not rows: pass a list of mappings, or columns with a list of cells each"
        raise TableError([RowOrigin(IN_MEMORY).error(cure)])
    lengths = {name: len(column) for name, column in lists.items()}
    if len({*lengths.values()}) > 1:
        told = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise TableError(
            [RowOrigin(IN_MEMORY).error(f"has columns of different lengths ({told}): give each row a cell")]
        )
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _arrow_rows(table: Any) -> Iterator[dict[str, Any]]:
    for start in range(0, table.num_rows, _ARROW_ROWS):
        yield from table.slice(start, _ARROW_ROWS).to_pylist()


def _mappings(rows: Iterable[Any]) -> Iterator[RawRow | RowError]:
    for number, row in enumerate(rows, start=1):
        if isinstance(row, Triple):
            yield RawRow(number, None, row)
        elif isinstance(row, Mapping):
            yield RawRow(number, None, {str(column): cell for column, cell in row.items()})
        else:
            cure = f"is a {type(row).__name__}, not a mapping of columns to cells: pass a DataFrame or a list of them"
            yield RowOrigin(IN_MEMORY, number).error(cure)
