# SPDX-License-Identifier: Apache-2.0
"""Whose slot an answer's value stands in: that of the evidence value that agrees, or clearly that of another.

A value's slot is known by the words around it, each with its weight, and by the words that run along verbatim on
both sides of it. Whether a rival has the better claim to a value than the place that agrees is weighed from many
signs (signs.py). Which values could be meant at all is said in candidates.py; whether a value that no place agrees with
stands in a rival's, in refuting.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.same_name import NAMES

from .bands import company, fits_band, points_told
from .candidates import Candidates
from .contenders import is_bound, is_figure_of, is_wide, states, states_none, written
from .counted import is_small_count
from .named import named_instead
from .own_names import is_meant
from .reach import Told
from .signs import Facts, Place, is_ahead, signs
from .slot import Slot, asked_slot
from .slots import EvidenceValues, Located
from .surroundings import neighbours
from .weights import RIVALS_FILE, shipped_weights

_MOST = 4
_BEHIND = 0.25  # in fit: a rival that fits worse is no rival
_RUN_SHARE = 0.02
_OTHERS = 0.5  # what a word counts that belongs to another value of the sentence
_SAME_WORDS = 26.0  # that leave no doubt even where a formula gives the value


@dataclass(frozen=True, slots=True)
class _Fit:
    located: Located
    slot: float
    run: float

    @property
    def strength(self) -> float:
        return self.slot + _RUN_SHARE * self.run


def _by_strength(fit: _Fit) -> tuple[float, str]:
    """Of equals the same whatever the order of passages."""
    return fit.strength, fit.located.mention.text


@dataclass(frozen=True)
class Contest:
    """One value of an answer with its slot, for which evidence values contend."""

    mention: Mention
    wanted: Slot
    answer: Document
    question: Document
    evidence: EvidenceValues
    asked: Mapping[str, float]

    @cached_property
    def candidates(self) -> Candidates:
        """The evidence values that could be meant instead."""
        return Candidates(self.mention, self.answer, self.question, self.evidence)

    def beaten_by(self, agreeing: Sequence[Located], others: Sequence[Located]) -> Sequence[Located]:
        """The rivals in whose place the answer's value rather stands, the strongest first; none if not clear."""
        judged = [
            (shipped_weights(RIVALS_FILE).lead(found), rival)
            for rival, found in self.compared(agreeing, others)
        ]
        judged.sort(key=lambda pair: (-pair[0], pair[1].mention.text))
        ahead = [rival for lead, rival in judged if lead > 0]
        if ahead or not judged or len(agreeing) > _MOST:
            return ahead
        told = Told(self.answer, self.question, self.mention, self.wanted.own)
        return named_instead(told, judged, agreeing, self.evidence)

    def compared(
        self, agreeing: Sequence[Located], others: Sequence[Located]
    ) -> Iterator[tuple[Located, Mapping[str, float]]]:
        """The rivals that could be meant, each with the signs that speak for it and against the best support."""
        supports = self.evidence.fitted(self.wanted, agreeing, _MOST)
        if not supports:
            return
        support = self.best(supports)
        least = support.slot - _BEHIND
        near, far = self.evidence.parted_by_hope(self.wanted, others, least)
        could = self._contenders(supports, near)
        rivals = [
            rival
            for rival in map(self.fit, self.evidence.fitted(self.wanted, could, _MOST))
            if rival.slot >= least and not self.candidates.are_the_same(support.located, rival.located)
        ]
        if not rivals:
            return
        told = Told(self.answer, self.question, self.mention, self.wanted.own)
        could += self._contenders(supports, far)
        count = len({(e.mention.kind, e.mention.text) for e in could})
        points = points_told(self.answer, self.question, self.mention)
        for rival in rivals:
            facts = Facts(
                self.mention.kind,
                is_small_count(self.mention),
                written(support.located.mention) == written(self.mention),
                count,
                is_wide(rival.located.mention) is not is_wide(self.mention),
                is_bound(rival.located.mention) and not is_bound(self.mention),
            )
            pair = self._place(support, points), self._place(rival, points)
            found = signs(told, self.evidence.labels, *pair, facts)
            if not is_ahead(found) or is_meant(told, support.located, rival.located, self.evidence):
                continue
            if not self.is_claimed(rival.located, support.located):
                yield rival.located, found

    def _contenders(self, supports: Sequence[Located], others: Iterable[Located]) -> list[Located]:
        """Those that could be meant. Under "in £000" a cell stands twice: as it is printed and as it is meant."""
        places = {
            (e.passage, e.mention.start): e for e in others if self.candidates.could_stand_for(supports, e)
        }
        return list(places.values())

    def _place(self, fit: _Fit, points: Sequence[Mention]) -> Place:
        located, mention = fit.located, fit.located.mention
        document = self.evidence.document(located.passage)
        return Place(
            self.evidence.around(located),
            self.evidence.reach(located),
            fit.slot,
            fit.run,
            mention.unit == self.mention.unit,
            company(document, mention, points),
            fits_band(document, mention, points),
        )

    def is_claimed(self, rival: Located, support: Located | None) -> bool:
        """Does another value of the answer state the rival, and not as if the two had been swapped?"""
        if states_none(self.answer, self.mention) and rival.mention.low == 0:
            return True
        for other in self.answer.mentions:
            if other.kind in NAMES and is_figure_of(other, rival.mention):
                return True
            if other is self.mention or other.kind in NAMES or not states(other, rival.mention):
                continue
            wanted = asked_slot(self.answer, other, self.asked)
            contest = replace(self, mention=other, wanted=wanted)
            theirs = contest.fit(self.evidence.fitted(wanted, (rival,), 1)[0]).strength
            ours = contest.fit(self.evidence.fitted(wanted, (support,), 1)[0]).strength if support else 0.0
            if theirs >= ours:
                return True
        return False

    def is_stated_otherwise(self, others: Sequence[Located]) -> bool:
        """Does the evidence state another value between the very same words?"""
        rivals = self.evidence.fitted(self.wanted, others, _MOST, self.candidates.could_refute)
        return any(self.candidates.run(rival) >= _SAME_WORDS for rival in rivals)

    def best(self, found: Sequence[Located]) -> _Fit:
        """The strongest of some; of equals the same whatever the order of passages."""
        return max(map(self.fit, found), key=_by_strength)

    def fit(self, located: Located) -> _Fit:
        """Words around it, those of other values' counting less, and words that run along."""
        around = self.evidence.around(located)
        slot = located.slot
        document = self.evidence.document(located.passage)
        if not around.row and self.wanted.total and neighbours(document, located.mention):
            here = self.evidence.slot_of(located)
            lost = sum(
                [
                    rarity * here[stem]
                    for stem, rarity in self.wanted.rarities
                    if stem in here and stem not in around.own and stem not in around.shared
                ]
            )
            slot -= (1 - _OTHERS) * lost / self.wanted.total
        return _Fit(located, slot, self.candidates.run(located))
