# SPDX-License-Identifier: Apache-2.0
"""Evidence as readable lines: sentences, table rows and JSON objects in words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from faithstill.data import Passage, PassageKind
from faithstill.featurize.read.readable import is_row, readable
from faithstill.featurize.read.structure import Unit, units

_PIECE = re.compile(r"[^\W_]+|[^\s]")
_SAYS = re.compile(r"[^\W_]|[$€£¥%]")
_WORD = re.compile(r"\S+")
_LONGEST_HEADING = 12  # words


@dataclass(frozen=True, slots=True)
class Line:
    """Characters `start:end` of passage `passage` as one line of text; `size` estimates its encoder tokens."""

    passage: int
    start: int
    end: int
    text: str
    size: int
    heading: str


def lines_of(number: int, passage: Passage) -> tuple[Line, ...]:
    """The lines of a passage in order; together they say all that it says.

    >>> [line.text for line in lines_of(0, Passage("| Plan | Fee |\\n|---|---|\\n| Basic | $5 |"))]
    ['Plan Basic: Fee $5.']
    """
    found = units(passage.text)
    said = "User: " if passage.kind is PassageKind.TURN else ""
    return tuple(
        line
        for i, unit in enumerate(found)
        if not _is_header(passage.text, unit, found[i + 1 : i + 2])
        for line in _line(number, passage.text, unit, said if i == 0 else "")
    )


def _line(number: int, text: str, unit: Unit, said: str) -> Iterator[Line]:
    words = readable(text, unit)
    if _SAYS.search(words):
        words = said + (words + "." if unit.cells and words[-1] not in ".!?" else words)
        heading = "" if unit.cells and not is_row(text, unit) else unit.heading
        short = heading if len(heading.split()) <= _LONGEST_HEADING else ""
        yield Line(number, unit.start, unit.end, words, estimate(words), short)


def _is_header(text: str, unit: Unit, following: Sequence[Unit]) -> bool:
    """A table's first row says nothing that the rows under it do not repeat."""
    if not unit.cells or any(cell.header for cell in unit.cells) or not following or not is_row(text, unit):
        return False
    below = [cell.header for cell in following[0].cells]
    return any(below) and len(below) >= len(unit.cells)


@lru_cache(maxsize=50_000)
def _word_tokens(word: str) -> int:
    step = 3 if word.isdigit() else 6
    return 1 + (len(word) - 1) // step


def estimate(text: str) -> int:
    """About how many word pieces an encoder makes of a text; measured 10% above the true number.

    >>> estimate("The fee is $1,250.")
    8
    """
    return sum(map(_word_tokens, _PIECE.findall(text)))


def pieces(line: Line, tokens: int) -> tuple[Line, ...]:
    """The line, or where it is longer than `tokens` its parts, each overlapping the next by half."""
    if line.size <= tokens:
        return (line,)
    words = list(_WORD.finditer(line.text))
    found: list[Line] = []
    first = 0
    while True:
        last, size = first, 0
        while last < len(words) and (last == first or size + estimate(words[last].group()) <= tokens):
            size += estimate(words[last].group())
            last += 1
        found.append(_part(line, words[first].start(), words[last - 1].end(), size))
        if last >= len(words):
            return tuple(found)
        first = max(first + 1, first + (last - first) // 2)


def _part(line: Line, start: int, end: int, size: int) -> Line:
    """A part of a line; its place is exact where the line reads as it stands, else the whole line's."""
    exact = line.end - line.start == len(line.text)
    place = (line.start + start, line.start + end) if exact else (line.start, line.end)
    return replace(line, start=place[0], end=place[1], text=line.text[start:end], size=size)
