# SPDX-License-Identifier: Apache-2.0
"""The other one of two days: the first of a term told as its last, a day that only says which thing is meant."""

from __future__ import annotations

import re

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.calendar_keys import covers

_REACH = 80  # characters before a value
_DATED = frozenset({Kind.DATE, Kind.PERIOD})
_UNTIL = re.compile(r"\b(?:until|till|by|no later than)\s(?:the\s)?$", re.IGNORECASE)
_OF_DATE = re.compile(r"\b[a-z]{3,20}\s(?:of|dated)\s$", re.IGNORECASE)
_HAPPENED = re.compile(r"\s(?:was|were|is|are|has|have|had|will)\s", re.IGNORECASE)


def ends_at_start(answer: Document, mention: Mention, stated: Mention) -> bool:
    """Whether the day on which something begins is told as its last: "until 1 September" of "1 to 30 September"."""
    first, _, last = stated.key.partition("/")
    if mention.kind is not Kind.DATE or not last or covers(mention.key, last) or "/" in mention.key:
        return False
    told = covers(mention.key, first) and _UNTIL.search(
        answer.text, max(0, mention.start - _REACH), mention.start
    )
    return bool(told)


def only_identifies(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether a date says which thing is meant, and the answer's what happened: "the bill of 1 May was paid on"."""
    if stated.kind not in _DATED or _OF_DATE.search(
        answer.text, max(0, mention.start - _REACH), mention.start
    ):
        return False
    before = _OF_DATE.search(evidence.text, max(0, stated.start - _REACH), stated.start)
    return before is not None and _HAPPENED.match(evidence.text, stated.end) is not None
