# SPDX-License-Identifier: Apache-2.0
"""Times of the day in different zones: 3 PM EST is 12 PM PST and 20:00 UTC."""

from __future__ import annotations

import re
from functools import lru_cache

_DAY = 24 * 60
# Hours east of Greenwich, in winter and in summer where an abbreviation leaves the season open.
_HOURS: dict[str, tuple[float, ...]] = {
    "UTC": (0,), "GMT": (0,), "BST": (1,), "CET": (1,), "CEST": (2,), "EET": (2,),
    "EST": (-5,), "EDT": (-4,), "CST": (-6,), "CDT": (-5,), "MST": (-7,), "MDT": (-6,), "PST": (-8,), "PDT": (-7,),
    "ET": (-5, -4), "CT": (-6, -5), "MT": (-7, -6), "PT": (-8, -7),
    "IST": (5.5,), "SGT": (8,), "JST": (9,), "AEST": (10,), "AEDT": (11,),
}  # fmt: skip
_OFFSET = re.compile(r"(?:UTC|GMT)?[ ]?(?P<sign>[+−-])(?P<h>\d{1,2}):?(?P<m>\d\d)?$")


def same_moment(key: str, zone: str, other_key: str, other_zone: str) -> bool:
    """Whether two times of one day, in zones of known offsets, are the same moment.

    >>> same_moment("15:00", "EST", "12:00", "PST"), same_moment("15:00", "ET", "13:00", "PT")
    (True, False)
    """
    ours, theirs = _offsets(zone), _offsets(other_zone)
    if len(ours) == len(theirs):  # both fixed, or both open: then of one season
        pairs = list(zip(ours, theirs, strict=True))
    else:
        pairs = [(one, other) for one in ours for other in theirs]
    clocks = [(a, b) for a in key.split("|") for b in other_key.split("|")]
    return any(
        (_minutes(a) - one) % _DAY == (_minutes(b) - other) % _DAY for one, other in pairs for a, b in clocks
    )


@lru_cache(maxsize=256)
def _offsets(zone: str) -> tuple[int, ...]:
    """Minutes east of Greenwich; none where the zone is not known."""
    offset = _OFFSET.match(zone)
    if offset is None:
        return tuple(int(hours * 60) for hours in _HOURS.get(zone, ()))
    minutes = int(offset["h"]) * 60 + int(offset["m"] or 0)
    return (minutes if offset["sign"] == "+" else -minutes,)


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)
