# SPDX-License-Identifier: Apache-2.0
"""How many things an answer lists right beside a count: "two plans: Basic and Prime", "three fees:" and bullets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Mention

_NAMED = r"(?:an? |the )?(?:[\w'-]+\s){0,3}[\w'-]+"
_ROW = rf"(?P<row>{_NAMED}(?:\s?,\s{_NAMED}){{0,10}}?)(?P<comma>\s?,)?\s(?:and|&)\s(?!the\s(?:other|rest)){_NAMED}"
_AFTER = re.compile(rf"[^.,;:()\n]{{1,60}}(?::\s|\s\(|\sare\s){_ROW}\s?[.)\[]", re.IGNORECASE)
_BEFORE = re.compile(rf"(?:^|[.;:]\s){_ROW}\s(?:are|were)\s(?:the|its|their)\s$", re.IGNORECASE)
_LONGEST = 200
# What a colon right behind the counted thing leads to, up to the end of the sentence; its parts may be of any form.
_TOLD = re.compile(r"[^.,;:()\n]{1,60}:[ ](?P<rest>[^\n]{3,600}?)(?:[.!](?=\s|$)|\n|$)")
_BREAK = re.compile(r"[,;]\s(?:and\s)?|\sand\s")
_BULLETS = re.compile(r"[^\n.]{0,120}[:.][ \t*]*\n\s*?(?P<first>[ \t]*)(?:[-*•–]|1[.)])[ \t]+\S")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*•–]|\d{1,2}[.)])[ \t]+\S")


def listed_beside(document: Document, mention: Mention) -> frozenset[int]:
    """The lengths that the list after or before a count may have; empty where it has none.

    >>> from faithstill.featurize.extract import Extractor
    >>> texts = ("Two plans: Basic, Plus and Prime.", "Two plans:\\n- Basic\\n- Plus\\n\\nBye.", "Two plans help.")
    >>> [sorted(listed_beside(d, d.mentions[0])) for d in (Document(text, Extractor()) for text in texts)]
    [[2, 3], [2], []]
    """
    return frozenset(_lengths(document.text, mention))


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
