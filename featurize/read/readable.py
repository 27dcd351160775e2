# SPDX-License-Identifier: Apache-2.0
"""A unit of text as a reader would say it: markup gone, table rows and JSON objects put into words."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from .markers import BRACKETED, FILLER
from .structure import Unit

BULLET = re.compile(
    r"\s*(?:>\s*)*(?:(?:[-*+•‣▪●–]|\(?\d{1,3}[.)]|\(?(?:[a-zA-Z]|[ivx]{1,4})\)|[ivx]{1,4}\.)\s+(?:\[[ xX]\]\s+)?)*"
)
_LINK = re.compile(r"!?\[(?P<kept>[^\]\n]{1,300})\]\([^)\s]{1,500}\)")
_CITATION = re.compile(rf"\s*{BRACKETED}")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(?P<kept>.{1,300}?)(?<=\S)\1(?![\w*])")
_TICKS = re.compile(r"`{1,3}(?P<kept>[^`\n]+)`{1,3}")
_HASHES = re.compile(r"^#{1,6}\s+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACES = re.compile(r"\s+")


def readable(text: str, unit: Unit) -> str:
    """The unit in words, in one line.

    >>> from .structure import units
    >>> table = "| Plan | Monthly fee | Limit |\\n|---|---|---|\\n| Basic | $5 | 500 |"
    >>> readable(table, units(table)[1])
    'Plan Basic: Monthly fee $5, Limit 500'
    >>> tool = '{"account": {"balance": 12.5, "currency": "USD"}}'
    >>> readable(tool, units(tool)[0])
    'account: balance 12.5, currency USD'
    """
    if not unit.cells:
        return plain(text[unit.start : unit.end])
    cells = [
        (plain(cell.header), _value(text[cell.start : cell.end]))
        for cell in unit.cells
        if cell.end > cell.start
    ]
    if is_row(text, unit):
        return _row(cells, headed=any(cell.header for cell in unit.cells))
    members = ", ".join(f"{header} {value}".strip() for header, value in cells)
    return f"{unit.heading}: {members}" if unit.heading else members


def is_row(text: str, unit: Unit) -> bool:
    """Is it a row of a table rather than an object of a JSON text, whose headings are paths?"""
    return "|" in text[unit.start : unit.end] and text[unit.start] not in "{["


def _row(cells: list[tuple[str, str]], *, headed: bool) -> str:
    if not headed or len(cells) < 2:
        return ", ".join(f"{header} {value}".strip() for header, value in cells)
    (header, label), *rest = cells
    return f"{header} {label}".strip() + ": " + ", ".join(f"{name} {value}".strip() for name, value in rest)


def _value(raw: str) -> str:
    if "\\" in raw:
        with suppress(ValueError):
            raw = json.loads(f'"{raw}"')
    return plain(str(raw))


def plain(text: str) -> str:
    """Text without markup, citation markers and line breaks.

    >>> plain("**Fee:** see [terms](https://a.b/c) [1]")
    'Fee: see terms'
    """
    return cleaned(masked(text))


def masked(text: str) -> str:
    """The text with each character of markup and citation markers replaced by `FILLER`: offsets stay."""
    if "[" in text:
        text = _CITATION.sub(lambda m: FILLER * len(m.group()), _LINK.sub(_keep_group, text))
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(_keep_group, _EMPHASIS.sub(_keep_group, text))
    if "`" in text:
        text = _TICKS.sub(_keep_group, text)
    return _HASHES.sub(lambda m: FILLER * len(m.group()), text) if text.startswith("#") else text


def _keep_group(match: re.Match[str]) -> str:
    start, end = match.span("kept")
    return FILLER * (start - match.start()) + match.group("kept") + FILLER * (match.end() - end)


def cleaned(text: str) -> str:
    """Masked text as one line to read."""
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)  # half a character, which no tokenizer takes
    return _SPACES.sub(" ", text.replace(FILLER, "")).strip()
