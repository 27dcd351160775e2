# SPDX-License-Identifier: Apache-2.0
"""Two values of an answer's sentence exchanged: each stands in the words that the evidence has around the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby, product

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree, same_type
from faithstill.featurize.extract.document import content_stems

from .counted import is_small_count
from .rivals import Contest
from .slots import EvidenceValues, Located

_MOST_VALUES = 8  # of one sentence
_MOST_PLACES = 4  # of one value
# By how much the exchanged places must fit better, of both values together; less where one is beaten on its own.
_CLEARLY = 0.35
_AT_ALL = 0.05


def exchanged(contests: Sequence[Contest]) -> dict[int, Located]:
    """For each value in the place of another of its sentence, by its start: what the evidence has in its own place."""
    found: dict[int, Located] = {}
    places: dict[int, Sequence[Located]] = {}  # that agree with a value, by its start
    for _, group in groupby(contests, lambda contest: contest.answer.sentence_at(contest.mention.start)):
        movable = (contest for contest in group if _may_be_exchanged(contest.mention))
        values = [contest for contest, times in _counted(movable) if times == 1][:_MOST_VALUES]
        for one, other in combinations(values, 2):
            if _are_like(one.mention, other.mention):
                for contest in (one, other):
                    if contest.mention.start not in places:
                        places[contest.mention.start] = tuple(_agreeing(contest))
                found |= _swapped(one, other, places[one.mention.start], places[other.mention.start])
    return found


def _counted(contests: Iterable[Contest]) -> list[tuple[Contest, int]]:
    """With how often the sentence states the value: of one said twice one may be in its place."""
    found = tuple(contests)
    values = [(contest.mention.kind, contest.mention.low, contest.mention.key) for contest in found]
    return [(contest, values.count(value)) for contest, value in zip(found, values, strict=True)]


def _may_be_exchanged(mention: Mention) -> bool:
    is_point = mention.low is not None and mention.low == mention.high and not is_small_count(mention)
    return is_point or mention.kind is Kind.DATE


def _are_like(one: Mention, other: Mention) -> bool:
    if one.kind is other.kind is Kind.DATE:
        return one.key != other.key
    return one.low != other.low and same_type(one, other)


def _swapped(
    one: Contest, other: Contest, ones: Sequence[Located], others: Sequence[Located]
) -> dict[int, Located]:
    """Both, if the evidence clearly has each in the words that the answer has around the other."""
    figures = content_stems(f"{one.mention.text} {other.mention.text}")  # each is beside the other either way
    one, other = (replace(contest, wanted=contest.wanted.without(figures)) for contest in (one, other))
    kept = _best(one, ones) + _best(other, others)
    found = [
        (ours + theirs - kept, place, second)
        for (place, ours), (second, theirs) in product(_nearest(one, others), _nearest(other, ones))
        if ours + theirs - kept >= _AT_ALL
    ]
    for gain, place, second in sorted(found, key=lambda found: -found[0]):
        named = _naming(one, place, second), _naming(other, second, place)
        told = one.mention.low is not None and min(named) >= 0 and max(named) > 0
        if min(named) > 0 or (
            told and (gain >= _CLEARLY or one.beaten_by(ones, others) or other.beaten_by(others, ones))
        ):
            return {one.mention.start: place, other.mention.start: second}
    return {}


def _naming(contest: Contest, place: Located, instead: Located) -> int:
    """1 where a value's own words name what the one place is of and nothing of the other, -1 the other way round."""
    own = contest.wanted.own
    here, there = _words(contest.evidence, place, instead)
    return int(not own.isdisjoint(here - there)) - int(not own.isdisjoint(there - here))


def _words(
    evidence: EvidenceValues, place: Located, instead: Located
) -> tuple[frozenset[str], frozenset[str]]:
    """What belongs to each of two places, or all of their sentences where these are two."""
    if place.sentence == instead.sentence:
        return evidence.around(place).own, evidence.around(instead).own
    return frozenset(evidence.slot_of(place)), frozenset(evidence.slot_of(instead))


def _agreeing(contest: Contest) -> Iterator[Located]:
    for located in contest.evidence.like(contest.mention):
        if agree(contest.mention, located[0].mention):
            yield from located


def _nearest(contest: Contest, places: Sequence[Located]) -> list[tuple[Located, float]]:
    fitted = contest.evidence.fitted(contest.wanted, places, _MOST_PLACES)
    return [(place, contest.fit(place).strength) for place in fitted]


def _best(contest: Contest, places: Sequence[Located]) -> float:
    return max((strength for _, strength in _nearest(contest, places)), default=0.0)
