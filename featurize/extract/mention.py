# SPDX-License-Identifier: Apache-2.0
"""A typed span of text with its normalised value."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


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
