# SPDX-License-Identifier: Apache-2.0
"""Dates moved by durations, and the time between two dates or two times of day."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import combinations, permutations, product

from faithstill.featurize.extract import Kind, Mention

from .formula import Formula
from .operands import Operand

_CALENDAR = (Kind.DATE, Kind.PERIOD)
_NONE = Decimal(0)
_YEAR_OR_MONTH = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2]))?")
_MONTHS_A_YEAR = 12
_DAY = timedelta(days=1)
_PARTS = re.compile(r"P(\d+)M(\d+)D")  # "1 year 1 month 21 days"
_MINUTES_A_DAY = 24 * 60
_CLOCK = re.compile(r"(\d\d):(\d\d)")


def day_formulas(target: Mention, operands: Sequence[Operand]) -> Iterator[Formula]:
    """For a date or time those that move another to it, for a duration those of two dates or times so far apart."""
    if target.kind in _CALENDAR:
        yield from _shifted(target.key, operands)
    elif target.kind is Kind.TIME:
        yield from _shifted_times(target, operands)
    elif target.kind is Kind.DURATION:
        yield from _between(target, operands)
        yield from _between_times(target, operands)


def moved(anchor: Mention, span: Mention, sign: int) -> tuple[str, ...]:
    """The keys of the date that lies a duration after (or with -1 before) another; two where both are said.

    A year moves by whole years only, a month by whole months. Three months before 30 June are 30 and 31 March.
    """
    if parts := _PARTS.fullmatch(span.key):
        first = moved(anchor, _span(int(parts[1]), "month"), sign)
        days = _span(int(parts[2]), "day")
        return tuple(key for one in first for key in moved(replace(anchor, key=one), days, sign))
    if span.low is None or span.low != span.high or span.low != int(span.low):
        return ()
    count = int(span.low) * sign
    if span.unit == "month" and _YEAR_OR_MONTH.fullmatch(anchor.key):
        return moved_months(anchor.key, count)
    day = as_day(anchor)
    try:
        return moved_day(day, count, span.unit) if day else ()
    except (ValueError, OverflowError):  # before or after all calendars
        return ()


def _span(count: int, unit: str) -> Mention:
    return Mention(Kind.DURATION, 0, 0, "", Decimal(count), Decimal(count), unit)


def moved_months(key: str, count: int) -> tuple[str, ...]:
    """The key of the year or month so many months after (or before) another, if that is a whole one."""
    if len(key) == 4:
        year = int(key) + count // _MONTHS_A_YEAR
        return (f"{year:04}",) if count % _MONTHS_A_YEAR == 0 and 0 < year < 10_000 else ()
    months = int(key[:4]) * _MONTHS_A_YEAR + int(key[5:]) - 1 + count
    return (f"{months // _MONTHS_A_YEAR:04}-{months % _MONTHS_A_YEAR + 1:02}",) if months > 0 else ()


def moved_day(day: date, count: int, unit: str) -> tuple[str, ...]:
    """The key of the day so many days or months after (or before) another, and of the month's last from a last one.

    Raises ValueError or OverflowError outside of all calendars.
    """
    if unit == "day":
        return (str(day + timedelta(days=count)),)
    if unit != "month":
        return ()
    year, month = divmod(day.year * _MONTHS_A_YEAR + day.month - 1 + count, _MONTHS_A_YEAR)
    last = monthrange(year, month + 1)[1]
    same = date(year, month + 1, min(day.day, last))
    at_end = day.day == monthrange(day.year, day.month)[1] and same.day != last
    return (str(same), str(same.replace(day=last))) if at_end else (str(same),)


def as_day(mention: Mention) -> date | None:
    """The day of a full date; a date without a year is taken in the leap year 2000, for sums of days."""
    if mention.kind is not Kind.DATE:
        return None
    key = mention.key
    try:
        return date.fromisoformat(key.replace("--", "2000-", 1) if key.startswith("--") else key)
    except ValueError:
        return None


def same_date(result: str, key: str) -> bool:
    """Is a date (or the year or month that it lies in, or its month and day) the one of a key?

    >>> same_date("2026-07-01", "2026"), same_date("2000-03-14", "--03-14"), same_date("2025-11-30", "--11")
    (True, True, True)
    >>> same_date("2026-07-01", "2025"), same_date("2025-11-03", "--11-30")
    (False, False)
    """
    if key.startswith("--"):
        return (result[4:] + "-").startswith(key[1:] + "-")
    return result == key or result.startswith(key + "-")


def _shifted(key: str, operands: Sequence[Operand]) -> Iterator[Formula]:
    spans = [o for o in operands if o.mention.kind is Kind.DURATION]
    for anchor in operands:
        if anchor.mention.kind not in _CALENDAR:
            continue
        for span in spans:
            for sign, word in ((1, "after"), (-1, "before")):
                results = moved(anchor.mention, span.mention, sign)
                whole = len(key) > 4 or len(anchor.mention.key) == 4
                if whole and any(same_date(result, key) for result in results):
                    yield Formula("date_shift", (anchor, span), f"{{1}} {word} {{0}}", _NONE)


def _shifted_times(target: Mention, operands: Sequence[Operand]) -> Iterator[Formula]:
    """Three hours before 9:40 is 6:40."""
    wanted = _minute(target)
    spans = [o for o in operands if o.mention.unit == "second" and o.mention.low == o.mention.high]
    for anchor, span in product(operands, spans):
        at = _minute(anchor.mention)
        if wanted is None or at is None or not span.mention.low:
            continue
        for sign, word in ((1, "after"), (-1, "before")):
            if (at + sign * span.mention.low / 60) % _MINUTES_A_DAY == wanted:
                yield Formula("date_shift", (anchor, span), f"{{1}} {word} {{0}}", _NONE)


def _between(target: Mention, operands: Sequence[Operand]) -> Iterator[Formula]:
    dates = [(o, day) for o in operands if (day := as_day(o.mention)) is not None]
    for (a, first), (b, second) in combinations(dates, 2):
        early, late = sorted(_in_one_year(a, first, b, second))
        if (
            (target.unit == "day" and (late - early).days == target.low)
            or (target.unit == "month" and target.low in set(_months(early, late)))
            or (target.key and str(late) in moved(replace(a.mention, key=str(early)), target, 1))
        ):
            yield Formula("time_between", (a, b), "{0} to {1}", target.low or _NONE)
    years = [o for o in operands if o.mention.kind in _CALENDAR and len(o.mention.key) == 4]
    for a, b in combinations(years, 2):
        if a.mention.key.isdigit() and b.mention.key.isdigit() and target.unit == "month":
            apart = abs(int(a.mention.key) - int(b.mention.key)) * _MONTHS_A_YEAR
            if apart and apart == target.low:
                yield Formula("time_between", (a, b), "{0} to {1}", target.low)


def _in_one_year(a: Operand, first: date, b: Operand, second: date) -> tuple[date, date]:
    """A day without a year is one of the other's."""
    open_first, open_second = (x.mention.key.startswith("--") for x in (a, b))
    if open_first == open_second:
        return first, second
    year = (second if open_first else first).year
    try:
        return (first.replace(year=year), second) if open_first else (first, second.replace(year=year))
    except ValueError:  # 29 February
        return first, second


def _months(early: date, late: date) -> Iterator[Decimal]:
    """Whole months; where the day after is meant, "1 May to 30 April", up to that day."""
    for end in (late, late + _DAY if late < date.max else late):
        if early.day == end.day:
            yield Decimal((end.year - early.year) * _MONTHS_A_YEAR + end.month - early.month)


def _between_times(target: Mention, operands: Sequence[Operand]) -> Iterator[Formula]:
    """From 9:00 to 17:00 are eight hours, from 22:00 to 6:00 too."""
    times = [(o, at) for o in operands if (at := _minute(o.mention)) is not None]
    for (a, first), (b, second) in permutations(times, 2):
        in_order = a.place != b.place or a.mention.start < b.mention.start
        apart = (second - first) % _MINUTES_A_DAY
        if target.unit == "second" and in_order and apart * 60 == target.low:
            yield Formula("time_between", (a, b), "{0} to {1}", target.low or _NONE)


def _minute(mention: Mention) -> int | None:
    """Of the day, where only one is meant."""
    found = _CLOCK.fullmatch(mention.key) if mention.kind is Kind.TIME else None
    return int(found[1]) * 60 + int(found[2]) if found else None
