# SPDX-License-Identifier: Apache-2.0
"""Rows that every way to faithstill is given: one of each outcome, and some of the annotated set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from faithstill.data import read_triples

from .adapters.adapter_inputs import ROWS as SHORT

MODEL = "light"
_FINANCE = read_triples(Path(__file__).parents[2] / "data" / "finance.csv").triples[::900]
ROWS: Sequence[dict[str, Any]] = [
    *({"id": name, **row.fields()} for name, row in SHORT.items()),
    *(
        {
            "id": triple.id,
            "question": triple.question,
            "contexts": [passage.text for passage in triple.passages],
            "answer": triple.answer,
        }
        for triple in _FINANCE
    ),
]
