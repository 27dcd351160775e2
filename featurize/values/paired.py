# SPDX-License-Identifier: Apache-2.0
"""Lists told side by side: "Basic, Plus and Premium cost $5, $10 and $20, respectively"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from faithstill.featurize.extract import Mention

LISTED = re.compile(r",?\s(?:and|or)\s|,\s")  # all that stands between two values of a list
_ITEM = r"((?:[\w'’&.-]+\s){0,2}[\w'’&.-]+)"
_MOST = 6
_FARTHEST = 60  # characters between the two lists


def listed(text: str, values: Sequence[Mention], mention: Mention) -> Sequence[Mention]:
    """The values of a sentence, in order, that are in one list with a mention; itself alone where there is none."""
    rows: list[list[Mention]] = []
    for one, other in pairwise((None, *values)):
        if other is not None:
            if one is not None and LISTED.fullmatch(text, one.end, other.start):
                rows[-1].append(other)
            else:
                rows.append([other])
    return next((row for row in rows if any(m.start == mention.start for m in row)), [mention])


def label_of(
    text: str, begin: int, end: int, row: Sequence[Mention], mention: Mention
) -> tuple[int, int] | None:
    """Where the member stands that belongs to a value of a list, in another list as long within `begin:end`."""
    if not 2 <= len(row) <= _MOST:
        return None
    place = next(i for i, m in enumerate(row) if m.start == mention.start)
    names = _names(len(row))
    found = None
    for match in names.finditer(text, begin, row[0].start):
        found = match  # the last one before
    if found is None or row[0].start - found.end() > _FARTHEST:
        found = names.search(text, row[-1].end, end)
        if found is None or found.start() - row[-1].end > _FARTHEST:
            return None
    return found.span(place + 1)


@lru_cache(maxsize=_MOST)
def _names(count: int) -> re.Pattern[str]:
    return re.compile(r",\s".join([_ITEM] * (count - 1)) + r",?\s(?:and|or)\s" + _ITEM)
