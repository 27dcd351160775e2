# SPDX-License-Identifier: Apache-2.0
"""Least and most: what words call the minimum told as the maximum, or as a bound from the other side."""

from __future__ import annotations

import re

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Bound, Mention

_REACH = 80  # characters before a value
# Only a copula may stand between the noun and its value: "the maximum rate is earned with $100" bounds no $100.
_OF_BOUND = re.compile(
    r"\b(?:(?P<least>minimum|min\.?|lowest|smallest)|(?P<most>maximum|max\.?|highest|largest))[\s_]"
    r"(?:(?:(?!minimum|maximum|lowest|highest)[\w'’-]+\s){0,3}?"
    r"(?:(?:is|was|are|were|of)\s(?:an?\s|the\s)?(?:set\sat\s|only\s|just\s)?|[|:=;\"'\s]{1,5})"
    r"|(?:[a-z]+\s)?[a-z]+(?<!s)(?<!ed)\s)\W?$",
    re.IGNORECASE,
)
_SIDES = {Bound.AT_LEAST: "least", Bound.AT_MOST: "most"}
# "More than 50 are not accepted" is a most.
_REFUSED_SIDES = {Bound.MORE_THAN: "most", Bound.LESS_THAN: "least"}
_REFUSED = re.compile(r"\b(?:not|cannot|can['’]t|never|reject\w*|refus\w+|declin\w+)\b", re.IGNORECASE)


def swaps_bounds(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the evidence names as the minimum what the answer names as the maximum, or the other way round."""
    ours = bound_named(answer, mention)
    return bool(ours) and {ours, bound_named(evidence, stated)} == {"least", "most"}


def bounds_otherwise(answer: Document, mention: Mention, evidence: Document, rival: Mention) -> bool:
    """Whether another value is named as the minimum where the answer's is told to be the most, or the reverse."""
    side = _SIDES.get(mention.bound)
    index = answer.sentence_at(mention.start)
    if mention.bound in _REFUSED_SIDES and index is not None:
        end = answer.sentences[index].unit.end
        side = _REFUSED_SIDES[mention.bound] if _REFUSED.search(answer.text, mention.end, end) else None
    return side is not None and {side, bound_named(evidence, rival)} == {"least", "most"}


def bound_named(document: Document, mention: Mention) -> str:
    """ "least" for what the words before it call the minimum, "most" for the maximum, "" for neither."""
    index = document.sentence_at(mention.start)
    if index is None:
        return ""
    start = max(document.sentences[index].unit.start, mention.start - _REACH)
    found = _OF_BOUND.search(document.text, start, mention.start)
    return (found.lastgroup or "") if found else ""
