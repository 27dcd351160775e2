# SPDX-License-Identifier: Apache-2.0
"""What two values must have in common before one can speak against the other, whatever words stand around them."""

from __future__ import annotations

import re

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree
from faithstill.featurize.extract.calendar_keys import consistent

from .counted import is_small_count

_YEARS = re.compile(r"1[0-9]\d\d(?:[-–]1[0-9]\d\d)?|20\d\d(?:[-–]20\d\d)?")
_POINTS = frozenset({Bound.EXACT, Bound.ABOUT})
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY, Kind.PERCENT, Kind.NUMBER})


def is_within(value: Mention, limit: Mention) -> bool:
    """Does a limit leave room for a value: $12,000 for "above $10,000"?"""
    if is_bound(value) or value.low is None or value.high is None:
        return False
    if limit.bound in LOWER and limit.low is not None:
        return value.low > limit.low
    return limit.bound in UPPER and limit.high is not None and value.high < limit.high


def is_bound(mention: Mention) -> bool:
    """ "At least 90%", "up to 5": no value itself."""
    return mention.bound not in _POINTS


def may_be_year(mention: Mention) -> bool:
    """A bare number that may name a year or a span of years."""
    if mention.kind is not Kind.NUMBER or mention.text[0] not in "12":
        return False
    return _YEARS.fullmatch(mention.text) is not None


def is_of_other_size(first: Mention, second: Mention, times: int) -> bool:
    """Is one more than so many times the other?"""
    if not first.low or not second.low:
        return False
    a, b = abs(first.low), abs(second.low)
    return a > times * b or b > times * a


def differs(first: Mention, second: Mention) -> bool:
    """Not where one leaves open what the other states: 7 May and May, 3 and 2 to 3; nor a count and an amount."""
    if leaves_open(first, second):
        return False
    if first.key and second.key:
        return True
    return is_wide(first) == is_wide(second) and is_small_count(first) == is_small_count(second)


def leaves_open(first: Mention, second: Mention) -> bool:
    """Are these calendar days or times of which one may be the other?"""
    if not first.key or not second.key:
        return False
    if Kind.TIME in (first.kind, second.kind):
        return not set(first.key.split("|")).isdisjoint(second.key.split("|"))
    return consistent(first.key, second.key)


def states(other: Mention, rival: Mention) -> bool:
    """Does another value of the answer state a rival, in figures alone too, or name it as an end of a range?"""
    if agree(other, rival):
        return True
    if other.kind is Kind.NUMBER and not other.unit and rival.kind in _UNITED:
        # "18 months instead of 12", "16.3 against 15.4 million"
        return other.text == rival.text.split(maxsplit=1)[0]
    return is_wide(other) and rival.low is not None and rival.low in (other.low, other.high)


def is_wide(mention: Mention) -> bool:
    """A range, not one value."""
    return mention.low != mention.high
