# SPDX-License-Identifier: Apache-2.0
"""The noun that a number counts, and its singular."""

from __future__ import annotations

import re
from decimal import Decimal

from .lexicon import IRREGULAR_PLURALS, NOT_PLURAL
from .ordinary import FUNCTION

_NOUN = re.compile(r"\*{0,2}(?:[ \u00a0]|-)([A-Za-z]{2,20})(?![A-Za-z'’])(?:[ ]([a-z]{3,20})(?![a-z]))?")


def counted_noun(text: str, at: int, value: Decimal) -> str:
    """The singular of the noun that a number counts, "" when no plausible one follows.

    >>> counted_noun("12 new branches", 2, Decimal(12)), counted_noun("5 is", 1, Decimal(5))
    ('branch', '')
    """
    match = _NOUN.match(text, at)
    if match is None:
        return ""
    first, second = match.group(1), match.group(2)
    lower = first.lower()
    if lower in FUNCTION:
        return ""
    if value == 1 or text[match.start(1) - 1] == "-":
        return singular(lower) if first.islower() else ""
    if is_plural(lower):
        return singular(lower)
    if second and second not in FUNCTION and is_plural(second) and first.islower():
        return singular(second)
    return ""


def is_plural(word: str) -> bool:
    """Whether a lower-case word looks like a plural noun."""
    if word in IRREGULAR_PLURALS:
        return True
    return (
        len(word) > 3
        and word.endswith("s")
        and not word.endswith(("ss", "us", "is", "as", "os"))
        and word not in NOT_PLURAL
    )


def singular(word: str) -> str:
    """The singular of a plural noun, good enough to compare by.

    >>> [singular(word) for word in ("branches", "policies", "boxes", "years", "people", "cases")]
    ['branch', 'policy', 'box', 'year', 'person', 'case']
    """
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if not is_plural(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]
