# SPDX-License-Identifier: Apache-2.0
"""Number words that state no value: "this one", "the Big Four", "a half-price rule"."""

from __future__ import annotations

from .mention import Kind
from .ordinary import FUNCTION, is_ordinary
from .quantities import Amount

_NOT_ONE_BEFORE = frozenset(
    "this that which the each any every no another other last next first new old previous right wrong "
    "same only-one such these those either neither whichever some current".split()
)

_NO_ONE_NOUN = (
    frozenset("shown dates made paid given taken held sold kept left sent set will".split()) | FUNCTION
)


def is_saying(text: str, found: Amount) -> bool:
    """Words that look like a number and state none: "this one", "half-hearted", "one of the"."""
    if not found.words or found.kind is not Kind.NUMBER:
        return False
    following = text[found.end : found.end + 1]
    word = text[found.start : found.end].lower()
    if found.unit == "fraction":
        return _is_no_fraction(text, found, word, following)
    if following == "-" and found.unit in ("way", "sum", "sided", "letter"):
        return True  # "two-way", "zero-sum"
    if word == "one":
        if following == "-" and found.unit in ("time", "off", "way", "stop", "to", "sided", "person", "size"):
            return True
        before = text[max(0, found.start - 14) : found.start].split()
        if (
            not is_ordinary(found.unit)
            or found.unit in _NO_ONE_NOUN
            or found.unit.endswith(("ly", "ed", "ing"))
        ):
            return True
        return bool(before and before[-1].lower() in _NOT_ONE_BEFORE)
    return is_title(text, found.start, found.end)


def is_title(text: str, start: int, end: int) -> bool:
    """A capitalised number word beside another capital is part of a name: "Three Rivers Bank"."""
    if not text[start].isupper():
        return False
    after = text[end : end + 2]
    if len(after) == 2 and after[0] == " " and after[1].isupper():
        return True
    before = text[max(0, start - 16) : start].split()
    return bool(before) and before[-1][0].isupper() and before[-1].isalpha() and text[start - 1] == " "


_FRACTION_FOLLOWERS = FUNCTION | frozenset(
    "of the a an its their your our my his her this that these those as more less".split()
)


_HALF_BEFORE = frozenset("first second latter other last final 1st 2nd".split())  # "the second half"
_HALF_FOLLOWERS = frozenset("year yearly term board day back life time marathon hour way".split())
_PARTS = frozenset(
    ["a third", "a fifth", "a fourth", "a sixth", "a seventh", "a eighth", "an eighth", "a tenth"]
)


def _is_no_fraction(text: str, found: Amount, word: str, following: str) -> bool:
    """ "The second half", "half time", "a quarter ended" and "a third person"."""
    if following == "-":
        return True
    after = text[found.end : found.end + 14].split()
    follower = after[0].lower() if after and following.isspace() else ""
    if word == "half":
        before = text[max(0, found.start - 14) : found.start].split()
        return bool(before and before[-1].lower() in _HALF_BEFORE) or follower in _HALF_FOLLOWERS
    if word == "a quarter":
        return follower != "of" or after[1:2] in (["2024"], ["2025"], ["the-year"])
    return word in _PARTS and bool(follower) and follower not in _FRACTION_FOLLOWERS
