# SPDX-License-Identifier: Apache-2.0
"""The words around a value that qualify it: "at least 3", "up to $50", "5 or more"."""

from __future__ import annotations

import re

from .lexicon import BOUND_ENDS, BOUNDS
from .mention import Bound, Kind

_AFTER = re.compile(
    r"\+(?!\w)|[ ](?:or[ ](?:(more|above|over|older|longer|higher|greater|later|better)|"
    r"(less|fewer|below|under|younger|lower|shorter|earlier)|so\b)|and[ ](above|over|up)|"
    r"(?:at[ ](least)|at[ ](most))(?![ ]\d)|(minimum|min\.?)(?=[.,;)|\n]|$)|(maximum|max\.?)(?=[.,;)|\n]|$))"
)
_AFTER_BOUNDS = (
    Bound.AT_LEAST, Bound.AT_MOST, Bound.AT_LEAST, Bound.AT_LEAST,
    Bound.AT_MOST, Bound.AT_LEAST, Bound.AT_MOST,
)  # fmt: skip
_ENDS_OR_ARTICLES = BOUND_ENDS | {"a", "an", "the", "~", "≈"}
# "spread over 12 months" is a term, "lasted over 12 months" a bound.
_OVER_BOUND_BEFORE = frozenset(
    "for of just well is was are were takes took lasts lasted waited anything".split()
)


def bound_of(text: str, start: int, end: int, kind: Kind) -> Bound:
    """The bound that the words before and after the span state.

    >>> bound_of("costs no more than $5", 19, 21, Kind.MONEY).value
    'at_most'
    """
    before = _before(text[max(0, start - 36) : start], kind) if _may_bound(text, start) else Bound.EXACT
    if before is not Bound.EXACT or not _may_follow(text[end : end + 2]):
        return before
    match = _AFTER.match(text, end)
    if match is None:
        return before
    if match.lastindex is None:
        return Bound.AT_LEAST if match.group() == "+" else Bound.ABOUT
    return _AFTER_BOUNDS[match.lastindex - 1]


def _may_bound(text: str, start: int) -> bool:
    """A cheap look at the last word, which ends the matter for most values."""
    if start == 0:
        return False
    if text[start - 1] != " ":
        return text[start - 1] in "~≈≥≤<>=*("
    left = text[max(0, start - 16) : start - 1]
    word = left[max(left.rfind(" "), left.rfind("\n")) + 1 :]
    return word.lower().lstrip("([|*") in _ENDS_OR_ARTICLES


def _may_follow(following: str) -> bool:
    return following[:1] == "+" or following in (" o", " a", " m")


def _before(left: str, kind: Kind) -> Bound:
    if left[-1] in "~≈≥≤<>=":
        left = left[:-2] + " " + left[-2:] if left[-2:] in (">=", "<=") else left[:-1] + " " + left[-1]
    words = left.lower().replace("*", " ").replace("(", " ").replace("[", " ").split()
    if words and words[-1] in ("a", "an", "the"):
        words.pop()
    if not words or words[-1] not in BOUND_ENDS:
        return Bound.EXACT
    for size in (4, 3, 2, 1):
        bound = BOUNDS.get(" ".join(words[-size:])) if size <= len(words) else None
        if bound is not None:
            if words[-1] == "over" and size == 1 and kind is Kind.DURATION:
                return bound if len(words) > 1 and words[-2] in _OVER_BOUND_BEFORE else Bound.EXACT
            return bound
    return Bound.EXACT
