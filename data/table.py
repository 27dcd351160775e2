# SPDX-License-Identifier: Apache-2.0
"""Tables of triples: read whole or as a stream, and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from . import cells
from .columns import REQUIRED, Columns, mapped_label, match_columns, names_field, parse_row
from .errors import CellError, RowError, RowOrigin, TableError, shown
from .files import RawRow, Source, as_read, write_rows
from .rows import IN_MEMORY, Rows, open_source
from .triple import PASSAGE_FIELDS, Passage, PassageKind, Triple

_NOTHING: tuple[Any, ...] = ("", None, [])
_AS_IS = ("rationale", "answer_type", "error_type", "domain", "split")


@dataclass(frozen=True, slots=True)
class Table:
    """Triples, and how they were read: `mapped` tells columns and label values not in our own words.

    Such as `{"user_input": "question", "hallucination": "label", "hallucination=1": "unfaithful"}`.
    """

    triples: tuple[Triple, ...]
    mapped: Mapping[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()


def read_triples(source: Rows, *, labelled: bool = False) -> Table:
    """All triples of a file, DataFrame, Arrow table, mapping of columns or iterable; TableError holds every bad row.

    >>> read_triples([{"query": "Fee?", "context": "It is $5.", "answer": "$5"}]).mapped
    {'query': 'question', 'context': 'contexts'}
    """
    reader = _Reader(open_source(source), labelled)
    return Table(tuple(reader.sound()), reader.mapped, tuple(reader.ignored))


def read_questions(source: Rows) -> Table:
    """The same of rows to be answered, whose answer may be missing or empty."""
    reader = _Reader(_answerable(open_source(source)), labelled=False)
    return Table(tuple(reader.sound()), reader.mapped, tuple(reader.ignored))


def _answerable(source: Source) -> Source:
    """The rows with an empty answer where they have no column for one."""

    def answerable(row: RawRow | RowError) -> RawRow | RowError:
        if (
            not isinstance(row, RawRow)
            or isinstance(row.cells, Triple)
            or names_field([*row.cells], "answer")
        ):
            return row
        return replace(row, cells={**row.cells, "answer": ""})

    header = source.header
    if header is not None and not names_field(header, "answer"):
        header = (*header, "answer")
    return Source(source.file, header, map(answerable, source.rows))


def iter_triples(source: Rows, *, labelled: bool = False, unique: bool = True) -> Iterator[Triple]:
    """The triples one by one, rows not kept (only their ids are, if `unique`); TableError at the first bad row."""
    reader = _Reader(open_source(source), labelled, unique=unique)
    return map(reader.triple, reader.rows())


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A triple and the cells that it was read from, all columns of them as they are written; none of a triple."""

    triple: Triple
    cells: Mapping[str, Any]


def iter_rows(source: Rows) -> Iterator[ReadRow]:
    """The same as `iter_triples`, each triple with its row."""
    reader = _Reader(open_source(source), labelled=False)
    return map(reader.read, reader.rows())


@dataclass(frozen=True, slots=True)
class Checked:
    """What a pass over rows to score found: how many, how their columns are read, has any row self-metrics?

    `columns` are those of all rows, in the order in which they come.
    """

    rows: int
    mapped: Mapping[str, str]
    ignored: tuple[str, ...]
    has_self_metrics: bool
    columns: tuple[str, ...] = ()


def check_rows(source: Rows) -> Checked:
    """All rows read once and none kept; TableError holds every bad one."""
    reader = _Reader(open_source(source), labelled=False)
    count, has_self_metrics = 0, False
    for triple in reader.sound():
        count += 1
        has_self_metrics = has_self_metrics or bool(triple.self_metrics)
    return Checked(count, reader.mapped, tuple(reader.ignored), has_self_metrics, reader.columns)


class _Reader:
    """One pass over a source: what its columns mean, and which ids were seen."""

    def __init__(self, source: Source, labelled: bool, *, unique: bool = True) -> None:
        self.unique = unique
        self.source = source
        self.labelled = labelled
        self.mapped: dict[str, str] = {}
        self.ignored: dict[str, None] = {}
        self._columns: dict[tuple[str, ...], Columns] = {}
        self._ids: dict[str, int | None] = {}
        if source.header is not None:
            self._match(source.header, RowOrigin(source.file))

    def sound(self) -> Iterator[Triple]:
        """The triples, and at the end TableError with all that is wrong with the others."""
        errors: list[RowError] = []
        for row in self.rows():
            try:
                triple = self.triple(row)
            except TableError as error:
                errors += error.errors
            else:
                yield triple
        if errors:
            raise TableError(errors)

    def rows(self) -> Iterator[RawRow | RowError]:
        """The source's rows; TableError when there are none in a file, or none to learn from."""
        found = None
        for found in self.source.rows:
            yield found
        if found is None and (self.labelled or self.source.file != IN_MEMORY):
            raise TableError([RowOrigin(self.source.file).error("holds no rows")])

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that rows had so far; a header with a name twice is none of a row's."""
        headers = [header for header in self._columns if len(set(header)) == len(header)]
        return tuple(dict.fromkeys(name for header in headers for name in header))

    def read(self, row: RawRow | RowError) -> ReadRow:
        triple = self.triple(row)
        return ReadRow(
            triple, row.cells if isinstance(row, RawRow) and isinstance(row.cells, Mapping) else {}
        )

    def triple(self, row: RawRow | RowError) -> Triple:
        if isinstance(row, RowError):
            raise TableError([row])
        at = RowOrigin(self.source.file, row.number, row.line)
        if isinstance(row.cells, Triple):
            triple = self._given(row.cells, at)
            self._know(triple, at)
            return triple
        columns = self._columns.get(tuple(row.cells)) or self._match(tuple(row.cells), at)
        stated = as_read(Path(self.source.file), row.cells)
        triple = parse_row(stated, columns, at, labelled=self.labelled)
        self._know(triple, at, columns.found.get("id", "id"))
        self.mapped |= mapped_label(stated, columns, triple)
        return triple

    def _given(self, triple: Triple, at: RowOrigin) -> Triple:
        errors = [*_unreadable(triple, at)]
        if self.labelled:
            texts = "".join(passage.text for passage in triple.passages)
            needed = {"label": triple.label or "", "answer": triple.answer.strip(), "contexts": texts.strip()}
            cure = "is missing: give the triple a {column}, or leave it out"
            errors += [
                at.error(cure.format(column=column), column=column)
                for column, value in needed.items()
                if not value
            ]
        if errors:
            raise TableError(errors)
        return triple if triple.id else replace(triple, id=f"row-{at.row}")

    def _know(self, triple: Triple, at: RowOrigin, column: str = "id") -> None:
        first = self._ids.setdefault(triple.id, at.row) if self.unique else at.row
        if first != at.row:
            cure = f"is the id of row {first} too: give each row its own, or drop the column"
            raise TableError([at.error(cure, column=column, value=triple.id)])

    def _match(self, header: tuple[str, ...], at: RowOrigin) -> Columns:
        columns = match_columns(header, at, labelled=self.labelled)
        self._columns[header] = columns
        self.mapped |= columns.mapped
        self.ignored |= dict.fromkeys(columns.ignored)
        return columns


def _unreadable(triple: Triple, at: RowOrigin) -> Iterator[RowError]:
    """The texts of a triple that no file could hold."""
    passages = (("contexts", passage.text) for passage in triple.passages)
    for column, text in (("question", triple.question), *passages, ("answer", triple.answer)):
        try:
            cells.text(text)
        except CellError as error:
            yield at.error(error.cure, column=column)


def write_triples(
    path: str | Path, triples: Iterable[Triple], *, beside: Sequence[Mapping[str, Any]] = ()
) -> None:
    """Write triples as CSV, JSONL or Parquet by the ending; TableError if any would not read back equal.

    `beside` are further cells of each row, under names that are none of ours.
    """
    triples = tuple(triples)
    # One form for the whole column, as Parquet wants.
    bare = all(passage == Passage(passage.text) for triple in triples for passage in triple.passages)
    more = beside or [{}] * len(triples)
    rows = [{**cells_of(triple, bare=bare), **cells} for triple, cells in zip(triples, more, strict=True)]
    names = dict.fromkeys(name for row in rows for name in row)
    kept = [name for name in names if name in REQUIRED or any(row.get(name) not in _NOTHING for row in rows)]
    rows = [{name: row.get(name) for name in kept} for row in rows]
    if errors := [*_unlike(Path(path), rows, triples)]:
        raise TableError(errors)
    write_rows(Path(path), rows)


def cells_of(triple: Triple, *, bare: bool = False) -> dict[str, Any]:
    """The cells of a triple under our names; `bare`: passages as texts alone."""
    return {
        "id": triple.id,
        "question": triple.question,
        "contexts": [passage.text if bare else _passage_cells(passage) for passage in triple.passages],
        "answer": triple.answer,
        "label": None if triple.label is None else str(triple.label),
        **{name: getattr(triple, name) for name in _AS_IS},
        "group": "" if triple.group == triple.context_key else triple.group,
        "spans": [{"start": span.start, "end": span.end, "type": span.type} for span in triple.spans],
        **triple.self_metrics,
    }


def _passage_cells(passage: Passage) -> dict[str, Any]:
    stated = {name: getattr(passage, name) for name in PASSAGE_FIELDS}
    stated["kind"] = None if passage.kind is PassageKind.PASSAGE else str(passage.kind)
    return {name: cell for name, cell in stated.items() if name == "text" or cell not in ("", None)}


def _unlike(path: Path, rows: Iterable[Mapping[str, Any]], triples: Iterable[Triple]) -> Iterator[RowError]:
    """What reading these rows would refuse or change; default ids and groups are no change."""
    file = str(path)
    reader = _Reader(Source(file, None, iter(())), labelled=False)
    for number, (row, triple) in enumerate(zip(rows, triples, strict=True), start=1):
        try:
            again = reader.triple(RawRow(number, None, as_read(path, row)))
        except TableError as error:
            yield from error.errors
            continue
        meant = replace(triple, id=triple.id or again.id, group=triple.group or again.group)
        for name in (known.name for known in fields(Triple)):
            if getattr(meant, name) != getattr(again, name):
                cure = f"would read back as {shown(getattr(again, name))!r}: write it so"
                yield RowOrigin(file, number).error(cure, column=name, value=shown(getattr(meant, name)))
