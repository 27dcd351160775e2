# SPDX-License-Identifier: Apache-2.0
"""Cut a text into units: prose sentences, list items, table rows and the objects of a JSON tool result.

A unit knows its heading (table caption, section title) and, where it is a table row or a JSON object, its
cells with the column header or key above each. Offsets are characters of the source text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .delimited import delimited_rows
from .filed import filed_rows, lines_of
from .sentences import (
    LONGEST_HEADING,
    LONGEST_UNIT,
    is_over_paragraph,
    run_in,
    section_title,
    sentence_spans,
    trim,
)


@dataclass(slots=True)  # not frozen, as the units below
class Cell:
    """Characters `start:end` of a row, under a column header (or JSON path) and beside a row label."""

    start: int
    end: int
    header: str


@dataclass(slots=True)  # not frozen: made for every sentence, and freezing doubles the cost
class Unit:
    """Characters `start:end` of the text: one sentence, list item, table row or JSON object."""

    start: int
    end: int
    heading: str = ""
    cells: tuple[Cell, ...] = ()


_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_TABLE_RULE = re.compile(r"^[\s|:+-]+$")
_MOST_CELLS = 50


def units(text: str) -> tuple[Unit, ...]:
    """The units of a text in order; together they hold every visible character but table rules and braces.

    >>> [(u.start, u.end) for u in units("The fee is $5.20. It was $4 in the U.S. market.")]
    [(0, 17), (18, 47)]
    >>> [u.heading for u in units("# Fees\\n- Wire: $5")]
    ['', 'Fees']
    """
    # Without the first test every text would be searched for the name of a call.
    opening = _JSON_OPENS.match(text) if text.rstrip()[-1:] in ("}", "]") else None
    if opening:
        found = _json_units(text, opening.end(), _words_of_key(opening["call"] or ""))
        if found:
            return found
    return tuple(_text_units(text))


def may_become_json(text: str) -> bool:
    """Is a text that is not over yet the beginning of a JSON text, or one that is whole?

    >>> may_become_json('{"fee": "It is $5. No'), may_become_json("[1] The fee is $5."), may_become_json("It is $5.")
    (True, False, False)
    """
    opening = _JSON_OPENS.match(text)
    if opening is None:
        return False
    try:
        _, end = _JSON.raw_decode(text, opening.end())
    except json.JSONDecodeError as error:
        # What is wrong at the very end, in a string or a word, may still come right.
        return error.msg.startswith("Unterminated string") or len(text[error.pos :].split(maxsplit=1)) < 2
    except RecursionError:
        return False
    return not text[end:].strip()


def _text_units(text: str) -> Iterator[Unit]:
    section = title = ""  # the title of a paragraph holds to its end
    header: tuple[str, ...] = ()
    named: tuple[tuple[int, int], ...] = ()
    written: list[str] = []
    start = 0
    delimited = delimited_rows(text)
    filed = filed_rows(text)
    lines = lines_of(text)
    for number, line in enumerate(lines):
        end = start + len(line)
        heading = title or section
        if not line.strip():
            header, title = (), ""
        elif start in filed:
            row = filed[start]
            cells = tuple([Cell(a, b, label) for (a, b), label in zip(row.fields, row.headers, strict=True)])
            yield from _rows(text, start, end, f"{heading} {row.section}".strip(), cells)
        elif start in delimited:
            fields, names = delimited[start]
            if names is not named:
                named, written = names, [text[a:b] for a, b in names]
            labels = written if fields is not names else [""] * len(names)
            cells = tuple([Cell(a, b, label) for (a, b), label in zip(fields, labels, strict=True)])
            yield from _rows(text, start, end, heading, cells)
        elif "|" in line and _TABLE_ROW.match(line):
            if not _TABLE_RULE.match(line):
                cells = tuple(_cells(line, start, header))
                if not header:
                    header = tuple(text[c.start : c.end] for c in cells)
                yield from _rows(text, start, end, heading, cells)
        elif found := section_title(line):
            header, title = (), ""
            yield from _sentences(text, start, end, "")
            section = found
        elif is_over_paragraph(lines, number):
            header, title = (), line.strip()
            yield from _sentences(text, start, end, section)
        else:
            header = ()
            yield from _paragraph(text, start, end, heading)
        start = end


def _paragraph(text: str, start: int, end: int, heading: str) -> Sequence[Unit]:
    """The sentences of a line; a name that it begins with is the heading of those behind it."""
    found = _sentences(text, start, end, heading)
    title = run_in(text[found[0].start : found[0].end]) if len(found) > 1 else ""
    if title:
        for unit in found[1:]:
            unit.heading = f"{heading} {title}".lstrip()
    return found


def _cells(line: str, offset: int, header: tuple[str, ...]) -> Iterator[Cell]:
    body_start = line.index("|") + 1
    position = body_start
    for column, raw in enumerate(line[body_start : line.rindex("|")].split("|")):
        left = position + len(raw) - len(raw.lstrip())
        right = position + len(raw.rstrip())
        yield Cell(offset + left, offset + max(left, right), header[column] if column < len(header) else "")
        position += len(raw) + 1


def _rows(text: str, start: int, end: int, heading: str, cells: Sequence[Cell]) -> Iterator[Unit]:
    """One unit, or for a wide row several, each of them beginning with the row's label."""
    if len(cells) <= _MOST_CELLS:
        yield Unit(*trim(text, start, end), heading, tuple(cells))
        return
    label = tuple(cells[:1])
    for first in range(0, len(cells), _MOST_CELLS):
        group = tuple(cells[first : first + _MOST_CELLS])
        if group[-1].end > group[0].start:
            yield Unit(group[0].start, group[-1].end, heading, group if first == 0 else label + group)


def _sentences(text: str, start: int, end: int, heading: str) -> Sequence[Unit]:
    """The sentences of a line; what does not end for long is several units, blank text none."""
    return [Unit(left, right, heading) for left, right in sentence_spans(text, start, end)]


# The members of {"amount": {"value": 5, "currency": "EUR"}} are cells of the object around it.
_MEASURES = frozenset({"value", "amount", "currency", "unit"})
# A tool result may come with the call: 'get_balance(account="A-1") -> {"amount": 5}', "accounts: [...]".
_JSON_OPENS = re.compile(
    r"\s*(?:(?P<call>\w[\w ./-]{0,80}?(?:\([^(){}\[\]\n]{0,200}\))?)\s*(?:->|=>|=|:)\s*)?(?=[{\[])"
)
_JSON = json.JSONDecoder()
_JSON_TOKEN = re.compile(
    r'\s*(?:(?P<punct>[{}\[\]:,])|(?P<string>"(?:[^"\\]|\\.)*")|(?P<scalar>[^\s{}\[\]:,"]+))'
)


def _json_units(text: str, begin: int, call: str) -> tuple[Unit, ...]:
    """One unit for each JSON object with scalar members, a cell for each; empty if the text is not JSON."""
    try:
        json.loads(text[begin:])
    except (ValueError, RecursionError):
        return ()
    reader = _JsonReader(text, call)
    if call:
        reader.found.append(Unit(*trim(text, 0, begin)))
    for match in _JSON_TOKEN.finditer(text, begin):
        reader.read(match)
    return tuple(sorted(reader.found, key=lambda unit: unit.start))


class _JsonReader:
    """Collects the units of a JSON text, which is fed to it token by token."""

    def __init__(self, text: str, call: str) -> None:
        self.found: list[Unit] = []
        self._text = text
        self._stack: list[tuple[str, str, list[Cell], int]] = []  # path, key, cells, start of the object
        self._path, self._key, self._expects_value = call, "", False

    def read(self, match: re.Match[str]) -> None:
        """The next token: an opened or closed object or list, a sign between members, a key or a scalar."""
        punct = match["punct"]
        if punct in ("{", "["):
            self._open(punct, match.start("punct"))
        elif punct in ("}", "]"):
            self._close(match.end())
        elif punct == ":":
            self._expects_value = True
        elif punct == ",":
            self._expects_value = self._is_in_list
        elif match.lastgroup == "string":
            self._read_scalar(match.start("string") + 1, match.end("string") - 1)
        else:
            self._read_scalar(*match.span("scalar"))

    @property
    def _is_in_list(self) -> bool:
        return bool(self._stack) and self._text[self._stack[-1][3]] == "["

    def _open(self, punct: str, start: int) -> None:
        self._stack.append((self._path, self._key, [], start))
        self._path = " ".join(filter(None, (self._path, self._key)))[-2 * LONGEST_HEADING :]
        self._expects_value, self._key = punct == "[", ""

    def _close(self, end: int) -> None:
        parent, name, cells, start = self._stack.pop()
        if name and self._stack and _MEASURES.issuperset([cell.header for cell in cells]):
            prefix = _words_of_key(name)
            self._stack[-1][2].extend(Cell(c.start, c.end, f"{prefix} {c.header}") for c in cells)
        else:
            self.found += _records(start, end, self._path, cells)
        self._path, self._key, self._expects_value = parent, "", False

    def _read_scalar(self, start: int, end: int) -> None:
        if not self._expects_value:
            self._key = self._text[start:end]
        elif self._stack:
            if end - start > LONGEST_UNIT:
                self.found += _sentences(self._text, start, end, _words_of_key(f"{self._path} {self._key}"))
            else:
                self._stack[-1][2].append(Cell(start, end, _words_of_key(self._key)))
            self._key = "" if self._is_in_list else self._key


def _records(start: int, end: int, heading: str, cells: Sequence[Cell]) -> Iterator[Unit]:
    """One unit, or several for an object of many members or with much between them, each with the first cell."""
    if cells and len(cells) <= _MOST_CELLS and end - start <= LONGEST_UNIT:
        yield Unit(start, end, heading, tuple(cells))
        return
    first = 0
    for i, cell in enumerate(cells, 1):
        full = i - first == _MOST_CELLS or i == len(cells)
        if full or cells[i].end - cells[first].start > LONGEST_UNIT:
            group = tuple(cells[first:i])
            near = first == 0 and cell.end - start <= LONGEST_UNIT
            begin = start if near else group[0].start
            yield Unit(begin, max(cell.end, begin + 1), heading, group if first == 0 else (cells[0], *group))
            first = i


_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.]+")


@lru_cache(maxsize=5_000)
def _words_of_key(key: str) -> str:
    """
    >>> _words_of_key("availableBalance_usd")
    'available Balance usd'
    """
    return _CAMEL.sub(" ", key).strip()


# A comma may group digits, and a word on the next line or behind a tab may be the month or unit of a figure.
_READ_ACROSS = frozenset(",\t\r\n")
_OPENS_REFERENCE = "["  # in prose: "[1,2]"
_NEVER_READ_ACROSS = ";"


def parted(text: str, units: Iterable[Unit]) -> str:
    """The text, of the same length, with a semicolon for each sign beside a cell that could be read as part of it.

    >>> table = "Plan,Seats,Fee\\nBasic,5,250\\nPlus,9,300"
    >>> parted(table, units(table))
    'Plan;Seats;Fee;Basic;5;250;Plus;9;300'
    """
    cells = [cell for unit in units for cell in unit.cells]
    borders = [cell.end for cell in cells if text[cell.end : cell.end + 1] in _READ_ACROSS]
    borders += [cell.start - 1 for cell in cells if text[cell.start - 1] == _OPENS_REFERENCE]
    if not borders:
        return text
    characters = list(text)
    for border in borders:
        characters[border] = _NEVER_READ_ACROSS
    return "".join(characters)
