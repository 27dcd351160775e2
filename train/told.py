# SPDX-License-Identifier: Apache-2.0
"""Answers as assistants give them, faithful ones and some with one wrong value, to learn and to measure the check.

A line of the file is one context: `id, domain, split, contexts` and its `answers`, each with `kind`, `question`,
`answer` and, where one value is wrong, that `wrong` value as it stands in the answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from faithstill.data import Triple

VALUES_FILE = "values.jsonl"


class Kind(StrEnum):
    """A faithful answer, one with a value of another row, tier or period, or one with a value that is nowhere."""

    FAITHFUL = "faithful"
    WRONG_ROW = "wrong_row"
    WRONG_VALUE = "wrong_value"


@dataclass(frozen=True, slots=True)
class Told:
    """One answer; `wrong` are the characters of it that are wrong, if any."""

    context: str
    domain: str
    split: str
    kind: Kind
    triple: Triple
    wrong: tuple[int, int] | None = None


def read_told(path: Path, split: str = "") -> Iterator[Told]:
    """The answers of a file, of one split where it is named; ValueError says which line cannot be read."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                if not split or row["split"] == split:
                    yield from _told(row)
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{path.name} line {number}: {error}; see faithstill.train.told") from error


def _told(row: dict[str, object]) -> Iterator[Told]:
    context, domain, split = (str(row[name]) for name in ("id", "domain", "split"))
    answers, passages = row["answers"], row["contexts"]
    if not isinstance(answers, list) or not isinstance(passages, list):
        raise TypeError("contexts and answers are lists")
    for answer in answers:
        text, kind = answer["answer"], Kind(answer["kind"])
        triple = Triple.of(question=answer["question"], contexts=passages, answer=text)
        wrong = None
        if kind is not Kind.FAITHFUL:
            start = text.index(answer["wrong"])
            wrong = start, start + len(answer["wrong"])
        yield Told(context, domain, split, kind, triple, wrong)
