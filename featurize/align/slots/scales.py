# SPDX-License-Identifier: Apache-2.0
"""What bare figures are in: the currencies that texts name, and thousands, millions or cents of tables and records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, words_of
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.extract.units import CURRENCY_CODES, CURRENCY_NAMES

from .context import cell_at, context_of

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


_HUNDREDTH = Decimal("0.01")
_SCALABLE = frozenset({Kind.MONEY, Kind.NUMBER})
_IS_SCALE = re.compile(r"[^\d\s]{0,3}\s?000")
_THOUSAND = 1000
_HEADER_SCALE = re.compile(
    r"(?:^|[\s($€£])(k|000|thousands?|m|mn|mio|millions?|bn|billions?)(?:$|[\s)])", re.IGNORECASE
)
_MINOR_UNITS = re.compile(r"(?:^|[\s(])(?:cents|pence|minor(?: units?)?)\)?$", re.IGNORECASE)
_POWERS = {"k": 3, "0": 3, "t": 3, "m": 6, "b": 9}
_PER_SHARE = frozenset({"share", "eps", "unit"})
_SCALED = re.compile(r"(?i)(?:thousand|illion|\d\s?(?:k|mn?|bn|tn)\b)")
_TIMES = frozenset({Decimal(10) ** power for power in (3, 6, 9, -3, -6, -9)})


def is_in_money(document: Document, mention: Mention) -> bool:
    """Does a cell's header name a currency or cents, or its table say what its amounts are in?"""
    cell = cell_at(document, mention)
    if cell is None:
        return False
    if document.table_scale is not None or currencies_of(cell.header):
        return True
    return _MINOR_UNITS.search(cell.header) is not None


def is_in_minor_units(document: Document, mention: Mention) -> bool:
    """Is it the whole number of a cell whose header says that it counts cents or pence?"""
    if (
        not document.names_minor_units
        or mention.low is None
        or mention.low != mention.low.to_integral_value()
    ):
        return False
    cell = cell_at(document, mention)
    return cell is not None and _MINOR_UNITS.search(cell.header) is not None


def is_unscaled(document: Document, mention: Mention) -> bool:
    """Is it the bare figure of a cell whose table says that its amounts are in thousands, millions or cents?

    Amounts per share stand unscaled in such tables; so do decimals under thousands, most likely.
    """
    if mention.kind is not Kind.NUMBER or cell_at(document, mention) is None:
        return False
    numeral = read_numeral(mention.text, 0)
    if numeral is None or numeral.value != mention.low:
        return False
    if is_in_minor_units(document, mention):
        return mention.low != 0
    scale = document.table_scale
    if not scale or (scale == _THOUSAND and "." in mention.text):
        return False
    return _PER_SHARE.isdisjoint(context_of(document, mention).own)


def header_scale(document: Document, mention: Mention) -> Decimal | None:
    """The factor that a column's header puts on its bare figures: a million under "Outstanding ($m)"."""
    cell = cell_at(document, mention)
    found = _HEADER_SCALE.search(cell.header) if cell else None
    return Decimal(10) ** _POWERS[found[1].lower()[0]] if found else None


def is_scale(mention: Mention) -> bool:
    """ "£000" is no value, but says what a table's figures are in."""
    return mention.text.endswith("000") and _IS_SCALE.fullmatch(mention.text) is not None


def scales_over(passages: Sequence[Document]) -> Sequence[frozenset[Decimal]]:
    """For each passage what its figures may be in: what it says itself, or of a table what the other passages say.

    "The components are as follows (in thousands):" may stand in a passage of its own.
    """
    stated = [document.table_scale for document in passages]
    led = frozenset(
        scale
        for document, scale in zip(passages, stated, strict=True)
        if scale and not any(unit.cells for unit in document.units)
    )
    return [
        frozenset({own}) if own else led if led and _is_table(document) else frozenset()
        for document, own in zip(passages, stated, strict=True)
    ]


def _is_table(document: Document) -> bool:
    return any(unit.cells and document.text[unit.start] != "{" for unit in document.units)


def as_meant(document: Document, mention: Mention, scales: frozenset[Decimal]) -> Iterator[Mention]:
    """A figure of a text "in £000", or of a cell in cents, as the amounts that it may stand for; none of any other."""
    if mention.kind is Kind.NUMBER and is_in_minor_units(document, mention):
        yield _scaled(mention, _HUNDREDTH)
    elif mention.kind in _SCALABLE and scales and not names_scale(mention):
        yield from (_scaled(mention, scale) for scale in sorted(scales))


def names_scale(mention: Mention) -> bool:
    """Does a figure say that it is in thousands or more: "15.4 million"?"""
    return _SCALED.search(mention.text) is not None


def is_of_unproved_scale(mention: Mention, stated: Mention) -> bool:
    """Are two amounts one figure but for thousands or millions, of which one of the two says nothing?"""
    if mention.kind not in _SCALABLE or stated.kind not in _SCALABLE or not mention.low or not stated.low:
        return False
    if mention.text.isalpha() or names_scale(mention) is names_scale(stated):
        return False
    return abs(mention.low / stated.low) in _TIMES


def _scaled(mention: Mention, scale: Decimal) -> Mention:
    if mention.low is None or mention.high is None:
        return mention
    return replace(mention, low=mention.low * scale, high=mention.high * scale)
