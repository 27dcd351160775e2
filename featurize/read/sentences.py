# SPDX-License-Identifier: Apache-2.0
"""Where the sentences of a line begin and end, and which lines are titles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

# What is longer is cut into several, so that none costs more than a long sentence does.
LONGEST_UNIT = 1_200
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st sr jr inc ltd co corp llc plc vs no nos art sec fig approx est dept e.g i.e etc cf al "
    "jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k a.m p.m p pp par para cl ref incl max min".split()
)
# The look behind stands after the first full stop: so the search leaps from one to the next.
_END = re.compile(r"[.!?](?<![.!?][.!?])[.!?]*+[\"'”’)\]*]*(?:\s?\[\d{1,3}(?:,\s?\d{1,3})*\])*(?=\s|$)")
_LINE_OPENS = re.compile(r"(?:\A|\n)[ \t*-]*$")
_VISIBLE = re.compile(r"\S")
_LAST_WORD = re.compile(r"(?:[^\W_]|\.(?=[^\W\d_]))+$")
# What starts a sentence after an abbreviation.
_OPENERS = re.compile(
    r"\s+(?:The|It|This|That|These|A|An|In|If|For|You|We|They|He|She|There|All|No|Each|Any|To|On)\b"
)


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of characters `start:end`; what does not end for long is cut into several, blank text is none.

    >>> list(sentence_spans("It was $4.20 in the U.S. market. It rose.", 0, 41))
    [(0, 32), (33, 41)]
    """
    ends = [match.end() for match in _END.finditer(text, start, end) if _is_boundary(text, match, end)]
    for begin, stop in pairwise((start, *ends, end)):
        for left, right in ((begin, stop),) if stop - begin <= LONGEST_UNIT else _pieces(text, begin, stop):
            left, right = trim(text, left, right)
            if left < right:
                yield left, right


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST_UNIT:
        space = text.rfind(" ", start + LONGEST_UNIT // 2, start + LONGEST_UNIT)
        cut = space if space > 0 else start + LONGEST_UNIT
        yield start, cut
        start = cut
    yield start, end


def _is_boundary(text: str, match: re.Match[str], end: int) -> bool:
    """Is this full stop the end of a sentence, and not of an abbreviation, an initial or a list number?"""
    stop, after = match.span()
    if text[stop] != "." or text[stop + 1 : stop + 2] == ".":
        return True
    following = text[after : min(end, after + 2)].strip()[:1]  # mostly after one blank
    if not following and (visible := _VISIBLE.search(text, after, end)):
        following = visible.group()
    if following.islower():
        return False
    token = _last_word(text, stop)
    if token.isdigit():
        start = stop - len(token)
        return not _LINE_OPENS.search(text, max(0, start - 20), start)
    if len(token) == 1 and token.isalpha() and token.isupper():
        return not following.isupper()
    if token.lower() in _ABBREVIATIONS or "." in token:
        return not following or (
            token.lower() in {"a.m", "p.m", "etc", "inc", "ltd", "co", "u.s", "u.k"}
            and following.isupper()
            and _OPENERS.match(text, after, end) is not None
        )
    return True


def _last_word(text: str, end: int) -> str:
    """The run of letters, digits and inner full stops right before an offset; "" for none."""
    near = text[max(0, end - 20) : end].rpartition(" ")[2]
    if near.isalnum():
        return near
    match = _LAST_WORD.search(near)
    return match.group() if match else ""


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Characters `start:end` without blanks around them."""
    piece = text[start:end].rstrip()
    return start + len(piece) - len(piece.lstrip()), start + len(piece)


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
