# SPDX-License-Identifier: Apache-2.0
"""The rows of a file as they are reviewed: each with a digest of its texts, and why it was queued."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from faithstill.data import Triple, iter_rows
from faithstill.data.errors import RowOrigin, TableError

WHY = "why"  # the column in which `faithstill queue` says why a row was chosen


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One row; `digest` changes with question, passages or answer, so that no decision falls on other texts."""

    triple: Triple
    digest: str
    why: str = ""

    @property
    def id(self) -> str:
        """The name under which its decisions are stored."""
        return self.triple.id


def read_review_rows(path: Path) -> tuple[ReviewRow, ...]:
    """The rows of a CSV, JSONL or Parquet file, labelled or not; TableError for what cannot be read."""
    rows = tuple(
        ReviewRow(row.triple, digest_of(row.triple), str(row.cells.get(WHY) or "")) for row in iter_rows(path)
    )
    if not rows:
        raise TableError([RowOrigin(str(path)).error("has no rows: there is nothing to review")])
    return rows


def digest_of(triple: Triple) -> str:
    """Sixteen hex digits of what a label is given for.

    >>> one = Triple.of(question="Fee?", contexts=["It is $5."], answer="$5")
    >>> digest_of(one) == digest_of(Triple.of(question="Fee?", contexts=["It is $5."], answer="$6"))
    False
    """
    texts = [triple.question, triple.answer, [passage.text for passage in triple.passages]]
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]


def by_id(rows: Iterable[ReviewRow]) -> dict[str, ReviewRow]:
    """The rows under their ids."""
    return {row.id: row for row in rows}
