# SPDX-License-Identifier: Apache-2.0
"""Dates and times that lie a told duration before or after a point in time: "by 5:35, two hours before departure".

The duration must be one of the evidence (or of the question) that the answer tells there or right before, or stand
beside the date in the evidence; the date must be told, or its key or verb be in the answer's sentence.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.values.derived.day_formulas import same_date
from faithstill.featurize.values.derived.derive import Derivation
from faithstill.featurize.values.slots.surroundings import mentions_in

from .calendar_forms import is_day_of_month
from .points_in_time import QUESTION, Moment, Moments, minute_of
from .sought import Sought
from .time_between import told_of

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_DATED = (Kind.DATE, Kind.PERIOD)
_FEW = 6
_SHIFTING = ("day", "month", "business_day")
_BEHIND = 48
_TOLD_BESIDE = 2
_UNTIL = re.compile(r"\b(?:until|till|by|through|to|before|end(?:s|ed)? on)(?: the)? $", re.IGNORECASE)
_TERM = re.compile(
    r"\b(?:until|till|through|ends?|ended|ending|runs?|lasts?|lasted|expires?|term|let|to)\b", re.IGNORECASE
)
_FROM = re.compile(
    r"[ ](?:\w+[ ])?(?:of|from|after|before|following|since|starting|beginning|ahead|prior|to|with|for)\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\b(?:within|after|valid for|good for|holds? for|up to|another|lasts?|takes?)(?: up to| the)? $",
    re.IGNORECASE,
)
_DAY_ONE = re.compile(r"\bstarting\b|\bday one\b|\bfirst day\b|\binclu(?:ding|sive)", re.IGNORECASE)
_COUNTS = re.compile(r"\bday one\b|\binclu(?:ding|sive)", re.IGNORECASE)
_FRIDAY, _WEEK, _MOST_DAYS = 4, 7, 300
_WEEKDAY = re.compile(rf"\b({'|'.join(WEEKDAYS)}),?[ ](?:the[ ])?$", re.IGNORECASE)
_NAMED = 16
_A_DAY, _MINUTES_A_DAY, _MONTHS = Decimal(86400), 1440, 12
_COUNTED_DAY = re.compile(r"\bday $", re.IGNORECASE)
_AGE = re.compile(r"\b(?:age|aged|age is|age of|at|turn|turns|when you(?:'re| are)) $", re.IGNORECASE)
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
_YEAR = 4  # digits
_AHEAD = re.compile(r"\s(?:before|prior to|ahead of)\b")
_CLAUSE, _LEAD = re.compile(r"[;,.]"), 40
_BACK = re.compile(
    r"\b(?:before|prior|earlier|ahead|ago|advance|previous\w*|notice|back|until|by|later than)\b", re.I
)
_END = re.compile(
    r"\bend of (?:the |each |that |every )?(?:calendar |tax |financial |fiscal )?(?:month|quarter|year)",
    re.IGNORECASE,
)


def shifted(sought: Sought, moments: Moments) -> Derivation | None:
    """A proof that a date or time is another one moved by a duration."""
    target = sought.mention
    if target.kind not in (*_DATED, Kind.TIME) and not is_day_of_month(sought):
        return None
    near = list(_spans(sought))
    open_month = target.kind is Kind.PERIOD and target.key.startswith("--")
    spoken = list(_spoken(sought)) if moments.all and not open_month else []
    all_told = [told_of(sought, moments, moment) for moment in moments.all]
    is_beside = _TOLD_BESIDE in all_told  # then the answer counts from that day, or from another that is told
    for moment, told in zip(moments.all, all_told, strict=True):
        if moment.entry:  # one of many bookings
            continue
        for unit, count, span in near:
            far = len(target.key) == _YEAR and span not in sought.beside
            if (
                not far
                and (told or not is_beside)
                and is_meant(sought, moments, moment, told, unit)
                and _reaches(sought, moment, unit, count)
            ):
                return sought.found("date_shift", f"{span.text} from {moment.text}", span, *moment.mentions)
        for span in () if open_month else _beside(sought, moment, told):
            unit_of_it, length = span.unit, int(span.low or 0)
            if _reaches(sought, moment, unit_of_it, length):
                return sought.found("date_shift", f"{span.text} from {moment.text}", span, *moment.mentions)
        lead = sought.lead(moment.located) if spoken and moment.passage != QUESTION else frozenset()
        for span, is_spoken, counted_from in spoken:
            meant = (told and is_spoken) or (not is_beside and not lead.isdisjoint(counted_from))
            if meant and _reaches(sought, moment, span.unit, int(span.low or 0)):
                return sought.found("date_shift", f"{span.text} from {moment.text}", span, *moment.mentions)
    return None


def _spoken(sought: Sought) -> Iterator[tuple[Mention, bool, frozenset[str]]]:
    """The durations that the evidence counts from a day; does the answer speak of it; what it counts from.

    "Payable within 21 days of issue" counts from "Issued: 2025-06-16".
    """
    for e in sought.evidence.by_sort.get("number", ()):
        m = e.mention
        if m.kind is not Kind.DURATION or not m.low or m.low != m.high or m.unit not in _SHIFTING:
            continue
        document = sought.evidence.document(e.passage)
        at = document.sentence_at(m.start)
        if at is None:
            continue
        unit = document.sentences[at].unit
        behind = document.text[m.end : min(m.end + _BEHIND, unit.end)]
        if not (_FROM.match(behind) or _WITHIN.search(document.text[unit.start : m.start])):
            continue
        yield m, sought.speaks_of(document.sentence_bag(at)), frozenset(content_stems(behind))


def _spans(sought: Sought) -> Iterator[tuple[str, int, Mention]]:
    """The durations of the sentence and of the two before that the evidence or the question state."""
    text = sought.answer.text
    for m in sought.nearby:
        if m.low is None or m.low != m.high or m.low != int(m.low):
            continue
        before = text[max(0, m.start - 16) : m.start]
        if m.kind is Kind.DURATION and m.unit in (*_SHIFTING, "second"):
            if sought.is_stated(m):
                yield m.unit, int(m.low), m
        elif m.kind is Kind.NUMBER and _COUNTED_DAY.search(before) and _has_number(sought, m):
            yield "day", int(m.low), m
        elif _is_age(text, before, m) and _has_number(sought, m):
            yield "year", int(m.low), m


def _is_age(text: str, before: str, m: Mention) -> bool:
    if m.kind is Kind.ORDINAL:
        return text.startswith(" birthday", m.end)
    return m.kind is Kind.NUMBER and _AGE.search(before) is not None


def _has_number(sought: Sought, m: Mention) -> bool:
    """Does the evidence have the figure, with whatever unit?"""
    for located in sought.evidence.values:
        numeral = read_numeral(located.mention.text, 0)
        if numeral is not None and numeral.value == m.low:
            return True
    return False


def _beside(sought: Sought, moment: Moment, told: int) -> Iterator[Mention]:
    """The durations of a moment's own sentence in the evidence, where the answer speaks of that sentence."""
    if moment.passage == QUESTION or not (told or sought.shared(moment.located) > 1):
        return
    document = sought.evidence.document(moment.passage)
    for m in mentions_in(document, document.sentences[moment.sentence]):
        is_single = m.kind is Kind.DURATION and m.low == m.high
        if not is_single or not m.low or m.low != int(m.low):
            continue
        if m.unit in _SHIFTING or (m.unit == "second" and _is_of_it(sought, moment, m)):
            yield m


def _is_of_it(sought: Sought, moment: Moment, span: Mention) -> bool:
    """Do the words right before a duration stand in the answer: "check-in closes 45 minutes before"?"""
    text = sought.evidence.document(moment.passage).text
    own = frozenset(content_stems(_CLAUSE.split(text[max(0, span.start - _LEAD) : span.start])[-1]))
    if moment.minute is None or not _AHEAD.match(text, span.end):
        return False
    return len(own) > 1 and own <= sought.stems


def is_meant(sought: Sought, moments: Moments, moment: Moment, told: int, unit: str) -> bool:
    """Is a moment one from which the answer counts?"""
    if unit == "year":
        return (
            bool(
                _BORN.search(sought.question.text)
                or _BORN.search(sought.answer.text)
                or _is_birth(sought, moment)
            )
            and moment.month is not None
        )
    if told:
        return True
    if not (sought.stems & sought.lead(moment.located)) <= frozenset():
        return True
    full = [m for m in moments.all if m.day is not None]
    return len(full) <= _FEW and moment.day is not None


def _is_birth(sought: Sought, moment: Moment) -> bool:
    return moment.passage != QUESTION and "birth" in sought.lead(moment.located)


def _reaches(sought: Sought, moment: Moment, unit: str, count: int) -> bool:
    target = sought.mention
    if target.kind is Kind.TIME:
        own, at = minute_of(target), moment.minute
        if own is None or at is None or unit != "second" or count % 60:
            return False
        return own in ((at + count // 60) % _MINUTES_A_DAY, (at - count // 60) % _MINUTES_A_DAY)
    if unit == "second":
        if count % int(_A_DAY):
            return False
        unit, count = "day", count // int(_A_DAY)
    reached = _keys(sought, moment, unit, count)
    if target.kind is Kind.ORDINAL:
        return (
            unit != "month"
            and _UNTIL.search(sought.before) is not None
            and any(key[8:].isdigit() and int(key[8:]) == target.low for key in reached)
        )
    return any(same_date(key, own) for key in reached for own in target.key.split("|"))


def _keys(sought: Sought, moment: Moment, unit: str, count: int) -> Iterator[str]:
    """What lies so much after the moment, or, of days and whole dates, before it."""
    is_age = unit == "year"
    if is_age:
        unit, count = "month", count * _MONTHS
    for sign in (1, -1) if _BACK.search(sought.answer.text, *sought.bounds) else (1,):
        for start in _starts(sought, moment):
            try:
                if unit == "business_day":
                    weekday = _weekday(sought, moment, start)
                    if weekday is not None:
                        yield str(working_days_on(start, weekday, sign * count))
                    continue
                term = (
                    sign > 0 and not is_age and _TERM.search(sought.answer.text, *sought.bounds) is not None
                )
                if unit != "day" or not _COUNTS.search(sought.answer.text, *sought.bounds):
                    yield from _moved(start, unit, sign * count, term)
                if unit == "day" and sign > 0 and _DAY_ONE.search(sought.answer.text, *sought.bounds):
                    yield str(start + timedelta(days=count - 1))
            except (ValueError, OverflowError):
                continue
    if unit == "month" and moment.month is None and moment.year and count % _MONTHS == 0:
        yield str(moment.year + count // _MONTHS)
    if unit == "month" and moment.year and moment.month and moment.day is None:
        months = moment.year * _MONTHS + moment.month - 1 + count
        yield f"{months // _MONTHS:04}-{months % _MONTHS + 1:02}"


def _starts(sought: Sought, moment: Moment) -> Iterator[date]:
    year = next((int(y) for y in sought.evidence.years), None) if len(sought.evidence.years) == 1 else None
    day = moment.on(year)
    if day:
        yield day
    elif moment.year and moment.month:  # "within 30 days after the end of the month"
        yield date(moment.year, moment.month, monthrange(moment.year, moment.month)[1])
    elif moment.year and any(_END.search(text) for text in sought.texts()):
        yield date(moment.year, 12, 31)


def _weekday(sought: Sought, moment: Moment, day: date) -> int | None:
    """Its day of the week, from Monday on, if the year is known or the text names it: "Monday 5 May"."""
    if moment.year or len(sought.evidence.years) == 1:
        return day.weekday()
    asked = moment.passage == QUESTION
    document = sought.question if asked else sought.evidence.document(moment.passage)
    start = moment.mentions[0].start
    named = _WEEKDAY.search(document.text[max(0, start - _NAMED) : start])
    return WEEKDAYS.index(named[1].lower()) if named else None


def working_days_on(day: date, weekday: int, count: int) -> date:
    """The working day so many after (or with a negative count before) a day, holidays left out of account.

    >>> str(working_days_on(date(2026, 3, 11), 2, 5)), str(working_days_on(date(2025, 7, 1), 1, -3))
    ('2026-03-18', '2025-06-26')
    """
    step = 1 if count > 0 else -1
    for _ in range(min(abs(count), _MOST_DAYS)):
        day, weekday = day + timedelta(days=step), (weekday + step) % _WEEK
        while weekday > _FRIDAY:
            day, weekday = day + timedelta(days=step), (weekday + step) % _WEEK
    return day


def _moved(day: date, unit: str, count: int, forward: bool) -> Iterator[str]:
    """The day reached; of a term of months its last day too: 14 months from 1 June end on 31 July."""
    if unit == "day":
        yield str(day + timedelta(days=count))
        return
    year, month = divmod(day.year * _MONTHS + day.month - 1 + count, _MONTHS)
    last = monthrange(year, month + 1)[1]
    reached = date(year, month + 1, min(day.day, last))
    yield str(reached)
    if day.day == monthrange(day.year, day.month)[1]:
        yield str(reached.replace(day=last))
    if forward and reached.day == day.day:
        yield str(reached - timedelta(days=1))
