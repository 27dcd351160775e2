# SPDX-License-Identifier: Apache-2.0
"""What the answer itself says a value is of, so that no rival of another name or time can be meant."""

from __future__ import annotations

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Bound, Kind, Mention

from .paired import listed
from .reach import Told
from .slots import EvidenceValues, Located
from .surroundings import beside, mentions_in, nearest_stems

_PASSED = (Bound.MORE_THAN, Bound.LESS_THAN)
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})


def is_named_otherwise(told: Told, support: Located, rival: Located, evidence: EvidenceValues) -> bool:
    """Does the answer give the value the name that the support has, and speak nowhere of the rival's?

    "Mars orbits the Sun in 687 days" of "Mercury orbits the Sun in 88 days and Mars in 687".
    """
    names = evidence.naming
    theirs = evidence.around(rival).own
    if theirs & names <= told.groups.keys():
        return False
    own = (told.own & names) - theirs
    return bool(own) and not own.isdisjoint(_labels(support, evidence))


def _labels(located: Located, evidence: EvidenceValues) -> frozenset[str]:
    """The stems that name what a value is of: no other value, of whatever kind, stands nearer to them.

    Of one in a list or a row all that are its own, since these go by their order.
    """
    document, mention = evidence.document(located.passage), located.mention
    index = document.sentence_at(mention.start)
    own = evidence.around(located).own
    if index is None:
        return own
    sentence = document.sentences[index]
    values = [m for m in mentions_in(document, sentence) if beside(m, mention)]
    if sentence.unit.cells or len(listed(document.text, values, mention)) > 1:
        return own
    return own & nearest_stems(document, sentence, mention)


def is_time_of_passed(answer: Document, time: Mention, rival: Located, evidence: EvidenceValues) -> bool:
    """Does a rival time tell when a value was just what the answer tells as passed: "exceeded $5m in 2024"?"""
    if time.kind not in _CALENDAR:
        return False
    ours = answer.sentence_at(time.start)
    document = evidence.document(rival.passage)
    theirs = document.sentence_at(rival.mention.start)
    if ours is None or theirs is None:
        return False
    stated = mentions_in(document, document.sentences[theirs])
    return any(
        one.low == other.low and one.kind is other.kind and other.bound is Bound.EXACT
        for one in mentions_in(answer, answer.sentences[ours])
        if one.bound in _PASSED
        for other in stated
    )
