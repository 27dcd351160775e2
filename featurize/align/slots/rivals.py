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

from faithstill.featurize.extract import Bound, Mention
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.same_name import NAMES

from .candidates import Candidates, company, fits_band, points_told
from .contenders import is_bound, is_wide, states
from .counted import is_small_count
from .signs import RIVALS_FILE, Contender, Facts, is_ahead, shipped_weights, signs
from .slot import Slot, ToldWords, asked_slot
from .slots import EvidenceValues, Located

_MOST = 4
_BEHIND = 0.25  # in fit: a rival that fits worse is no rival
_RUN_SHARE = 0.02
_OTHERS = 0.5  # what a word counts that belongs to another value of the sentence
_UNASKED = 1.0  # how much more must speak for a rival where no question says what the answer is about
_PASSED = frozenset({Bound.MORE_THAN, Bound.LESS_THAN})
_SAME_WORDS = 26.0  # that leave no doubt even where a formula gives the value


Rival = tuple[Located, Mapping[str, float]]  # with the signs that the value stands in its place


@dataclass(frozen=True, slots=True)
class Fit:
    """A place of the evidence, how well its words fit the slot, and how much of its words run along."""

    located: Located
    slot: float
    run: float

    @property
    def strength(self) -> float:
        """Both in one."""
        return self.slot + _RUN_SHARE * self.run


def _by_strength(fit: Fit) -> tuple[float, str]:
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

    @cached_property
    def told(self) -> ToldWords:
        """The words of answer and question around the value."""
        return ToldWords(self.answer, self.question, self.mention, self.wanted.own)

    def beaten_by(self, agreeing: Sequence[Located], others: Sequence[Located]) -> Sequence[Rival]:
        """The rivals in whose place the answer's value rather stands, the strongest first; none if not clear."""
        lead = shipped_weights(RIVALS_FILE).lead
        judged = [(lead(rival[1]), rival) for rival in self.compared(agreeing, others)]
        judged.sort(key=lambda pair: (-pair[0], pair[1][0].mention.text))
        return [rival for lead, rival in judged if lead > self._least(rival[0])]

    def _least(self, rival: Located) -> float:
        """How much must speak for a rival; the key of a record says by itself what it is about."""
        is_in_record = self.evidence.is_cell(rival) and not self.evidence.is_of_table(rival)
        return 0.0 if self.question.words or is_in_record else _UNASKED

    def compared(self, agreeing: Sequence[Located], others: Sequence[Located]) -> Iterator[Rival]:
        """The rivals that could be meant, each with the signs that speak for it and against the best support."""
        supports = self.evidence.fitted(self.wanted, agreeing, _MOST)
        if not supports or (self.mention.bound in _PASSED and not self.question.words):
            return  # "over 100" is true of many values
        support = self.best(supports)
        least = support.slot - _BEHIND
        near, far = self.evidence.parted_by_hope(self.wanted, others, least)
        could = self._contenders(supports[0], near)
        rivals = [
            rival
            for rival in map(self.fit, self.evidence.fitted(self.wanted, could, _MOST))
            if rival.slot >= least and not self.candidates.are_the_same(support.located, rival.located)
        ]
        if not rivals:
            return
        could += self._contenders(supports[0], far)
        count = len({(e.mention.kind, e.mention.text) for e in could})
        points = points_told(self.answer, self.question, self.mention)
        for rival in rivals:
            facts = self._facts(support.located.mention, rival.located.mention, count)
            pair = self._place(support, points), self._place(rival, points)
            found = signs(self.told, self.evidence.labels, *pair, facts)
            if is_ahead(found) and not self.is_claimed(rival.located, support.located):
                yield rival.located, found

    def _contenders(self, support: Located, others: Iterable[Located]) -> list[Located]:
        """Those that could be meant. Under "in £000" a cell stands twice: as it is printed and as it is meant."""
        places = {
            (e.passage, e.mention.start): e for e in others if self.candidates.could_stand_for(support, e)
        }
        return list(places.values())

    def _facts(self, support: Mention, rival: Mention, rivals: int) -> Facts:
        own = self.mention
        return Facts(
            own.kind,
            is_small_count(own),
            support.text.replace(",", "") == own.text.replace(",", ""),
            rivals,
            is_wide(rival) is not is_wide(own),
            is_bound(rival) and not is_bound(own),
        )

    def _place(self, fit: Fit, points: Sequence[Mention]) -> Contender:
        context = self.evidence.around(fit.located)
        same_unit = fit.located.mention.unit == self.mention.unit
        return Contender(
            context, fit.slot, fit.run, same_unit, company(context, points), fits_band(context, points)
        )

    def is_claimed(self, rival: Located, support: Located | None) -> bool:
        """Does another value of the answer state the rival, and not as if the two had been swapped?"""
        for other in self.answer.mentions:
            if other is self.mention or other.kind in NAMES or not states(other, rival.mention):
                continue
            contest = replace(self, mention=other, wanted=asked_slot(self.answer, other, self.asked))
            if contest.strength_at(rival) >= (contest.strength_at(support) if support else 0.0):
                return True
        return False

    def is_stated_otherwise(self, others: Sequence[Located]) -> bool:
        """Does the evidence state another value between the very same words?"""
        rivals = self.evidence.fitted(self.wanted, others, _MOST, self.candidates.could_refute)
        return any(self.candidates.run(rival) >= _SAME_WORDS for rival in rivals)

    def strength_at(self, located: Located) -> float:
        """How well a place fits the value's slot."""
        return self.fit(self.evidence.fitted(self.wanted, (located,), 1)[0]).strength

    def best(self, found: Sequence[Located]) -> Fit:
        """The strongest of some; of equals the same whatever the order of passages."""
        return max(map(self.fit, found), key=_by_strength)

    def fit(self, located: Located) -> Fit:
        """Words around it, those of other values' counting less, and words that run along."""
        around = self.evidence.around(located)
        slot = located.slot
        if not around.row and self.wanted.total and around.neighbours:
            here = around.words
            lost = sum(
                [
                    rarity * here[stem]
                    for stem, rarity in self.wanted.rarities
                    if stem in here and stem not in around.own and stem not in around.shared
                ]
            )
            slot -= (1 - _OTHERS) * lost / self.wanted.total
        return Fit(located, slot, self.candidates.run(located))
