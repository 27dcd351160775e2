# SPDX-License-Identifier: Apache-2.0
"""Whether an answer that nothing was asked of may apply a rule, so that its value is another than the rule's.

"A crack 0.6 mm wide is too wide" beside "closes cracks up to 0.4 mm" tells of a case; nothing is wrong with 0.6 mm.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention

from .contenders import is_bound
from .instances import is_limit, is_point_in_time
from .slots import Located

if TYPE_CHECKING:
    from .rivals import Contest

# "A parcel of", "Any member", "With a pass": the case is told first.
_OPENS_CASE = re.compile(
    r"\W*(?:An?|Any|Some|Someone|Anybody|Anyone|Whoever|Each|Every|No|With|Without|If|When|After)\b"
)
# What is said of a value that is not the rule's: "cannot", "is still", "too".
_JUDGES = re.compile(
    r"\b(?:cannot|still|too|enough|not|no longer|already|would|could|should|might)\b|n['’]t\b", re.IGNORECASE
)


def may_apply(contest: Contest, rival: Located) -> bool:
    """May the value be that of a case, or be worked out of the rival for one?"""
    mention, stated = contest.mention, rival.mention
    document = contest.evidence.document(rival.passage)
    if is_point_in_time(contest.answer, mention) or _is_multiple(mention, stated):
        return True
    if mention.kind is Kind.TIME and (is_bound(stated) or is_limit(document, stated)):
        return True
    ours, theirs = _sentence(contest.answer, mention), _sentence(document, stated)
    return _JUDGES.search(ours) is not None or bool(_OPENS_CASE.match(ours) and not _OPENS_CASE.match(theirs))


def _is_multiple(mention: Mention, stated: Mention) -> bool:
    """Is one value twice, three times ... the other? Of durations many are, by chance."""
    if mention.kind is Kind.DURATION or not mention.low or not stated.low:
        return False
    ratio = max(mention.low / stated.low, stated.low / mention.low)
    return ratio > 1 and ratio == ratio.to_integral_value()


def _sentence(document: Document, mention: Mention) -> str:
    index = document.sentence_at(mention.start)
    return "" if index is None else document.sentence_texts[index]
