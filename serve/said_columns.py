# SPDX-License-Identifier: Apache-2.0
"""How the columns of a file are read, said on standard error: which go by other names, and which are ignored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import typer

from faithstill.data import Label
from faithstill.data.cells import folded
from faithstill.data.columns import NEGATIVE


def say_columns(file: str | Path, mapped: Mapping[str, str], ignored: Collection[str]) -> None:
    """One line for what is `mapped` and one for what is `ignored`, as a `Table` has them; none for nothing."""
    lines = ("; ".join(_read_as(mapped)), listed(ignored))
    for title, line in zip(("columns read as", "columns ignored"), lines, strict=True):
        if line:
            typer.echo(f"{file}: {title}: {line}", err=True)


def say_renamed(file: str | Path, renamed: Mapping[str, str]) -> None:
    """One line for columns that stand in the output under other names, as ours have theirs; none for none."""
    if renamed:
        line = ", ".join(f"{column} -> {name}" for column, name in renamed.items())
        typer.echo(f"{file}: columns kept under other names: {line}", err=True)


def listed(columns: Iterable[str]) -> str:
    """Columns by their names; pandas writes its index as one that has none.

    >>> listed(["", "notes"])
    'one without a name, notes'
    """
    return ", ".join(column.strip() or "one without a name" for column in columns)


def _read_as(mapped: Mapping[str, str]) -> Iterator[str]:
    for found, meant in mapped.items():
        if meant not in list(Label):
            yes = Label.UNFAITHFUL if folded(found) in NEGATIVE else Label.FAITHFUL
            yield f"{found} -> {meant}" + (f", 1 read as {yes}" if meant == "label" else "")
        elif found.rpartition("=")[0] not in mapped:  # of a label column that says so itself
            yield f"{found} read as {meant}"
