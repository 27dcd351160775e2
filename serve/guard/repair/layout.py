# SPDX-License-Identifier: Apache-2.0
"""How an answer lies on its lines: items, tables, headings, and the lines that each lead-in opens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from faithstill.featurize.claims import AnswerSentence, NoClaimReason
from faithstill.featurize.claims.refers import states
from faithstill.featurize.read.footnotes import definitions_of

_ITEM = re.compile(r"[ \t>]*(?P<mark>[-*+•‣▪●–]|\(?(?P<label>\d{1,3}[.)]|[A-Za-z]\)))(?=[ \t])")
_HASHES = re.compile(r"\s{0,3}(?P<hashes>#{1,6})\s")
_BOLD_LINE = re.compile(r"\s*\*\*[^*]{2,100}\*\*:?\s*\Z")
RULE = re.compile(r"[ \t>]*(?:[-=*_][ \t]*){3,}\s*")
_BOLD = 7  # the level of a bold line, under those of "#" to "######"


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """Characters `start:end` of the answer with the line break, and the places of the sentences in it.

    `kind` is the shape of the item's mark, "" where the line is no item; `row`: it is one of a table.
    """

    start: int
    end: int
    text: str
    places: tuple[int, ...]
    indent: int
    kind: str
    row: bool
    code: bool

    @property
    def is_blank(self) -> bool:
        """Is nothing to be seen on it, and is it no part of code?"""
        return not self.places and not self.text.strip()


@dataclass(frozen=True, slots=True)
class Head:
    """A heading, lead-in, table header or item with items under it: a sentence's place, and those that it opens."""

    place: int
    opened: frozenset[int]


@dataclass(slots=True)
class Layout:
    """The lines of an answer with what opens what; `noted` are the places of footnotes and of listed sources."""

    answer: str
    sentences: Sequence[AnswerSentence]
    lines: Sequence[LayoutLine] = field(init=False)
    line_of: dict[int, int] = field(init=False)
    noted: frozenset[int] = field(init=False)
    heads: Sequence[Head] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = tuple(_lines(self.answer, self.sentences))
        self.line_of = {place: n for n, line in reversed([*enumerate(self.lines)]) for place in line.places}
        defined = [(d.start, d.end) for d in definitions_of(self.answer)]
        self.noted = frozenset(
            place
            for place, s in enumerate(self.sentences)
            if any(start <= s.unit.start < end for start, end in defined)
        )
        self.heads = tuple(self._heads())

    # Questions

    def states(self, place: int) -> bool:
        """Is a sentence a statement of the answer, and no note on its sources?"""
        return self.sentences[place].reason is None and place not in self.noted

    def ends_line(self, place: int) -> bool:
        """Is a sentence the last of its line?"""
        return self.lines[self.line_of[place]].places[-1] == place

    def first_beside(self, place: int) -> int:
        """The first sentence on the line of one."""
        return self.lines[self.line_of[place]].places[0]

    def under(self, number: int) -> frozenset[int]:
        """The places on the lines that stand deeper than an item, right below it."""
        return self._places(self._deeper(number))

    def items_from(self, number: int) -> frozenset[int]:
        """The places of the list that a line is in."""
        first, own = number, self.lines[number]
        for n in range(number - 1, -1, -1):
            line = self.lines[n]
            if not line.is_blank and not (line.kind or line.indent > own.indent):
                break
            first = n if line.kind and line.indent <= own.indent else first
        return self._places([first, *self._listed(first, None)])

    # Heads

    def _heads(self) -> Iterator[Head]:
        for place, sentence in enumerate(self.sentences):
            number = self.line_of[place]
            line = self.lines[number]
            opened = self._opened(place, sentence, number, line)
            found = frozenset(p for p in self._places(opened) if self._counts(p)) - {place}
            if found:
                yield Head(place, found)

    def _counts(self, place: int) -> bool:
        return self.states(place) or place in self.noted or self.sentences[place].reason is NoClaimReason.CODE

    def _opened(self, place: int, sentence: AnswerSentence, number: int, line: LayoutLine) -> Sequence[int]:
        """The numbers of the lines that a sentence opens."""
        if line.row:
            return self._rows(number)
        if line.code or place in self.noted or not self.ends_line(place):
            return ()
        level = self._level(number)
        if level:
            return self._section(number, level)
        if sentence.text.endswith(":") or self._is_title(number):
            return self._block(number)
        if line.kind and len(line.places) == 1 and not states(sentence.text):
            return self._deeper(number)
        return ()

    def _level(self, number: int) -> int:
        """That of a heading over all up to the next one; 0 for what opens the block below it only."""
        text = self.lines[number].text
        if hashes := _HASHES.match(text):
            return len(hashes["hashes"])
        below = self.lines[number + 1] if number + 1 < len(self.lines) else None
        return _BOLD if _BOLD_LINE.match(text) and below is not None and below.is_blank else 0

    def _is_title(self, number: int) -> bool:
        """Do the sentences below have the line for their heading?"""
        below = self.lines[number + 1].places[:1] if number + 1 < len(self.lines) else ()
        own = self.lines[number]
        if not below or own.kind or len(own.places) > 1:
            return False
        heading = self.sentences[below[0]].unit.heading
        return bool(heading) and (heading == own.text.strip() or _BOLD_LINE.match(own.text) is not None)

    # Lines that belong together, by number

    def _section(self, number: int, level: int) -> Sequence[int]:
        found = []
        for n in range(number + 1, len(self.lines)):
            if 0 < self._level(n) <= level:
                break
            found.append(n)
        return found

    def _block(self, number: int) -> Sequence[int]:
        """The list, table, code, notes or paragraph right below a lead-in."""
        lead = self.lines[number]
        first = next((n for n in range(number + 1, len(self.lines)) if not self.lines[n].is_blank), None)
        if first is None:
            return ()
        below = self.lines[first]
        if lead.kind and below.indent <= lead.indent and below.kind in ("", lead.kind):
            # The next item, or text behind the list; only what stands deeper is the item's own.
            return () if below.kind or first > number + 1 else self._while(first, self._runs_on)
        if lead.kind and below.indent > lead.indent:
            return self._deeper(number)
        if below.kind:
            return self._listed(first, lead)
        if self.noted.intersection(below.places):
            return self._while(first, lambda n: self.lines[n].is_blank or bool(self._noted_on(n)))
        return self._while(first, self._runs_on)

    def _noted_on(self, number: int) -> frozenset[int]:
        return self.noted.intersection(self.lines[number].places)

    def _runs_on(self, number: int) -> bool:
        line = self.lines[number]
        return not line.is_blank and not line.kind and not self._level(number)

    def _while(self, first: int, holds: Callable[[int], bool]) -> Sequence[int]:
        found = []
        for n in range(first, len(self.lines)):
            if not holds(n):
                break
            found.append(n)
        return found

    def _listed(self, first: int, lead: LayoutLine | None) -> Sequence[int]:
        """The list that begins on a line; an item like `lead` is the next one beside it and ends the list."""
        start, found = self.lines[first], []
        for n in range(first, len(self.lines)):
            line = self.lines[n]
            if (
                line.kind
                and line.indent <= start.indent
                and (line.indent < start.indent or line.kind != start.kind)
            ):
                break
            if lead and lead.kind and line.kind == lead.kind and line.indent <= lead.indent:
                break
            gap = n and self.lines[n - 1].is_blank
            opens = line.places and self.sentences[line.places[-1]].reason is NoClaimReason.HEADING
            if not line.is_blank and not line.kind and line.indent <= start.indent and (gap or opens):
                break
            found.append(n)
        return found

    def _deeper(self, number: int) -> Sequence[int]:
        own, found = self.lines[number], []
        for n in range(number + 1, len(self.lines)):
            if not self.lines[n].is_blank and self.lines[n].indent <= own.indent:
                break
            found.append(n)
        return found

    def _rows(self, number: int) -> Sequence[int]:
        """The rows under the header of a table; none under a row that is no header."""
        headed = self._is_headed(number)
        below = self._while(number + 1, lambda n: self.lines[n].row or "|" in self.lines[n].text)
        return () if headed or not any(self._is_headed(n) for n in below) else below

    def _is_headed(self, number: int) -> bool:
        places = self.lines[number].places
        return any(cell.header for p in places for cell in self.sentences[p].unit.cells)

    def _places(self, numbers: Sequence[int]) -> frozenset[int]:
        return frozenset(place for n in numbers for place in self.lines[n].places)


def _lines(answer: str, sentences: Sequence[AnswerSentence]) -> Iterator[LayoutLine]:
    start = first = 0
    for text in answer.splitlines(keepends=True):
        end, own = start + len(text), []
        while first < len(sentences) and sentences[first].unit.end <= start:
            first += 1
        for place in range(first, len(sentences)):
            unit = sentences[place].unit
            if unit.start >= end:
                break
            if unit.start >= start or sentences[place].reason is NoClaimReason.CODE:
                own.append(place)
        code = any(sentences[p].reason is NoClaimReason.CODE for p in own)
        row = any(sentences[p].unit.cells for p in own)
        item = None if code or row or RULE.fullmatch(text) else _ITEM.match(text)
        indent = len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip(" >"))
        yield LayoutLine(start, end, text, tuple(own), indent, _kind(item), row, code)
        start = end


def _kind(item: re.Match[str] | None) -> str:
    return re.sub(r"[A-Za-z]", "a", re.sub(r"\d+", "1", item["mark"])) if item else ""
