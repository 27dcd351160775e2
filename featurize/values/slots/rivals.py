# SPDX-License-Identifier: Apache-2.0
"""Whose slot an answer's value stands in: that of the evidence value that agrees, or clearly that of another.

A value's slot is known by the words around it, each with its weight, and by the words that run along verbatim on
both sides of it. Whether a rival has the better claim to a value than the place that agrees is weighed from many
signs (signs.py). Whether a value that no place agrees with stands in a rival's is said in refuting.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree, same_type
from faithstill.featurize.extract.same_name import NAMES

from .bands import company, fits_band, points_told
from .contenders import (
    is_bound,
    is_figure_of,
    is_of_other_size,
    is_ratio,
    is_wide,
    is_within,
    leaves_open,
    may_be_year,
    numbered_word,
    of_one_unit,
    states,
    states_none,
    written,
)
from .counted import is_small_count
from .named import named_instead
from .own_names import is_meant, is_time_of_passed
from .qualifiers import other_rate
from .reach import Told
from .running import running_along
from .same import says_the_same
from .scales import is_in_money
from .signs import Facts, Place, is_ahead, signs
from .slot import Slot, asked_slot
from .slots import EvidenceValues, Located
from .surroundings import neighbours
from .weights import RIVALS_FILE, shipped_weights

_MOST = 4
_BEHIND = 0.25  # in fit: a rival that fits worse is no rival
_RUN_SHARE = 0.02
_RUN_OF_OTHER_KIND = 6.0  # that shows a rival to be meant where the value agrees with a bare number only
_OTHERS = 0.5  # what a word counts that belongs to another value of the sentence
_TIMES_LARGER = 1_000  # no slip puts one value in the place of one so many times as large
_BARE_TIMES_LARGER = 20  # where nothing but a cell without unit speaks for it
_SAME_WORDS = 26.0  # that leave no doubt even where a formula gives the value
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})


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


@dataclass(frozen=True, slots=True)
class Contest:
    """One value of an answer with its slot, for which evidence values contend."""

    mention: Mention
    wanted: Slot
    answer: Document
    question: Document
    evidence: EvidenceValues
    asked: Mapping[str, float]

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
            if rival.slot >= least and not self._says_the_same(support.located, rival.located)
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
        places = {(e.passage, e.mention.start): e for e in others if self._could_stand_for(supports, e)}
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

    def at_other_rate(self, rival: Located) -> bool:
        """Is a value of the evidence for another time or thing than the answer's: "per month", "per item"?"""
        document = self.evidence.document(rival.passage)
        return other_rate(self.answer, self.mention, document, rival.mention)

    def is_stated_otherwise(self, others: Sequence[Located]) -> bool:
        """Does the evidence state another value between the very same words?"""
        rivals = self.evidence.fitted(self.wanted, others, _MOST, self.could_refute)
        return any(self._run(rival) >= _SAME_WORDS for rival in rivals)

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
        return _Fit(located, slot, self._run(located))

    def _run(self, located: Located) -> float:
        document = self.evidence.document(located.passage)
        return running_along(self.answer, self.mention, document, located.mention)

    def _could_stand_for(self, supports: Sequence[Located], rival: Located) -> bool:
        """Could the answer's value have been mistaken for it? Not for "4:00", which "4 p.m." only makes plainer."""
        beside = self._in_one_sentence(supports[0], rival)
        if of_one_unit(self.mention, supports[0].mention, rival.mention, beside=beside):
            return not self._is_asked_about(rival)
        if leaves_open(self.mention, rival.mention) or is_of_other_size(
            self.mention, rival.mention, _TIMES_LARGER
        ):
            return False
        if is_small_count(self.mention) and may_be_year(rival.mention):
            return False
        return (
            self._is_of_fitting_type(supports, rival)
            and not self._is_asked_about(rival)
            and not self._is_of_another_sort(rival)
            and not is_time_of_passed(self.answer, self.mention, rival, self.evidence)
        )

    def _is_of_fitting_type(self, supports: Sequence[Located], rival: Located) -> bool:
        """Is it of the value's type, or of that of the places that agree, as far as its cell tells it?"""
        if same_type(self.mention, rival.mention) or self._is_amount_cell(rival):
            alike = supports[0].mention.kind is self.mention.kind
            if alike or self._run(rival) >= _RUN_OF_OTHER_KIND:
                return True
        if self.mention.kind is not Kind.NUMBER and not any(map(str.isdigit, self.mention.text)):
            return False  # "two weeks later" is rather a result than a bare figure of a cell
        if same_type(supports[0].mention, rival.mention) and self._are_of_one_column(supports[0], rival):
            return True
        return self._is_typed_by_its_place(supports, rival)

    def _is_typed_by_its_place(self, supports: Sequence[Located], rival: Located) -> bool:
        """Is a cell as good a place for "$5,000" as those that agree, all of them bare figures under some key?"""
        if self.mention.kind is Kind.NUMBER or not all(map(self._is_bare_cell, supports)):
            return False
        if all(rival.passage != e.passage for e in supports):
            return False
        if self.mention.kind is Kind.PERCENT and any(e.mention.low != self.mention.low for e in supports):
            return False  # a 0.5 of dollars is no 50%, which may well be a result
        return self._is_bare_cell(rival) or (
            same_type(self.mention, rival.mention) and self.evidence.is_cell(rival)
        )

    def _is_bare_cell(self, located: Located) -> bool:
        figure = located.mention
        return figure.kind is Kind.NUMBER and not figure.unit and self.evidence.is_cell(located)

    def _are_of_one_column(self, first: Located, second: Located) -> bool:
        """Are two cells in one unit, as far as their column or their row tells it?"""
        if not (self.evidence.is_cell(first) and self.evidence.is_cell(second)):
            return False
        ours, theirs = self.evidence.around(first), self.evidence.around(second)
        document = self.evidence.document(first.passage)
        place = document.sentence_at(first.mention.start)
        is_object = place is not None and document.text[document.sentences[place].unit.start] == "{"
        if not is_object:
            return ours.column == theirs.column or ours.row == theirs.row
        return not ours.column.isdisjoint(theirs.column) or self._is_amount_cell(second)

    def _is_asked_about(self, rival: Located) -> bool:
        """Does the question state it: "what happens to case 88310", "do I pay more above $500"?"""
        return any(agree(told, rival.mention) for told in self.question.mentions)

    def _is_amount_cell(self, rival: Located) -> bool:
        """An amount of money against the bare figure of a table of amounts."""
        figure = rival.mention
        is_bare = figure.kind is Kind.NUMBER and not figure.unit and figure.low != 0
        document = self.evidence.document(rival.passage)
        return self.mention.kind is Kind.MONEY and is_bare and is_in_money(document, figure)

    def _is_of_another_sort(self, rival: Located) -> bool:
        """Is just one the number of a thing, or of another sort of things: "claim 101", "above 2,000"?"""
        if self.mention.kind is not Kind.NUMBER and self.evidence.is_identifier(rival):
            return True
        word = numbered_word(self.answer, self.mention)
        if not word or numbered_word(self.evidence.document(rival.passage), rival.mention) == word:
            return False
        # A row is found by its number, unless the number is asked for.
        stems = frozenset(content_stems(word))
        return stems.isdisjoint(self.evidence.around(rival).column) or stems.isdisjoint(self.question.stems)

    def _says_the_same(self, support: Located, rival: Located) -> bool:
        """Do two values of one sentence or cell state one and the same?"""
        cells = self.evidence.around(support).cell, self.evidence.around(rival).cell
        if cells[0] != cells[1] or not self._in_one_sentence(support, rival):
            return False
        text = self.evidence.document(support.passage).text
        return says_the_same(self.answer.text[: self.mention.start], text, support.mention, rival.mention)

    def _in_one_sentence(self, first: Located, second: Located) -> bool:
        return (first.passage, first.sentence) == (second.passage, second.sentence)

    def could_refute(self, rival: Located) -> bool:
        """Of one kind, or a bare number of a table, whose header may say what it is; never of another rate."""
        if self.at_other_rate(rival):
            return False
        if is_within(self.mention, rival.mention):
            return False
        if (
            is_small_count(self.mention)
            and is_within(rival.mention, self.mention)
            and not self.evidence.is_limit(rival)
        ):
            return False  # three are "more than one"
        if self._is_of_another_sort(rival):
            return False
        document = self.evidence.document(rival.passage)
        if is_ratio(self.answer, self.mention) is not is_ratio(document, rival.mention):
            return False
        if rival.mention.kind is not Kind.NUMBER or rival.mention.unit == "fraction":
            return True
        if self.mention.kind is Kind.NUMBER:
            return True
        if not self.evidence.is_cell(rival):
            return False
        is_scaled = self.evidence.document(rival.passage).table_scale is not None
        return is_scaled or not is_of_other_size(self.mention, rival.mention, _BARE_TIMES_LARGER)
