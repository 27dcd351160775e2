# SPDX-License-Identifier: Apache-2.0
"""The labelled rows that encoders are trained and measured on: JSON lines, or annotated tables as for `train`.

A line is one row, or contexts with all the `claims` on them, each with the question it answers.
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from faithstill.data import TableError, read_triples

from .recipe import RecipeError, SetUse

ENTAILED, NEUTRAL, CONTRADICTED, NOT_ENTAILED = 0, 1, 2, -1
UNLABELLED = -2  # only a teacher says what it is
# What a label says of the encoder's outputs; "unfaithful" says only that it is not entailed.
TARGETS: Mapping[str, int] = {
    "supported": ENTAILED,
    "faithful": ENTAILED,
    "unverifiable": NEUTRAL,
    "contradicted": CONTRADICTED,
    "unfaithful": NOT_ENTAILED,
    "partial": NOT_ENTAILED,
}
_TABLES = (".csv", ".parquet")
_FIELDS = ("contexts", "answer", "label")


@dataclass(frozen=True, slots=True)
class NliRow:
    """An answer (a claim, a hypothesis) with its evidence; `spans` are the characters of it that are wrong."""

    contexts: tuple[str, ...]
    answer: str
    label: str
    question: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    group: str = ""

    @property
    def target(self) -> int:
        """What the label says of the encoder's outputs."""
        return TARGETS[self.label]


def drawn_rows(use: SetUse, path: Path, seed: int) -> list[NliRow]:
    """The rows of one set, cut to `use.most` after shuffling with the seed."""
    rows = list(read_rows(path, use.split))
    if not rows:
        of = f" of split {use.split!r}" if use.split else ""
        raise RecipeError(f"{path.name} holds no labelled row{of}")
    random.Random(seed).shuffle(rows)
    return rows[: use.most or None]


def read_rows(path: Path, split: str = "") -> Iterator[NliRow]:
    """The rows of a file, of one split where it is named; RecipeError says which line is no labelled row."""
    if path.suffix in _TABLES:
        yield from _table_rows(path, split)
        return
    with _opened(path) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                where = f"{path.name} line {number}"
                row = _object(line, where)
                if not split or row.get("split") == split:
                    yield from (_row(one, where) for one in _claims(row, where))


def _opened(path: Path) -> TextIO:
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _table_rows(path: Path, split: str) -> Iterator[NliRow]:
    try:
        triples = read_triples(path, labelled=True).triples
    except TableError as error:
        raise RecipeError(str(error)) from None
    for one in triples:
        if one.label is not None and (not split or one.split == split):
            spans = tuple((span.start, span.end) for span in one.spans)
            texts = tuple(passage.text for passage in one.passages)
            yield NliRow(texts, one.answer, str(one.label), one.question, spans, one.group)


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecipeError(f"{where} is not JSON: {error}") from None
    if not isinstance(row, dict):
        raise RecipeError(f"{where} is no object; a row has {', '.join(_FIELDS)}")
    return row


def _claims(row: Mapping[str, Any], where: str) -> list[Mapping[str, Any]]:
    """The row itself, or each of its claims with what they share."""
    if "claims" not in row:
        return [row]
    claims = row["claims"]
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise RecipeError(f"{where}: claims is no list of objects with question, answer and label")
    return [{**row, **claim} for claim in claims]


def _row(row: Mapping[str, Any], where: str) -> NliRow:
    if missing := [name for name in _FIELDS if name not in row]:
        raise RecipeError(f"{where} lacks {missing[0]!r}; a row has {', '.join(_FIELDS)}")
    if row["label"] not in TARGETS:
        raise RecipeError(f"{where}: label {row['label']!r} is none of {', '.join(TARGETS)}")
    if not isinstance(row["contexts"], list) or not all(isinstance(text, str) for text in row["contexts"]):
        raise RecipeError(f"{where}: contexts is no list of texts")
    spans = tuple((span["start"], span["end"]) for span in row.get("spans") or ())
    question, group = row.get("question") or "", str(row.get("group", ""))
    return NliRow(tuple(row["contexts"]), row["answer"], row["label"], question, spans, group)
