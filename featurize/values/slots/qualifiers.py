# SPDX-License-Identifier: Apache-2.0
"""What a value is besides its figure: its currency, its unit and its rate ("a month"), each read off the text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

from faithstill.featurize.document import Document, content_stems, words_of
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.unit_table import CURRENCY_CODES, CURRENCY_NAMES

from .surroundings import Surroundings

# What a value may be for: times and measures, each by one name.
_PERIODS = {
    "day": "day", "daily": "day", "week": "week", "weekly": "week", "month": "month", "monthly": "month",
    "quarter": "quarter", "quarterly": "quarter", "year": "year", "annum": "year", "yearly": "year",
    "annually": "year", "annual": "year", "hour": "hour", "hourly": "hour", "minute": "minute",
    "second": "second", "night": "night", "p.a.": "year", "pa": "year", "pcm": "month", "pm": "month",
    "mo": "month", "yr": "year", "shift": "shift", "fortnight": "2 week", "12 month": "year", "3 month": "quarter",
    "7 day": "week", "14 day": "2 week", "24 hour": "day", "60 minute": "hour", "52 week": "year", "4 quarter": "year",
}  # fmt: skip
_MEASURES = {
    "km": "km", "kilometre": "km", "kilometer": "km", "mile": "mile", "mi": "mile", "kwh": "kwh", "mwh": "mwh",
    "kg": "kg", "kilo": "kg", "kilogram": "kg", "litre": "litre", "liter": "litre", "gallon": "gallon",
    "tonne": "tonne", "gb": "gb", "gigabyte": "gb", "mb": "mb", "tb": "tb",
}  # fmt: skip
_RATES = _PERIODS | _MEASURES
_COUNTS = dict(zip("two three four five six seven eight nine ten".split(), range(2, 11), strict=True)) | {
    "other": 2, "twelve": 12,
}  # fmt: skip
_EACH, _TOTAL, _ONCE = "each", "total", "once"
_PER = re.compile(
    r"(?:,?\s)?(?P<link>(?:an?|per|each|every)(?=\s)|/)\s?(?:(?:calendar|full|working|business|started|further|additional)\s)?"
    r"(?:(?P<count>two|three|four|five|six|seven|eight|nine|ten|twelve|other|\d{1,3})\s)?(?P<noun>[a-z]{1,14})(?![\w-])",
    re.IGNORECASE,
)
_ADVERB = re.compile(
    r"\s?(?P<noun>daily|weekly|monthly|quarterly|yearly|annually|hourly|p\.a\.|pa|pcm)(?![\w-])",
    re.IGNORECASE,
)
_IN_ALL = re.compile(r"\s(?:in total|altogether|in all)\b", re.IGNORECASE)
_AT_ONCE = re.compile(
    r"\b(?:a flat|one-off|one-time|lump)\s(?:(?:fee|rate|amount|charge|sum|payment|penalty|fine|price)\s)?(?:of\s)?$"
)
# "Four doses of 500 mg a day": so many are for a day, not 500 mg.
_OF_SEVERAL = re.compile(
    rf"\b(?:{'|'.join(_COUNTS)}|\d{{1,3}})\s[a-z]{{3,}}s\sof\s(?:up to\s)?$", re.IGNORECASE
)
_MOST_LINKS = 3  # "per user per site per month"
# "100 API requests per minute"
_COUNTED = re.compile(r"(?:\s\w+)?\s[a-z]{3,}s(?=\s(?:an?|per|each|every)\s|/)", re.IGNORECASE)
# Signs that several currencies are written with.
_SIGNS = {
    "$": ("USD", "AUD", "CAD", "NZD", "HKD", "SGD", "MXN"),
    "£": ("GBP",),
    "€": ("EUR",),
    "¥": ("JPY", "CNY"),
    "₹": ("INR",),
}
_CHECKED = frozenset(code for codes in _SIGNS.values() for code in codes) | {"CHF"}
_CODES = frozenset(code.lower() for code in CURRENCY_CODES)
_SIX_CAPITALS = re.compile(
    r"[A-Z]{6}(?<!\w[A-Z]{6})(?!\w)"
)  # so said, the search leaps from capital to capital
# "How many dollars?"
_NAMES = {
    name: _SIGNS["$"] if unit[1] == "USD" else (unit[1],)
    for name, unit in CURRENCY_NAMES.items()
    if unit[1] in _CHECKED
}
_REACH = 40  # characters
_LONGEST_UNIT = 3
_AGES = frozenset({"age", "old", "older"})


def rates(document: Document, mention: Mention) -> frozenset[str]:
    """What a value is said to be for, right after it: times, measures, "each" for all things else; or "total", "once".

    "$310 a month" is for a month, "$2 per user per month" each a month, "100 calls per day" for a day, "$310" for none.
    """
    counted = _COUNTED.match(document.text, mention.end) if mention.kind is Kind.NUMBER else None
    at = counted.end() if counted else mention.end
    found: set[str] = set()
    for _ in range(_MOST_LINKS):
        adverb = _ADVERB.match(document.text, at)
        match = adverb or _PER.match(document.text, at)
        if match and _OF_SEVERAL.search(document.text, max(0, mention.start - _REACH), mention.start):
            return frozenset()
        name = _rate(match, is_adverb=adverb is not None) if match else ""
        if not match or not name:
            break
        found.add(name)
        at = match.end()
    if not found and _IN_ALL.match(document.text, at):
        return frozenset({_TOTAL})
    if _AT_ONCE.search(document.text, max(0, mention.start - _REACH), mention.start):
        found.add(_ONCE)
    return frozenset(found)


def periods_named(words: Iterable[str]) -> frozenset[str]:
    """The times that words say a value is for: "month" of "monthly"; of nouns none, as they may be units."""
    return frozenset(_PERIODS[word] for word in words if word in _PERIODS and word.endswith("ly"))


def tells_total(document: Document, mention: Mention) -> bool:
    """Is a value said to be "in all", "in total"?"""
    return rates(document, mention) == {_TOTAL}


def _rate(match: re.Match[str], *, is_adverb: bool) -> str:
    noun = match["noun"].lower()
    if is_adverb:
        return _PERIODS[noun]
    if noun.endswith("ly") or noun == "annual":  # "a monthly statement"
        return ""
    single = noun if noun in _RATES else noun.removesuffix("s")
    if match["count"]:
        count = _COUNTS.get(match["count"].lower()) or match["count"]
        name = f"{count} {single}"
        known = match["link"].lower() in ("every", "each") and single in _PERIODS
        return _PERIODS.get(name, name) if known else ""
    if noun in _RATES:
        return _RATES[noun]
    return _EACH if match["link"].lower() in ("per", "/") else ""


def other_rate(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Do the two texts write different things behind the two values, so that one cannot be the other?

    "Per month" is not "per year", "per km" not "per kWh", "in total" not "per item" and "one-off" not "per day"; what
    is for each user may be for each seat.
    """
    ours = rates(answer, mention)
    if not ours:
        return False
    theirs = rates(evidence, stated)
    if {_TOTAL, _EACH} <= ours | theirs and (ours == {_TOTAL} or theirs == {_TOTAL}):
        return True
    if _ONCE in ours ^ theirs:
        once, other = (ours, theirs) if _ONCE in ours else (theirs, ours)
        return once == {_ONCE} and not other.isdisjoint(_PERIODS.values())
    ours, theirs = (both - {_TOTAL, _EACH, _ONCE} for both in (ours, theirs))
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def currencies(documents: Iterable[Document]) -> frozenset[str]:
    """All currencies that some text names by amount, sign, code, word or pair ("EURUSD")."""
    documents = tuple(documents)
    found = {m.unit for document in documents for m in document.mentions if m.kind is Kind.MONEY}
    words = frozenset[str]().union(*[document.words for document in documents])
    for word in words & _NAMES.keys():
        found.update(_NAMES[word])
    found.update([code.upper() for code in words & _CODES])
    text = "\n".join([document.text for document in documents])
    found.update([code for sign, codes in _SIGNS.items() if sign in text for code in codes])
    for pair in _SIX_CAPITALS.findall(text):
        if CURRENCY_CODES.issuperset(halves := (pair[:3], pair[3:])):
            found.update(halves)
    return frozenset(found - {""})


@lru_cache(maxsize=5_000)
def currencies_of(header: str) -> frozenset[str]:
    """The currencies that a column header names by sign or code.

    >>> sorted(currencies_of("Cost (CHF/kg)"))
    ['CHF']
    """
    found = {code for sign, codes in _SIGNS.items() if sign in header for code in codes}
    return frozenset(found | {word.upper() for word in words_of(header) if word in _CODES})


def in_unknown_currency(mention: Mention, known: frozenset[str]) -> bool:
    """Is an amount in a currency of which no text speaks, while they speak of others? A bare "$" is any dollar's."""
    if mention.text.startswith("$") and not known.isdisjoint(_SIGNS["$"]):
        return False
    return (
        mention.kind is Kind.MONEY and mention.unit in _CHECKED and bool(known) and mention.unit not in known
    )


def unit_behind(document: Document, mention: Mention) -> str:
    """The stem of a short word in capitals right behind a value, "" for none."""
    index = bisect_left(document.starts, mention.end)
    if index >= len(document.words) or document.starts[index] > mention.end + 1:
        return ""
    start, word = document.starts[index], document.words[index]
    text = document.text[start : start + len(word)]
    return document.stems[index] if len(word) <= _LONGEST_UNIT and text.isupper() else ""


def unit_stems(mention: Mention) -> frozenset[str]:
    """The stems of the words of a value beside its figures: the "year" of "5 years"."""
    return frozenset(content_stems(re.sub(r"[\d.,]+", " ", mention.text)))


def names_unit(mention: Mention, around: Surroundings) -> bool:
    """Do the words around a bare number name the unit of a duration or quantity that it might state?

    "Three, six or nine months" states three months; the two of "two senators" states no two weeks.
    """
    unit = unit_stems(mention)
    words = around.own | around.shared
    return not unit.isdisjoint(words) or ("year" in unit and not _AGES.isdisjoint(words))
