# SPDX-License-Identifier: Apache-2.0
"""The only value that evidence and question leave: an answer that gives another is refuted, whatever its wording.

Slots weigh the words around two values, and so say little where an answer tells in words of its own what the evidence
states in others. Where all the evidence holds a single value that could be meant, words need only show that the answer
speaks of what is said there and of nothing else that the evidence tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.agree import agree, same_type
from faithstill.featurize.extract.document import weight
from faithstill.featurize.extract.mention import asked_kinds

from .contenders import differs, is_of_other_size, rates
from .context import mentions_in
from .counted import is_small_count
from .rivals import Contest
from .slot import Group, ToldWords
from .slots import EvidenceValues, Located

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
    shares = [(share_beside(contest.told, contest.evidence, place), -n) for n, place in enumerate(places)]
    share, number = max(shares)
    rival = places[-number]
    if contest.evidence.is_of_table(rival):
        return None  # beside it stand others, in rows and columns that words need not name
    is_asked = contest.mention.kind in asked_kinds(contest.question.text)
    if share < (_LEAST_SHARE_ASKED if is_asked else LEAST_SHARE):
        return None
    if (
        contest.is_claimed(rival, None)
        or contest.candidates.is_instance_of(rival)
        or _may_follow(contest, rival)
    ):
        return None
    rest = [share for share, n in shares if not _is_one(rival, places[-n])]
    return rival if max(rest, default=0.0) <= _MOST_OTHERWISE and (share >= _SURE or not rest) else None


def _may_be_meant(contest: Contest, place: Located) -> bool:
    mention, other = contest.mention, place.mention
    if not same_type(mention, other) or not differs(mention, other):
        return False
    if any(agree(told, other) for told in contest.question.mentions):
        return False
    if (mention.low == 0) is not (other.low == 0) or is_of_other_size(mention, other, _TIMES_LARGER):
        return False
    told = rates(contest.evidence.document(place.passage), other)
    return rates(contest.answer, mention) <= told and contest.candidates.could_refute(place)


def _may_follow(contest: Contest, rival: Located) -> bool:
    """May a day or time follow from the rival: "it ends on 31 July 2024" of "from 1 February 2023 for 18 months"?"""
    if contest.mention.kind not in _CALENDAR:
        return False
    context = contest.evidence.around(rival)
    told = mentions_in(context.document, context.sentence) if context.sentence else ()
    return any(mention.kind is Kind.DURATION for mention in told)


def _is_one(first: Located, second: Located) -> bool:
    return agree(first.mention, second.mention) and agree(second.mention, first.mention)


def share_beside(told: ToldWords, evidence: EvidenceValues, place: Located) -> float:
    """What stands beside a place of the words of answer and question, as a share of that and of what it lacks.

    It lacks what the one other sentence holds that says most of it: words that a text has here and there tell nothing.
    What was told before counts where the value's own sentence and the question have no word of the place ("it is $35").
    """
    reach = evidence.around(place).reach
    stems = [stem for stem, group in told.groups.items() if group is not Group.BEFORE]
    if reach.keys().isdisjoint(stems):
        stems = list(told.groups)
    got = sum([weight(stem) for stem in stems if stem in reach])
    elsewhere = evidence.most_shared({stem: weight(stem) for stem in stems if stem not in reach})
    return got / (got + elsewhere) if got else 1.0 - min(1.0, elsewhere)
