# SPDX-License-Identifier: Apache-2.0
"""What reviewers decided: each save is a new line in SQLite, nothing is written over, and the last one counts."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from faithstill.data import Label, Span

from .review_rows import ReviewRow, by_id
from .review_store import begin, opened, writing

_FIELDS = "version, row, reviewer, label, spans, comment, error_type, saved"
_LAST = f"""
select {_FIELDS} from decision where version in (
    select max(version) from decision where undone is null and row = ? and digest = ? and reviewer = ?
)"""
_ALL = f"""
select {_FIELDS}, digest from decision where version in (
    select max(version) from decision where undone is null group by row, digest, reviewer
) order by version"""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a reviewer says of an answer; without a label it is a note, and no error type says nothing of it."""

    label: Label | None
    spans: tuple[Span, ...] = ()
    comment: str = ""
    error_type: str = ""


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """A draft that was saved; `version` grows with every save to the file."""

    row: str
    reviewer: str
    draft: Draft
    version: int
    saved: str

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "row": self.row,
            "reviewer": self.reviewer,
            "label": self.draft.label,
            "spans": [asdict(span) for span in self.draft.spans],
            "comment": self.draft.comment,
            "error_type": self.draft.error_type,
            "version": self.version,
            "saved": self.saved,
        }


class NewerDecisionError(RuntimeError):
    """The decision that a save was based on is no longer the last one; `now` is what stands, None for nothing."""

    def __init__(self, now: SavedDraft | None) -> None:
        told = f"saved at {now.saved}" if now else "taken back"
        super().__init__(
            f"another tab or program was quicker: the decision was {told}; look at it, then save"
        )
        self.now = now


class Decisions:
    """The decisions on the rows of one file."""

    def __init__(self, path: Path, rows: Iterable[ReviewRow]) -> None:
        self.path, self._rows = path, by_id(rows)
        begin(path)

    def save(self, row: str, reviewer: str, draft: Draft, *, seen: int) -> SavedDraft:
        """Store a draft that is based on version `seen` (0: on none); NewerDecisionError where another one stands.

        What stands already is not stored twice, so a save may be sent again.
        """
        digest = self._rows[row].digest
        with writing(self.path) as store:
            now = _read(store.execute(_LAST, (row, digest, reviewer)).fetchone())
            if now and now.draft == draft:
                return now
            if (now.version if now else 0) != seen:
                raise NewerDecisionError(now)
            saved = datetime.now(UTC).isoformat(timespec="seconds")
            spans = json.dumps([asdict(span) for span in draft.spans])
            cells = (row, digest, reviewer, draft.label, spans, draft.comment, draft.error_type, saved)
            done = store.execute(
                "insert into decision (row, digest, reviewer, label, spans, comment, error_type, saved)"
                " values (?,?,?,?,?,?,?,?)",
                cells,
            )
            return SavedDraft(row, reviewer, draft, int(done.lastrowid or 0), saved)

    def undo(self, reviewer: str) -> str | None:
        """Take back the last save of a reviewer; the id of its row, None where there is nothing left."""
        with writing(self.path) as store:
            found = store.execute(
                "select version, row, digest from decision where undone is null and reviewer = ?"
                " order by version desc",
                (reviewer,),
            )
            ours = next((one for one in found if self._is_ours(one[1], one[2])), None)
            if ours is None:
                return None
            now = datetime.now(UTC).isoformat(timespec="seconds")
            store.execute("update decision set undone = ? where version = ?", (now, ours[0]))
            return str(ours[1])

    def of(self, row: str) -> dict[str, SavedDraft]:
        """What stands on a row, by reviewer."""
        return {one.reviewer: one for one in self.all() if one.row == row}

    def all(self) -> list[SavedDraft]:
        """What stands on all rows of the file, in the order in which it was saved."""
        with opened(self.path) as store:
            return [
                SavedDraft(*_cells(cells[:-1]))
                for cells in store.execute(_ALL)
                if self._is_ours(cells[1], cells[-1])
            ]

    def foreign(self) -> int:
        """How many decisions are kept of rows that the file lacks, or holds with other texts."""
        with opened(self.path) as store:
            return sum(not self._is_ours(cells[1], cells[-1]) for cells in store.execute(_ALL))

    def _is_ours(self, row: str, digest: str) -> bool:
        return row in self._rows and self._rows[row].digest == digest


def _read(cells: Any) -> SavedDraft | None:
    return SavedDraft(*_cells(cells)) if cells else None


def _cells(cells: sqlite3.Row | tuple[Any, ...]) -> tuple[str, str, Draft, int, str]:
    version, row, reviewer, label, spans, comment, error_type, saved = cells
    marked = tuple(Span(**span) for span in json.loads(spans))
    draft = Draft(Label(label) if label else None, marked, comment, error_type)
    return row, reviewer, draft, version, saved
