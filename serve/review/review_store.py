# SPDX-License-Identifier: Apache-2.0
"""The SQLite file beside the rows: opened for each call, so that tabs, threads and processes may share it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

FORMAT = 2  # raise when a table changes, and say in `_CHANGES` how an older file follows
_WAIT = 30.0  # seconds for another writer to end
_TABLES = (
    """create table if not exists decision (
        version integer primary key autoincrement,
        row text not null, digest text not null, reviewer text not null,
        label text, spans text not null, comment text not null, error_type text not null default '',
        saved text not null, undone text
    )""",
    "create index if not exists of_row on decision (row, reviewer)",
    """create table if not exists analysis (
        digest text not null, bundle text not null, faithful real, route text not null, found blob not null,
        primary key (digest, bundle)
    )""",
)
# By the format that a file has: what brings it up to the next one.
_CHANGES = {1: "alter table decision add column error_type text not null default ''"}


def store_of(rows: Path) -> Path:
    """Where the decisions on a file of rows are kept.

    >>> store_of(Path("week/labelled.csv")).name
    'labelled.review.sqlite'
    """
    return rows.with_name(f"{rows.stem}.review.sqlite")


def begin(path: Path) -> None:
    """Make the tables, or bring those of an older faithstill up to date; ValueError for a file that is no store."""
    try:
        with writing(path) as store:
            (found,) = store.execute("pragma user_version").fetchone()
            if found > FORMAT:
                raise ValueError(
                    f"{path}: is of format {found}, this faithstill reads up to {FORMAT}: "
                    "pip install --upgrade faithstill"
                )
            changes = [change for known, change in _CHANGES.items() if 0 < found <= known]
            for statement in (*changes, *_TABLES, f"pragma user_version = {FORMAT}"):
                store.execute(statement)
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{path}: cannot hold decisions ({error}); move it away") from None


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection without a transaction of its own."""
    with closing(sqlite3.connect(path, timeout=_WAIT, isolation_level=None)) as store:
        yield store


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that alone writes: what it reads cannot change before it has written, all or nothing."""
    with opened(path) as store:
        store.execute("begin immediate")
        try:
            yield store
        except BaseException:
            store.execute("rollback")
            raise
        store.execute("commit")
