# SPDX-License-Identifier: Apache-2.0
"""The durations by which a date or time of an answer may lie apart from a point in time, and who tells them.

The answer beside its value ("within three weeks"), the evidence beside the point ("45 minutes before departure"), or a
rule of the evidence ("payable within 21 days of issue").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.values.slots.context import mentions_in

from .points_in_time import QUESTION, Moment
from .sought import Sought

_OF_DAYS = ("day", "month", "business_day")
_BEHIND = 48  # characters behind a rule's duration that say from what it counts
_FROM = re.compile(
    r"[ ](?:\w+[ ])?(?:of|from|after|before|following|since|starting|beginning|ahead|prior|to|with|for)\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\b(?:within|after|valid for|good for|holds? for|up to|another|lasts?|takes?)(?: up to| the)? $",
    re.IGNORECASE,
)
_BEFORE = 16  # characters before a figure
_COUNTED_DAY = re.compile(r"\bday $", re.IGNORECASE)
_AGE = re.compile(r"\b(?:age|aged|age is|age of|at|turn|turns|when you(?:'re| are)) $", re.IGNORECASE)
_AHEAD = re.compile(r"\s(?:before|prior to|ahead of)\b")
_CLAUSE, _LEAD = re.compile(r"[;,.]"), 40  # characters


@dataclass(frozen=True, slots=True)
class Length:
    """So many seconds, days, working days, months or, of an age, years; what writes them."""

    unit: str
    count: int
    mention: Mention


@dataclass(frozen=True, slots=True)
class Rule:
    """A duration that the evidence counts from a day; whether the answer speaks of it; what it counts from."""

    length: Length
    is_spoken_of: bool
    counted_from: frozenset[str]


def lengths_told(sought: Sought) -> Iterator[Length]:
    """Those of the answer near the value that the evidence or the question states: durations, "day 30", "at 67"."""
    text = sought.answer.text
    for m in sought.nearby:
        if m.low is None or m.low != m.high or m.low != int(m.low):
            continue
        before = text[max(0, m.start - _BEFORE) : m.start]
        if m.kind is Kind.DURATION and m.unit in (*_OF_DAYS, "second"):
            if sought.is_stated(m):
                yield Length(m.unit, int(m.low), m)
        elif m.kind is Kind.NUMBER and _COUNTED_DAY.search(before) and _has_figure(sought, m):
            yield Length("day", int(m.low), m)
        elif _is_age(text, before, m) and _has_figure(sought, m):
            yield Length("year", int(m.low), m)


def _is_age(text: str, before: str, m: Mention) -> bool:
    if m.kind is Kind.ORDINAL:
        return text.startswith(" birthday", m.end)
    return m.kind is Kind.NUMBER and _AGE.search(before) is not None


def _has_figure(sought: Sought, m: Mention) -> bool:
    """Does the evidence have the figure, with whatever unit?"""
    for located in sought.evidence.values:
        numeral = read_numeral(located.mention.text, 0)
        if numeral is not None and numeral.value == m.low:
            return True
    return False


def lengths_beside(sought: Sought, moment: Moment, told: int) -> Iterator[Length]:
    """Those of a moment's own sentence in the evidence, where the answer speaks of that sentence."""
    if moment.passage == QUESTION or not (told or sought.shared(moment.located) > 1):
        return
    document = sought.evidence.document(moment.passage)
    for m in mentions_in(document, document.sentences[moment.sentence]):
        is_single = m.kind is Kind.DURATION and m.low == m.high
        if not is_single or not m.low or m.low != int(m.low):
            continue
        if m.unit in _OF_DAYS or (m.unit == "second" and _is_ahead_of(sought, moment, m)):
            yield Length(m.unit, int(m.low), m)


def _is_ahead_of(sought: Sought, moment: Moment, m: Mention) -> bool:
    """Is it told to lie ahead, of what the answer speaks: "check-in closes 45 minutes before"?"""
    text = sought.evidence.document(moment.passage).text
    if moment.minute is None or not _AHEAD.match(text, m.end):
        return False
    own = frozenset(content_stems(_CLAUSE.split(text[max(0, m.start - _LEAD) : m.start])[-1]))
    return len(own) > 1 and own <= sought.stems


def rules(sought: Sought) -> Iterator[Rule]:
    """The durations that the evidence counts from a day: "payable within 21 days of issue"."""
    for e in sought.evidence.by_sort.get("number", ()):
        m = e.mention
        if m.kind is not Kind.DURATION or not m.low or m.low != m.high or m.unit not in _OF_DAYS:
            continue
        document = sought.evidence.document(e.passage)
        at = document.sentence_at(m.start)
        if at is None:
            continue
        unit = document.sentences[at].unit
        behind = document.text[m.end : min(m.end + _BEHIND, unit.end)]
        if _FROM.match(behind) or _WITHIN.search(document.text[unit.start : m.start]):
            is_spoken_of = sought.speaks_of(document.sentence_bag(at))
            yield Rule(Length(m.unit, int(m.low), m), is_spoken_of, frozenset(content_stems(behind)))
