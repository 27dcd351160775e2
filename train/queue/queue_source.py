# SPDX-License-Identifier: Apache-2.0
"""Answers to choose from: of an audit log, of a file of predictions, or of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from faithstill.data import Triple, iter_triples, triple_from_mapping
from faithstill.data.errors import RowError, RowOrigin, TableError
from faithstill.data.files import as_read, open_rows
from faithstill.serve.guard.audit_reading import AuditLine, Reading
from faithstill.serve.guard.chain import DECISION, OPENING, START
from faithstill.serve.guard.inputs import InputKind, Inputs
from faithstill.serve.kept import COLUMNS, NESTED, THEIRS

# A file with all of these is one that `faithstill predict-batch` wrote.
_OF_PREDICTIONS = frozenset({"faithful", "is_faithful", "route", "logit"})
_REDACTED = (
    "the log is redacted: it holds hashes of the texts, and nobody can label those; log without redacted=True "
    "(AuditLog(path), or `faithstill serve --audit`), or queue from a file of predictions"
)
_OURS = frozenset({*COLUMNS, *NESTED}) - THEIRS


@dataclass(frozen=True, slots=True)
class AuditedAnswers:
    """Triples from the oldest to the newest, each with an id of its own; `left_out` counts why others are not here."""

    triples: tuple[Triple, ...]
    left_out: Counter[str]
    problems: tuple[str, ...] = ()  # of the log's chain


def read_answers(path: Path) -> AuditedAnswers:
    """The answers of a file; TableError for what cannot be read, and for a log without texts."""
    with path.open("rb") as file:
        is_log = file.read(len(OPENING)) == OPENING
    return _of_log(path) if is_log else AuditedAnswers(tuple(_named(_of_rows(path))), Counter())


def _of_log(path: Path) -> AuditedAnswers:
    reading, left_out = Reading(path), Counter[str]()
    triples = tuple(_named(_logged(path, reading.entries(), left_out)))
    return AuditedAnswers(triples, left_out, tuple(map(str, reading.problems)))


def _logged(path: Path, entries: Iterable[AuditLine], left_out: Counter[str]) -> Iterator[Triple]:
    for entry in entries:
        said = entry.said
        if said.get("type") == START and said.get("redacted"):
            raise TableError([RowOrigin(entry.file, None, entry.line).error(_REDACTED)])
        if said.get("type") != DECISION:
            continue
        try:
            inputs = Inputs.of(said["inputs"])
        except (KeyError, TypeError, ValueError):
            left_out["cannot be read"] += 1
            continue
        if inputs.kind is InputKind.ANSWER:
            yield replace(inputs.triple, id=inputs.triple.id or f"{path.stem}-{said['seq']}")
        else:
            left_out[f"is a {inputs.kind}, no answer"] += 1


def _of_rows(path: Path) -> Iterator[Triple]:
    source = open_rows(path)
    errors: list[RowError] = []
    for row in source.rows:
        if isinstance(row, RowError):
            errors.append(row)
            continue
        cells = row.cells
        if not isinstance(cells, Mapping) or not cells.keys() >= _OF_PREDICTIONS:
            yield from iter_triples(path)
            return
        triple = triple_from_mapping(_asked(as_read(path, cells)), file=f"{path} row {row.number}")
        yield replace(triple, id=triple.id or f"row-{row.number}")
    if errors:
        raise TableError(errors)


def _asked(cells: Mapping[str, Any]) -> dict[str, Any]:
    """What was scored, without what was said of it."""
    return {name: cell for name, cell in cells.items() if name not in _OURS}


def _named(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Each under an id that no other has: a log may hold one id often, as of an answer that was tried again."""
    seen: Counter[str] = Counter()
    for triple in triples:
        seen[triple.id] += 1
        again = seen[triple.id]
        yield triple if again == 1 else replace(triple, id=f"{triple.id}#{again}")
