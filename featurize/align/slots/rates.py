# SPDX-License-Identifier: Apache-2.0
"""What a value is for, as written right behind it: "$310 a month", "0.15 per km"."""

from __future__ import annotations

import re

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document

# What a value may be for: times and measures, each by one name.
_RATES = {
    "day": "day", "daily": "day", "week": "week", "weekly": "week", "month": "month", "monthly": "month",
    "quarter": "quarter", "quarterly": "quarter", "year": "year", "annum": "year", "yearly": "year",
    "annually": "year", "hour": "hour", "hourly": "hour", "minute": "minute", "second": "second", "night": "night",
    "p.a.": "year", "pa": "year", "pcm": "month", "mo": "month", "yr": "year", "shift": "shift",
    "km": "km", "kilometre": "km", "kilometer": "km", "mile": "mile", "mi": "mile", "kwh": "kwh", "mwh": "mwh",
    "kg": "kg", "kilo": "kg", "kilogram": "kg", "litre": "litre", "liter": "litre", "gallon": "gallon",
    "tonne": "tonne", "gb": "gb", "gigabyte": "gb", "mb": "mb", "tb": "tb",
}  # fmt: skip
_NAMES = "|".join(map(re.escape, _RATES))
_RATE = re.compile(
    rf"(?:,?\s)?(?:(?:(?:an?|per|each|every)\s|/\s?)(?:(?:calendar|full|working|business)\s)?(?P<noun>{_NAMES})s?"
    r"|(?P<adverb>daily|weekly|monthly|quarterly|yearly|annually|hourly|p\.a\.|pa|pcm))(?![\w-])",
    re.IGNORECASE,
)
_MOST_LINKS = 3  # "per GB per site per month"
# "100 API requests per minute", "$2 per user per month"
_COUNTED = re.compile(r"(?:\s\w+)?\s[a-z]{3,}s(?=\s(?:an?|per|each|every)\s|/)", re.IGNORECASE)
_PER_THING = re.compile(r"\sper\s[a-z]+(?=\s(?:an?|per|each|every)\s|/)", re.IGNORECASE)


def rates(document: Document, mention: Mention) -> frozenset[str]:
    """The times and measures that a value is said to be for: "$310 a month" is for a month, "$310" for none."""
    skipped = (_COUNTED if mention.kind is Kind.NUMBER else _PER_THING).match(document.text, mention.end)
    at = skipped.end() if skipped and not _RATE.match(document.text, mention.end) else mention.end
    found: set[str] = set()
    for _ in range(_MOST_LINKS):
        match = _RATE.match(document.text, at)
        if match is None:
            break
        found.add(_RATES[(match["noun"] or match["adverb"]).lower()])
        at = match.end()
    return frozenset(found)


def other_rate(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Do the two texts write different things behind the two values: "per month", "per year"?"""
    ours = rates(answer, mention)
    theirs = rates(evidence, stated) if ours else ours
    return bool(theirs) and ours.isdisjoint(theirs)
