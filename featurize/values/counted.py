# SPDX-License-Identifier: Apache-2.0
"""Small counts that a text shows without stating them: three bullets, two rows, "A, B and C"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention

SMALL = 12  # bare whole numbers up to this are reached by too many formulas to mean anything

_ITEM = re.compile(r"[ \t]*(?:[-*•–]|\(?\d{1,2}[.)]|[a-z][.)])[ \t]+\S")
# "A, B and C" with parts of a few words each; the last two are joined by a word, with or without a comma.
_PART = r"[^,;.:()]{1,60}"
_LIST = re.compile(rf"((?:{_PART},\s){{0,11}}){_PART}?,?\s(?:and|or|nor|&|plus|as well as)\s", re.IGNORECASE)
_AFTER_COLON = re.compile(r":\s([^:]*[,;]\s[^:]*)$")


def is_small_count(mention: Mention) -> bool:
    """A bare whole number up to twelve: a text may show it (three plans) without stating it."""
    low = mention.low
    return (
        mention.kind in (Kind.NUMBER, Kind.ORDINAL)
        and low is not None
        and low == int(low)
        and abs(low) <= SMALL
    )


def counts_shown(documents: Iterable[Document]) -> frozenset[int]:
    """How many things each list, table or enumeration of the documents holds, up to twelve.

    Generous on purpose: it only says that a count may have been read off, never that it is right.
    """
    return frozenset(n for document in documents for n in _counts(document) if 2 <= n <= SMALL)


def _counts(document: Document) -> Iterator[int]:
    lines = document.text.splitlines()
    for is_item, run in groupby(lines, lambda line: _ITEM.match(line) is not None):
        if is_item:
            yield len(list(run))
    rows = [bool(sentence.unit.cells) for sentence in document.sentences]
    for in_table, rows_of_table in groupby(rows):
        if in_table:
            count = len(list(rows_of_table))
            yield from (count, count - 1)
    for sentence in document.sentences:
        yield from _coordinated(document.text[sentence.unit.start : sentence.unit.end])


def _coordinated(sentence: str) -> Iterator[int]:
    """The lengths of "A and B", "A, B, C and D" and of what follows a colon; a comma before "and" may part nothing."""
    for found in _AFTER_COLON.finditer(sentence):
        yield len(re.split(r"[,;]\s", found[1]))
    for found in _LIST.finditer(sentence):
        parts = found[1].count(",")
        yield parts + 2
        if parts:
            yield parts + 1
