# SPDX-License-Identifier: Apache-2.0
"""Bounds and hedges that a value proves without being the same: 8,760 is "more than 8,000" and "just under 9,000"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from enum import StrEnum

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import comparable, readings
from faithstill.featurize.extract.numbers import read_numeral

from .slots.contenders import is_bound

_REACH = 40  # characters before a value in which the words of its bound stand
_NEARLY = re.compile(
    r"\b(?:nearly|almost|approaching|not[ ]quite|(?:just|a[ ]little)[ ](?:short|shy)[ ]of)[ ](?:an?[ ]|the[ ])?\W?$",
    re.IGNORECASE,
)
_CLOSE = re.compile(
    r"\b(?:just|slightly|marginally|fractionally|narrowly|barely|(?:a[ ])?(?:little|bit|shade|touch|fraction|hair))"
    r"[ ][a-z]+(?:[ ]than)?[ ](?:an?[ ]|the[ ])?\W?$",
    re.IGNORECASE,
)
_HELD = (Bound.ABOUT, Bound.MORE_THAN, Bound.LESS_THAN)  # bounds that other values may prove
# By how much a whole count differs from the one that the other bound names.
_NEXT = {
    (Bound.AT_MOST, Bound.LESS_THAN): -1,
    (Bound.LESS_THAN, Bound.AT_MOST): 1,
    (Bound.AT_LEAST, Bound.MORE_THAN): 1,
    (Bound.MORE_THAN, Bound.AT_LEAST): -1,
}
_NO_COUNTS = frozenset({"fraction", "x", "point"})
_TENTH, _HAIR = Decimal("0.1"), Decimal("0.01")
_TO_NEXT_PART = Decimal("1.3")  # from a half to not quite two thirds, from a quarter to a third
_SAME_SIZE = 2
_NEVER = re.compile(
    r"\b(?:never|not[ ]once)[ ](?:was|were|been|went|rose|fell|dropped|got|came|climbed|sank|dipped|slipped|exceeded|"
    r"topped|surpassed)\b[^.,;:]{0,20}$|\b(?:was|were|has[ ]been|have[ ]been)[ ]never[ ][^.,;:]{0,20}$",
    re.IGNORECASE,
)


class Side(StrEnum):
    """Where a bound says that the value lies."""

    ABOVE = "above"
    BELOW = "below"


_NEVER_LEFT = {Bound.AT_LEAST: Side.ABOVE, Bound.AT_MOST: Side.BELOW}


def side_of(document: Document, mention: Mention) -> Side | None:
    """Where the true value lies by an answer's bound; "nearly 32" says below.

    "At least" and "at most" set a rule, of which no other value says anything.
    """
    if mention.bound is Bound.MORE_THAN:
        return Side.ABOVE
    if mention.bound is Bound.LESS_THAN:
        return Side.BELOW
    return Side.BELOW if mention.bound is Bound.ABOUT and _leads(_NEARLY, document, mention) else None


def _side_never_left(document: Document, mention: Mention) -> Side | None:
    """ "Never fell below 10%" is no rule: it tells of values that all were above."""
    side = _NEVER_LEFT.get(mention.bound)
    return side if side and _leads(_NEVER, document, mention) else None


def told_side(document: Document, mention: Mention) -> Side | None:
    """Where all values lie by a bound of the answer, be it said of one value or of many."""
    return side_of(document, mention) or _side_never_left(document, mention)


def leaves_room(side: Side | None, mention: Mention, stated: Mention) -> bool:
    """Does a bound hold for a value of about its size, so that it is no rival: $60 of "more than $50"?"""
    if side is None or is_bound(stated) or not comparable(mention, stated):
        return False
    return any(_holds(side, ours, theirs) for ours, theirs in _pairs(side, mention, stated))


def implied(document: Document, mention: Mention, stated: Mention) -> bool:
    """Is a bound what an author makes of a stated value: "more than 8,000", "nearly 9,000" of 8,760?

    A bare bound must be the value rounded down or up at its own last digit, "just over" and "nearly" close to it.
    """
    if _bounds_same_count(mention, stated):
        return True
    if mention.bound not in _HELD or stated.low != stated.high or not _is_like(mention, stated):
        return False
    if mention.bound is Bound.ABOUT and comparable(mention, stated) and mention.unit != "fraction":
        pairs = list(_pairs(Side.ABOVE, mention, stated))
        if any(theirs > 0 and _is_rounded(mention, ours, theirs) for ours, theirs in pairs):
            return True
    if not leaves_room(told_side(document, mention), mention, stated):
        return False
    close = _leads(_CLOSE, document, mention)
    side = side_of(document, mention)
    for ours, theirs in _pairs(side, mention, stated):
        if close or mention.bound is Bound.ABOUT:
            if abs(ours - theirs) <= abs(ours) * _TENTH:
                return True
        elif _is_cut(side, mention, ours, theirs):
            return True
    return False


def _bounds_same_count(mention: Mention, stated: Mention) -> bool:
    """ "Up to 9 people" are "fewer than 10 people", and "at least 11" are "more than 10"."""
    step = _NEXT.get((mention.bound, stated.bound))
    if step is None or not mention.kind is stated.kind is Kind.NUMBER:
        return False
    units = {mention.unit, stated.unit}
    if units == {""} or not units.isdisjoint(_NO_COUNTS) or len(units - {""}) > 1:
        return False
    ends = (mention.low, mention.high, stated.low, stated.high)
    if any(end is None or end != int(end) or "." in str(end) for end in ends):
        return False
    return (
        mention.low == mention.high and stated.low == stated.high and mention.low == (stated.low or 0) + step
    )


def _is_like(mention: Mention, stated: Mention) -> bool:
    """Of one kind and currency, or a part and a percentage: the bare 2,750 of a table is not above "EUR 2,500"."""
    if mention.kind is not stated.kind:
        return mention.unit == "fraction" and stated.kind is Kind.PERCENT
    return mention.kind is not Kind.MONEY or mention.unit == stated.unit


def is_overshot(document: Document, mention: Mention, stated: Mention) -> bool:
    """Is "nearly half" said of a value that lies above it, as 54% does?"""
    if mention.bound is not Bound.ABOUT or side_of(document, mention) is None:
        return False
    return all(theirs > ours * (1 + _HAIR) for ours, theirs in _pairs(Side.BELOW, mention, stated))


def _leads(pattern: re.Pattern[str], document: Document, mention: Mention) -> bool:
    return pattern.search(document.text, max(0, mention.start - _REACH), mention.start) is not None


def _pairs(side: Side | None, mention: Mention, stated: Mention) -> Iterator[tuple[Decimal, Decimal]]:
    """A single bounded value beside the end of the stated one that comes nearest to breaking the bound."""
    if mention.low == mention.high:
        for ours, theirs in readings(mention, stated):
            yield ours[0], theirs[0] if side is Side.ABOVE else theirs[1]


def _holds(side: Side, bound: Decimal, value: Decimal) -> bool:
    if bound <= 0 or value <= 0:
        return False
    if side is Side.ABOVE:
        return bound < value <= _SAME_SIZE * bound
    return bound / _SAME_SIZE <= value < bound


def _is_cut(side: Side | None, mention: Mention, bound: Decimal, value: Decimal) -> bool:
    """Is the bound the value cut off at a step of its own last digit, or of five of them: 8,500 of 8,760?"""
    if mention.unit == "fraction":
        return side is Side.ABOVE and value <= bound * _TO_NEXT_PART
    printed = _printed(mention, bound)
    if not printed:
        return False
    value = value * printed / bound
    step = _last_place(printed)
    steps = (Decimal(12),) if "dozen" in mention.text.lower() else (step, 5 * step)
    rounding = ROUND_FLOOR if side is Side.ABOVE else ROUND_CEILING
    return any((value / s).quantize(Decimal(1), rounding) * s == printed for s in steps)


def _is_rounded(mention: Mention, about: Decimal, value: Decimal) -> bool:
    """ "About three hours" are 187 minutes: rounded in the unit that the answer writes."""
    printed = _printed(mention, about)
    if printed <= 0 or about <= 0 or abs(about - value) > value * _TENTH:
        return False
    step = _last_place(printed)
    return (value * printed / about / step).quantize(Decimal(1), ROUND_HALF_UP) * step == printed


def _printed(mention: Mention, value: Decimal) -> Decimal:
    """The figure that a mention writes: 3 of "three hours", 1 of "an hour"."""
    numeral = read_numeral(mention.text, 0)
    if numeral:
        return numeral.value
    return value if mention.kind is Kind.MONEY else Decimal(1)


def _last_place(printed: Decimal) -> Decimal:
    exponent = printed.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)
