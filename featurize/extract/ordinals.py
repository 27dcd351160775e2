# SPDX-License-Identifier: Apache-2.0
"""Ordinals: "the third instalment", "the 15th"."""

from __future__ import annotations

import re
from decimal import Decimal

from .lexicon import CARDINALS
from .mention import Kind, Mention
from .nouns import counted_noun
from .numbers import read_numeral
from .ordinary import FUNCTION
from .sayings import is_title

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
