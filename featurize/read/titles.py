# SPDX-License-Identifier: Apache-2.0
"""Which lines of a text are titles: of a section, of the paragraph right below, or what a paragraph begins with."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s+(?P<hash>\S.*)|\*\*(?P<bold>[^*]{2,100})\*\*:?)\s*$")
LONGEST_HEADING = 90
# A line of its own right over a paragraph: "MV CORVO", "3. In the United States", "Fixture recaps – week 19".
_TITLE = re.compile(r"\s{0,3}(?:§\s?)?[A-Z\d][^.:;,!?|=\n{}$€£%]*(?:\.\s[A-Z][^.:;,!?|=\n{}$€£%]*)?\s*$")
_MOST_TITLE_WORDS = 8
_ITEM = re.compile(r"\s*(?:[-*•–]|\d+[.)]|[a-z][.)])\s")
_LONG_LINE = 40
# What a paragraph begins with: "SteadyPower. Fixed for 24 months."
_RUN_IN = re.compile(r"(?:§\s?\d+\s)?([A-Z][\w&-]+(?: [\w&-]+){0,3})\.")
_NO_TITLE = frozenset(
    "yes no not none nothing a an the it this that these they both all one two three four five six seven eight nine "
    "ten thanks thank sorry please sure correct right wrong true false ok okay hi hello dear free maybe about".split()
)


def section_title(line: str) -> str:
    """The title in a line of its own: "# Fees", "**Fees**", "Fees:"; "" where it is none."""
    bare = line.strip()
    match = _HEADING.match(line) if bare[:1] in ("#", "*") else None
    if match:
        return (match["hash"] or match["bold"]).strip(" :*#")
    return bare[:-1] if bare.endswith(":") and len(bare) <= LONGEST_HEADING else ""


def is_over_paragraph(lines: Sequence[str], number: int) -> bool:
    """Is a line the title of the lines right below it?"""
    if number and lines[number - 1].strip():
        return False  # the common case
    line = lines[number]
    if len(line.split()) not in range(1, _MOST_TITLE_WORDS + 1) or len(line) > LONGEST_HEADING:
        return False
    is_title = _TITLE.match(line) is not None and line.split()[0].lower() not in _NO_TITLE
    return is_title and number + 1 < len(lines) and _is_text(lines[number + 1], line)


def _is_text(line: str, title: str) -> bool:
    """Is it a sentence, a list item or long, and not one more short line or the next item?"""
    if _ITEM.match(line):
        return _ITEM.match(title) is None
    return line.rstrip()[-1:] in (".", "!", "?", ";", ":") or len(line) >= _LONG_LINE


def run_in(sentence: str) -> str:
    """The name that a paragraph begins with, where its first sentence is no more: "SteadyPower."; else ""."""
    found = _RUN_IN.fullmatch(sentence)
    return found[1] if found and found[1].split()[0].lower() not in _NO_TITLE else ""
