# SPDX-License-Identifier: Apache-2.0
"""To which digit a text rounds a value."""

from __future__ import annotations

import re
from decimal import Decimal

from faithstill.featurize.extract import Bound, Kind, Mention

_LITERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")
_COMPOUND = re.compile(r"\d\s?[A-Za-z'′]+,?\s?(?:and\s)?\d")  # "4 h 40 min"
_TIME_STEPS = (Decimal(86400), Decimal(3600), Decimal(60), Decimal(1))  # seconds
_ZERO, _ONE, _HAIR = Decimal(0), Decimal(1), Decimal("1e-6")


def shown_step(target: Mention) -> Decimal:
    """Return the last shown digit of a number: 0.1 million for "$2.1 million", a minute for "4 h 40 min".

    A fraction rounds nothing.
    """
    if target.low and target.unit == "fraction":
        return abs(target.low) * _HAIR
    if target.low and _COMPOUND.search(target.text):
        steps = _TIME_STEPS if target.kind is Kind.DURATION and target.unit == "second" else ()
        return next((step for step in steps if target.low % step == 0), abs(target.low) * _HAIR)
    literal = _LITERAL.search(target.text)
    number = Decimal(literal.group().replace(",", "")) if literal else _ZERO
    if not target.low or not number:
        return abs(target.low) * _HAIR if target.low and target.low != int(target.low) else _ONE
    return abs(target.low / number) * _ONE.scaleb(int(number.as_tuple().exponent))


def hedged(target: Mention) -> Decimal:
    """By how much more than it rounds a value may be off: "approximately 7.7%" by 0.1%."""
    return shown_step(target) if target.bound is Bound.ABOUT else _ZERO


def rounded_step(target: Mention) -> Decimal:
    """Return the last digit that is meant: 1,000 for "roughly 45,000", which is said to be rounded."""
    step = shown_step(target)
    if target.bound is not Bound.ABOUT or not target.low:
        return step
    return max(step, _ONE.scaleb(int(target.low.normalize().as_tuple().exponent)))
