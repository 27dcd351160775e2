# SPDX-License-Identifier: Apache-2.0
"""Working days, from Monday to Friday, holidays left out of account."""

from __future__ import annotations

from datetime import date, timedelta

_SATURDAY, _WEEK = 5, 7  # days of the week, counted from Monday as 0
_LONGEST = 400  # days; longer terms are not told in working days
_MOST = 300  # working days, so that the walk over them ends


def working_days_on(day: date, weekday: int, count: int) -> date:
    """The working day so many after (or with a negative count before) a day that falls on a day of the week.

    The day of the week is given, since the year of the day may be one that stands for an unknown year.

    >>> str(working_days_on(date(2026, 3, 11), 2, 5)), str(working_days_on(date(2025, 7, 1), 1, -3))
    ('2026-03-18', '2025-06-26')
    """
    step = 1 if count > 0 else -1
    for _ in range(min(abs(count), _MOST)):
        day, weekday = day + timedelta(days=step), (weekday + step) % _WEEK
        while weekday >= _SATURDAY:
            day, weekday = day + timedelta(days=step), (weekday + step) % _WEEK
    return day


def working_days_between(one: date, other: date) -> int | None:
    """How many lie between two days, the earlier one not counted; None where they lie too far apart.

    >>> working_days_between(date(2026, 3, 18), date(2026, 3, 11)), working_days_between(date(2020, 1, 1), date.max)
    (5, None)
    """
    first, last = sorted((one, other))
    if (last - first).days > _LONGEST:
        return None
    days = (first + timedelta(days=n) for n in range(1, (last - first).days + 1))
    return sum(day.weekday() < _SATURDAY for day in days)
