# SPDX-License-Identifier: Apache-2.0
"""Dates, months, years, hours and ranges that the evidence writes in a way that no mention is read from.

A month as the label of a row, a year within a key ("passengers_2019"), "on the 24th" of a full date,
"from 9 to 5" of "09:00-17:00", the end of a range as a limit.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.calendar_keys import covers, granularity
from faithstill.featurize.extract.lexicon import MONTHS, MONTHS_OR_WORDS
from faithstill.featurize.values.derived.day_formulas import same_date
from faithstill.featurize.values.derived.derive import Derivation

from .points_in_time import Moment, Moments
from .sought import Sought

_DATED = (Kind.DATE, Kind.PERIOD)
_NAMES = {number: tuple(n for n, m in MONTHS.items() if m == number) for number in range(1, 13)}
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)", re.IGNORECASE)
_THE = re.compile(r"\bthe[ ]$|\band[ ]$|[-–][ ]?$", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"(?![ -]?[a-z])|[ ](?:and|at|to|until|of each|or|but|with|for|in|by|is|was|it|he|she|we|you|they)\b",
    re.IGNORECASE,
)
_EACH = re.compile(r"[ ]of (?:each|every|the|an?|next)\b", re.IGNORECASE)
_IN = re.compile(r"\b(?:in|of|for|since|until|from|by|last|next|this|the)[ ]$", re.IGNORECASE)
_HOUR = re.compile(r"\d{1,2}")
_TO_HOUR = re.compile(r"[ ]?(?:to|until|till|and|[-–])[ ]?(\d{1,2})(?![\w:.,%]\d|\d)", re.IGNORECASE)
_FROM_HOUR = re.compile(r"(\d{1,2})[ ]?(?:to|until|till|and|[-–])[ ]?$")
_OPEN = re.compile(r"\b(?:from|between|open|hours?)[^.;]{0,30}$", re.IGNORECASE)
_LIMITED = re.compile(
    r"\b(?:up to|until|from|stops? at|over|above|below|under|beyond|than|limit|max\w*|min\w*|first|starts? at|block|"
    r"(?:long|short|high|low|large|small)est|(?:tops? out|ends?|begins?) at|(?:top|bottom|upper|lower)\s(?:end|of))\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d[\d,.]*\d")
_RANGED = (Kind.QUANTITY, Kind.DURATION, Kind.TIME, Kind.MONEY, Kind.PERCENT)


def month_or_year(sought: Sought, moments: Moments) -> Derivation | None:
    """A bare month or year that stands in the text of the evidence as a word or a number of its own."""
    target = sought.mention
    if target.kind not in _DATED:
        return None
    size = granularity(target.key)
    if size == "M":
        names = "|".join(_NAMES[int(target.key[-2:])])
        pattern = re.compile(rf"(?<![A-Za-z])(?:{names})(?![A-Za-z])", re.IGNORECASE)
        if not target.key.startswith("--"):  # "in november" of a question about 2025
            return _asked_month(sought, pattern) if target.key[:4] in sought.evidence.years else None
    elif size == "Y" and target.key.isdigit():
        pattern = re.compile(rf"(?<!\d)(?<!\d[.,]){target.key}(?!\d|[.,]\d)")
    else:
        return None
    for text in sought.texts():
        for found in pattern.finditer(text):
            if size == "Y" or found.group()[0].isupper():
                return sought.found("written", found.group())
    return _asked_month(sought, pattern)


def _asked_month(sought: Sought, pattern: re.Pattern[str]) -> Derivation | None:
    """ "26 bookings in july"."""
    asked = sought.question.text
    for found in pattern.finditer(asked):
        if found.group().lower() not in MONTHS_OR_WORDS or _IN.search(asked[: found.start()]):
            return sought.found("written", found.group())
    return None


def both_ends(sought: Sought, moments: Moments) -> Derivation | None:
    """A range of years or months whose ends stand in one sentence, as dates that lie in them."""
    target = sought.mention
    if target.kind not in _DATED or granularity(target.key) != "R":
        return None
    ends = target.key.split("|")[0].split("/")
    places: list[dict[tuple[int, int], Mention]] = [{}, {}]
    for e in sought.evidence.by_sort.get("calendar", ()):
        keys = e.mention.key.split("|")
        for end, found in zip(ends, places, strict=False):
            if any(_lies_in(key, end) for key in keys):
                found.setdefault((e.passage, e.sentence), e.mention)
    for place, low in places[0].items():
        high = places[1].get(place)
        if high is not None and high.start >= low.start:
            return sought.found("pieced", f"{low.text} to {high.text}", low, high)
    return None


def _lies_in(key: str, end: str) -> bool:
    return bool(key) and (covers(end, key) or (key.startswith("--") and key[1:] == end[4:]))


def entered(sought: Sought, moments: Moments) -> Derivation | None:
    """ "On 28 March" of "03-28 Returned item fee", where the answer speaks of what is booked on that day."""
    target = sought.mention
    if target.kind is not Kind.DATE:
        return None
    for moment in moments.all:
        if moment.entry and speaks_of(sought, moment):
            day = f"{moment.year}-{moment.month:02}-{moment.day:02}"
            if same_date(day, target.key):
                return sought.found("written", moment.text, *moment.mentions)
    return None


def speaks_of(sought: Sought, moment: Moment) -> bool:
    """Does the answer's sentence name a word or figure of a record's entry?"""
    said = sought.answer.text[slice(*sought.bounds)]
    figures = set(_FIGURE.findall(said))
    return not (
        sought.stems.isdisjoint(s for s in content_stems(moment.entry) if s.isalpha())
        and figures.isdisjoint(_FIGURE.findall(moment.entry))
    )


def day_of_month(sought: Sought, moments: Moments) -> Derivation | None:
    """ "On the 24th" of a date of which the answer or the question names the month."""
    target = sought.mention
    day = _DAY.fullmatch(target.text)
    if day is None or not is_day_of_month(sought):
        return None
    for m in sought.answer.mentions:  # of a day that the answer tells in full, which is checked itself
        if m.kind is Kind.DATE and m.key.endswith(f"-{int(day[1]):02}"):
            return sought.found("written", m.text, m)
    told = [m for m in (*sought.answer.mentions, *sought.question.mentions) if m.kind in _DATED]
    for moment in moments.all:
        if moment.day != int(day[1]) or moment.month is None:
            continue
        if moment.entry and not speaks_of(sought, moment):
            continue
        if any(f"-{moment.month:02}" in m.key for m in told):
            return sought.found("written", moment.text, *moment.mentions)
    return None


def is_day_of_month(sought: Sought) -> bool:
    """ "On the 24th", not "the 24th instalment" or "the 24th of each month"."""
    if _EACH.match(sought.after):
        return False
    written = sought.mention.kind is Kind.ORDINAL and _DAY.fullmatch(sought.mention.text) is not None
    return written and bool(_THE.search(sought.before) and _NO_NOUN.match(sought.after))


def hours(sought: Sought, moments: Moments) -> Derivation | None:
    """ "From 9 to 5" of "9:00-17:00", "between 7 am and 7 pm" of "Mon-Fri 7-19"."""
    target = sought.mention
    if target.kind is Kind.TIME:
        return _of_bare_range(sought)
    if (
        target.kind is not Kind.NUMBER
        or not _HOUR.match(target.text)
        or target.unit
        or not _OPEN.search(sought.before)
    ):
        return None
    pair = _ends_of(sought)
    if pair is None:
        return None
    times = [m for m in moments.all if m.minute is not None]
    for first, last in pairwise(times):
        together = (first.passage, first.sentence) == (last.passage, last.sentence)
        if together and _is_hour(first.minute, pair[0]) and _is_hour(last.minute, pair[1]):
            return sought.found("written", f"{first.text} to {last.text}", *first.mentions, *last.mentions)
    return None


def _ends_of(sought: Sought) -> tuple[int, int] | None:
    target = sought.mention
    if target.low != target.high and target.low is not None and target.high is not None:
        return int(target.low), int(target.high)
    text = sought.answer.text
    behind = _TO_HOUR.match(text, target.end)
    if behind and target.low is not None:
        return int(target.low), int(behind[1])
    ahead = _FROM_HOUR.search(text[max(0, target.start - 12) : target.start])
    return (int(ahead[1]), int(target.low)) if ahead and target.low is not None else None


def _is_hour(minute: int | None, hour: int) -> bool:
    return minute is not None and minute % 60 == 0 and minute // 60 in (hour, hour + 12)


def _of_bare_range(sought: Sought) -> Derivation | None:
    keys = {key for key in sought.mention.key.split("|") if key.endswith(":00")}
    other = {key for m in sought.beside if m.kind is Kind.TIME for key in m.key.split("|")}
    for e in sought.evidence.by_sort.get("number", ()):
        low, high = e.mention.low, e.mention.high
        if e.mention.kind is not Kind.NUMBER or low is None or high is None or not 0 <= low < high <= 24:
            continue
        ends = [f"{int(x) % 24:02}:00" for x in (low, high)]
        if low == int(low) and not keys.isdisjoint(ends) and not other.isdisjoint(ends):
            return sought.found("written", e.mention.text, e.mention)
    return None


def end_of_range(sought: Sought, moments: Moments) -> Derivation | None:
    """One end of a stated range, where the answer speaks of a limit: "stops at 45 °C" of "0 to 45 °C"."""
    target = sought.mention
    if target.kind not in _RANGED or target.low is None or target.low != target.high:
        return None
    if target.bound is Bound.EXACT and not _LIMITED.search(sought.before[-30:]):
        return None
    for found in sought.evidence.like(target):
        m = found[0].mention
        if m.low is None or m.high is None or m.low == m.high or m.kind is not target.kind:
            continue
        ends = [_at(m, m.low), _at(m, m.high)]
        if target.bound in (Bound.AT_LEAST, Bound.AT_MOST):
            ends = ends[:1] if target.bound is Bound.AT_LEAST else ends[1:]
        if any(agree(target, end) for end in ends) and any(sought.shared(e) for e in found):
            return sought.found("end_of_range", m.text, m)
    return None


def _at(m: Mention, end: Decimal) -> Mention:
    """One end of a range as a value."""
    return Mention(m.kind, m.start, m.end, m.text, end, end, m.unit, m.key, m.bound)
