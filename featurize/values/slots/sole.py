# SPDX-License-Identifier: Apache-2.0
"""The only value that evidence and question leave: an answer that gives another is refuted, whatever its wording.

Slots weigh the words around two values, and so say little where an answer tells in words of its own what the evidence
states in others. Where all the evidence holds a single value that could be meant, words need only show that the answer
speaks of what is said there and of nothing else that the evidence tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from faithstill.featurize.asked import asked_kinds
from faithstill.featurize.document import weight
from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.agree import agree, same_type

from .applied import may_apply
from .contenders import differs, is_of_other_size
from .counted import is_small_count
from .instances import is_example
from .qualifiers import rates
from .reach import Group, Told
from .rivals import Contest
from .slots import EvidenceValues, Located
from .surroundings import mentions_in

_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})
_MOST_PLACES = 8  # of the one value
_TIMES_LARGER = 20  # no slip puts one value in the place of one so many times as large
# The least share, by weight, of the words of answer and question that must stand beside the value.
LEAST_SHARE = 0.6
_MOST_OTHERWISE = 0.3  # beside any other value that could be meant
_SURE = 0.8  # beside the one, where there are others
_LEAST_SHARE_ASKED = 0.5  # where the question asks for a value of the kind


def sole_rival(contest: Contest, others: Sequence[Located]) -> Located | None:
    """The place of the one value that could be meant instead, where the answer speaks of it; None for none or two."""
    if is_small_count(contest.mention):
        return None  # "besides two more men" of "three men"
    places = list(islice((place for place in others if _may_be_meant(contest, place)), _MOST_PLACES + 1))
    if not places or len(places) > _MOST_PLACES:
        return None
    told = Told(contest.answer, contest.question, contest.mention, contest.wanted.own)
    shares = [(share_beside(told, contest.evidence, place), -n) for n, place in enumerate(places)]
    share, number = max(shares)
    rival = places[-number]
    is_asked = contest.mention.kind in asked_kinds(contest.question.text)
    if contest.evidence.is_of_table(rival):
        return None  # beside it stand others, in rows and columns that words need not name
    if share < (_LEAST_SHARE_ASKED if is_asked else LEAST_SHARE) or contest.is_claimed(rival, None):
        return None
    if _is_case_of(contest, rival) or _may_follow(contest, rival):
        return None
    if not contest.question.words and may_apply(contest, rival):
        return None
    rest = [share for share, n in shares if not _is_one(rival, places[-n])]
    return rival if max(rest, default=0.0) <= _MOST_OTHERWISE and (share >= _SURE or not rest) else None


def _is_case_of(contest: Contest, rival: Located) -> bool:
    """Is it the value of an example, and not told as the rival is: "a late fee of $35" where that is one of $25?"""
    document = contest.evidence.document(rival.passage)
    return is_example(contest.answer, contest.mention) and not is_example(document, rival.mention)


def _may_be_meant(contest: Contest, place: Located) -> bool:
    mention, other = contest.mention, place.mention
    if not same_type(mention, other) or not differs(mention, other):
        return False
    if any(agree(told, other) for told in contest.question.mentions):
        return False
    if mention.low is not None and other.low is not None and mention.low == -other.low:
        return False  # "minus five cents" of a charge of five
    if (mention.low == 0) is not (other.low == 0) or is_of_other_size(mention, other, _TIMES_LARGER):
        return False
    told = rates(contest.evidence.document(place.passage), other)
    return rates(contest.answer, mention) <= told and contest.candidates.could_refute(place)


def _may_follow(contest: Contest, rival: Located) -> bool:
    """May a day or time follow from the rival: "it ends on 31 July 2024" of "from 1 February 2023 for 18 months"?"""
    if contest.mention.kind not in _CALENDAR:
        return False
    document = contest.evidence.document(rival.passage)
    index = document.sentence_at(rival.mention.start)
    told = () if index is None else mentions_in(document, document.sentences[index])
    return any(mention.kind is Kind.DURATION for mention in told)


def _is_one(first: Located, second: Located) -> bool:
    return agree(first.mention, second.mention) and agree(second.mention, first.mention)


def share_beside(told: Told, evidence: EvidenceValues, place: Located) -> float:
    """What stands beside a place of the words of answer and question, as a share of that and of what it lacks.

    It lacks what the one other sentence holds that says most of it: words that a text has here and there tell nothing.
    What was told before counts where the value's own sentence and the question have no word of the place ("it is $35").
    """
    reach = evidence.reach(place)
    stems = [stem for stem, group in told.groups.items() if group is not Group.BEFORE]
    if reach.keys().isdisjoint(stems):
        stems = list(told.groups)
    got = sum([weight(stem) for stem in stems if stem in reach])
    elsewhere = evidence.most_shared({stem: weight(stem) for stem in stems if stem not in reach})
    return got / (got + elsewhere) if got else 1.0 - min(1.0, elsewhere)
