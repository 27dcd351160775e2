# SPDX-License-Identifier: Apache-2.0
"""Durations that lie between two points in time which the evidence names.

"56 hours, from 8:15 on 10 February to 16:15 on 12 February"; "finished 15 years after the fire" of two years.
Both points must be told by the answer, or one of them where the other stands beside it in the evidence and a word
says that a time between two points is meant; a value that no word places is not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from itertools import combinations

from faithstill.featurize.extract import Bound, Kind
from faithstill.featurize.values.derived.derive import Derivation

from .points_in_time import QUESTION, Moment, Moments
from .sought import Sought
from .working_days import working_days_between

_SIDE = re.compile(r"[ ](?:later|after|before|earlier|prior|ahead|until|from)\b", re.IGNORECASE)
_CUE = re.compile(
    r"\b(?:later|after|before|earlier|prior|ahead|until|since|between|took|takes?|taking|last(?:s|ed)?|for|over|within|"
    r"reign\w*|ruled|held|stood|spann?\w*|duration|total|down|outage|remain\w*|apart|long)\b",
    re.IGNORECASE,
)
_LONGEST = re.compile(
    r"\b(?:duration|total|lasted|lasts|down|outage|whole|altogether|off for|offline|closed)\b", re.IGNORECASE
)
_OF_TIME = frozenset("time hour day minute second week month year start from".split())
# What only a time between two told points has: "five days longer", "those four months", "with 22 days to spare".
_APART = re.compile(
    r"\b(?:longer|shorter|later|earlier|apart|spare|late|overdue|passed|between|those|these|before|after|too)\b",
    re.IGNORECASE,
)
# "Plus five days at $1.92", from the day through which a sum is good.
_CHARGED = re.compile(
    r"(?:^|\s)(?:at|of)[ ](?:per diem|interest|[$€£]?\d|[A-Z]{3}[ ]?\d)|[x×*][ ]?[$€£]?\d", re.IGNORECASE
)
_THROUGH = re.compile(r"\b(?:through|until|up to|due|by|to|on)[ ]$", re.IGNORECASE)
_LATER = re.compile(r"[ ](?:later|earlier)\b", re.IGNORECASE)
_FEW = 8
_MINUTES_A_DAY, _MONTHS_A_YEAR, _TWO = 1_440, 12, 2
# Both ends counted: "from 20 to 27 December, that is eight days", "those are 122 days"
_INCLUSIVE = re.compile(r"(?:\b(?:that is|that makes|which is|are|inclusive,?)|=) (?:\w+ )?$", re.IGNORECASE)
_A_MONTH = Decimal("30.4")
_TENTH, _ABOVE, _BELOW = Decimal("0.1"), Decimal("1.4"), Decimal("0.7")
_WIDEST = Decimal("1.5")


def between(sought: Sought, moments: Moments) -> Derivation | None:
    """A proof that a duration lies between two points of time that belong to what the answer says."""
    target = sought.mention
    if target.kind is not Kind.DURATION or not target.low or target.low != target.high:
        return None
    if target.unit not in ("second", "day", "month", "business_day"):
        return None
    told = [(told_of(sought, moments, m), m) for m in moments.all]
    for (n, a), (k, b) in combinations(told, 2):
        near = n or k or a.passage == b.passage != QUESTION
        if near and _is_apart(sought, a, b) and _belong(sought, moments.all, (n, a), (k, b)):
            return sought.found("time_between", f"{a.text} to {b.text}", *a.mentions, *b.mentions)
    return None


def told_of(sought: Sought, moments: Moments, moment: Moment) -> int:
    """2 where the value's sentence names a moment, 1 where another one or the question does."""
    begin, end = sought.bounds
    own = sought.mention.start
    places = [[at for at in found if at != own] for found in moments.naming[moment]]
    if all(any(begin <= at < end for at in found) for found in places):
        return 2
    return int(moment.passage == QUESTION or all(places))


def _belong(
    sought: Sought, moments: Sequence[Moment], first: tuple[int, Moment], second: tuple[int, Moment]
) -> bool:
    """Do the words speak of these two points?"""
    (n, a), (k, b) = first, second
    if n == 2 == k:
        return True
    around = f"{sought.before} {sought.after}"
    together = (a.passage, a.sentence) == (b.passage, b.sentence)
    if sought.mention.unit == "business_day":  # else a term, "two business days before a trade"
        return bool(n or k) and together and _LATER.match(sought.after) is not None
    if n and k and _APART.search(around):
        return True
    if sought.mention.unit == "day" and (n or k) and _CHARGED.search(around):
        return any(
            _THROUGH.search(sought.ahead_of(m.located))
            for m, told in ((a, n), (b, k))
            if m.passage != QUESTION
        )
    if n == 2 or k == 2:
        if not _CUE.search(around):
            return False
        few = sum(m.day is not None for m in moments) <= _FEW and bool(_SIDE.match(sought.after))
        return bool(n and k) or together or few
    if a.mentions == b.mentions:  # "the five-year war", of "the war (1571-1576)"
        return sought.shared(a.located) > 1
    return _is_named(sought, moments, a, b)


def _is_named(sought: Sought, moments: Sequence[Moment], a: Moment, b: Moment) -> bool:
    """ "Time to detect: 7 minutes" of "Detected: 09:19"; "total duration" of the first and the last of a passage."""
    if a.passage != b.passage or sought.mention.unit == "month":
        return False
    is_led_to = bool((sought.stems & sought.lead(b.located)) - _OF_TIME)
    if is_led_to and _follow(moments, a, b):
        return True
    row = sought.answer.text[slice(*sought.bounds)]
    own = [m for m in moments if m.passage == a.passage and (m.day or m.minute is not None)]
    return bool(_LONGEST.search(row)) and (a, b) == (own[0], own[-1]) and len(own) <= _FEW


def _follow(moments: Sequence[Moment], a: Moment, b: Moment) -> bool:
    """Is one the start of its passage, or right before the other?"""
    own = [m for m in moments if m.passage == a.passage]
    at = own.index(b)
    return own[0] is a or own[at - 1] is a


def _is_apart(sought: Sought, a: Moment, b: Moment) -> bool:
    target = sought.mention
    if target.unit == "second":
        got = _minutes(a, b)
        return got is not None and _holds(sought, Decimal(got * 60), Decimal(0))
    days = _days(a, b)
    if target.unit == "day":
        if days is None:
            return False
        both = _holds(sought, Decimal(days + 1), Decimal(0)) and _INCLUSIVE.search(sought.before)
        return bool(both) or _holds(sought, Decimal(days), Decimal(0))
    if target.unit == "business_day":
        return days is not None and target.low == _working_days(a, b)
    found = _months(sought, a, b)
    return found is not None and _holds(sought, *found)


def _minutes(a: Moment, b: Moment) -> int | None:
    if a.minute is None or b.minute is None:
        return None
    days = _days(a, b)
    if days is None:
        if a.passage != b.passage:
            return None
        return (b.minute - a.minute) % _MINUTES_A_DAY
    signed = (_ordinal(b, a) - _ordinal(a, b)) * _MINUTES_A_DAY + b.minute - a.minute
    return abs(signed)


def _ordinal(moment: Moment, other: Moment) -> int:
    day = moment.on(other.year)
    return day.toordinal() if day else 0


def _days(a: Moment, b: Moment) -> int | None:
    first, last = a.on(b.year), b.on(a.year)
    return abs(first.toordinal() - last.toordinal()) if first and last else None


def _working_days(a: Moment, b: Moment) -> int | None:
    if a.year is None and b.year is None:
        return None
    first, last = a.on(b.year), b.on(a.year)
    return working_days_between(first, last) if first and last else None


def _months(sought: Sought, a: Moment, b: Moment) -> tuple[Decimal, Decimal] | None:
    """How many months lie between, and by how much an author may round it: "two and a half years later"."""
    if (a.year is None) != (b.year is None):
        return None
    apart = (b.year or 0) - (a.year or 0)
    years = "year" in sought.mention.text or "deca" in sought.mention.text or "centur" in sought.mention.text
    if a.month is None or b.month is None:
        return (Decimal(abs(apart) * _MONTHS_A_YEAR), Decimal(0)) if years and apart else None
    months = Decimal(apart * _MONTHS_A_YEAR + b.month - a.month)
    if a.day is None or b.day is None:
        return abs(months), Decimal(0)
    ends = sorted(day for day in (a.on(b.year), b.on(a.year)) if day)
    if len(ends) == _TWO and ends[0].day == 1 and (ends[1] + timedelta(days=1)).day == 1:
        return abs(months) + 1, Decimal(0)  # 1 March to 30 June are four months
    months = abs(months + (b.day - a.day) / _A_MONTH)
    hair = Decimal("0.2")
    return months, min(_WIDEST, max(hair, months * Decimal("0.06"))) if years else hair


def _holds(sought: Sought, got: Decimal, slack: Decimal) -> bool:
    """Is a time as long as the answer says, as far as its hedge allows?"""
    want, bound = sought.mention.low, sought.bound
    if not want or not got:
        return False
    if bound is Bound.ABOUT:
        return abs(got - want) <= max(slack, want * _TENTH)
    if bound in (Bound.MORE_THAN, Bound.AT_LEAST):
        return want <= got <= want * _ABOVE
    if bound in (Bound.LESS_THAN, Bound.AT_MOST):
        return want * _BELOW <= got <= want
    return abs(got - want) <= slack
