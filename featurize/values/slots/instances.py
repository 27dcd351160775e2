# SPDX-License-Identifier: Apache-2.0
"""Whether a value is that of a case to which a rule is applied, or that of the rule: "a deposit of $700 is enough".

A case has a value of its own, which need not be stated anywhere; the value of a rule is often a limit or a condition.
"""

from __future__ import annotations

import re

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention

_BEFORE = 60  # characters before a value that may say what it is of
_BEHIND = 30
_FEW = r"(?:[^\W\d_][\w'’-]*\s){0,3}?"
_OF = (
    r"(?:of|with|at|over|in|under|aged|worth|after|from|by|who|that|which|for|on|costing|lasting|bought|made|held"
    r"|spending|using)\s"
)
# "A customer with two trades and", "someone who is", "to a child of", "a "; not "it has a warranty of".
_SOME_ONE = re.compile(
    rf"(?:\A|[,;:(]\s?|\b(?:to|for|on|by|if|when|where|that|and|or|as|than)\s)"
    rf"(?:an?|any|some(?:one|body)|any(?:one|body))\s(?:{_FEW}{_OF}{_FEW}(?:(?:and|or)\s{_FEW})?)?$",
    re.IGNORECASE,
)
# "Two weeks before", "30 minutes after", "six years ago".
_FROM_AN_EVENT = re.compile(
    r"\s(?:before|after|ago|later|earlier|into|prior\sto|from\snow|in\sadvance)\b", re.IGNORECASE
)
_AFTER = re.compile(r"\b(?:after|at)\s$", re.IGNORECASE)
_LIMIT_BEFORE = re.compile(
    r"\b(?:minimum|maximum|min|max|limit\w*|cap(?:ped)?|ceiling|threshold|floor|up\sto|at\s(?:least|most)"
    r"|(?:more|less|fewer)\sthan|over|above|under|below|within|after|before|until|from|between|beyond|exceed\w*|needs?"
    r"|requires?|required|deductible|excess|allowance)\b[^.;\n]{0,24}$",
    re.IGNORECASE,
)
_LIMIT_BEHIND = re.compile(
    r"[^.;\n]{0,18}\b(?:or\s(?:more|less|fewer|above|below|over|under|older|younger|later|earlier)|at\s(?:least|most)"
    r"|limit|minimum|maximum|before|after)\b",
    re.IGNORECASE,
)
_VALUE_ASKED = re.compile(
    r"\b(?:how (?:many|much|long|often|far|old|big|large|high|fast|soon|late|early)|what(?:['’]s| is| are| was| were)"
    r"|when|which)\b",
    re.IGNORECASE,
)


def asks_for_value(question: Document) -> bool:
    """Does a question ask for a value, so that it is the rule's that is told: "how long do I have to file"?"""
    return _VALUE_ASKED.search(question.text) is not None


def is_example(document: Document, mention: Mention) -> bool:
    """Is it said of some one thing of many: "a tour with eight guests", "a 35-year-old van"?"""
    return _SOME_ONE.search(_before(document, mention)) is not None


def is_point_in_time(document: Document, mention: Mention) -> bool:
    """Is it how long before or after something: "two weeks before departure", "after half a year"?"""
    if mention.kind is not Kind.DURATION:
        return False
    behind = _FROM_AN_EVENT.match(document.text, mention.end)
    return behind is not None or _AFTER.search(_before(document, mention)) is not None


def is_limit(document: Document, mention: Mention) -> bool:
    """Do the words beside it make it a limit or a condition: "within 14 months", "deposits from $500"?"""
    behind = document.text[mention.end : min(_sentence(document, mention)[1], mention.end + _BEHIND)]
    return (
        _LIMIT_BEFORE.search(_before(document, mention)) is not None
        or _LIMIT_BEHIND.match(behind) is not None
    )


def _before(document: Document, mention: Mention) -> str:
    first, _ = _sentence(document, mention)
    return document.text[max(first, mention.start - _BEFORE) : mention.start]


def _sentence(document: Document, mention: Mention) -> tuple[int, int]:
    index = document.sentence_at(mention.start)
    if index is None:
        return mention.start, mention.end
    unit = document.sentences[index].unit
    return unit.start, unit.end
