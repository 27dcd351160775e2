# SPDX-License-Identifier: Apache-2.0
"""Natural answers as rows: faithful ones and some with one wrong value, in a file like `data/values.jsonl`.

A line of the file is one context: `id, domain, split, contexts` and its `answers`, each with `kind`, `question`,
`answer` and, where one value is wrong, that `wrong` value as it stands in the answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from faithstill.data import Label, Triple


class AnswerKind(StrEnum):
    """A faithful answer, one with a value of another row, tier or period, or one with a value that is nowhere."""

    FAITHFUL = "faithful"
    WRONG_ROW = "wrong_row"
    WRONG_VALUE = "wrong_value"


_KINDS = tuple(map(str, AnswerKind))
_NAMES = {str: "text", list: "list"}
_T = TypeVar("_T", str, list[Any])


@dataclass(frozen=True, slots=True)
class NaturalAnswer:
    """One answer; `wrong` are the characters of it that are wrong, if any."""

    context: str
    domain: str
    split: str
    kind: AnswerKind
    triple: Triple
    wrong: tuple[int, int] | None = None

    @property
    def labelled(self) -> Triple:
        """The triple with its label."""
        label = Label.FAITHFUL if self.kind is AnswerKind.FAITHFUL else Label.UNFAITHFUL
        return replace(self.triple, label=label)


def read_told(path: Path, split: str = "") -> Iterator[NaturalAnswer]:
    """The answers of a file, of one split where it is named; ValueError says which line cannot be read, and why."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = _row(line)
                if not split or _field(row, "split", str) == split:
                    yield from _told(row)
            except ValueError as error:
                raise ValueError(f"{path} line {number}: {error}") from error


def _row(line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError as error:
        raise ValueError(f"no JSON ({error}); write one object to a line, in UTF-8") from error


def _told(row: object) -> Iterator[NaturalAnswer]:
    context, domain, split = (_field(row, name, str) for name in ("id", "domain", "split"))
    passages = _field(row, "contexts", list)
    for number, answer in enumerate(_field(row, "answers", list), 1):
        place = f"answer {number}, "
        question, text, kind = (_field(answer, name, str, place) for name in ("question", "answer", "kind"))
        if kind not in _KINDS:
            raise ValueError(
                f"{place}field 'kind': {kind!r} is none of {', '.join(_KINDS)}; write one of them"
            )
        triple = Triple.of(question=question, contexts=passages, answer=text)
        span = (
            None if kind == AnswerKind.FAITHFUL else _span(text, _field(answer, "wrong", str, place), place)
        )
        yield NaturalAnswer(context, domain, split, AnswerKind(kind), triple, span)


def _field(row: object, name: str, of: type[_T], place: str = "") -> _T:
    """A member of a JSON object, of the type it has to be of."""
    value = row.get(name) if isinstance(row, dict) else None
    if isinstance(value, of):
        return value
    found = "is missing" if value is None else f"is a {type(value).__name__}"
    raise ValueError(f"{place}field {name!r} {found}; write a {_NAMES[of]} there")


def _span(text: str, wrong: str, place: str) -> tuple[int, int]:
    start = text.find(wrong) if wrong else -1
    if start < 0:
        raise ValueError(f"{place}field 'wrong': {wrong!r} is not in the answer; write it as it stands there")
    return start, start + len(wrong)
