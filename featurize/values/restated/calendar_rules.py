# SPDX-License-Identifier: Apache-2.0
"""Dates that a rule of the evidence fixes from another: "by the 10th of the following month".

The rule's sentence must share a word with the answer's, or two with the question, and the date from which it counts be
one that the answer or the question tells, or that stands under a key of the answer's words.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.lexicon import MONTHS, ORDINALS
from faithstill.featurize.values.derived.day_formulas import moved, same_date
from faithstill.featurize.values.derived.derive import Derivation

from .calendar_forms import is_day_of_month
from .points_in_time import QUESTION, Moment, Moments
from .sought import Sought
from .time_between import told_of

_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}
_SIZE = r"(?:calendar |tax |financial |membership |school )?(?P<size>month|quarter|year)(?:['’]s)?"
_STEP = r"(?:the |an? |each |every |that |its )?(?P<step>next |following |coming |same |previous )?"
_SIDE = r"(?P<side> after| following| before| thereafter)?"
# "the 10th of the month after", "the first day of the following quarter", "the end of the next calendar year"
_OF = re.compile(
    r"\b(?:(?P<n>\d{1,2})(?:st|nd|rd|th)|(?P<first>first|1st)(?: day)?|(?P<last>last (?:calendar )?day|end))"
    rf" of {_STEP}{_SIZE}{_SIDE}\b",
    re.IGNORECASE,
)
_ONE_DAY = re.compile(
    rf"\b(?:the|(?P<nth>{'|'.join(ORDINALS)})) (?:calendar )?day (?P<side>after|before|following)\b|"
    r"\b(?P<next>next|following|previous) day\b",
    re.IGNORECASE,
)
_NEXT_OF = re.compile(
    rf"\b(?:the|next|following)\s(?P<d>\d{{1,2}}) (?P<month>{'|'.join(n for n in MONTHS if len(n) > 3 or n == 'may')})"
    r"(?P<after> after| following)?\b",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"\bto (?:the )?$", re.IGNORECASE)
_LEAP = 9  # years in which each day of a month comes once at least
_CUES = re.compile(r"\bof\b[^.]{0,24}\b(?:month|quarter|year)|\bday\b|\bthe \d{1,2} [A-Z]", re.IGNORECASE)


def ruled(sought: Sought, moments: Moments) -> Derivation | None:
    """A proof that a date is the one that a rule of the evidence gives."""
    target = sought.mention
    day = re.match(r"\d+", target.text) if is_day_of_month(sought) else None
    if target.kind is not Kind.DATE and day is None:
        return None
    rules = list(_rules(sought))
    if not rules:
        return None
    anchors = _anchors(sought, moments)
    for text, spans in rules:
        words = content_stems(text)
        keyed = [moment for moment in anchors if not sought.lead(moment.located).isdisjoint(words)]
        for moment in keyed or anchors:
            start = moment.last_day(sought.only_year)
            if start and any(_is(target, day, reached) for reached in _reached(text, start, spans)):
                return sought.found("date_shift", f"{text.strip()} from {moment.text}", *moment.mentions)
    return None


def _anchors(sought: Sought, moments: Moments) -> Sequence[Moment]:
    """The days that the answer or the question tells, or else those of the records of which they speak most."""
    dated = [m for m in moments.all if m.month is not None]
    told = [m for m in dated if told_of(sought, moments, m)]
    if told:
        return told
    words = sought.stems | sought.asked
    speaks = [(len(words & sought.line_of(m.located)), m) for m in dated if m.passage != QUESTION]
    most = max((n for n, _ in speaks), default=0)
    return [m for n, m in speaks if n == most]


def _is(target: Mention, day: re.Match[str] | None, reached: date) -> bool:
    if day is not None:
        return reached.day == int(day.group())
    return any(same_date(str(reached), key) for key in target.key.split("|"))


def _rules(sought: Sought) -> Iterator[tuple[str, Sequence[Mention]]]:
    """The sentences that hold one and of which answer or question speak, with their durations."""
    for document in sought.evidence.passages:
        if _CUES.search(document.text) is None:
            continue
        for sentence, bag in zip(document.sentences, document.sentence_bags, strict=True):
            begin, end = sentence.unit.start, sentence.unit.end
            if _CUES.search(document.text, begin, end) and sought.speaks_of(bag):
                spans = [m for m in document.mentions if begin <= m.start < end and m.kind is Kind.DURATION]
                yield document.text[begin:end], spans


def _reached(text: str, start: date, spans: Sequence[Mention]) -> Sequence[date]:
    try:
        return list(_dates(text, start, spans))
    except (OverflowError, ValueError):  # the calendar ends with the year 9999
        return ()


def _dates(text: str, start: date, spans: Sequence[Mention]) -> Iterator[date]:
    for found in _OF.finditer(text):
        yield from _of(found, start, spans)
    for found in _ONE_DAY.finditer(text):
        back = (found["side"] or found["next"] or "").lower() in ("before", "previous")
        count = int(ORDINALS[found["nth"].lower()]) if found["nth"] else 1
        yield start + timedelta(days=-count if back else count)
    for found in _NEXT_OF.finditer(text):
        month, day = MONTHS[found["month"].lower()], int(found["d"])
        for year in range(start.year, start.year + _LEAP):  # 29 February is not in each
            if 0 < day <= monthrange(year, month)[1] and date(year, month, day) > start:
                yield date(year, month, day)
                break


def _of(found: re.Match[str], start: date, spans: Sequence[Mention]) -> Iterator[date]:
    size = _MONTHS_OF[found["size"].lower()]
    step = (found["step"] or found["side"] or "").strip().lower()
    ahead = {"": 0, "same": 0, "before": -1, "previous": -1}.get(step, 1)
    if found["n"]:
        if size == 1 or ahead:
            base = _first_of(start, size, ahead)
            if 0 < int(found["n"]) <= monthrange(base.year, base.month)[1]:
                yield base.replace(day=int(found["n"]))
        return
    if found["first"]:
        yield _first_of(start, size, ahead)
        return
    noticed = spans and _NOTICE.search(found.string, 0, found.start())
    for day in _later(start, spans) if noticed else (start,):  # "one month to the end of a quarter"
        yield _first_of(day, size, ahead + 1) - timedelta(days=1)


def _later(start: date, spans: Sequence[Mention]) -> Iterator[date]:
    anchor = Mention(Kind.DATE, 0, 0, "", key=str(start))
    for span in spans:
        yield from map(date.fromisoformat, moved(anchor, span, 1))


def _first_of(day: date, months: int, ahead: int) -> date:
    """The first day of the month, quarter or year that lies so many ahead."""
    at = (day.year * 12 + day.month - 1) // months + ahead
    return date(at * months // 12, at * months % 12 + 1, 1)
