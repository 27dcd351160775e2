# SPDX-License-Identifier: Apache-2.0
"""From amounts to mentions: values with their bounds and ranges, proportions, "a year"."""

from __future__ import annotations

import re
from decimal import Decimal

from .bounds import bound_of
from .lexicon import CARDINALS
from .mention import Kind, Mention
from .quantities import Amount, read_amount
from .ranges import range_partner, with_lent_unit
from .sayings import is_saying
from .units import read_unit

_CELL_LEFT, _CELL_RIGHT = (
    re.compile(r"(?:(?:^|\n|([|\t]|[ ]{2}))[ ]?|(;))$"),
    re.compile(r"[ ]?(?:$|\n|([|\t]|[ ]{2}))|(;)(?=\S)"),
)


# A blank and the first letter of no word that links two amounts: the common case.
_UNLINKED = frozenset(f" {letter}" for letter in "bcdefghijklmnpqrsvwxyz|(")


def amount(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """A number with whatever belongs to it."""
    text, at = match.string, match.start()
    found = read_amount(text, at)
    if found is None or is_saying(text, found):
        return None
    partner = range_partner(text, found) if text[found.end : found.end + 2] not in _UNLINKED else None
    if partner is None:
        if found.bare and text[found.end : found.end + 2] not in _UNLINKED:
            found = with_lent_unit(text, found)
        return (_mention(text, found.start, found.end, found, found.value, found.value),)
    low, high = partner
    return (_mention(text, low.start, high.end, high, low.value, high.value),)


def _mention(text: str, start: int, end: int, amount: Amount, low: Decimal, high: Decimal) -> Mention:
    bound = bound_of(text, start, end, amount.kind)
    first, last = (None, None) if amount.key else (low, high)
    return Mention(amount.kind, start, end, text[start:end], first, last, amount.unit, amount.key, bound)


MINUS = re.compile(rf"(?i:minus|negative)[ ](?=[\d$£€.]|(?:{'|'.join(CARDINALS)})\b)")


def negative_word(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "minus 5%"."""
    found = read_amount(match.string, match.end())
    if found is None:
        return None
    value = -found.value
    return (_mention(match.string, match.start(), found.end, found, value, value),)


BRACKETED_PERCENT = re.compile(r"\((\d{1,6}(?:[.,]\d{1,4})?)\)[ ]?%")


def bracketed_percent(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "(2.3)%" of accounts is minus 2.3%."""
    value = -Decimal(match.group(1).replace(",", "."))
    return (Mention(Kind.PERCENT, match.start(), match.end(), match.group(), value, value, "%"),)


FOLD = re.compile(r"(?i:([a-z]{3,11})fold)(?!\w)")


def fold(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "threefold" is three times."""
    word = match.group(1).lower()
    value = Decimal(100 if word == "hundred" else CARDINALS[word])
    bound = bound_of(match.string, match.start(), match.end(), Kind.NUMBER)
    return (Mention(Kind.NUMBER, match.start(), match.end(), match.group(), value, value, "x", bound=bound),)


FEET = re.compile(r"(\d)['’′][ ]?(\d{1,2})(?:[\"”″]|'')")


def feet(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "5'10\"" in metres."""
    value = int(match.group(1)) * Decimal("0.3048") + int(match.group(2)) * Decimal("0.0254")
    return (Mention(Kind.QUANTITY, match.start(), match.end(), match.group(), value, value, "m"),)


def accounting(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "(1,234)" alone in a table cell is minus 1,234."""
    text = match.string
    found = read_amount(text, match.start() + 1)
    if found is None or found.end != match.end() - 1:
        return None
    left = _CELL_LEFT.search(text[max(0, match.start() - 4) : match.start()])
    right = _CELL_RIGHT.match(text, match.end())
    if left is None or right is None or not (left.lastindex or right.lastindex):
        return None
    value = -found.value
    return (Mention(found.kind, match.start(), match.end(), match.group(), value, value, found.unit),)


PROPORTION = re.compile(
    rf"(?P<n>\d{{1,3}}|(?i:{'|'.join(CARDINALS)}))[ ](?:(?P<of>out[ ]of)|in)(?:[ ]every)?[ ]"
    rf"(?P<d>\d{{1,4}}|{'|'.join(CARDINALS)})(?![\w-]|[.,:/]\d|[ ]?%)"
)


def proportion(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "one in five", "3 out of 4"; "two in 30 days" is none."""
    top, bottom = (
        Decimal(word) if word.isdigit() else Decimal(CARDINALS[word.lower()])
        for word in (match["n"], match["d"])
    )
    if not 0 < top < bottom <= 1000 or (match["of"] is None and top > 1):
        return None
    text, start, end = match.string, match.start(), match.end()
    if read_unit(text, end) is not None:
        return None
    share = top / bottom
    return (
        Mention(
            Kind.NUMBER,
            start,
            end,
            match.group(),
            share,
            share,
            "fraction",
            bound=bound_of(text, start, end, Kind.NUMBER),
        ),
    )
