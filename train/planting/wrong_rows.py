# SPDX-License-Identifier: Apache-2.0
"""Where the evidence states a number, and by which words a reader tells its row, label or clause from another's."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .numerals import Role, WrittenNumber, sentences

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_FIRST_LETTERS = 5  # "limit" and "limits", "charged" and "charges" are one word
_CLAUSE_END = re.compile(r"[,;:()|]|\n")
_GRAMMAR = frozenset(
    word[:_FIRST_LETTERS]
    for word in "the and for are was were with from that this these those has have had will would can may not but "
    "you your they their its our his her she him them what which who how when where why does did been than then "
    "also only more most much many any all each per over under about into out upon there here such".split()
)


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A number of the evidence with the words of its clause (in a table: of row label and header) and of its line."""

    numeral: WrittenNumber
    near: frozenset[str]
    line: frozenset[str]


def words(text: str) -> frozenset[str]:
    """Figures, and the words of three letters or more by their beginning; "the" and its like left out.

    >>> sorted(words("The limits of 2023"))
    ['2023', 'limit']
    """
    found = {word[:_FIRST_LETTERS] if word.isalpha() else word for word in _WORD.findall(text.lower())}
    return frozenset(word for word in found if len(word) > 2 or word.isdigit()) - _GRAMMAR


def places(text: str, found: Sequence[WrittenNumber]) -> Iterator[RowPlace]:
    """Where each of the numbers found in a text stands."""
    starts = [numeral.start for numeral in found]
    header = ""
    for begin, end in sentences(text):
        line = text[begin:end]
        header = (header or line) if "|" in line else ""
        inside = found[bisect_left(starts, begin) : bisect_left(starts, end)]
        for at, numeral in enumerate(inside):
            if header:
                near = _cell_words(line, numeral.start - begin, header)
            else:
                left = inside[at - 1].last if at else begin
                right = inside[at + 1].first if at + 1 < len(inside) else end
                near = _clause_words(text, left, numeral, right)
            yield RowPlace(numeral, near - {numeral.text}, words(line) - {numeral.text})


def _cell_words(line: str, offset: int, header: str) -> frozenset[str]:
    """Row label, column header and cell; a row may begin with a bar or not, as its header does."""
    cells, column = line.split("|"), line[:offset].count("|")
    label = next((cell for cell in cells if cell.strip()), "")
    headers = header.split("|")
    above = headers[column] if column < len(headers) and header != line else ""
    return words(f"{label} {above} {cells[column]}")


def _clause_words(text: str, left: int, numeral: WrittenNumber, right: int) -> frozenset[str]:
    """From where the clause of the number before ends to where its own does."""
    before = _CLAUSE_END.search(text, left, numeral.first)
    after = _CLAUSE_END.search(text, numeral.last, right)
    begin = before.end() if before and left else left
    return words(text[begin : numeral.first] + " " + text[numeral.end : after.start() if after else right])


def states(place: RowPlace, numeral: WrittenNumber) -> bool:
    """Is this the number, or the bare figure of a cell or a tool result that stands for it?"""
    stated = place.numeral
    if stated.like == numeral.like:
        return stated.amount == numeral.amount
    bare = stated.role is Role.COUNT and not stated.spelled and not numeral.spelled
    return bare and stated.value in (numeral.value, numeral.amount)


def is_told_apart(said: frozenset[str], right: RowPlace, wrong: RowPlace) -> bool:
    """Does a word of what is said stand with the right number and not with the wrong one?"""
    return bool((said & right.near) - wrong.near) or bool((said & right.line) - wrong.line)
