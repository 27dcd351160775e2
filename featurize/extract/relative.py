# SPDX-License-Identifier: Apache-2.0
"""Days that only a given day fixes: "yesterday", "next Friday", "three months ago"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from .lexicon import CARDINALS, DAY_NAMES, MONTHS
from .mention import Kind, Mention

_DAYS = {
    "the day before yesterday": -2, "yesterday": -1, "today": 0, "tomorrow": 1, "the day after tomorrow": 2,
}  # fmt: skip
_STEPS = {"last": -1, "previous": -1, "past": -1, "this": 0, "next": 1, "coming": 1}
_SIZES = ("week", "month", "quarter", "year")
_LONG_MONTHS = [name for name in MONTHS if len(name) > 4 or name in ("may", "june", "july")]
_RELATIVE = re.compile(
    rf"\b(?:(?P<day>{'|'.join(_DAYS)})"
    rf"|(?P<step>{'|'.join(_STEPS)})[ ](?:(?P<size>{'|'.join(_SIZES)})|(?P<weekday>{'|'.join(DAY_NAMES)})|"
    rf"(?P<month>{'|'.join(_LONG_MONTHS)}))"
    rf"|(?P<count>\d{{1,4}}|an?|{'|'.join(CARDINALS)})[ ](?P<unit>day|week|month|year)s?[ ]"
    r"(?P<way>ago|from[ ]now|hence))\b(?!['’-])",
    re.IGNORECASE,
)


def relative_dates(text: str, anchor: date) -> Iterator[Mention]:
    """The days and periods that the text states relative to `anchor`.

    >>> [(m.text, m.key) for m in relative_dates("due next Friday, not last month", date(2026, 3, 4))]
    [('next Friday', '2026-03-06|2026-03-13'), ('last month', '2026-02')]
    """
    for match in _RELATIVE.finditer(text):
        try:
            key, kind = _resolved(match, anchor)
        except (OverflowError, ValueError):  # beyond the calendar: "9999 years ago"
            continue
        yield Mention(kind, match.start(), match.end(), match.group(), key=key)


def _resolved(match: re.Match[str], anchor: date) -> tuple[str, Kind]:
    if match["day"]:
        return (anchor + timedelta(_DAYS[match["day"].lower()])).isoformat(), Kind.DATE
    if match["count"]:
        word = match["count"].lower()
        count = 1 if word in ("a", "an") else int(word) if word.isdigit() else CARDINALS[word]
        return _shifted(anchor, -count if match["way"].lower() == "ago" else count, match["unit"].lower())
    step = _STEPS[match["step"].lower()]
    if match["weekday"]:
        loose = match["step"].lower() in ("last", "next")
        return _weekday(anchor, step, DAY_NAMES.index(match["weekday"].lower()), loose=loose), Kind.DATE
    if match["month"]:
        return _month(anchor, step, MONTHS[match["month"].lower()]), Kind.PERIOD
    return _period(anchor, step, match["size"].lower()), Kind.PERIOD


def _shifted(anchor: date, count: int, unit: str) -> tuple[str, Kind]:
    """As fine as its unit: "three months ago" is a month."""
    if unit in ("day", "week"):
        return (anchor + timedelta(count * (7 if unit == "week" else 1))).isoformat(), Kind.DATE
    if unit == "month":
        return _month_key(anchor.year * 12 + anchor.month - 1 + count), Kind.PERIOD
    return _year_key(anchor.year + count), Kind.PERIOD


def _weekday(anchor: date, step: int, weekday: int, *, loose: bool) -> str:
    """ "next Friday" is the first to come for some and that of the next week for others: both are kept."""
    monday = anchor - timedelta(anchor.weekday())
    if step == 0:
        return (monday + timedelta(weekday)).isoformat()
    ahead = (weekday - anchor.weekday()) % 7 or 7
    nearest = anchor + timedelta(ahead if step > 0 else ahead - 7 if ahead < 7 else -7)
    readings = {nearest, monday + timedelta(weekday + 7 * step)} if loose else {nearest}
    return "|".join(sorted(day.isoformat() for day in readings))


def _month(anchor: date, step: int, month: int) -> str:
    year = anchor.year
    if step > 0 and month <= anchor.month:
        year += 1
    elif step < 0 and month >= anchor.month:
        year -= 1
    return _month_key(year * 12 + month - 1)


def _period(anchor: date, step: int, size: str) -> str:
    if size == "week":
        monday = anchor - timedelta(anchor.weekday()) + timedelta(7 * step)
        return f"{monday.isoformat()}/{(monday + timedelta(6)).isoformat()}"
    if size == "month":
        return _month_key(anchor.year * 12 + anchor.month - 1 + step)
    if size == "quarter":
        quarter = anchor.year * 4 + (anchor.month - 1) // 3 + step
        return f"{_year_key(quarter // 4)}-Q{quarter % 4 + 1}"
    return _year_key(anchor.year + step)


def _month_key(months: int) -> str:
    return f"{_year_key(months // 12)}-{months % 12 + 1:02d}"


def _year_key(year: int) -> str:
    return f"{date(year, 1, 1).year:04d}"  # raises beyond the calendar
