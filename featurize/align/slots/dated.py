# SPDX-License-Identifier: Apache-2.0
"""The words for the day that a row is of: "2024-03-04" in its label is what an answer calls 4 March 2024."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import content_stems

_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})
_NAMES = "January February March April May June July August September October November December".split()
_MONTHS = {f"{number:02}": name for number, name in enumerate(_NAMES, 1)}


def spelled_out(mentions: Iterable[Mention]) -> tuple[str, ...]:
    """The content stems of the days and months among some values, spelled out; none of what may be two days."""
    return tuple([stem for m in mentions if m.kind in _CALENDAR for stem in _stems(m.key)])


@lru_cache(maxsize=5_000)
def _stems(key: str) -> tuple[str, ...]:
    """
    >>> _stems("2024-03-04"), _stems("2024-03"), _stems("2024"), _stems("2024-03-04|2024-04-03")
    (('4', 'march', '2024'), ('march', '2024'), (), ())
    """
    year, _, rest = key.partition("-")
    month, _, day = rest.partition("-")
    if month not in _MONTHS or not (year.isdigit() and (day.isdigit() or not day)):
        return ()
    return content_stems(f"{day.lstrip('0')} {_MONTHS[month]} {year}")
