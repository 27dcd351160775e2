# SPDX-License-Identifier: Apache-2.0
"""The short cut for amounts in their commonest forms: most of all values."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from .bounds import bound_of
from .lexicon import CARDINALS, SCALES
from .mention import Kind, Mention
from .nouns import counted_noun
from .unit_table import DURATIONS, Unit
from .units import is_unit

_NUMBER = r"(?!0\d)(?>\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,4})?|\d{1,12}(?:\.\d{1,8})?)"
_LINK = r"[-–—−/]|[ ](?:and|to|through|till|until|[-–—−])(?![A-Za-z])"
_UNITS = "business[ ]days?|calendar[ ]days?|days?|weeks?|months?|years?|hours?|minutes?"
_CODES = "USD|EUR|GBP|CHF"

SIMPLE = re.compile(
    rf"(?:(?P<sign>[$£€]|(?:{_CODES})[ ])(?P<money>{_NUMBER})(?P<scale>[ ](?:million|billion)|m|bn|k)?"
    rf"(?!\w|[.,]\d|['’]\d|{_LINK}|[\u00a0\u202f]|[½¼¾⅓⅔×·^]|[ ](?:[\d(½¼¾⅓⅔×]|[A-Z]{{3}}(?![A-Za-z])|x|\.\d|"
    r"(?i:mm?|[kbt]|mn|mln|bn|bln|tn|trn|mio|mrd|hundred|thousand|million|billion|trillion|lakhs?|crores?|dozen)\b))"
    rf"|(?P<number>{_NUMBER})(?:"
    rf"(?P<percent>%)(?!\w|{_LINK})|"
    rf"[ -](?P<unit>{_UNITS})(?!\w|=|{_LINK}|,?[ ](?:and[ ])?(?:\d|(?:{'|'.join(CARDINALS)})\b))|"
    rf"(?<!\.\d{{3}})[ ](?P<code>{_CODES})(?!\w|{_LINK})|"
    r"(?=(?:[ ]?(?:[|;)\]}\"]|\n(?![a-z])|[.:](?![\d.])|,(?![\d.]|[ ]\d)|$)(?![ ]?(?:and|or|to|[A-Z]{3}|-|–)\b)|"
    r"[ ](?:of(?![ ](?:(?:an?|one)[ ]per|(?:your|the|our|their|its|his|her|my)[ ]\d))|"
    r"per(?! cent| mil)|for|on|is|was|were|by|from|if|but|with|when|as|will|each|"
    r"in|into|under|applies|are|than|unless)[ ]))|[ ](?P<word>[A-Za-z]{2,20})(?![\w²³/])))"
)
_SIMPLE_CODES = {"$": "USD", "£": "GBP", "€": "EUR"} | {f"{code} ": code for code in _CODES.split("|")}
_SIMPLE_SCALES = {" million": 6, " billion": 9, "m": 6, "bn": 9, "k": 3}
_SIMPLE_UNITS: dict[str, Unit] = DURATIONS | {
    "business day": (Kind.DURATION, "business_day", Decimal(1)),
    "business days": (Kind.DURATION, "business_day", Decimal(1)),
    "calendar day": DURATIONS["day"],
    "calendar days": DURATIONS["days"],
}
_GROUPED = re.compile(r"\d{1,3}\.\d{3}")


def simple_amount(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """The short cut for "412.0 |", "£4.00,", "5% of", "30 days after", "EUR 5 million.": most of all values."""
    sign, money, scale, number, percent, unit, code, word = match.groups()
    digits = money or number
    value = Decimal(digits.replace(",", ""))
    start, end = match.span()
    kind, base = Kind.NUMBER, ""
    if word:
        if not is_no_unit(word):
            return None
        end = match.end("number")
        base = counted_noun(match.string, end, value)
    elif percent:
        kind, base = Kind.PERCENT, "%"
    elif unit:
        kind, base, factor = _SIMPLE_UNITS[unit]
        value = value * factor
    elif sign or code:
        kind, base = Kind.MONEY, code or _SIMPLE_CODES[sign]
        if base == "EUR" and _GROUPED.fullmatch(digits):
            return None  # "€3.350" may be three thousand
        if scale:
            value = value.scaleb(_SIMPLE_SCALES[scale])
    text = match.string
    bound = bound_of(text, start, end, kind)
    return (Mention(kind, start, end, text[start:end], value, value, base, "", bound),)


_LINKS = frozenset(
    ["of", "and", "or", "to", "through", "till", "until", "plus", "dozen", "fold", "in", "out"]
)


@lru_cache(maxsize=20_000)
def is_no_unit(word: str) -> bool:
    """Whether the word after a number neither measures nor scales it, nor joins it to another.

    >>> is_no_unit("customers"), is_no_unit("Days"), is_no_unit("and")
    (True, False, False)
    """
    return not is_unit(word) and word.lower() not in _LINKS and word.lower() not in SCALES
