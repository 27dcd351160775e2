# SPDX-License-Identifier: Apache-2.0
"""Ordinals, "the third instalment", and number words that state no value: "this one", "the Big Four"."""

from __future__ import annotations

import re
from decimal import Decimal

from .lexicon import CARDINALS, FUNCTION, counted_noun, is_ordinary
from .mention import Kind, Mention
from .numbers import read_numeral
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
_OF_YEAR = re.compile(r"(?:19|20)\d\d\b")  # "a quarter of 2024"
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
        return follower != "of" or (len(after) > 1 and _OF_YEAR.match(after[1]) is not None)
    return word in _PARTS and bool(follower) and follower not in _FRACTION_FOLLOWERS


DIGIT_ORDINAL = re.compile(r"(?P<n>\d{1,5})(?:st|nd|rd|th)(?![\w])")

_ORDINAL_BEFORE = frozenset(
    "the its our your their his her my a an each every this that on from since until by in after "
    "before to of only and no any at for".split()
)

_RANKED = re.compile(r"-(?:\w+est|most)\b")  # "the third-largest bank"
_ALSO_ADVERBS = ("first", "second", "third", "fourth", "fifth")
_NO_ORDINAL_AFTER = frozenset(
    "party parties hand aid class name thought thoughts opinion nature rate time place person "
    "world line place of all come served things and or half quarter".split()
)


def digit_ordinal(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "3rd", "15th"."""
    value = Decimal(match["n"])
    return (Mention(Kind.ORDINAL, match.start(), match.end(), match.group(), value, value),)


def word_ordinal(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "the third instalment"; not "per second", "third party", "first, ..."."""
    text, start = match.string, match.start()
    read = read_ordinal(text, start)
    if read is None:
        return None
    value, end = read
    word = text[start:end]
    before = text[max(0, start - 14) : start].split()
    last = before[-1].lower() if before and text[start - 1].isspace() else ""
    after = text[end : end + 14].split()
    follower = after[0].strip(".,;:)*").lower() if after and text[end : end + 1].isspace() else ""
    lower = word.lower()
    ranked = _RANKED.match(text, end) is not None
    if (text[end : end + 1] == "-" and not ranked) or (
        follower in _NO_ORDINAL_AFTER and lower in ("first", "second", "third")
    ):
        return None
    if follower in CARDINALS or follower[:1].isdigit() or follower.startswith(("$", "£", "€")):
        return None
    if lower in _ALSO_ADVERBS and not ranked and (not follower or follower in FUNCTION or last == "per"):
        return None  # "first, pay", "5 per second", "the second has none"
    if lower == "first" and (last not in _ORDINAL_BEFORE or last in ("at", "and", "by")):
        return None
    if is_title(text, start, end):
        return None
    noun = counted_noun(text, end, Decimal(1))
    return (Mention(Kind.ORDINAL, start, end, word, value, value, noun),)


def read_ordinal(text: str, at: int) -> tuple[Decimal, int] | None:
    """Value and end of an ordinal in words.

    >>> read_ordinal("twenty-first", 0)
    (Decimal('21'), 12)
    """
    numeral = read_numeral(text, at)
    return (numeral.value, numeral.end) if numeral is not None and numeral.ordinal else None
