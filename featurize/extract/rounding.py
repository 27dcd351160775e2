# SPDX-License-Identifier: Apache-2.0
"""When a rounded value states the exact one."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from .mention import Bound, Mention

_HALF, _TENTH, _OF_PARTS, _FIFTIETH = map(Decimal, ("0.5", "0.1", "0.08", "0.02"))


def value_agrees(answer: Mention, value: Decimal, given: Decimal) -> bool:
    """Whether `given` is the answer's value, or the answer says openly that it rounds it.

    It does so by a word ("about 85" for 85.19) or by its form ("$2.1 billion" for $2,098 million); "8,000"
    for 8,234 does neither. A periodic fraction is what the other side shows of it: a third is 33.3%.
    """
    if value == given:
        return True
    if abs(value - given) > abs(given) * _HALF or value.is_signed() != given.is_signed():
        return False
    about = answer.bound is Bound.ABOUT
    if about and (answer.unit == "fraction" or _is_periodic(value)) and _near(value, given, _OF_PARTS):
        return True  # "about half" of 48%
    if _is_periodic(value):
        return _shown(value, given) == given
    if _is_periodic(given) and _shown(given, value) == value:
        return True
    step = _shown_step(value)
    if about:
        return _rounds_to(value, given, max(step, _last_significant(value))) and _near(value, given, _TENTH)
    if step < 10:
        return False
    # A rounding by form ("$2.1 billion") must keep two digits or change almost nothing.
    return _rounds_to(value, given, step) and (
        len(value.as_tuple().digits) > 1 or _near(value, given, _FIFTIETH)
    )


def _is_periodic(value: Decimal) -> bool:
    """A quotient like two thirds fills the decimal context."""
    return len(value.as_tuple().digits) >= 27


def _shown(value: Decimal, like: Decimal) -> Decimal:
    exponent = like.as_tuple().exponent
    if not isinstance(exponent, int) or len(like.as_tuple().digits) < 2 or value.adjusted() - exponent > 20:
        return value
    return value.quantize(Decimal(1).scaleb(exponent), ROUND_HALF_UP)


def _shown_step(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)


def _last_significant(value: Decimal) -> Decimal:
    """The place of the last digit that is not zero: 1000 for 8,000."""
    if value != value.to_integral_value():
        return _shown_step(value)
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)


def _rounds_to(value: Decimal, given: Decimal, step: Decimal) -> bool:
    return (given / step).quantize(Decimal(1), ROUND_HALF_UP) * step == value


def _near(value: Decimal, given: Decimal, share: Decimal) -> bool:
    return abs(value - given) <= abs(given) * share
