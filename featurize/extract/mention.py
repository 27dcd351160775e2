# SPDX-License-Identifier: Apache-2.0
"""A typed span of text with its value, its calendar key as a span of days, and the kinds that a question asks for."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache


class Kind(StrEnum):
    """What a mention denotes."""

    MONEY = "money"
    PERCENT = "percent"
    QUANTITY = "quantity"
    DURATION = "duration"
    DATE = "date"
    PERIOD = "period"
    TIME = "time"
    NUMBER = "number"
    ORDINAL = "ordinal"
    NAME = "name"
    ACRONYM = "acronym"


VALUE_KINDS = frozenset(Kind) - {Kind.NAME, Kind.ACRONYM}


class Bound(StrEnum):
    """How the words around a value qualify it: "about 85", "at least 3", "up to $50"."""

    EXACT = "exact"
    ABOUT = "about"
    AT_LEAST = "at_least"
    MORE_THAN = "more_than"
    AT_MOST = "at_most"
    LESS_THAN = "less_than"


@dataclass(slots=True, unsafe_hash=True)  # never changed; not frozen: freezing trebles the cost of each
class Mention:
    """One typed span: `text == source[start:end]`, offsets in characters.

    `low` and `high` are the value in its base unit (equal unless the text states a range); both are None for
    names, acronyms, dates, periods, times, and durations of months and days together. `unit` is the base
    unit: an ISO 4217 code for money ("USD", "" when the text leaves the currency open: "cents"), "%" or "pp"
    for percentages and percentage points, "day", "month", "second", "business_day" for durations, an SI-like
    symbol for quantities, the singular of the counted noun for counts ("branch": a hint, outside the span),
    "fraction" for parts of a whole ("three quarters"), "" for bare numbers. `key` is the canonical text: ISO
    8601-like for dates and periods ("2026-03-04", "2026-03", "2026-Q1", "2026", "--03-04"; readings of an
    open date joined by "|", ends of a range by "/"), "17:00" for times, the folded form for names, "P13M21D"
    for a year, a month and 21 days.

    The exponent of `low` carries the shown precision: "2.1 billion" is Decimal("2.1E+9").
    """

    kind: Kind
    start: int
    end: int
    text: str
    low: Decimal | None = None
    high: Decimal | None = None
    unit: str = ""
    key: str = ""
    bound: Bound = Bound.EXACT


_AMOUNT = frozenset({Kind.MONEY, Kind.PERCENT, Kind.NUMBER, Kind.QUANTITY})
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME, Kind.DURATION})

# The first that matches decides: "how long" stands before the bare "how", "what rate" before "what".
_ASKED = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), kinds)
    for words, kinds in (
        (r"how (?:long|soon|fast|quick(?:ly)?|old)|how many (?:days|weeks|months|years|hours)", _CALENDAR),
        (r"when|until|by what date|deadline|time limit|due date|how late", _CALENDAR),
        (r"(?:what|which) (?:date|day|year|month|quarter)", _CALENDAR),
        (r"how (?:much|many|high|large|big|far|often)|what share|percentage|percent|rate|apr", _AMOUNT),
        (r"price|cost|fee|amount|limit|maximum|minimum|total|sum|balance|premium|excess", _AMOUNT),
        (r"deductible|threshold|margin|discount|cap", _AMOUNT),
        (r"who|whose|which (?:bank|company|firm|party|person)", frozenset({Kind.NAME, Kind.ACRONYM})),
    )
)


def asked_kinds(question: str) -> frozenset[Kind]:
    """The kinds of mention that would answer a question; empty where any sentence might.

    >>> sorted(asked_kinds("How long does it take?"))[0], asked_kinds("Is it covered?")
    (<Kind.DATE: 'date'>, frozenset())
    """
    return next((kinds for pattern, kinds in _ASKED if pattern.search(question)), frozenset())


_KEY = re.compile(
    r"(?P<fy>FY)?(?P<y>\d{4}|-(?=-))?-?(?:(?P<part>[QH])(?P<n>[1-4])|(?P<m>\d\d)(?:-(?P<d>\d\d))?)?$|"
    r"(?P<decade>\d{3})(?P<share>[XEML])$|(?P<hundred>\d\d)C(?P<part_of>[XEML])$"
)
# The years of a decade, and of its early, middle and late years, of which the borders are open.
_YEARS_OF = {"X": (0, 9), "E": (0, 3), "M": (3, 7), "L": (6, 9)}
_YEARS_OF_HUNDRED = {"X": (0, 99), "E": (0, 39), "M": (30, 70), "L": (60, 99)}
_ANY_YEAR = 2000  # stands for the year that a key leaves open; a leap year, so that 29 February has a place


@lru_cache(maxsize=20_000)
def granularity(key: str) -> str:
    """D for days, M months, Q quarters, H halves, Y years, X decades and centuries, R ranges.

    >>> [granularity(k) for k in ("2026-03-04", "--03-04", "2026-03", "--Q1", "FY2026", "197X", "2012/2013")]
    ['D', 'D', 'M', 'Q', 'Y', 'X', 'R']
    """
    first = key.split("|", 1)[0]
    if "/" in first:
        return "R"
    match = _KEY.match(first)
    if match is None:
        return ""
    if match["decade"] or match["hundred"]:
        return "X"
    if match["part"]:
        return match["part"]
    return "D" if match["d"] else "M" if match["m"] else "Y"


def covers(answer: str, evidence: str) -> bool:
    """Whether the answer's key is the evidence's, or a coarser one that contains it.

    >>> covers("2026-03", "2026-03-03"), covers("2026-03-03", "2026-03"), covers("--03-03", "2026-03-03")
    (True, False, True)
    >>> covers("--09-30", "2025-09-01/2025-09-30"), covers("2025-09", "2025-09-02/2025-09-30")
    (True, True)
    """
    if answer == evidence:
        return True
    if "/" in answer:
        return _ends(answer) == _ends(evidence) and _ends(answer) is not None
    if "/" in evidence:
        return _covers_range(answer, evidence)
    yearless = answer.startswith("-")
    if evidence.startswith("-") and not yearless:
        return False
    ours, theirs = _days(answer, yearless=yearless), _days(evidence, yearless=yearless)
    return ours is not None and theirs is not None and ours[0] <= theirs[0] and theirs[1] <= ours[1]


def _covers_range(answer: str, evidence: str) -> bool:
    """Is a key an end of a range, "2019" of "2019/2023", or does it hold all its days, as a month its first to last?"""
    ends = evidence.split("/")
    if answer in ends:
        return True
    if answer.startswith("-"):
        return answer in [f"-{end[4:]}" for end in ends]
    if evidence.startswith("-"):
        return False
    whole, span = _days(answer, yearless=False), _ends(evidence)
    return whole is not None and span is not None and whole[0] <= span[0] <= span[1] <= whole[1]


def consistent(first: str, second: str) -> bool:
    """Whether one key contains the other, in either order."""
    return any(covers(a, b) or covers(b, a) for a in first.split("|") for b in second.split("|"))


def _ends(key: str) -> tuple[date, date] | None:
    first, _, last = key.partition("/")
    begin, end = _days(first, yearless=False), _days(last or first, yearless=False)
    return (begin[0], end[1]) if begin and end else None


@lru_cache(maxsize=20_000)
def _days(key: str, *, yearless: bool) -> tuple[date, date] | None:
    """First and last day of a key; with `yearless`, both are moved to one common year."""
    match = _KEY.match(key)
    if match is None:
        return None
    if match["decade"]:
        first, (low, high) = int(match["decade"] + "0"), _YEARS_OF[match["share"]]
        return None if yearless else (date(first + low, 1, 1), date(first + high, 12, 31))
    if match["hundred"]:
        first, (low, high) = int(match["hundred"] + "00"), _YEARS_OF_HUNDRED[match["part_of"]]
        return None if yearless or not first else (date(first + low, 1, 1), date(first + high, 12, 31))
    year = _ANY_YEAR if yearless or not (match["y"] or "").isdigit() else int(match["y"])
    if not 1 <= year <= 9999:
        return None
    if match["part"]:
        months = 3 if match["part"] == "Q" else 6
        last = int(match["n"]) * months
        if last > 12:
            return None
        return date(year, last - months + 1, 1), date(year, last, monthrange(year, last)[1])
    if match["m"] is None:
        return None if yearless else (date(year, 1, 1), date(year, 12, 31))
    month = int(match["m"])
    if match["d"]:
        return date(year, month, int(match["d"])), date(year, month, int(match["d"]))
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])
