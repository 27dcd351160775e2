# SPDX-License-Identifier: Apache-2.0
"""Dates and times that lie a told duration before or after a point in time: "by 5:35, two hours before departure".

The duration must be one of the evidence (or of the question) that the answer tells there or right before, or stand
beside the date in the evidence; the date must be told, or its key or verb be in the answer's sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.lexicon import DAY_NAMES
from faithstill.featurize.values.derived.day_formulas import moved_day, moved_months, same_date
from faithstill.featurize.values.derived.derive import Derivation

from .calendar_forms import is_day_of_month
from .points_in_time import QUESTION, Moment, Moments, minute_of
from .sought import Sought
from .time_between import told_of
from .told_durations import Length, lengths_beside, lengths_told, rules
from .working_days import working_days_on

_POINTS = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})
_FEW = 6  # days that a text names, any of which the answer may count from
_TOLD_BESIDE = 2
_UNTIL = re.compile(r"\b(?:until|till|by|through|to|before|end(?:s|ed)? on)(?: the)? $", re.IGNORECASE)
_TERM = re.compile(
    r"\b(?:until|till|through|ends?|ended|ending|runs?|lasts?|lasted|expires?|term|let|to)\b", re.IGNORECASE
)
# What lets the first day count as day one, and what leaves no other way to count.
_MAY_COUNT_FIRST = re.compile(r"\bstarting\b|\bday one\b|\bfirst day\b|\binclu(?:ding|sive)", re.IGNORECASE)
_COUNTS_FIRST = re.compile(r"\bday one\b|\binclu(?:ding|sive)", re.IGNORECASE)
_WEEKDAY = re.compile(rf"\b({'|'.join(DAY_NAMES)}),?[ ](?:the[ ])?$", re.IGNORECASE)
_WEEKDAY_REACH = 16  # characters
_SECONDS_A_DAY, _MINUTES_A_DAY, _MONTHS_A_YEAR = 86_400, 1_440, 12
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
_YEAR = 4  # digits
_BACK = re.compile(
    r"\b(?:before|prior|earlier|ahead|ago|advance|previous\w*|notice|back|until|by|later than)\b",
    re.IGNORECASE,
)
_END_OF = re.compile(
    r"\bend of (?:the |each |that |every )?(?:calendar |tax |financial |fiscal )?(?:month|quarter|year)",
    re.IGNORECASE,
)


def shifted(sought: Sought, moments: Moments) -> Derivation | None:
    """A proof that a date or time is another one moved by a duration."""
    if sought.mention.kind not in _POINTS and not is_day_of_month(sought):
        return None
    found = next(_shifts(sought, moments), None)
    if found is None:
        return None
    moment, length = found
    span = length.mention
    return sought.found("date_shift", f"{span.text} from {moment.text}", span, *moment.mentions)


def _shifts(sought: Sought, moments: Moments) -> Iterator[tuple[Moment, Length]]:
    """The moments that lie a duration apart from the value, each with that duration."""
    target = sought.mention
    near = [x for x in lengths_told(sought) if len(target.key) != _YEAR or x.mention in sought.beside]
    is_open_month = target.kind is Kind.PERIOD and target.key.startswith("--")
    ruled = list(rules(sought)) if moments.all and not is_open_month else []
    all_told = [told_of(sought, moments, moment) for moment in moments.all]
    is_beside = _TOLD_BESIDE in all_told  # then the answer counts from that day, or from another that is told
    for moment, told in zip(moments.all, all_told, strict=True):
        if moment.entry:  # one of many bookings
            continue
        for length in near if told or not is_beside else ():
            if _is_counted_from(sought, moments, moment, told, length.unit) and _reaches(
                sought, moment, length
            ):
                yield moment, length
        for length in () if is_open_month else lengths_beside(sought, moment, told):
            if _reaches(sought, moment, length):
                yield moment, length
        lead = sought.lead(moment.located) if ruled and moment.passage != QUESTION else frozenset()
        for rule in ruled:
            is_named = not is_beside and not lead.isdisjoint(rule.counted_from)
            if ((told and rule.is_spoken_of) or is_named) and _reaches(sought, moment, rule.length):
                yield moment, rule.length


def _is_counted_from(sought: Sought, moments: Moments, moment: Moment, told: int, unit: str) -> bool:
    """Is a moment one from which the answer counts: of an age a birth, else what it tells or names, or one of few?"""
    if unit == "year":
        return moment.month is not None and _is_birth(sought, moment)
    if told or not sought.stems.isdisjoint(sought.lead(moment.located)):
        return True
    return moment.day is not None and sum(m.day is not None for m in moments.all) <= _FEW


def _is_birth(sought: Sought, moment: Moment) -> bool:
    if _BORN.search(sought.question.text) or _BORN.search(sought.answer.text):
        return True
    return moment.passage != QUESTION and "birth" in sought.lead(moment.located)


def _reaches(sought: Sought, moment: Moment, length: Length) -> bool:
    """Is the value what lies so much after the moment, or before it?"""
    target = sought.mention
    if target.kind is Kind.TIME:
        return _reaches_time(minute_of(target), moment.minute, length)
    if length.unit == "second":
        if length.count % _SECONDS_A_DAY:
            return False
        length = Length("day", length.count // _SECONDS_A_DAY, length.mention)
    if target.kind is Kind.ORDINAL:
        return (
            length.unit != "month"
            and _UNTIL.search(sought.before) is not None
            and any(_is_on(key, target.low) for key in _keys(sought, moment, length))
        )
    own = target.key.split("|")
    return any(same_date(key, one) for key in _keys(sought, moment, length) for one in own)


def _reaches_time(own: int | None, at: int | None, length: Length) -> bool:
    if own is None or at is None or length.unit != "second" or length.count % 60:
        return False
    apart = length.count // 60
    return own in ((at + apart) % _MINUTES_A_DAY, (at - apart) % _MINUTES_A_DAY)


def _is_on(key: str, day: Decimal | None) -> bool:
    """Is the key of a whole date one of a day of the month?"""
    return key[8:].isdigit() and int(key[8:]) == day


def _keys(sought: Sought, moment: Moment, length: Length) -> Iterator[str]:
    """What lies so much after the moment, or, of days and whole dates, before it."""
    is_age = length.unit == "year"
    if is_age:
        length = Length("month", length.count * _MONTHS_A_YEAR, length.mention)
    is_term = not is_age and _said(_TERM, sought)
    for sign in (1, -1) if _said(_BACK, sought) else (1,):
        for start in _starts(sought, moment):
            try:
                yield from _moved(sought, moment, start, length, sign, is_term=is_term)
            except (ValueError, OverflowError):  # before or after all calendars
                continue
    if length.unit == "month" and moment.year and moment.day is None:
        key = f"{moment.year:04}-{moment.month:02}" if moment.month else f"{moment.year:04}"
        yield from moved_months(key, length.count)


def _moved(
    sought: Sought, moment: Moment, start: date, length: Length, sign: int, *, is_term: bool
) -> Iterator[str]:
    """The day reached; of a term of months its last day too: 14 months from 1 June end on 31 July."""
    count = sign * length.count
    if length.unit == "business_day":
        weekday = _weekday(sought, moment, start)
        if weekday is not None:
            yield str(working_days_on(start, weekday, count))
        return
    if length.unit == "day" and _said(_COUNTS_FIRST, sought):
        found: tuple[str, ...] = ()
    else:
        found = moved_day(start, count, length.unit)
    yield from found
    if length.unit == "day" and sign > 0 and _said(_MAY_COUNT_FIRST, sought):
        yield str(start + timedelta(days=count - 1))
    if length.unit == "month" and sign > 0 and is_term:
        reached = date.fromisoformat(found[0])
        if reached.day == start.day:
            yield str(reached - timedelta(days=1))


def _said(words: re.Pattern[str], sought: Sought) -> bool:
    """Do words stand in the answer's sentence?"""
    return words.search(sought.answer.text, *sought.bounds) is not None


def _starts(sought: Sought, moment: Moment) -> Iterator[date]:
    """The day from which is counted: of a month its last, of a year its last where the end of one is spoken of."""
    day = moment.last_day(sought.only_year)
    if day:
        yield day
    elif moment.year and any(_END_OF.search(text) for text in sought.texts()):
        yield date(moment.year, 12, 31)


def _weekday(sought: Sought, moment: Moment, day: date) -> int | None:
    """Its day of the week, from Monday on, if the year is known or the text names it: "Monday 5 May"."""
    if moment.year or sought.only_year:
        return day.weekday()
    asked = moment.passage == QUESTION
    document = sought.question if asked else sought.evidence.document(moment.passage)
    start = moment.mentions[0].start
    named = _WEEKDAY.search(document.text[max(0, start - _WEEKDAY_REACH) : start])
    return DAY_NAMES.index(named[1].lower()) if named else None
