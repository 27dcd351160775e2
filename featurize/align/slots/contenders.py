# SPDX-License-Identifier: Apache-2.0
"""What two values must have in common before one can speak against the other, whatever words stand around them."""

from __future__ import annotations

import re

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.mention import consistent

from .counted import is_small_count

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


# What stands between a value and the same one in other words: "250 feet (80 m)", "125 (Papyrus 52)".
_CONVERTED = re.compile(r"\s?[(/=,]?\s?(?:or|about|approximately|i\.e\.)?\s?|\s?\(\s?[A-Z]\w+\s")
_WHOLE = re.compile(r"\s(?:out\s)?of\s(?:the\s|its\s|a\s)?")
_PARTED = re.compile(r"(?:\s\w+){0,3},?\sof\s(?:whom|which|these|them)\s(?:\w+\s){0,3}")
_SHARE_OF = re.compile(
    r"(?i)(?:\b(?:half|thirds?|quarters?|fifths?|tenths?|percent|most|share|part|one|\d+)|%)\s(?:out\s)?of\s"
    r"(?:the\s|these\s|those\s|its\s|all\s)*$"
)
_ASIDE = 25


def says_the_same(said: str, text: str, support: Mention, rival: Mention) -> bool:
    """Is it one value told twice in a sentence of `text`? `said` is what the answer says before it."""
    first, second = sorted((support, rival), key=lambda m: m.start)
    between = text[first.end : second.start]
    if first is support and _PARTED.fullmatch(between):  # "half of the 40" of "40, of whom 20"
        return _SHARE_OF.search(said[-_ASIDE:]) is not None
    if "=" in between or _WHOLE.fullmatch(between):
        return True  # the sum of what stands before it, or what it is out of
    return len(between) < _ASIDE and _CONVERTED.fullmatch(between) is not None


_YEARS = re.compile(r"1[0-9]\d\d(?:[-–]1[0-9]\d\d)?|20\d\d(?:[-–]20\d\d)?")
_POINTS = frozenset({Bound.EXACT, Bound.ABOUT})
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY, Kind.PERCENT, Kind.NUMBER})


def is_within(value: Mention, limit: Mention) -> bool:
    """Does a limit leave room for a value: $12,000 for "above $10,000"?"""
    if is_bound(value) or value.low is None or value.high is None:
        return False
    if limit.bound in LOWER and limit.low is not None:
        return value.low > limit.low
    return limit.bound in UPPER and limit.high is not None and value.high < limit.high


def is_bound(mention: Mention) -> bool:
    """ "At least 90%", "up to 5": no value itself."""
    return mention.bound not in _POINTS


def may_be_year(mention: Mention) -> bool:
    """A bare number that may name a year or a span of years."""
    if mention.kind is not Kind.NUMBER or mention.text[0] not in "12":
        return False
    return _YEARS.fullmatch(mention.text) is not None


def is_of_other_size(first: Mention, second: Mention, times: int) -> bool:
    """Is one more than so many times the other?"""
    if not first.low or not second.low:
        return False
    a, b = abs(first.low), abs(second.low)
    return a > times * b or b > times * a


def differs(first: Mention, second: Mention) -> bool:
    """Not where one leaves open what the other states: 7 May and May, 3 and 2 to 3; nor a count and an amount."""
    if leaves_open(first, second):
        return False
    if first.key and second.key:
        return True
    return is_wide(first) == is_wide(second) and is_small_count(first) == is_small_count(second)


def leaves_open(first: Mention, second: Mention) -> bool:
    """Are these calendar days or times of which one may be the other?"""
    if not first.key or not second.key:
        return False
    if Kind.TIME in (first.kind, second.kind):
        return not set(first.key.split("|")).isdisjoint(second.key.split("|"))
    return consistent(first.key, second.key)


def states(other: Mention, rival: Mention) -> bool:
    """Does another value of the answer state a rival, in figures alone too, or name it as an end of a range?"""
    if agree(other, rival):
        return True
    if other.kind is Kind.NUMBER and not other.unit and rival.kind in _UNITED:
        # "18 months instead of 12", "16.3 against 15.4 million"
        return other.text == rival.text.split(maxsplit=1)[0]
    return is_wide(other) and rival.low is not None and rival.low in (other.low, other.high)


def is_wide(mention: Mention) -> bool:
    """A range, not one value."""
    return mention.low != mention.high
