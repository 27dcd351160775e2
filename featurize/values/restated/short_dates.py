# SPDX-License-Identifier: Apache-2.0
"""Days that a record writes as month and day: "03-05 Rent" under "Period: 2025-03-01", {"d": "04-02"} of month 2025-04.

Two pairs of digits are also a score or a range: only where each names a day of a month that the same passage writes
with its year are they read, and what follows up to the next of them is its entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention

_SHORT = re.compile(
    r"(?:(?<=\n)|(?<=\")|(?<=\| )|^|(?<=\n)[A-Za-z]{2,12}[ ])(?P<key>(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01]))"
    r"(?=[ \"|:,])"
)
# What each of them holds, found far sooner: no other sign than these stands before or behind.
_PAIRS = re.compile(r"[01](?<![^\n\" ].)\d-[0-3]\d[ \"|:,]")
_FULL = re.compile(r"(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d/])")
_ENTRY = 120


def short_dates(document: Document) -> Iterator[Mention]:
    """A date for each, with the year that the passage writes beside that month."""
    text = document.text
    if _PAIRS.search(text) is None or _SHORT.search(text) is None:
        return
    years: dict[str, set[str]] = {}
    for year, month in _FULL.findall(text):
        years.setdefault(month, set()).add(year)
    for found in _SHORT.finditer(text):
        told = years.get(found["m"], set())
        if len(told) == 1:
            key = f"{next(iter(told))}-{found['key']}"
            yield Mention(Kind.DATE, found.start("key"), found.end("key"), found["key"], key=key)


def entry_of(document: Document, date: Mention) -> str:
    """The text of a short date's entry, to the end of its line or the next short date."""
    after = _SHORT.search(document.text, date.end)
    line = document.text.find("\n", date.end)
    ends = [after.start("key") if after else len(document.text), line if line >= 0 else len(document.text)]
    return document.text[date.end : min(*ends, date.end + _ENTRY)]
