# SPDX-License-Identifier: Apache-2.0
"""The currencies that texts name by amount, sign, code or word."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, words_of
from faithstill.featurize.extract.unit_table import CURRENCY_CODES, CURRENCY_NAMES

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
# "How many dollars?"
_NAMES = {
    name: _SIGNS["$"] if unit[1] == "USD" else (unit[1],)
    for name, unit in CURRENCY_NAMES.items()
    if unit[1] in _CHECKED
}


def currencies(documents: Iterable[Document]) -> frozenset[str]:
    """All currencies that some text names."""
    documents = tuple(documents)
    found = {m.unit for document in documents for m in document.mentions if m.kind is Kind.MONEY}
    words = frozenset[str]().union(*[document.words for document in documents])
    for word in words & _NAMES.keys():
        found.update(_NAMES[word])
    found.update([code.upper() for code in words & _CODES])
    for sign, codes in _SIGNS.items():
        if any(sign in document.text for document in documents):
            found.update(codes)
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
