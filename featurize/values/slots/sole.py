# SPDX-License-Identifier: Apache-2.0
"""The only value that evidence and question leave: an answer that gives another is refuted, whatever its wording.

Slots weigh the words around two values, and so say little where an answer tells in words of its own what the evidence
states in others. Where all the evidence holds a single value that could be meant, words need only show that the answer
speaks of what is said there and of nothing else that the evidence tells.
"""

from __future__ import annotations

from collections.abc import Sequence

from faithstill.featurize.asked import asked_kinds
from faithstill.featurize.document import weight
from faithstill.featurize.extract.agree import agree, same_type

from .contenders import differs, is_of_other_size
from .counted import is_small_count
from .instances import is_example
from .reach import Told
from .rivals import Contest
from .slots import EvidenceValues, Located

_MOST_PLACES = 8  # of the one value
_TIMES_LARGER = 20  # no slip puts one value in the place of one so many times as large
# Of the words of answer and question that the evidence holds, by weight, so many stand beside the value at least.
LEAST_SHARE = 0.6
_LEAST_SHARE_ASKED = 0.5  # where the question asks for a value of the kind


def sole_rival(contest: Contest, others: Sequence[Located]) -> Located | None:
    """The place of the one value that could be meant instead, where the answer speaks of it; None for none or two."""
    if is_small_count(contest.mention) or is_example(contest.answer, contest.mention):
        return None  # "besides two more men" of "three men"
    places = _only_value(contest, others)
    if not places or len(places) > _MOST_PLACES or contest.is_claimed(places[0], None):
        return None
    told = Told(contest.answer, contest.question, contest.mention, contest.wanted.own)
    shares = [(share_beside(told, contest.evidence, place), -n) for n, place in enumerate(places)]
    share, number = max(shares)
    is_asked = contest.mention.kind in asked_kinds(contest.question.text)
    return places[-number] if share >= (_LEAST_SHARE_ASKED if is_asked else LEAST_SHARE) else None


def _only_value(contest: Contest, others: Sequence[Located]) -> Sequence[Located]:
    """All places of the single value that may stand for the answer's; none where two differ."""
    found: list[Located] = []
    for place in others:
        if not _may_be_meant(contest, place):
            continue
        if found and not _is_one(found[0], place):
            return ()
        found.append(place)
    return found


def _may_be_meant(contest: Contest, place: Located) -> bool:
    mention, other = contest.mention, place.mention
    if not same_type(mention, other) or not differs(mention, other):
        return False
    if any(agree(told, other) for told in contest.question.mentions):
        return False
    return not is_of_other_size(mention, other, _TIMES_LARGER) and contest.candidates.could_refute(place)


def _is_one(first: Located, second: Located) -> bool:
    return agree(first.mention, second.mention) and agree(second.mention, first.mention)


def share_beside(told: Told, evidence: EvidenceValues, place: Located) -> float:
    """Of the words of the answer and the question that the evidence holds, the share that stands beside a place."""
    reach = evidence.reach(place)
    got = sum([weight(stem) for stem in told.groups if stem in reach])
    elsewhere = sum([weight(stem) for stem in told.groups if stem not in reach and stem in evidence.stems])
    return got / (got + elsewhere) if got else 1.0 - min(1.0, elsewhere)
