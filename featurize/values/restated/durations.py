# SPDX-License-Identifier: Apache-2.0
"""Durations that the evidence states in another form: 60 days as "about two months", 36 monthly payments as three
years, "$5 a day" as "in one day", growth on the year before as "than a year ago", "aged 34" as "34-year-old".
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import combinations

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.values.derived.derive import Derivation
from faithstill.featurize.values.slots.slots import Located

from .points_in_time import Moments
from .sought import Sought

_DAYS_A_MONTH = Decimal("30.4")
_NEAR = Decimal("0.09")  # 28 days and a month
_ABOVE = Decimal("1.4")
_UNITS_OF_DAYS = {"day": Decimal(1), "month": _DAYS_A_MONTH, "business_day": Decimal("1.4")}
# The counted nouns that are times: nights, terms and what is paid or held once a month.
_NIGHTS, _TERMS = (
    frozenset({"night", "day"}),
    {"semester": 6, "trimester": 3, "quarter": 3, "month": 1, "year": 12},
)
_PAID = frozenset(content_stems("payment instalment installment repayment rate premium"))
_MANY = 6
_MONTHLY = re.compile(r"\bmonth(?:ly|s?)\b", re.IGNORECASE)
_GLOSS = re.compile(r"[\s*]{0,3}(?:\(|–|—|-|,? i\.e\.|,? or|=)[\s*]{0,3}", re.IGNORECASE)
_ONE = re.compile(r"(?:an?|one|any|each|every|1|single|the)\b", re.IGNORECASE)
_OVER = re.compile(r"(?:^|[.:*|]\s)over\s$|\b(?:in|for|any|every|each|per|across)\W{0,3}$", re.IGNORECASE)
_WORTH = re.compile(r" (?:(?:would|will) (?:be|cost|come)|costs?|comes?|is worth|with)\b", re.IGNORECASE)
_MONTHS_A_YEAR = 12
_ADDED_UP = re.compile(r"\b(?:in|over|across)\W{1,3}$", re.IGNORECASE)  # "makes €72 over twelve months"
_WHOLE = re.compile(r"an? (?:full|whole) ")
_PRICED = frozenset({Kind.MONEY, Kind.QUANTITY, Kind.PERCENT})
_RATES = {
    "hour": r"per hour|an hour|hourly|each hour|every hour|/\s?h(?:our)?\b",
    "day": r"per day|a day|daily|each day|every day|/\s?day|per_day|per night",
    "week": r"per week|a week|weekly|each week|every week|/\s?week|per_week",
    "month": r"per month|a month|monthly|each month|every month|/\s?mo(?:nth)?\b|per_month",
    "year": r"per year|a year|yearly|annual(?:ly)?|per annum|p\.a\.|each year|every year|/\s?y(?:ea)?r\b|per_year|"
    r"per month|a month|monthly",
}  # fmt: skip
_RATE = {unit: re.compile(rf"(?<![a-z])(?:{words})", re.IGNORECASE) for unit, words in _RATES.items()}
_UNIT = re.compile(r"(hour|day|week|month|year)s?$", re.IGNORECASE)
_AGO = re.compile(r"[ ](?:ago|earlier|before|previously|prior)\b", re.IGNORECASE)
_HELD_AGAINST = re.compile(r"\b(?:than|from|on|versus|vs\.?|with|of)[ ](?:in |at )?$", re.IGNORECASE)
_A_YEAR = re.compile(r"(?:an?|one) year$", re.IGNORECASE)
_YEAR_ON_YEAR = re.compile(
    r"\b(?:year[ -](?:over|on)[ -]year|yoy|y/y|(?:previous|prior|last|preceding)[ -]year|year[ -](?:earlier|ago)|"
    r"year before|same (?:quarter|period|month|half)|annual growth)\b|_yoy|yoy_",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_AGED = re.compile(r"-?[ ]?old\b|-?s\b", re.IGNORECASE)
_UNDER = re.compile(r"\b(?:under|over)[ -]?(?:the )?$", re.IGNORECASE)
_DAYS = re.compile(r"\b(Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?s?\b")
_A_WEEK = re.compile(r"[ ](?:a|per|each|every) week\b")
_RACED = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(\.\d{1,3})?(?![\d:])(?!\s?[ap]\.?m)", re.IGNORECASE)
_MOST_RACED = 16
_APART = re.compile(r"\b(?:by|behind|faster|slower|ahead|gap|better|margin|lead)\b", re.IGNORECASE)


def in_other_units(sought: Sought, moments: Moments) -> Derivation | None:
    """Days as months or weeks, where the answer says "about" or writes the other beside it."""
    target = sought.mention
    days = _in_days(target)
    if days is None or target.low != target.high:
        return None
    for found in sought.evidence.like(target):
        stated = found[0].mention
        if (
            stated.kind is not Kind.DURATION
            or stated.high is None
            or not (factor := _UNITS_OF_DAYS.get(stated.unit))
        ):
            continue
        low, high = (stated.low or 0) * factor, stated.high * factor
        if _is_near(sought, stated, days, low, high):
            return sought.found("converted", stated.text, stated)
    return None


def _in_days(target: Mention) -> Decimal | None:
    factor = _UNITS_OF_DAYS.get(target.unit)
    if target.kind is not Kind.DURATION or factor is None or not target.low:
        return None
    return target.low * factor


def _is_near(sought: Sought, stated: Mention, days: Decimal, low: Decimal, high: Decimal) -> bool:
    within = low * (1 - _NEAR) <= days <= high * (1 + _NEAR)
    exact = sought.mention.bound is Bound.EXACT and sought.bound is Bound.MORE_THAN
    if exact and low == high:
        return days < low <= days * _ABOVE
    if not within:
        return False
    differs = stated.unit != sought.mention.unit or low != high
    gloss = _gloss(sought)
    if gloss is not None:
        return differs and gloss.unit == stated.unit and stated.high in (gloss.low, gloss.high)
    return differs and sought.bound is Bound.ABOUT


def _gloss(sought: Sought) -> Mention | None:
    """ "Three months (90 days)": the other form that the answer itself writes right beside it."""
    text, target = sought.answer.text, sought.mention
    for m in sought.beside:
        if m.kind is Kind.DURATION and m.unit in _UNITS_OF_DAYS:
            first, last = sorted((m, target), key=lambda x: x.start)
            if _GLOSS.fullmatch(text, first.end, last.start):
                return m
    return None


def counted(sought: Sought, moments: Moments) -> Derivation | None:
    """A count of nights, semesters or monthly payments as a duration: 84 payments, seven years."""
    target = sought.mention
    if target.kind is not Kind.DURATION or target.low is None or target.low != target.high:
        return None
    for e in sought.evidence.by_sort.get("number", ()):
        m = e.mention
        if m.kind is not Kind.NUMBER or not m.low or m.low != m.high:
            continue
        if target.unit == "day" and m.low == target.low and _noun(sought, e) & _NIGHTS:
            return sought.found("converted", m.text, m)
        if target.unit == "month" and any(m.low * size == target.low for size in _months(sought, e)):
            return sought.found("converted", m.text, m)
    return None


def _noun(sought: Sought, e: Located) -> frozenset[str]:
    """The few content words behind a number of the evidence."""
    text = sought.evidence.document(e.passage).text
    behind = re.split(r"[.,;:()\n|]", text[e.mention.end : e.mention.end + 40], maxsplit=1)[0]
    return frozenset(content_stems(behind)[:3])


def _months(sought: Sought, e: Located) -> list[int]:
    noun = _noun(sought, e)
    sizes = [size for name, size in _TERMS.items() if name in noun]
    if not noun.isdisjoint(_PAID):
        answer = sought.answer.text[slice(*sought.bounds)]
        document = sought.evidence.document(e.passage)
        if e.mention.low and e.mention.low >= _MANY and any(map(_MONTHLY.search, (answer, document.text))):
            sizes.append(1)
    return sizes


def one_of_rate(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Over a full year", "in one day", where the evidence charges or allows by the year or the day."""
    target = sought.mention
    unit = _UNIT.search(target.text)
    months = target.unit == "month" and target.low == target.high == _MONTHS_A_YEAR
    whole_year = months and _ADDED_UP.search(sought.before) is not None
    if target.kind is not Kind.DURATION or unit is None or not (whole_year or _ONE.match(target.text)):
        return None
    whole = _WHOLE.match(target.text)
    if not (whole or whole_year or _OVER.search(sought.before) or _WORTH.match(sought.after)):
        return None
    if target.bound not in (Bound.EXACT, Bound.ABOUT) or not any(m.kind in _PRICED for m in sought.beside):
        return None
    pattern = _RATE["year" if whole_year else unit[1].lower()]
    rate = next((found for text in sought.texts() if (found := pattern.search(text))), None)
    return sought.found("rate", rate.group()) if rate else None


def year_ago(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Higher than a year ago", where the evidence compares with the year before or has both years."""
    target = sought.mention
    if (
        not _A_YEAR.fullmatch(target.text)
        or not _AGO.match(sought.after)
        or not _HELD_AGAINST.search(sought.before)
    ):
        return None
    for text in sought.texts():
        said = _YEAR_ON_YEAR.search(text)
        if said:
            return sought.found("year_ago", said.group())
    years = {int(y) for text in sought.texts() for y in _YEAR.findall(text)}
    pair = next((y for y in sorted(years) if y + 1 in years), None)
    return sought.found("year_ago", f"{pair}, {pair + 1}") if pair else None


def aged(sought: Sought, moments: Moments) -> Derivation | None:
    """ "The 34-year-old", "under-30s", "her 70th birthday" of the bare figure of an age."""
    target, after = sought.mention, sought.after
    numeral = read_numeral(target.text, 0)
    is_age = target.kind is Kind.DURATION and "year" in target.text and _AGED.match(after)
    is_group = target.kind is Kind.DURATION and target.text.endswith("s") and _UNDER.search(sought.before)
    is_birthday = target.kind is Kind.ORDINAL and after.lower().startswith(" birthday")
    if not (is_age or is_group or is_birthday):
        return None
    want = target.low if is_birthday else numeral.value if numeral else None
    documents = (*sought.evidence.passages, sought.question)
    for m in (m for document in documents for m in document.mentions):
        bare = m.kind is Kind.NUMBER and m.low == m.high == want
        if want is not None and (bare or (m.kind is Kind.DURATION and m.low == want * 12)):
            return sought.found("age", m.text, m)
    return None


def weekdays(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Open three days a week" of a line that names three days of the week."""
    target = sought.mention
    if target.kind is not Kind.DURATION or target.unit != "day" or not _A_WEEK.match(sought.after):
        return None
    for document in sought.evidence.passages:
        for text in document.sentence_texts:
            days = {found[:3] for found in _DAYS.findall(text)}
            if len(days) == target.low and not re.search(r"day (?:to|through|until|[-–]) ", text):
                return sought.found("count", ", ".join(sorted(days)))
    return None


def raced(sought: Sought, moments: Moments) -> Derivation | None:
    """Times of a race: 77 seconds of "1:17", and how far two of them lie apart: 1.5 s between 2:53.4 and 2:51.9."""
    target = sought.mention
    if target.kind is Kind.DURATION and target.unit == "second" and target.low == target.high:
        want = target.low
    else:
        clock = _RACED.fullmatch(target.text)
        want = _seconds(clock) if clock and target.kind is Kind.TIME else None
    if not want:
        return None
    if not _APART.search(f"{sought.before} {sought.after}"):
        return None
    found = [f for document in sought.evidence.passages for f in _RACED.finditer(document.text)][:_MOST_RACED]
    for f in found:
        if target.kind is Kind.DURATION and _seconds(f) == want:
            return sought.found("converted", f.group())
    for x, y in combinations(found, 2):
        if bool(x[3]) == bool(y[3]) and abs(_seconds(x) - _seconds(y)) == want:
            return sought.found("difference", f"{x.group()} - {y.group()}")
    return None


def _seconds(clock: re.Match[str]) -> Decimal:
    return Decimal(clock[1]) * 60 + Decimal(clock[2]) + Decimal(clock[3] or 0)
