# SPDX-License-Identifier: Apache-2.0
"""The other one of two: what a move came from and what it led to, the least and the most, the date of a thing and that
of what happened to it.
"""

from __future__ import annotations

import re

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention

from .comparisons.directions import FALLS, RISES, direction
from .comparisons.from_to import moves

_FROM = re.compile(
    rf"\b(?:(?P<up>{'|'.join(RISES.split())})|(?P<down>{'|'.join(FALLS.split())}))\s(?:back\s)?"
    r"from\s(?:(?:about|around|just|nearly|almost|over|a|an|its|the)\s){0,2}\W?$",
    re.IGNORECASE,
)
_LINK = re.compile(r"\b(?:to|from)\s(?:\w+\s){0,2}\W?$", re.IGNORECASE)
_ONWARD = re.compile(r"(?:,|\b(?:and|then))\s[^.;]{0,60}?\bto\s\W?\d")  # where a move leads, the next begins
# Only a copula may stand between the noun and its value: "the maximum rate is earned with $100" bounds no $100.
_OF_BOUND = re.compile(
    r"\b(?:(?P<least>minimum|min\.?|lowest|smallest)|(?P<most>maximum|max\.?|highest|largest))[\s_]"
    r"(?:(?!minimum|maximum|lowest|highest)[\w'’-]+\s){0,3}?"
    r"(?:(?:is|was|are|were|of)\s(?:an?\s|the\s)?(?:set\sat\s|only\s|just\s)?|[|:=;\"'\s]{1,5})\W?$",
    re.IGNORECASE,
)
_DATED = frozenset({Kind.DATE, Kind.PERIOD})
_OF_DATE = re.compile(r"\b[a-z]{3,20}\s(?:of|dated)\s$", re.IGNORECASE)
_HAPPENED = re.compile(r"\s(?:was|were|is|are|has|have|had|will)\s", re.IGNORECASE)
_REACH = 80


def swaps_ends(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the value is the other end of the same move: "fell to 6.1%" of "fell from 6.1% to 4.3%"."""
    if not _LINK.search(answer.text, max(0, mention.start - _REACH), mention.start):
        return False  # a cheap look, which ends the matter for most values
    sign, link = _end(answer, mention)
    index = evidence.sentence_at(stated.start)
    if not link or index is None:
        return False
    unit = evidence.sentences[index].unit
    values = [m for m in evidence.mentions if unit.start <= m.start < unit.end]
    for move in moves(evidence.text[unit.start : unit.end], unit.start, values):
        wrong, right = (move.earlier, move.later) if link == "to" else (move.later, move.earlier)
        if link == "from" and _ONWARD.search(evidence.text, wrong.end, unit.end):
            continue
        if move.sign == sign and wrong.start == stated.start and wrong.low != right.low:
            return True
    return False


def _end(answer: Document, mention: Mention) -> tuple[int, str]:
    """Which end of a rise (1) or a fall (-1) the answer tells."""
    sign, link = direction(answer, mention)
    if sign:
        return sign, link if link == "to" else ""
    found = _FROM.search(answer.text, max(0, mention.start - _REACH), mention.start)
    return ((1 if found["up"] else -1), "from") if found else (0, "")


def only_identifies(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether a date says which thing is meant, and the answer's what happened: "the bill of 1 May was paid on"."""
    if stated.kind not in _DATED or _OF_DATE.search(
        answer.text, max(0, mention.start - _REACH), mention.start
    ):
        return False
    before = _OF_DATE.search(evidence.text, max(0, stated.start - _REACH), stated.start)
    return before is not None and _HAPPENED.match(evidence.text, stated.end) is not None


def swaps_bounds(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the evidence names as the minimum what the answer names as the maximum, or the other way round."""
    ours = bound_named(answer, mention)
    return bool(ours) and {ours, bound_named(evidence, stated)} == {"least", "most"}


def bound_named(document: Document, mention: Mention) -> str:
    """ "least" for what the words before it call the minimum, "most" for the maximum, "" for neither."""
    index = document.sentence_at(mention.start)
    if index is None:
        return ""
    start = max(document.sentences[index].unit.start, mention.start - _REACH)
    found = _OF_BOUND.search(document.text, start, mention.start)
    return (found.lastgroup or "") if found else ""
