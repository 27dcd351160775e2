# SPDX-License-Identifier: Apache-2.0
"""What a row is and where rows come from."""

from .arguments import given_triple
from .columns import triple_from_mapping
from .errors import RowError, TableError
from .split import grouped_folds, grouped_split
from .stats import Stats, count
from .table import Table, check_rows, iter_rows, iter_triples, read_questions, read_triples, write_triples
from .triple import Label, Passage, PassageKind, Span, Triple

__all__ = [
    "Label",
    "Passage",
    "PassageKind",
    "RowError",
    "Span",
    "Stats",
    "Table",
    "TableError",
    "Triple",
    "check_rows",
    "count",
    "given_triple",
    "grouped_folds",
    "grouped_split",
    "iter_rows",
    "iter_triples",
    "read_questions",
    "read_triples",
    "triple_from_mapping",
    "write_triples",
]
