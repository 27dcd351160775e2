# SPDX-License-Identifier: Apache-2.0
"""Figures that the evidence writes with another unit, mark or form: "20 contribution months" of "20 months", a year as
a bare number, the last digits of a card, the score the other way round, "T+3" as three days, "age of 74" of two dates.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import combinations

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.values.derived.derive import Derivation

from .points_in_time import Moment, Moments
from .sought import Sought

_UNIT = re.compile(r"(second|minute|hour|day|night|week|month|quarter|year)s?\b", re.IGNORECASE)
_UNIT_BEHIND = re.compile(
    r"[ -](?:[a-z]{3,20}[ -])?(second|minute|hour|day|night|week|month|year)s\b", re.IGNORECASE
)
_NO_ADJECTIVE = re.compile(r"[ -](?:per|times|and|for|every|each|within|out)[ -]", re.IGNORECASE)
_DIGITS = re.compile(r"\d{4,}")
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_SCORE = re.compile(r"[ ]?[-–:][ ]?(\d{1,3})(?![\d.,:%])")
_SCORE_BEFORE = re.compile(r"(?<![\d.,:$£€])(\d{1,3})[ ]?[-–:][ ]?$")
_PRESSURE = re.compile(r"(?<![\d.,/])(\d{2,3})/(\d{2,3})(?=\s?mm\s?Hg\b)")
_PRESSURE_PART = re.compile(r"\d{2,3}")
_SCORED = re.compile(
    r"\b(?:trail\w*|led|lead\w*|won|win|wins|lost|beat\w*|score|break|half|defeat\w*|drew)\b", re.I
)
_ORDERED = re.compile(
    r"\b(?:year|day|week|month|quarter|season|stage|round|level|step|week)[ ]$", re.IGNORECASE
)
_ORDERS = re.compile(r"[ -](?:year|day|week|month|quarter|season|stage|round|level|step)\b", re.IGNORECASE)
_FIRST = re.compile(r"\bfirst[ ]$", re.IGNORECASE)
_PART_OF_YEAR = {
    3: r"(?:first|1st) quarter|\bQ1\b",
    6: r"(?:first|1st) half|\bH1\b|\b1H",
    9: r"\b9M|nine[- ]month|\b9[- ]month|first three quarters",
}
_NEXT = re.compile(r"\bnext (?P<work>business |working |)day\b", re.IGNORECASE)
_LATER = re.compile(r"[ ](?:later|after|on)\b", re.IGNORECASE)
_SHORT = {
    "d": "day",
    "h": "hour",
    "w": "week",
    "wk": "week",
    "mo": "month",
    "m": "month",
    "y": "year",
    "yr": "year",
}
_IN_KEY = re.compile(r"(?<![A-Za-z0-9.,])(\d{1,4})(d|h|wk|w|mo|m|yr|y)(?![A-Za-z0-9])")
_SETTLED = re.compile(r"\bT\+(\d{1,2})\b")
_AGE = re.compile(r"\b(?:age of|aged|at age|at the age of|at)[ ]$", re.IGNORECASE)
_DIED = re.compile(r"\b(?:died|dies|death|passed away|aged|born|lived)\b", re.IGNORECASE)
_MONTHS = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December)\b|\b\d{4}-(\d\d)\b"
)
_THE = re.compile(r"\bthe[ ]$", re.IGNORECASE)
_FEWEST, _TWELVE = 2, 12


def unit_elsewhere(sought: Sought, moments: Moments) -> Derivation | None:
    """The same count of the same unit of time, of which one side writes the unit elsewhere."""
    target = sought.mention
    numeral = read_numeral(target.text, 0)
    if target.low != target.high or numeral is None or target.kind not in (Kind.NUMBER, Kind.DURATION):
        return None
    other = Kind.DURATION if target.kind is Kind.NUMBER else Kind.NUMBER
    unit = _unit_of(target, sought.after)
    if unit is None:
        return None
    for document in (*sought.evidence.passages, sought.question):
        for m in document.mentions:
            if m.kind is not other or m.low != m.high:
                continue
            printed = read_numeral(m.text, 0)
            same = printed is not None and printed.value == numeral.value
            if same and _unit_of(m, document.text[m.end : m.end + 40]) == unit:
                return sought.found("written", m.text, m)
    return None


def _unit_of(m: Mention, after: str) -> str | None:
    """The unit of time of a duration, or the one right behind a number, with a word between."""
    if m.kind is Kind.DURATION:
        found = _UNIT.search(m.text)
        return found[1].lower() if found else None
    behind = None if _NO_ADJECTIVE.match(after) else _UNIT_BEHIND.match(after)
    return behind[1].lower() if behind else None


def digits(sought: Sought, moments: Moments) -> Derivation | None:
    """A bare year or an identifier: four digits and more that stand in the evidence as they are."""
    target = sought.mention
    if target.kind is not Kind.NUMBER or not _DIGITS.fullmatch(target.text) or target.unit:
        return None
    if _YEAR.fullmatch(target.text) and target.text in sought.evidence.years:
        return sought.found("written", target.text)
    pattern = re.compile(
        rf"(?:\b(?:ending|ends|form|no\.?|number)(?: in)?|[*#xX•]{{1,12}})[ ]?{target.text}(?!\d)", re.I
    )
    found = next((f for text in sought.texts() if (f := pattern.search(text))), None)
    return sought.found("written", found.group()) if found else None


def score(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Trailed 17-10" of `"half_time": "10-17"`."""
    target, text = sought.mention, sought.answer.text
    if (
        target.kind is not Kind.NUMBER
        or not target.text.isdigit()
        or not _SCORED.search(text, *sought.bounds)
    ):
        return None
    behind = _SCORE.match(text, target.end)
    ahead = None if behind else _SCORE_BEFORE.search(text[max(0, target.start - 8) : target.start])
    if not behind and not ahead:
        return None
    other = behind[1] if behind else ahead[1] if ahead else ""
    a, b = target.text, other
    pattern = re.compile(rf"(?<![\d.,])(?:{a}[ ]?[-–:][ ]?{b}|{b}[ ]?[-–:][ ]?{a})(?![\d.,]\d|\d)")
    found = next((f for t in sought.texts() if (f := pattern.search(t))), None)
    return sought.found("written", found.group()) if found else None


def of_pressure(sought: Sought, moments: Moments) -> Derivation | None:
    """ "From 142 to 128" of "142/91 mmHg" and "128/84 mmHg"."""
    target = sought.mention
    if target.kind is not Kind.NUMBER or not _PRESSURE_PART.fullmatch(target.text):
        return None
    for text in sought.texts():
        for found in _PRESSURE.finditer(text):
            if target.text in found.groups():
                return sought.found("written", found.group())
    return None


def ordered(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Through year 20" of "the 20th year", "the first five years" of "after the fifth year"."""
    target = sought.mention
    first = target.kind is Kind.DURATION and _FIRST.search(sought.before)
    count = read_numeral(target.text, 0)
    if count is None or not (first or (target.kind is Kind.NUMBER and _ORDERED.search(sought.before))):
        return None
    unit = _UNIT.search(target.text) if first else _UNIT.search(sought.before[-10:])
    for document in sought.evidence.passages:
        for m in document.mentions:
            behind = document.text[m.end : m.end + 12]
            same = m.kind is Kind.ORDINAL and m.low == count.value and _ORDERS.match(behind)
            if same and (unit is None or unit[1].lower() in behind.lower()):
                return sought.found("written", m.text, m)
    part = _PART_OF_YEAR.get(int(target.low or 0)) if first and target.unit == "month" else None
    said = next((f for t in sought.texts() if part and (f := re.search(part, t, re.IGNORECASE))), None)
    return sought.found("written", said.group()) if said else None


def settled(sought: Sought, moments: Moments) -> Derivation | None:
    """ "T+3", `yield_30d`, "the next business day"."""
    target = sought.mention
    numeral = read_numeral(target.text, 0)
    unit = _UNIT.search(target.text)
    if target.kind is not Kind.DURATION or numeral is None or unit is None:
        return None
    for text in sought.texts():
        found = _SETTLED.search(text)
        if found and unit[1].lower() == "day" and Decimal(found[1]) == numeral.value:
            return sought.found("written", found.group())
        for key in _IN_KEY.finditer(text.replace("_", " ")):
            if Decimal(key[1]) == numeral.value and _SHORT[key[2]] == unit[1].lower():
                return sought.found("written", key.group())
        following = _NEXT.search(text)
        is_next = following and target.low == 1 and _LATER.match(sought.after)
        if following and is_next and bool(following["work"]) == (target.unit == "business_day"):
            return sought.found("written", following.group())
    return None


def age_at(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Died at the age of 74" of the dates of birth and death."""
    target = sought.mention
    if target.kind is not Kind.NUMBER or not _AGE.search(sought.before) or target.low is None:
        return None
    if not _DIED.search(sought.answer.text, *sought.bounds):
        return None
    for a, b in combinations(moments.all, 2):
        together = (a.passage, a.sentence) == (b.passage, b.sentence)
        if together and a.year and b.year and target.low in _ages(a, b):
            return sought.found("time_between", f"{a.text} to {b.text}", *a.mentions, *b.mentions)
    return None


def _ages(a: Moment, b: Moment) -> set[int]:
    first, last = sorted((a, b), key=lambda m: (m.year or 0, m.month or 0, m.day or 0))
    years = (last.year or 0) - (first.year or 0)
    if first.day and last.day and first.month and last.month:
        return {years - ((last.month, last.day) < (first.month, first.day))}
    return set()


def shown(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Over the two months" where the question or the evidence names two months."""
    target = sought.mention
    if target.kind is not Kind.DURATION or target.unit != "month" or not _THE.search(sought.before):
        return None
    numeral = read_numeral(target.text, 0)
    if numeral is None or target.low != numeral.value or not _FEWEST <= numeral.value <= _TWELVE:
        return None
    for text in (sought.question.text, *(document.text for document in sought.evidence.passages)):
        months = {found[0] or found[1] for found in _MONTHS.findall(text)}
        if len(months) == numeral.value:
            return sought.found("count", ", ".join(sorted(months)))
    return None


def degrees(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Three degrees" of "3 °C"."""
    target = sought.mention
    if (
        target.kind is not Kind.QUANTITY
        or target.unit != "°"
        or target.bound not in (Bound.EXACT, Bound.ABOUT)
    ):
        return None
    for e in sought.evidence.by_sort.get("number", ()):
        m = e.mention
        if m.unit in ("°C", "°F") and m.low == m.high == target.low:
            return sought.found("converted", m.text, m)
    return None
