# SPDX-License-Identifier: Apache-2.0
"""What a value is besides its figure: its currency, its unit and its rate ("a month"), each read off the text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

from faithstill.featurize.document import Document, content_stems, words_of
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.lexicon import CURRENCY_CODES, CURRENCY_NAMES

from .surroundings import Surroundings

_PERIODS = {
    "day": "day", "daily": "day", "week": "week", "weekly": "week", "month": "month", "monthly": "month",
    "quarter": "quarter", "quarterly": "quarter", "year": "year", "annum": "year", "yearly": "year",
    "annually": "year", "annual": "year", "hour": "hour", "hourly": "hour", "minute": "minute",
    "second": "second", "night": "night", "p.a.": "year", "pa": "year", "pcm": "month", "pm": "month",
    "mo": "month", "yr": "year",
}  # fmt: skip
_RATE = re.compile(
    r"\s?(?:(?:an?|per|each|every|/)\s?(?P<period>day|week|month|quarter|year|annum|hour|minute|second|night|mo|yr)"
    r"|(?P<adverb>daily|weekly|monthly|quarterly|yearly|annually|hourly|p\.a\.|pa|pcm))(?![\w-])",
    re.IGNORECASE,
)
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
_LONGEST_UNIT = 3
_AGES = frozenset({"age", "old", "older"})


def rate(document: Document, mention: Mention) -> str:
    """The period that a value is said to be for, right after it; "" where none is written.

    "$310 a month" is for a month, "100 calls per day" for a day, "$310" for none.
    """
    counted = _COUNTED.match(document.text, mention.end) if mention.kind is Kind.NUMBER else None
    found = _RATE.match(document.text, counted.end() if counted else mention.end)
    if found is None:
        return ""
    return _PERIODS[(found["period"] or found["adverb"]).lower()]


def other_rate(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Do the two texts write different periods behind the two values?"""
    ours = rate(answer, mention)
    return ours != "" and rate(evidence, stated) not in ("", ours)


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
