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

from .points_in_time import QUESTION, Moment, Moments, minute_of
from .sought import Sought
from .time_between import told_of

_DATED = (Kind.DATE, Kind.PERIOD)
_FEW = 6
_SECONDS = Decimal(60)
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
_END = re.compile(r"\bend of (?:the |each |that |every )?(?:calendar )?(?:month|quarter|year)", re.IGNORECASE)


def shifted(sought: Sought, moments: Moments) -> Derivation | None:
    """A proof that a date or time is another one moved by a duration."""
    target = sought.mention
    if target.kind not in (*_DATED, Kind.TIME):
        return None
    near = list(_spans(sought))
    for moment in moments.all:
        told = told_of(sought, moments, moment)
        for unit, count, span in near:
            far = len(target.key) == _YEAR and span not in sought.beside
            if (
                not far
                and _is_meant(sought, moments, moment, told, unit)
                and _reaches(sought, moment, unit, count)
            ):
                return sought.found("date_shift", f"{span.text} from {moment.text}", span, *moment.mentions)
        for span in _beside(sought, moment, told):
            unit_of_it, length = span.unit, int(span.low or 0)
            if _reaches(sought, moment, unit_of_it, length):
                return sought.found("date_shift", f"{span.text} from {moment.text}", span, *moment.mentions)
    return None


def _spans(sought: Sought) -> Iterator[tuple[str, int, Mention]]:
    """The durations of the sentence and of the two before that the evidence or the question state."""
    text = sought.answer.text
    for m in sought.lately:
        if m.low is None or m.low != m.high or m.low != int(m.low):
            continue
        before = text[max(0, m.start - 16) : m.start]
        if m.kind is Kind.DURATION and m.unit in ("day", "month", "second"):
            if sought.is_stated(m):
                yield m.unit, int(m.low), m
        elif m.kind is Kind.NUMBER and _COUNTED_DAY.search(before) and _has_number(sought, m):
            yield "day", int(m.low), m
        elif m.kind is Kind.NUMBER and _AGE.search(before) and _has_number(sought, m):
            yield "year", int(m.low), m


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
        if m.unit in ("day", "month") or (m.unit == "second" and _is_of_it(sought, moment, m)):
            yield m


def _is_of_it(sought: Sought, moment: Moment, span: Mention) -> bool:
    """Do the words right before a duration stand in the answer: "check-in closes 45 minutes before"?"""
    text = sought.evidence.document(moment.passage).text
    own = frozenset(content_stems(_CLAUSE.split(text[max(0, span.start - _LEAD) : span.start])[-1]))
    if moment.minute is None or not _AHEAD.match(text, span.end):
        return False
    return len(own) > 1 and own <= sought.stems


def _is_meant(sought: Sought, moments: Moments, moment: Moment, told: int, unit: str) -> bool:
    """Is a moment one from which the answer counts?"""
    if unit == "year":
        return (
            bool(_BORN.search(sought.question.text) or _BORN.search(sought.answer.text))
            and moment.month is not None
        )
    if told:
        return True
    if not (sought.stems & sought.lead(moment.located)) <= frozenset():
        return True
    full = [m for m in moments.all if m.day is not None]
    return len(full) <= _FEW and moment.day is not None


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
    return any(
        same_date(key, own) for key in _keys(sought, moment, unit, count) for own in target.key.split("|")
    )


def _keys(sought: Sought, moment: Moment, unit: str, count: int) -> Iterator[str]:
    """What lies so much after the moment, or, of days and whole dates, before it."""
    if unit == "year":
        unit, count = "month", count * _MONTHS
    for sign in (1, -1) if _BACK.search(sought.answer.text, *sought.bounds) else (1,):
        for start in _starts(sought, moment):
            try:
                yield from _moved(start, unit, sign * count, sign > 0)
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
