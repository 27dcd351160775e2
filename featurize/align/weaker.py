# SPDX-License-Identifier: Apache-2.0
"""Bounds and hedges that a value proves without being the same: 8,760 is "more than 8,000" and "just under 9,000"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from enum import StrEnum

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import comparable, readings
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.numbers import read_numeral

from .slots.contenders import is_bound

_REACH = 40  # characters before a value in which the words of its bound stand
_NEARLY = re.compile(
    r"\b(?:nearly|almost|approaching|not[ ]quite|(?:just|a[ ]little)[ ](?:short|shy)[ ]of)[ ](?:an?[ ]|the[ ])?\W?$",
    re.IGNORECASE,
)
_TENTH = Decimal("0.1")
_TO_NEXT_PART = Decimal("1.3")  # from a half to not quite two thirds, from a quarter to a third
_SAME_SIZE = 2


class BoundSide(StrEnum):
    """Where a bound says that the value lies."""

    ABOVE = "above"
    BELOW = "below"


def side_of(document: Document, mention: Mention) -> BoundSide | None:
    """Where the true value lies by an answer's bound; "nearly 32" says below.

    "At least" and "at most" set a rule, of which no other value says anything.
    """
    if mention.bound is Bound.MORE_THAN:
        return BoundSide.ABOVE
    if mention.bound is Bound.LESS_THAN:
        return BoundSide.BELOW
    start = max(0, mention.start - _REACH)
    is_near = mention.bound is Bound.ABOUT and _NEARLY.search(document.text, start, mention.start)
    return BoundSide.BELOW if is_near else None


def leaves_room(side: BoundSide, mention: Mention, stated: Mention) -> bool:
    """Does a bound hold for a value of about its size, so that it is no rival: $60 of "more than $50"?"""
    if is_bound(stated) or not comparable(mention, stated):
        return False
    return any(_holds(side, ours, theirs) for ours, theirs in _pairs(side, mention, stated))


def implied(document: Document, mention: Mention, stated: Mention) -> bool:
    """Is a bound what an author makes of a stated value: "more than 8,000", "nearly 9,000" of 8,760?

    A bare bound must be the value cut off at its own last digit, "nearly" close to it.
    """
    side = side_of(document, mention)
    if side is None or stated.low != stated.high or not _is_like(mention, stated):
        return False
    if not leaves_room(side, mention, stated):
        return False
    is_near = mention.bound is Bound.ABOUT
    return any(
        abs(ours - theirs) <= abs(ours) * _TENTH if is_near else _is_cut(side, mention, ours, theirs)
        for ours, theirs in _pairs(side, mention, stated)
    )


def _is_like(mention: Mention, stated: Mention) -> bool:
    """Of one kind and currency, or a part and a percentage: the bare 2,750 of a table is not above "EUR 2,500"."""
    if mention.kind is not stated.kind:
        return mention.unit == "fraction" and stated.kind is Kind.PERCENT
    return mention.kind is not Kind.MONEY or mention.unit == stated.unit


def _pairs(side: BoundSide, mention: Mention, stated: Mention) -> Iterator[tuple[Decimal, Decimal]]:
    """A single bounded value beside the end of the stated one that comes nearest to breaking the bound."""
    if mention.low == mention.high:
        for ours, theirs in readings(mention, stated):
            yield ours[0], theirs[0] if side is BoundSide.ABOVE else theirs[1]


def _holds(side: BoundSide, bound: Decimal, value: Decimal) -> bool:
    if bound <= 0 or value <= 0:
        return False
    if side is BoundSide.ABOVE:
        return bound < value <= _SAME_SIZE * bound
    return bound / _SAME_SIZE <= value < bound


def _is_cut(side: BoundSide, mention: Mention, bound: Decimal, value: Decimal) -> bool:
    """Is the bound the value cut off at a step of its own last digit, or of five of them: 8,500 of 8,760?"""
    if mention.unit == "fraction":
        return side is BoundSide.ABOVE and value <= bound * _TO_NEXT_PART
    numeral = read_numeral(mention.text, 0)
    printed = numeral.value if numeral else bound if mention.kind is Kind.MONEY else Decimal(1)
    if not printed:
        return False
    value = value * printed / bound
    exponent = printed.normalize().as_tuple().exponent
    step = Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)
    rounding = ROUND_FLOOR if side is BoundSide.ABOVE else ROUND_CEILING
    return any((value / s).quantize(Decimal(1), rounding) * s == printed for s in (step, 5 * step))
