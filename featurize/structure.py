# SPDX-License-Identifier: Apache-2.0
"""Cut a text into units: prose sentences, list items, table rows and the objects of a JSON tool result.

A unit knows its heading (table caption, section title) and, where it is a table row or a JSON object, its
cells with the column header or key above each. Offsets are characters of the source text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """Characters `start:end` of a row, under a column header (or JSON path) and beside a row label."""

    start: int
    end: int
    header: str


@dataclass(frozen=True, slots=True)
class Unit:
    """Characters `start:end` of the text: one sentence, list item, table row or JSON object."""

    start: int
    end: int
    heading: str = ""
    cells: tuple[Cell, ...] = ()


_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st sr jr inc ltd co corp llc plc vs no nos art sec fig approx est dept e.g i.e etc cf al "
    "jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k a.m p.m p pp par para cl ref incl max min".split()
)
_END = re.compile(r"[.!?]+[\"'”’)\]*]*(?:\s?\[\d{1,3}(?:,\s?\d{1,3})*\])*(?=\s|$)")
_LAST_WORD = re.compile(r"(?:[^\W_]|\.(?=[^\W\d_]))+$")
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_TABLE_RULE = re.compile(r"^[\s|:+-]+$")
_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s+(?P<hash>.*\S)|\*\*(?P<bold>[^*]{2,100})\*\*:?)\s*$")
_LONGEST_HEADING = 90


def units(text: str) -> tuple[Unit, ...]:
    """The units of a text in order; together they hold every visible character but table rules and braces.

    >>> [(u.start, u.end) for u in units("The fee is $5.20. It was $4 in the U.S. market.")]
    [(0, 17), (18, 47)]
    >>> [u.heading for u in units("# Fees\\n- Wire: $5")]
    ['', 'Fees']
    """
    stripped = text.lstrip()
    if stripped[:1] in ("{", "["):
        found = _json_units(text)
        if found:
            return found
    return tuple(_text_units(text))


def _text_units(text: str) -> Iterator[Unit]:
    heading = ""
    header: tuple[str, ...] = ()
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        if not line.strip():
            header = ()
        elif "|" in line and _TABLE_ROW.match(line):
            if not _TABLE_RULE.match(line):
                cells = tuple(_cells(line, start, header))
                if not header:
                    header = tuple(text[c.start : c.end] for c in cells)
                yield Unit(*_trim(text, start, end), heading, cells)
        else:
            header = ()
            title = _title(line)
            yield from _sentences(text, start, end, "" if title else heading)
            heading = title or heading
        start = end


def _title(line: str) -> str:
    match = _HEADING.match(line)
    if match:
        return (match["hash"] or match["bold"]).strip(" :*#")
    bare = line.strip()
    return bare[:-1] if bare.endswith(":") and len(bare) <= _LONGEST_HEADING else ""


def _cells(line: str, offset: int, header: tuple[str, ...]) -> Iterator[Cell]:
    body_start = line.index("|") + 1
    position = body_start
    for column, raw in enumerate(line[body_start : line.rindex("|")].split("|")):
        left = position + len(raw) - len(raw.lstrip())
        right = position + len(raw.rstrip())
        yield Cell(offset + left, offset + max(left, right), header[column] if column < len(header) else "")
        position += len(raw) + 1


def _sentences(text: str, start: int, end: int, heading: str) -> Iterator[Unit]:
    begin = start
    for match in _END.finditer(text, start, end):
        if _is_boundary(text, match, end):
            if text[begin : match.end()].strip():
                yield Unit(*_trim(text, begin, match.end()), heading)
            begin = match.end()
    if text[begin:end].strip():
        yield Unit(*_trim(text, begin, end), heading)


def _is_boundary(text: str, match: re.Match[str], end: int) -> bool:
    """Is this full stop the end of a sentence, and not of an abbreviation, an initial or a list number?"""
    if not match.group().startswith(".") or match.group().startswith(".."):
        return True
    following = text[match.end() : end].lstrip()[:1]
    if following and following.islower():
        return False
    word = _LAST_WORD.search(text, max(0, match.start() - 20), match.start())
    if word is None:
        return True
    token = word.group()
    if token.isdigit() and not text[: word.start()].rsplit("\n", 1)[-1].strip(" \t-*"):
        return False
    if len(token) == 1 and token.isalpha() and token.isupper():
        return not following.isupper()
    if token.lower() in _ABBREVIATIONS or "." in token:
        return (
            not following
            or token.lower() in {"a.m", "p.m", "etc", "inc", "ltd", "co", "u.s", "u.k"}
            and following.isupper()
            and _starts_sentence(text, match.end(), end)
        )
    return True


_OPENERS = re.compile(
    r"\s+(?:The|It|This|That|These|A|An|In|If|For|You|We|They|He|She|There|All|No|Each|Any|To|On)\b"
)


def _starts_sentence(text: str, start: int, end: int) -> bool:
    return _OPENERS.match(text, start, end) is not None


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


_JSON_TOKEN = re.compile(
    r'\s*(?:(?P<punct>[{}\[\]:,])|(?P<string>"(?:[^"\\]|\\.)*")|(?P<scalar>[^\s{}\[\]:,"]+))'
)


def _json_units(text: str) -> tuple[Unit, ...]:
    """One unit for each JSON object with scalar members, a cell for each; empty if the text is not JSON."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return ()
    found: list[Unit] = []
    stack: list[tuple[str, list[Cell], int]] = []  # path, cells, start of the object
    path, key, expect_value = "", "", False
    for match in _JSON_TOKEN.finditer(text):
        punct = match["punct"]
        if punct in ("{", "["):
            stack.append((path, [], match.start(match.lastgroup or 0)))
            path, expect_value, key = " ".join(filter(None, (path, key))), punct == "[", ""
        elif punct in ("}", "]"):
            parent, cells, begin = stack.pop()
            if cells:
                found.append(Unit(begin, match.end(), path, tuple(cells)))
            path, key, expect_value = parent, "", False
        elif punct == ":":
            expect_value = True
        elif punct == ",":
            expect_value = bool(stack) and text[stack[-1][2]] == "["
        else:
            group = match.lastgroup or ""
            start, end = match.span(group)
            if group == "string":
                start, end = start + 1, end - 1
            if expect_value and stack:
                stack[-1][1].append(Cell(start, end, _words_of_key(key)))
                key = "" if text[stack[-1][2]] == "[" else key
            elif not expect_value:
                key = text[start:end]
    return tuple(sorted(found, key=lambda unit: unit.start))


_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.]+")


def _words_of_key(key: str) -> str:
    """
    >>> _words_of_key("availableBalance_usd")
    'available Balance usd'
    """
    return _CAMEL.sub(" ", key).strip()
