# SPDX-License-Identifier: Apache-2.0
"""The other one of two days: the first of a term told as its last, the old one of a move as the new one.

Or one that only says which thing is meant.
"""

from __future__ import annotations

import re
from itertools import pairwise

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.calendar_keys import covers

from .ends_of_moves import WAS
from .slots.surroundings import mentions_in

_REACH = 80  # characters before a value
_DATED = frozenset({Kind.DATE, Kind.PERIOD})
_UNTIL = re.compile(
    r"\b(?:until|till|no later than|(?:end|clos|finish|expir|conclud|laps)(?:s|es?|ed)?(?:\son)?)\s(?:the\s)?$",
    re.IGNORECASE,
)
# "It does not open until 1 September", "by then it will have begun".
_STARTS = re.compile(
    r"\b(?:no|not|\w+n['’]t|nothing|cannot|never|wait\w*|by)\b(?! later than)[^.;]*$", re.IGNORECASE
)
_OF_DATE = re.compile(r"\b[a-z]{3,20}\s(?:of|dated)\s$", re.IGNORECASE)
_MOVED_FROM = re.compile(
    r"\b(?:moved|postponed|rescheduled|shifted|changed|delayed|adjourned|extended|deferred|put back|brought forward)\s"
    r"(?:\w+\s){0,4}?from\s(?:the\s)?$",
    re.IGNORECASE,
)
_TO_DAY = re.compile(r",?\sto\s(?:the\s)?", re.IGNORECASE)
_HAPPENED = re.compile(r"\s(?:was|were|is|are|has|have|had|will)\s", re.IGNORECASE)


def ends_at_start(answer: Document, mention: Mention, stated: Mention) -> bool:
    """Whether the day on which something begins is told as its last: "until 1 September" of "1 to 30 September"."""
    first, _, last = stated.key.partition("/")
    if mention.kind is not Kind.DATE or not last or covers(mention.key, last) or "/" in mention.key:
        return False
    before = answer.text[max(0, mention.start - _REACH) : mention.start]
    return covers(mention.key, first) and bool(_UNTIL.search(before)) and not _STARTS.search(before)


def swaps_days(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the day to which something was moved is told as the one from which it was, or the other way round."""
    theirs = _moved_days(evidence, stated) if mention.kind in _DATED else None
    if theirs is None or agree(*theirs):
        return False
    if WAS.search(answer.text, max(0, mention.start - _REACH), mention.start):
        return stated.start == theirs[1].start
    ours = _moved_days(answer, mention)
    return ours is not None and agree(ours[0], theirs[1]) and agree(ours[1], theirs[0])


def _moved_days(document: Document, mention: Mention) -> tuple[Mention, Mention] | None:
    """The two days of the move of which a date is one: "postponed from 3 to 9 May"."""
    index = document.sentence_at(mention.start)
    if index is None:
        return None
    days = [m for m in mentions_in(document, document.sentences[index]) if m.kind in _DATED]
    start = document.sentences[index].unit.start
    for one, other in pairwise(days):
        if mention.start in (one.start, other.start) and _TO_DAY.fullmatch(
            document.text, one.end, other.start
        ):
            return (one, other) if _MOVED_FROM.search(document.text, start, one.start) else None
    return None


def only_identifies(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether a date says which thing is meant, and the answer's what happened: "the bill of 1 May was paid on"."""
    if stated.kind not in _DATED or _OF_DATE.search(
        answer.text, max(0, mention.start - _REACH), mention.start
    ):
        return False
    before = _OF_DATE.search(evidence.text, max(0, stated.start - _REACH), stated.start)
    return before is not None and _HAPPENED.match(evidence.text, stated.end) is not None
