# SPDX-License-Identifier: Apache-2.0
"""CSV, JSONL and Parquet files as streams of raw rows, and raw rows as files."""

from __future__ import annotations

import codecs
import csv
import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from .errors import RowError, RowOrigin, TableError, shown
from .triple import Triple
from .whole_file import replacing

_BOM = b"\xef\xbb\xbf"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_WIDEST_FIELD = 2**31 - 1  # the most that the csv module takes on every platform
_BATCH = 256  # Parquet rows in memory at a time
_ROW_GROUP = 1024
# Nothing, as pandas spells it once it is text. None, NA and null are left alone: they can be answers.
_NAN = frozenset({"NaN", "nan"})
# How JSON begins that is laid out over several lines.
_LAID_OUT = frozenset({"[", "{", "[{"})
_IN_WORDS: Mapping[type, str] = {
    list: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


@dataclass(frozen=True, slots=True)
class RawRow:
    """One data row, counted from 1, with the line of the file where it starts; one in memory may be a triple.

    Cells are as they are written; `as_read` says what they mean.
    """

    number: int
    line: int | None
    cells: Mapping[str, Any] | Triple


@dataclass(frozen=True, slots=True)
class Source:
    """Rows, or what is wrong with them; `header` is None where each row names its own columns."""

    file: str
    header: tuple[str, ...] | None
    rows: Iterator[RawRow | RowError]


def open_rows(path: Path) -> Source:
    """The rows of a file by its ending; TableError when nothing of it can be read."""
    return _of_kind(path)[0](path)


def check_ending(path: Path) -> None:
    """TableError where no kind of file has such an ending, ImportError where its package is missing."""
    if _of_kind(path)[1] is _write_parquet:
        _pyarrow()


def as_read(path: Path, cells: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a file of that kind makes of the cells: one of CSV has no other way to say that a number is missing."""
    if path.suffix.lower() != ".csv":
        return cells
    return {name: _stated(cell) if isinstance(cell, str) else cell for name, cell in cells.items()}


def _stated(cell: str) -> str:
    """The cell of a CSV file; `NaN` and `nan` alone are an empty one.

    >>> [_stated(cell) for cell in ("nan", "NaN", "NA", "null", "None", "Nan bread")]
    ['', '', 'NA', 'null', 'None', 'Nan bread']
    """
    return "" if cell in _NAN else cell


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows that share their keys as they come, all or none: a temporary file beside, then a rename."""
    write = _of_kind(path)[1]
    with replacing(path) as temporary:
        write(temporary, rows)


def _lines(path: Path) -> Generator[str, None, None]:
    """Lines with their ends kept, decoded one by one so that a wrong byte is reported with its line."""
    with path.open("rb") as handle:
        for number, raw in enumerate(handle, start=1):
            try:
                yield (raw.removeprefix(_BOM) if number == 1 else raw).decode("utf-8")
            except UnicodeDecodeError as error:
                byte = f"{raw[error.start]:#04x}"
                known = "utf-16" if number == 1 and raw.startswith(_UTF_16_MARKS) else "latin1"
                cure = f"is not UTF-8 (byte {byte}): save it as UTF-8, such as with iconv -f {known} -t utf-8"
                raise TableError([RowOrigin(str(path), None, number).error(cure)]) from None


def _read_csv(path: Path) -> Source:
    csv.field_size_limit(max(csv.field_size_limit(), _WIDEST_FIELD))
    lines = _lines(path)
    # Strict: otherwise a quote that is never closed swallows the rest of the file without a word.
    reader = csv.reader(lines, strict=True)
    try:
        header = _csv_header(reader, RowOrigin(str(path)))
    except TableError:
        lines.close()
        raise
    return Source(str(path), header, _csv_rows(str(path), reader, header))


def _csv_header(reader: Any, at: RowOrigin) -> tuple[str, ...]:
    try:
        header = next((cells for cells in reader if cells), None)
    except csv.Error as error:
        if "new-line character" in str(error):
            cure = "has lines that end in a carriage return alone: save it with line ends of LF or CRLF"
            raise TableError([at.error(cure)]) from None
        raise TableError([at.error(f"has a broken header: {error}")]) from None
    if header is None:
        raise TableError(
            [at.error("is empty: the first line names the columns, such as question,contexts,answer")]
        )
    if any("\0" in name for name in header):
        raise TableError([at.error("has a null byte in its header: save it as UTF-8 text")])
    if len(header) == 1 and (marks := [mark for mark in ";\t|" if mark in header[0]]):
        raise TableError([at.error(f"is separated by {marks[0]!r}: separate the columns by commas")])
    return tuple(header)


def _csv_rows(file: str, reader: Any, header: Sequence[str]) -> Iterator[RawRow | RowError]:
    number, names = 0, told_apart(header)
    while True:
        at = RowOrigin(file, number + 1, reader.line_num + 1)
        try:
            cells = next(reader, None)
        except csv.Error as error:
            # Where the next row starts is unknown now, so the rest would only add false errors.
            yield at.error(f"cannot be read ({error}): check the quotes of the row that starts here")
            return
        except TableError as error:
            yield from error.errors
            return
        if cells is None:
            return
        if not cells:
            continue
        number += 1
        if len(cells) == len(header):
            yield RawRow(number, at.line, dict(zip(names, cells, strict=True)))
        else:
            wrong = f"has {len(cells)} cells where the header has {len(header)}"
            yield at.error(f"{wrong}: quote cells that hold commas, quotes or line breaks")


def told_apart(header: Sequence[str]) -> list[str]:
    """Columns under names of their own: another of the same name has a number behind it.

    >>> told_apart(["notes", "notes", "notes.1"])
    ['notes', 'notes.2', 'notes.1']
    """
    names: list[str] = []
    for column in header:
        name, number = column, 0
        while name in names or (number and name in header):
            number += 1
            name = f"{column}.{number}"
        names.append(name)
    return names


def _read_jsonl(path: Path) -> Source:
    return Source(str(path), None, _jsonl_rows(path))


def _jsonl_rows(path: Path) -> Iterator[RawRow | RowError]:
    number = 0
    try:
        for line, text in enumerate(_lines(path), start=1):
            if number == 0 and text.strip() in _LAID_OUT:
                # Where an object ends is unknown now, so each line would only add a false error.
                yield RowOrigin(str(path), 1, line).error(
                    "goes on over several lines: write one object per line"
                )
                return
            if text.strip():
                number += 1
                yield _jsonl_row(text, str(path), number, line)
    except TableError as error:
        yield from error.errors


def _jsonl_row(text: str, file: str, number: int, line: int) -> RawRow | RowError:
    at = RowOrigin(file, number, line)
    try:
        found = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        return at.error(f"is not JSON ({error}): write one object per line", value=shown(text.strip()))
    if not isinstance(found, dict):
        return at.error(f"is {_IN_WORDS[type(found)]}, not an object: write one object per line")
    return RawRow(number, line, found)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"key {max(keys, key=keys.count)!r} appears twice")
    return found


def _read_parquet(path: Path) -> Source:
    pyarrow, parquet = _pyarrow()
    path.open("rb").close()  # what is missing is told as it is of the other kinds
    try:
        # Read in small pieces: a row group may be as large as the file.
        file = parquet.ParquetFile(path, buffer_size=1 << 20, pre_buffer=False)
    except pyarrow.ArrowInvalid as error:
        raise TableError([RowOrigin(str(path)).error(f"is no Parquet file: {error}")]) from None
    return Source(str(path), tuple(file.schema_arrow.names), _parquet_rows(file))


def _parquet_rows(file: Any) -> Iterator[RawRow | RowError]:
    with file:
        batches = file.iter_batches(batch_size=_BATCH)
        for number, cells in enumerate((row for batch in batches for row in batch.to_pylist()), start=1):
            yield RawRow(number, None, cells)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ImportError('Parquet files need pyarrow: pip install "faithstill[train]"') from None
    return pyarrow, pyarrow.parquet


def _write_csv(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as handle:
        sparing = csv.writer(handle, lineterminator="\n")
        # The csv module leaves a lone carriage return bare, which its own reader then refuses.
        quoting = csv.writer(handle, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for number, row in enumerate(rows):
            if number == 0:
                sparing.writerow(row)
            cells = [_csv_cell(cell) for cell in row.values()]
            (quoting if any("\r" in cell for cell in cells) else sparing).writerow(cells)


def _csv_cell(cell: Any) -> str:
    if cell in (None, []):
        return ""
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)


def _write_jsonl(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as handle:
        for row in rows:
            stated = {key: cell for key, cell in row.items() if cell is not None}
            handle.write(json.dumps(stated, ensure_ascii=False) + "\n")


def _write_parquet(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    pyarrow, parquet = _pyarrow()
    rest = iter(rows)
    # Types are read off what is at hand: all rows of a list, the first group of a stream.
    first = pyarrow.Table.from_pylist(list(islice(rest, None if isinstance(rows, Sequence) else _ROW_GROUP)))
    with parquet.ParquetWriter(path, first.schema) as writer:
        writer.write_table(first, row_group_size=_ROW_GROUP)
        while group := list(islice(rest, _ROW_GROUP)):
            writer.write_table(pyarrow.Table.from_pylist(group, schema=first.schema))


_Read = Callable[[Path], Source]
_Write = Callable[[Path, Iterable[Mapping[str, Any]]], None]
_KINDS: Mapping[str, tuple[_Read, _Write]] = {
    ".csv": (_read_csv, _write_csv),
    ".jsonl": (_read_jsonl, _write_jsonl),
    ".ndjson": (_read_jsonl, _write_jsonl),
    ".parquet": (_read_parquet, _write_parquet),
}


def _of_kind(path: Path) -> tuple[_Read, _Write]:
    if path.suffix.lower() not in _KINDS:
        raise TableError(
            [RowOrigin(str(path)).error(f"has an unknown ending: rows are kept as {', '.join(_KINDS)}")]
        )
    return _KINDS[path.suffix.lower()]
