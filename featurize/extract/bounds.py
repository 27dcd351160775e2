# SPDX-License-Identifier: Apache-2.0
"""The words around a value that qualify it: "at least 3", "up to $50", "5 or more"."""

from __future__ import annotations

import re
from functools import lru_cache

from .lexicon import BOUND_ENDS, BOUNDS
from .mention import Bound, Kind

_AFTER = re.compile(
    r"\+(?!\w)|[ ](?:or[ ](?:(more|above|over|older|longer|higher|greater|later|better)|"
    r"(less|fewer|below|under|younger|lower|shorter|earlier)|so\b)|and[ ](above|over|up|older|more|higher|greater)|"
    r"(?:at[ ](least)|at[ ](most))(?![ ]\d)|(minimum|min\.?)(?=[.,;)|\n]|$)|(maximum|max\.?)(?=[.,;)|\n]|$))"
)
_AFTER_BOUNDS = (
    Bound.AT_LEAST, Bound.AT_MOST, Bound.AT_LEAST, Bound.AT_LEAST,
    Bound.AT_MOST, Bound.AT_LEAST, Bound.AT_MOST,
)  # fmt: skip
_OPENING = str.maketrans(dict.fromkeys('*(["“`', " "))  # what may stand right before the words of a bound
_FOLLOWERS = frozenset((" o", " a", " m"))
_ENDS_OR_ARTICLES = BOUND_ENDS | {"a", "an", "the", "~", "≈"}
# "a minimum balance of $500"
_NOUN_OF_BOUND = {
    "minimum": Bound.AT_LEAST, "min": Bound.AT_LEAST, "maximum": Bound.AT_MOST, "max": Bound.AT_MOST,
}  # fmt: skip
_TURNED = {Bound.MORE_THAN: Bound.AT_MOST, Bound.LESS_THAN: Bound.AT_LEAST}  # under "do not take"
_NEGATED = 2  # words that may stand between the "not" and the bound, and the "not"
# "spread over 12 months" is a term, "lasted over 12 months" a bound.
_OVER_BOUND_BEFORE = frozenset(
    "for of just well is was are were takes took lasts lasted waited anything".split()
)
# "No later than 48 hours before departure" is at least as long before it; "up to 48 hours before" may be either.
_BEFOREHAND = {
    "later than": Bound.AT_LEAST, "earlier than": Bound.AT_MOST, "sooner than": Bound.AT_MOST, "up to": Bound.EXACT,
}  # fmt: skip
_AHEAD = re.compile(r"(?:[ ]\([^()\n]{1,30}\))?[ ](?:before|prior|ahead|beforehand|in[ ]advance|earlier)\b")
_REACH = 60  # characters before a value
_ALONE = frozenset(phrase for phrase in BOUNDS if " " not in phrase)
_LAST_PAIRS = frozenset(tuple(phrase.split()[-2:]) for phrase in BOUNDS if " " in phrase)


def bound_of(text: str, start: int, end: int, kind: Kind) -> Bound:
    """The bound that the words before and after the span state.

    >>> bound_of("costs no more than $5", 19, 21, Kind.MONEY).value
    'at_most'
    """
    before = _before(text[max(0, start - _REACH) : start], kind) if _may_bound(text, start) else Bound.EXACT
    if before is not Bound.EXACT and kind is Kind.DURATION and _AHEAD.match(text, end):
        return _BEFOREHAND.get(" ".join(text[max(0, start - _REACH) : start].lower().split()[-2:]), before)
    if before is not Bound.EXACT or (text[end : end + 2] not in _FOLLOWERS and text[end : end + 1] != "+"):
        return before
    match = _AFTER.match(text, end)
    if match is None:
        return before
    if match.lastindex is None:
        return Bound.AT_LEAST if match.group() == "+" else Bound.ABOUT
    return _AFTER_BOUNDS[match.lastindex - 1]


def _is_negator(word: str) -> bool:
    return word in ("not", "never", "cannot") or word.endswith(("n't", "n’t"))


def _may_bound(text: str, start: int) -> bool:
    """A cheap look at the last word, which ends the matter for most values."""
    if start == 0:
        return False
    if text[start - 1] != " ":
        return text[start - 1] in "~≈≥≤<>=*("
    left = text[start - 16 if start > 16 else 0 : start - 1].rsplit(None, 1)
    return bool(left) and _may_end_bound(left[-1])


@lru_cache(maxsize=20_000)
def _may_end_bound(word: str) -> bool:
    return word.lower().lstrip("([|*") in _ENDS_OR_ARTICLES


def _before(left: str, kind: Kind) -> Bound:
    if left[-1] in "~≈≥≤<>=":
        left = left[:-2] + " " + left[-2:] if left[-2:] in (">=", "<=") else left[:-1] + " " + left[-1]
    words = left.lower().translate(_OPENING).split()
    if words and words[-1] in ("a", "an", "the"):
        words.pop()
    if not words or words[-1] not in BOUND_ENDS:
        return Bound.EXACT
    if words[-1] == "of" and len(words) > 2 and words[-3] in _NOUN_OF_BOUND:
        return _NOUN_OF_BOUND[words[-3]]
    if words[-1] not in _ALONE and tuple(words[-2:]) not in _LAST_PAIRS:
        return Bound.EXACT  # "the fee is"
    for size in (4, 3, 2, 1):
        bound = BOUNDS.get(" ".join(words[-size:])) if size <= len(words) else None
        if bound in _TURNED and any(map(_is_negator, words[-size - _NEGATED : -size])):
            return _TURNED[bound]
        if bound is not None:
            if words[-1] == "over" and size == 1 and kind is Kind.DURATION:
                return bound if len(words) > 1 and words[-2] in _OVER_BOUND_BEFORE else Bound.EXACT
            return bound
    return Bound.EXACT
