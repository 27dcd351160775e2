# SPDX-License-Identifier: Apache-2.0
"""Two values of an answer's sentence exchanged: each stands in the words that the evidence has around the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.agree import agree, same_type

from .counted import is_small_count
from .rivals import Contest
from .slots import EvidenceValues, Located

_MOST_VALUES = 8  # of one sentence
_MOST_PLACES = 4  # of one value
# By how much the exchanged places must fit better, of both values together.
_CLEARLY = 0.35


def exchanged(contests: Sequence[Contest]) -> dict[int, Located]:
    """For each value in the place of another of its sentence, by its start: what the evidence has in its own place."""
    found: dict[int, Located] = {}
    for _, group in groupby(contests, lambda contest: contest.answer.sentence_at(contest.mention.start)):
        for one, other in combinations(tuple(group)[:_MOST_VALUES], 2):
            if _are_like(one.mention, other.mention):
                found |= _swapped(one, other)
    return found


def _are_like(one: Mention, other: Mention) -> bool:
    points = all(m.low is not None and m.low == m.high and not is_small_count(m) for m in (one, other))
    return points and one.low != other.low and same_type(one, other)


def _swapped(one: Contest, other: Contest) -> dict[int, Located]:
    """Both, if the evidence has them side by side and fits them clearly better the other way round."""
    evidence = one.evidence
    ones, others = (list(_agreeing(contest.mention, evidence)) for contest in (one, other))
    kept = _best(one, ones) + _best(other, others)
    pairs = product(_nearest(one, others), _nearest(other, ones))
    better = [
        (ours + theirs - kept, {one.mention.start: place, other.mention.start: second})
        for (place, ours), (second, theirs) in pairs
        if _are_beside(place, second, evidence)
    ]
    gain, places = max(better, key=lambda pair: pair[0], default=(0.0, {}))
    return places if gain >= _CLEARLY else {}


def _agreeing(mention: Mention, evidence: EvidenceValues) -> Iterator[Located]:
    for located in evidence.like(mention):
        if agree(mention, located[0].mention):
            yield from located


def _nearest(contest: Contest, places: Sequence[Located]) -> list[tuple[Located, float]]:
    fitted = contest.evidence.fitted(contest.wanted, places, _MOST_PLACES)
    return [(place, contest.fit(place).strength) for place in fitted]


def _best(contest: Contest, places: Sequence[Located]) -> float:
    return max((strength for _, strength in _nearest(contest, places)), default=0.0)


def _are_beside(one: Located, other: Located, evidence: EvidenceValues) -> bool:
    """In one sentence, or in cells of one text."""
    if one.passage != other.passage:
        return False
    if one.sentence == other.sentence:
        return True
    return evidence.is_cell(one) and evidence.is_cell(other)
