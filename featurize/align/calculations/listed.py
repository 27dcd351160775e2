# SPDX-License-Identifier: Apache-2.0
"""Counts that a text need not state, since it lists what they count: "two plans: Basic and Prime"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document

_NAMED = r"(?:an? |the )?(?:[\w'-]+\s){0,3}[\w'-]+"
_ROW = rf"(?P<row>{_NAMED}(?:\s?,\s{_NAMED}){{0,10}}?)(?P<comma>\s?,)?\s(?:and|&)\s(?!the\s(?:other|rest)){_NAMED}"
_AFTER = re.compile(rf"[^.,;:()\n]{{1,60}}(?::\s|\s\(|\sare\s){_ROW}\s?[.)\[]", re.IGNORECASE)
_BEFORE = re.compile(rf"(?:^|[.;:]\s){_ROW}\s(?:are|were)\s(?:the|its|their)\s$", re.IGNORECASE)
_LONGEST = 200
# What a colon right behind the counted thing leads to, up to the end of the sentence; its parts may be of any form.
_TOLD = re.compile(r"[^.,;:()\n]{1,60}:[ ](?P<rest>[^\n]{3,600}?)(?:[.!](?=\s|$)|\n|$)")
_BREAK = re.compile(r"[,;]\s(?:and\s)?|\sand\s")
_BULLETS = re.compile(r"[^\n.]{0,120}[:.][ \t*]*\n\s*?(?P<first>[ \t]*)(?:[-*•–]|1[.)])[ \t]+\S")
# A table right below the sentence of a count.
_TABLE = re.compile(r"[^\n|]{0,200}\n\s*(?P<rows>(?:\|[^\n]*(?:\n|$)){3,40})")
_RULED = re.compile(r"[\s|:-]*")
_BRACKET = re.compile(r"(?:\s[\w'-]+){1,4}\s\(([^()\n]{3,300})\)")
_ORDERED = re.compile(
    r"(?:[.!?:;]|\n)\s+(?:\W{0,3})(?:The )?(First|Second|Third|Fourth|Fifth)(?:ly)?\b", re.IGNORECASE
)
_ONE_AND_OTHER = re.compile(r"[^\n]{0,120}?[.:;]\s\W{0,2}One\b[^\n]{1,200}?\bthe\sother\b")
# "Three: A, B and C", "two acts, A and B".
_NAMED_RIGHT_BEHIND = re.compile(rf"(?:\s?:|(?:\s[\w'-]+){{1,3}},)\s{_ROW}\s?[.)\[\n,]", re.IGNORECASE)
_ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_MOST_TOLD = 900
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*•–]|\d{1,2}[.)])[ \t]+\S")


def listed_beside(document: Document, mention: Mention) -> frozenset[int]:
    """The lengths that the list after or before a count may have; empty where it has none.

    >>> from faithstill.featurize.extract import Extractor
    >>> texts = ("Two plans: Basic, Plus and Prime.", "Two plans:\\n- Basic\\n- Plus\\n\\nBye.", "Two plans help.")
    >>> [sorted(listed_beside(d, d.mentions[0])) for d in (Document(text, Extractor()) for text in texts)]
    [[2, 3], [2], []]
    """
    return frozenset(_lengths(document.text, mention))


def hinted_beside(document: Document, mention: Mention) -> frozenset[int]:
    """How many things a table, a bracket or "First ... Second ..." behind a count may show; another count is no fault.

    >>> from faithstill.featurize.extract import Extractor
    >>> texts = ("Three steps:\\n\\n| Step | Due |\\n|---|---|\\n| Order | 30% |\\n| Start | 50% |\\n| End | 20% |",
    ...          "Two payments ($40 in May and $15 in June).", "It helps in two ways. First, it ends. Second, it pays.")
    >>> [sorted(hinted_beside(d, d.mentions[0])) for d in (Document(text, Extractor()) for text in texts)]
    [[1, 2, 3], [2], [2]]
    """
    text = document.text
    found = set[int]()
    table = _TABLE.match(text, mention.end)
    if table:
        rows = [row for row in table["rows"].splitlines() if not _RULED.fullmatch(row)]
        columns = max(row.count("|") for row in rows) - 1
        found.update((len(rows) - 1, len(rows) - 2, columns - 1))  # the header, a total, the labels
    bracket = _BRACKET.match(text, mention.end)
    if bracket:
        found.update(range(2, len(_BREAK.findall(bracket[1])) + 2))
    if _ONE_AND_OTHER.match(text, mention.end):
        found.add(2)
    row = _NAMED_RIGHT_BEHIND.match(text[mention.end : mention.end + _LONGEST])
    if row:
        found.add(row["row"].count(",") + 2)
    said = {_ORDER[word.lower()] for word in _ORDERED.findall(text[mention.end : mention.end + _MOST_TOLD])}
    if said >= {1, 2}:
        found.add(max(said))
    return frozenset(n for n in found if n > 0)


def _lengths(text: str, mention: Mention) -> Iterator[int]:
    bullets = _BULLETS.match(text, mention.end)
    if bullets:
        yield _items(text[bullets.start("first") :], bullets["first"])
        return
    rest = _TOLD.match(text, mention.end)
    rows = (
        _AFTER.match(text[mention.end : mention.end + _LONGEST]),
        _BEFORE.search(text[max(0, mention.start - _LONGEST) : mention.start]),
    )
    for row in filter(None, rows):
        parts = row["row"].count(",") + 2
        yield parts
        if parts > 2 and not row["comma"]:  # "A, B and C" may be two things
            yield parts - 1
    if rest and not any(rows):
        yield from range(2, len(_BREAK.findall(rest["rest"])) + 2)


def _items(text: str, indent: str) -> int:
    """The list items at one indentation, up to the first line that is neither one nor indented further."""
    count = 0
    for line in filter(str.strip, text.splitlines()):
        item = _ITEM.match(line)
        if item and item["indent"] == indent:
            count += 1
        elif not line.startswith((indent + " ", indent + "\t")):
            break
    return count
