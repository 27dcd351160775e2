# SPDX-License-Identifier: Apache-2.0
"""Annotated rows read for training and measuring."""

from __future__ import annotations

from pathlib import Path

from faithstill.data import Table, read_triples
from faithstill.serve.said_columns import say_columns


def read_labelled(rows: Path) -> Table:
    """All labelled rows of a file; what its columns were taken for is said on standard error."""
    table = read_triples(rows, labelled=True)
    say_columns(rows, table.mapped, table.ignored)
    return table
