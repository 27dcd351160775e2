# SPDX-License-Identifier: Apache-2.0
"""Evidence as readable lines, and which claims stand in it word for word, so that no model needs to be asked.

A claim does where the exact words of a whole clause stand there, letter case, punctuation and articles aside: figures,
signs and negations must be the same, the clause must open a line, and nothing beside it may limit it ("if", "unless",
"she said", "may").
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from operator import eq

from faithstill.data import Passage, PassageKind
from faithstill.featurize.claims.predicate import SUBORDINATORS
from faithstill.featurize.read.readable import is_row, readable
from faithstill.featurize.read.structure import Unit, units
from faithstill.featurize.read.word_classes import (
    CLAUSE_TAKERS,
    EXCLUSIVE,
    HEDGES,
    IMPLICIT_NEGATORS,
    MODALS,
    NEGATORS,
)

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


_TOKEN = re.compile(
    r"[;$€£¥%°<>≤≥±]|\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|(?<![^\s(])[-−+](?=[\d$€£¥])"
)
_ARTICLES = frozenset(("a", "an", "the"))
_FEWEST = 3  # words of a claim; of fewer, chance hits are likely
LIMITING = (
    NEGATORS
    | IMPLICIT_NEGATORS
    | HEDGES
    | MODALS
    | EXCLUSIVE
    | SUBORDINATORS
    | CLAUSE_TAKERS
    | frozenset(
        "until before after according except provided subject formerly previously false longer".split()
    )
)


def wording(text: str) -> tuple[str, ...]:
    """The words, figures and signs of a text, and its semicolons; articles left out.

    >>> wording("The fee isn’t $1,000; it's 5%.")
    ('fee', "isn't", '$', '1000', ';', "it's", '5', '%')
    """
    found = [word for word in _TOKEN.findall(text.lower().replace("’", "'")) if word not in _ARTICLES]
    return tuple([w.replace(",", "") if "," in w else w for w in found])


class Wordings:
    """The lines of the evidence, word for word."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = [f" {' '.join(wording(line.text))} " for line in lines]
        self._asks = [line.text.rstrip(" \"'”’)*_").endswith("?") for line in lines]
        passages = [line.passage for line in lines]
        # One text to search; a run may pass from line to line but not from passage to passage.
        borders = ["" if same else "\n" for same in map(eq, passages, passages[1:])]
        joined = [line[:-1] + border for line, border in zip(self._lines, [*borders, " "], strict=False)]
        self._text = "".join(joined)
        self._starts = list(accumulate(map(len, joined), initial=0))

    def holders(self, text: str) -> list[int]:
        """The lines over which the words of a text stand in one run, limited or not."""
        words = _bare(text)
        run = f" {' '.join(words)} "
        found: set[int] = set()
        at = self._text.find(run) if len(words) >= _FEWEST else -1
        while at >= 0:
            first = bisect_right(self._starts, at) - 1
            last = bisect_right(self._starts, at + len(run) - 2) - 1
            found.update(range(first, last + 1))
            at = self._text.find(run, at + 1)
        return sorted(found)

    def states(self, text: str) -> bool:
        """Does a line say the text word for word, as a clause that nothing limits?"""
        words = _bare(text)
        holders = [i for i in self.holders(text) if not self._asks[i]]
        return any(_stands(self._lines[i].split(), words) for i in holders)


def _bare(text: str) -> list[str]:
    words = list(wording(text))
    while words and words[-1] == ";":
        words.pop()
    return words


def _stands(line: list[str], words: list[str]) -> bool:
    """Do the words open the line, or follow a semicolon, and end it or end before another clause?"""
    size = len(words)
    for i in range(len(line) - size + 1):
        if line[i : i + size] != words or not (i == 0 or line[i - 1] == ";"):
            continue
        rest = line[i + size :]
        joined = not rest or rest[0] == ";" or (rest[0] in {"and", "but"} and not words[-1][0].isdigit())
        if joined and not any(word in LIMITING for word in (*line[:i], *rest)):
            return True
    return False
