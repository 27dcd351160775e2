# SPDX-License-Identifier: Apache-2.0
"""Natural wrong answers to a question on a filing: of another period or row, reckoned otherwise, in another scale.

They are made of a right answer with one figure, the table that it is of, and how it was worked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from random import Random


class FigureError(StrEnum):
    """What is wrong with a figure."""

    OTHER_PERIOD = "other_period"
    OTHER_ROW = "other_row"
    TURNED_ROUND = "turned_round"
    OTHER_OPERATION = "other_operation"
    OTHER_BASE = "other_base"
    OTHER_SCALE = "other_scale"
    SLIPPED_DIGIT = "slipped_digit"


@dataclass(frozen=True, slots=True)
class WrongFigure:
    """A wrong answer and its error."""

    error: FigureError
    answer: str


@dataclass(frozen=True, slots=True)
class RightFigure:
    """A right answer that holds one figure, at `start:end`."""

    answer: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The figure as written, without its sign."""
        return self.answer[self.start : self.end]

    @property
    def value(self) -> Decimal:
        """Its amount."""
        return Decimal(self.text.replace(",", ""))

    def with_text(self, text: str) -> str:
        """The answer with another figure."""
        return self.answer[: self.start] + text + self.answer[self.end :]

    def with_value(self, value: Decimal) -> str:
        """The answer with another amount, in as many places and with the same separators."""
        whole, _, places = self.text.partition(".")
        rounded = round(value, len(places))
        text = f"{abs(rounded):,f}" if "," in whole else f"{abs(rounded):f}"
        changed = self.with_text(text)
        return f"-{changed}" if rounded < 0 and not self.answer.startswith("-") else changed


_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CELL = re.compile(r"\(?-?[$£€]?\s*(\d[\d,]*(?:\.\d+)?)\s*%?\)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_OPERAND = r"\(?([\d.,]*\d)\)?"
_DIFFERENCE = re.compile(rf"{_OPERAND}-{_OPERAND}")
_CHANGE = re.compile(rf"\({_OPERAND}-{_OPERAND}\)/{_OPERAND}")
_MEAN = re.compile(rf"\(?{_OPERAND}\+{_OPERAND}\)?/2")
_RATIO = re.compile(rf"{_OPERAND}/{_OPERAND}")
_SCALES = {"thousand": "million", "million": "thousand", "billion": "million"}
_SCALE = re.compile(rf"\b(?:{'|'.join(_SCALES)})\b")
_LONGEST = 40
_HUNDRED = Decimal(100)


def right_figure(answer: str) -> RightFigure | None:
    """The figure of a short answer; None where it holds none, several or a year alone.

    >>> right_figure("$1,496.5 million").text, right_figure("2019"), right_figure("from 5 to 7")
    ('1,496.5', None, None)
    """
    found = list(_NUMBER.finditer(answer))
    if len(found) != 1 or len(answer) > _LONGEST or _YEAR.fullmatch(answer.strip()):
        return None
    return RightFigure(answer, *found[0].span())


def wrong_figures(answer: str, table: str, derivation: str, rng: Random) -> Iterator[WrongFigure]:
    """The wrong answers that a right one can be turned into; `table` has pipes between its cells.

    `derivation` is the formula of what was worked out, "(120-100)/100"; "" of what stands in the table.
    """
    right = right_figure(answer)
    if right is None:
        return
    made = (
        *(_otherwise_reckoned(right, derivation) if derivation else _of_other_cells(right, table, rng)),
        *_of_other_scale(right),
        *_slipped(right, rng),
    )
    for one in made:
        if one.answer != answer:
            yield one


def _of_other_cells(right: RightFigure, table: str, rng: Random) -> Iterator[WrongFigure]:
    rows = [[cell.strip() for cell in line.split("|")] for line in table.splitlines()]
    place = next(
        (
            (i, j)
            for i, row in enumerate(rows)
            for j, cell in enumerate(row)
            if j and _amount(cell) == right.value
        ),
        None,
    )
    if place is None:
        return
    i, j = place
    beside = [cell for n, cell in enumerate(rows[i]) if n not in (0, j)]
    below = [row[j] for n, row in enumerate(rows) if n != i and len(row) > j]
    for error, cells in ((FigureError.OTHER_PERIOD, beside), (FigureError.OTHER_ROW, below)):
        others = [c for c in cells if _amount(c) not in (None, right.value) and not _YEAR.fullmatch(c)]
        if others:
            yield WrongFigure(error, right.with_text(_NUMBER.findall(rng.choice(others))[0]))


def _amount(cell: str) -> Decimal | None:
    found = _CELL.fullmatch(cell)
    try:
        return Decimal(found[1].replace(",", "")) if found else None
    except InvalidOperation:
        return None


def _otherwise_reckoned(right: RightFigure, derivation: str) -> Iterator[WrongFigure]:
    plain = re.sub(r"[\s$£€]", "", derivation)
    is_percent = "%" in right.answer or "percent" in right.answer
    if found := _operands(_DIFFERENCE, plain):
        turned = right.answer[1:] if right.answer.startswith("-") else f"-{right.answer}"
        yield WrongFigure(FigureError.TURNED_ROUND, turned)
        yield WrongFigure(FigureError.OTHER_OPERATION, right.with_value(found[0] + found[1]).lstrip("-"))
    elif (found := _operands(_CHANGE, plain)) and is_percent and found[0]:
        change = (found[0] - found[1]) * _HUNDRED / found[0]
        yield WrongFigure(FigureError.OTHER_BASE, right.with_value(change))
    elif found := _operands(_MEAN, plain):
        yield WrongFigure(FigureError.OTHER_OPERATION, right.with_value(found[0] + found[1]))
    elif (found := _operands(_RATIO, plain)) and found[0]:
        ratio = found[1] / found[0] * (_HUNDRED if is_percent else 1)
        yield WrongFigure(FigureError.OTHER_BASE, right.with_value(ratio))


def _operands(pattern: re.Pattern[str], formula: str) -> Sequence[Decimal]:
    found = pattern.fullmatch(formula)
    try:
        return [Decimal(one.replace(",", "")) for one in found.groups()] if found else ()
    except InvalidOperation:
        return ()


def _of_other_scale(right: RightFigure) -> Iterator[WrongFigure]:
    changed, count = _SCALE.subn(lambda scale: _SCALES[scale[0]], right.answer)
    if count:
        yield WrongFigure(FigureError.OTHER_SCALE, changed)


def _slipped(right: RightFigure, rng: Random) -> Iterator[WrongFigure]:
    digits = [n for n, char in enumerate(right.text) if char.isdigit()]
    if len(digits) < 2:
        return
    at = rng.choice(digits[:-1])
    others = [d for d in "123456789" if d != right.text[at]]
    text = right.text[:at] + rng.choice(others) + right.text[at + 1 :]
    yield WrongFigure(FigureError.SLIPPED_DIGIT, right.with_text(text))
