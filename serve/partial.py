# SPDX-License-Identifier: Apache-2.0
"""A file of predictions that is written row by row, continued when interrupted, and renamed when complete."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .kept import COLUMNS, NESTED

Row = Mapping[str, Any]


class PartialFile:
    """Rows on their way into `out`: they stand in `out.partial`; `out.partial.json` says how far it holds.

    `key` names what is being written (input and bundle): what another key left behind is begun anew, and
    without a key everything is, and nothing stays behind when it fails. `statuses` counts what is there already, by
    the column `counted`. A CSV file has the `columns` and no others.
    """

    def __init__(
        self, out: Path, *, key: str = "", columns: Sequence[str] = COLUMNS, counted: str = "status"
    ) -> None:
        self._counted = counted
        self._encode = _encoder(out)
        self._columns = tuple(columns)
        self.out = out
        self._key = key
        self._path, self._state = _places(out)
        self.statuses, kept = self._noted()
        if not kept:
            self._state.unlink(missing_ok=True)
        self._file = self._path.open("r+b" if kept else "wb")
        # Whatever was written after the last noted length may be torn.
        self._file.truncate(kept)
        self._file.seek(kept)
        if not kept:
            self._file.write(header(out, self._columns))

    @property
    def rows(self) -> int:
        """How many rows are there already."""
        return self.statuses.total()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        if error is not None and not self._key:
            self._path.unlink(missing_ok=True)

    def left_behind(self) -> Iterator[Row]:
        """The rows of a JSONL file that an interrupted run has written, before any is added."""
        with self._path.open("rb") as file:
            yield from map(json.loads, file)

    def append(self, rows: Iterable[Row]) -> None:
        """Write a chunk through to the disk, then note how far the file holds."""
        for row in rows:
            self._file.write(self._encode(row, self._columns))
            self.statuses[row.get(self._counted, "")] += 1
        self._file.flush()
        if self._key:
            self._note()

    def finish(self) -> None:
        """Put the complete file in its place."""
        self._file.close()
        self._path.replace(self.out)
        self._state.unlink(missing_ok=True)

    def _note(self) -> None:
        fresh = self._state.with_name(f"{self._state.name}.new")
        state = {"key": self._key, "bytes": self._file.tell(), "statuses": self.statuses}
        fresh.write_text(json.dumps(state))
        fresh.replace(self._state)

    def _noted(self) -> tuple[Counter[str], int]:
        """(rows by status, bytes) that an interrupted run with the same key has written."""
        try:
            state = json.loads(self._state.read_bytes())
            statuses, size = (
                Counter({str(k): int(n) for k, n in state["statuses"].items()}),
                int(state["bytes"]),
            )
            usable = self._key != "" and state["key"] == self._key and self._path.stat().st_size >= size
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return Counter(), 0
        return (statuses, size) if usable else (Counter(), 0)


def _places(out: Path) -> tuple[Path, Path]:
    return out.with_name(f"{out.name}.partial"), out.with_name(f"{out.name}.partial.json")


def forget(out: Path) -> None:
    """Remove what was written of a file that is not wanted any more."""
    for place in _places(out):
        place.unlink(missing_ok=True)


def check_ending(out: Path) -> None:
    """ValueError unless predictions can be written under such a name."""
    _encoder(out)
    if out.is_dir():
        raise ValueError(f"{out}: is a folder; give a file name")


def header(out: Path, columns: Sequence[str] = COLUMNS) -> bytes:
    """What stands before the first row."""
    return _csv_line(columns) if _encoder(out) is _as_csv else b""


_Encode = Callable[[Row, Sequence[str]], bytes]


def _encoder(out: Path) -> _Encode:
    encode = _ENCODERS.get(out.suffix.lower())
    if encode is None:
        raise ValueError(f"{out}: predictions are written as {' or '.join(_ENCODERS)}; give such an ending")
    return encode


def json_bytes(value: Any) -> bytes:
    """JSON as lines of files and answers of the service hold it."""
    # Lone surrogates cannot be encoded; their backslash form is valid JSON for the same character.
    return _as_json(value).encode("utf-8", "backslashreplace")


def _as_jsonl(row: Row, columns: Sequence[str]) -> bytes:
    return json_bytes(row) + b"\n"


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _as_csv(row: Row, columns: Sequence[str]) -> bytes:
    if unknown := [column for column in row if column not in columns and column not in NESTED]:
        raise ValueError(
            f"row {row['id']}: column {unknown[0]!r} is none of the first row's, by which the CSV file was begun; "
            "give all rows the same columns, pass rows that can be read twice (a list, a file), or write .jsonl"
        )
    return _csv_line([_cell(column, row.get(column)) for column in columns])


def _cell(column: str, value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if column == "reasons":
        return "; ".join(value)
    return str(value) if isinstance(value, float) else _as_json(value)


def _csv_line(cells: Sequence[str]) -> bytes:
    line = io.StringIO()
    # The csv module leaves a lone carriage return bare, which its own reader then refuses.
    bare = any("\r" in cell for cell in cells)
    csv.writer(line, lineterminator="\n", quoting=csv.QUOTE_ALL if bare else csv.QUOTE_MINIMAL).writerow(
        cells
    )
    return line.getvalue().encode("utf-8", "backslashreplace")


_ENCODERS: Mapping[str, _Encode] = {".csv": _as_csv, ".jsonl": _as_jsonl}
