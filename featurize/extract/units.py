# SPDX-License-Identifier: Apache-2.0
"""The unit that stands behind a number."""

from __future__ import annotations

import re
from decimal import Decimal

from .mention import Kind
from .unit_table import (
    BETWEEN_UNIT,
    CURRENCY_CODES,
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    DURATIONS,
    LOWER_CODES,
    PAIRS,
    PERCENTS,
    SCALED_CODES,
    SINGLE_SIGNS,
    SYMBOLS,
    UNIT_WORDS,
    Unit,
)

_WORD_UNITS: dict[str, Unit] = UNIT_WORDS | DURATIONS | CURRENCY_NAMES | PERCENTS
_SIGNED_UNITS: dict[str, Unit] = SYMBOLS | {
    sign: (Kind.MONEY, code, Decimal(1))
    for sign, code in CURRENCY_SIGNS.items()
    if sign not in ("R", "RM", "Rp")  # "5 R" is no rand
}
_AFTER = re.compile(
    r"\*{0,2}([ \u00a0\u202f\t]{1,2}|\n(?=[a-z])|-|)"
    rf"(%|‰|[¢{SINGLE_SIGNS}](?![\d])|°[CF]?(?![A-Za-z])|"
    r"(?:light|acre|(?:kilo|mega|giga|tera)?watt)-[a-z]{4,5}(?![a-z])|"
    r"[A-Za-zµμłč]{1,20}(?:[²³/][A-Za-z]{0,12}|[23](?!\w))?)"
)


def read_unit(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit that stands right after a number, and where it ends.

    >>> read_unit("5 business days", 1)
    ((<Kind.DURATION: 'duration'>, 'business_day', Decimal('1')), 15)
    """
    match = _AFTER.match(text, at)
    if match is None or text.startswith("=", match.end()):
        return None  # "tp=88301 year=2030": a key
    gap, word = match.group(1), match.group(2)
    found = _signed_unit(text, gap, word, match)
    if found is not None:
        return found
    lower = word.lower()
    pair = PAIRS.get(lower)
    if pair is not None:
        paired = _paired(text, match.end(), lower, pair)
        if paired is not None:
            return paired
    if lower in _DEGREES and not text.startswith(" of", match.end()):
        return _DEGREE, match.end()
    if lower in BETWEEN_UNIT:
        second = _AFTER.match(text, match.end())
        if second is None:
            return None
        unit = DURATIONS.get(second.group(2).lower())
        return (unit, second.end(2)) if unit else None
    unit = _WORD_UNITS.get(lower)
    if unit is None:
        return _before_slash(word, match.start(2)) if "/" in word else None
    if len(lower) <= 2 and (word != lower or gap == "-" or (lower in ("s", "h", "mo") and gap == "\n")):
        return None
    if lower == "won" and not _GREAT.search(text[max(0, at - 12) : at]):
        return None
    if unit[0] is Kind.MONEY and lower in ("pound", "pounds") and _weighs(text, at, match.end()):
        unit = (Kind.QUANTITY, "kg", Decimal("0.45359237"))
    return unit, match.end()


_DEGREES, _DEGREE = ("°", "degree", "degrees"), (Kind.QUANTITY, "°", Decimal(1))
_GREAT = re.compile(r"(?:,\d{3}|illion|thousand)$")  # before "won", which is also a verb
_MONEY_P = (Kind.MONEY, "GBP", Decimal("0.01"))
_PRICES: dict[str, Unit] = {"p": _MONEY_P, "ct": (Kind.MONEY, "", Decimal("0.01"))}  # "38.4 p/kWh"


def _before_slash(word: str, start: int) -> tuple[Unit, int] | None:
    """ "50 micrograms/hour": what stands before the slash is counted."""
    first = word.split("/")[0]
    end = start + len(first)
    if unit := _PRICES.get(first) or SYMBOLS.get(first):
        return unit, end
    unit = _WORD_UNITS.get(first.lower())
    is_measured = unit is not None and unit[0] is Kind.QUANTITY and len(first) > 2
    return (unit, end) if unit is not None and is_measured else None


def _paired(text: str, at: int, first: str, pair: dict[str, Unit]) -> tuple[Unit, int] | None:
    """The rest of a unit of two or three words: "business days", "sq. ft.", "New Zealand dollars"."""
    dotted = first in ("sq", "cu", "fl") and text[at : at + 1] == "."
    second = _AFTER.match(text, at + dotted)
    if second is None:
        return None
    word, end = second.group(2), second.end(2)
    unit = pair.get(word.lower()) or pair.get(word)
    if unit is not None:
        return unit, end + (dotted and text[end : end + 1] == ".")
    triple = PAIRS.get(f"{first} {word.lower()}")
    third = _AFTER.match(text, end) if triple else None
    unit = triple.get(third.group(2).lower()) if triple and third else None
    return (unit, third.end(2)) if unit and third else None


def _signed_unit(text: str, gap: str, word: str, match: re.Match[str]) -> tuple[Unit, int] | None:
    """Units whose letters are significant: "MW", "km/h", "EUR", "€"."""
    unit = _SIGNED_UNITS.get(word)
    if unit is not None:
        if len(word) == 1 and word.isalpha() and gap in ("-", "\n"):
            return None
        return unit, match.end()
    if len(word) == 3 and (word in CURRENCY_CODES or word in LOWER_CODES):
        return (Kind.MONEY, word.upper(), Decimal(1)), match.end()
    if word in SCALED_CODES:
        code, power = SCALED_CODES[word]
        return (Kind.MONEY, code, Decimal(1).scaleb(power)), match.end()
    if word == "p" and not gap:
        return _MONEY_P, match.end()
    return None


def _weighs(text: str, at: int, end: int) -> bool:
    return "weigh" in text[max(0, at - 40) : at].lower() or text.startswith((" of weight", " in weight"), end)
