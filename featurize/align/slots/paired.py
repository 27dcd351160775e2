# SPDX-License-Identifier: Apache-2.0
"""Lists told side by side: "Basic, Plus and Premium cost $5, $10 and $20, respectively"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from faithstill.featurize.extract import Mention

_JOINT = re.compile(r",?\s(?:and|or)\s|,\s")  # all that stands between two values of a list
_ITEM = r"((?:[\w'’&.-]+\s){0,2}[\w'’&.-]+)"
_MOST = 6
_FARTHEST = 60  # characters between the two lists
_WINDOW = 300  # characters that the names may take


def label_of(
    text: str, begin: int, end: int, values: Sequence[Mention], mention: Mention
) -> tuple[int, int] | None:
    """Where the member stands that belongs to a value of a list, in another list as long within `begin:end`."""
    row, place = _listed(text, values, mention)
    if not 2 <= len(row) <= _MOST:
        return None
    names, left, right = _names(len(row)), row[0].start, row[-1].end
    before = list(names.finditer(text, max(begin, left - _WINDOW), left))
    if before and left - before[-1].end() <= _FARTHEST:
        return before[-1].span(place + 1)
    after = names.search(text, right, min(end, right + _WINDOW))
    return after.span(place + 1) if after and after.start() - right <= _FARTHEST else None


def _listed(text: str, values: Sequence[Mention], mention: Mention) -> tuple[Sequence[Mention], int]:
    """Those of a sentence's values, given in order, that are in one list with a mention, and its place among them."""
    own = next(i for i, m in enumerate(values) if m.start == mention.start)
    first, last = own, own + 1
    while first and last - first <= _MOST and _is_joint(text, values[first - 1], values[first]):
        first -= 1
    while last < len(values) and last - first <= _MOST and _is_joint(text, values[last - 1], values[last]):
        last += 1
    return values[first:last], own - first


def _is_joint(text: str, one: Mention, other: Mention) -> bool:
    return _JOINT.fullmatch(text, one.end, other.start) is not None


@lru_cache(maxsize=_MOST)
def _names(count: int) -> re.Pattern[str]:
    return re.compile(r",\s".join([_ITEM] * (count - 1)) + r",?\s(?:and|or)\s" + _ITEM)
