# SPDX-License-Identifier: Apache-2.0
"""Which values of the evidence could be meant where an answer writes a value, whatever words stand around them.

Of its type or in its column, at its rate, of the same sort of things, and neither asked about nor the same told twice.
What two values alone must have in common is said in contenders.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree, same_type

from .contenders import (
    is_of_other_size,
    is_ratio,
    is_within,
    leaves_open,
    may_be_year,
    numbered_word,
    of_one_unit,
)
from .counted import is_small_count
from .own_names import is_time_of_passed
from .qualifiers import other_rate
from .running import running_along
from .same import says_the_same
from .scales import is_in_money
from .slots import EvidenceValues, Located

_RUN_OF_OTHER_KIND = 6.0  # that shows a rival to be meant where the value agrees with a bare number only
_TIMES_LARGER = 1_000  # no slip puts one value in the place of one so many times as large
_BARE_TIMES_LARGER = 20  # where nothing but a cell without unit speaks for it


@dataclass(frozen=True, slots=True)
class Candidates:
    """The values of the evidence held against one value of an answer."""

    mention: Mention
    answer: Document
    question: Document
    evidence: EvidenceValues

    def at_other_rate(self, located: Located) -> bool:
        """Is a value of the evidence for another time or thing than the answer's: "per month", "per item"?"""
        document = self.evidence.document(located.passage)
        return other_rate(self.answer, self.mention, document, located.mention)

    def run(self, located: Located) -> float:
        """How much the words say that run along verbatim beside both."""
        document = self.evidence.document(located.passage)
        return running_along(self.answer, self.mention, document, located.mention)

    def could_stand_for(self, supports: Sequence[Located], rival: Located) -> bool:
        """Could the answer's value have been mistaken for it? Not for "4:00", which "4 p.m." only makes plainer."""
        beside = self._in_one_sentence(supports[0], rival)
        if of_one_unit(self.mention, supports[0].mention, rival.mention, beside=beside):
            return not self._is_asked_about(rival)
        if leaves_open(self.mention, rival.mention):
            return False
        if is_of_other_size(self.mention, rival.mention, _TIMES_LARGER):
            return False
        if is_small_count(self.mention) and may_be_year(rival.mention):
            return False
        return (
            self._is_of_fitting_type(supports, rival)
            and not self._is_asked_about(rival)
            and not self._is_of_another_sort(rival)
            and not is_time_of_passed(self.answer, self.mention, rival, self.evidence)
        )

    def could_refute(self, rival: Located) -> bool:
        """Of one kind, or a bare number of a table, whose header may say what it is; never of another rate."""
        if self.at_other_rate(rival):
            return False
        if is_within(self.mention, rival.mention) or self._leaves_room_for(rival):
            return False
        if self._is_of_another_sort(rival):
            return False
        document = self.evidence.document(rival.passage)
        if is_ratio(self.answer, self.mention) is not is_ratio(document, rival.mention):
            return False
        if self.mention.kind is Kind.NUMBER or rival.mention.kind is not Kind.NUMBER:
            return True
        if rival.mention.unit == "fraction":
            return True
        is_scaled = document.table_scale is not None
        is_like = is_scaled or not is_of_other_size(self.mention, rival.mention, _BARE_TIMES_LARGER)
        return is_like and self.evidence.is_cell(rival)

    def _leaves_room_for(self, rival: Located) -> bool:
        """Is a bounded small count true of a rival that is no limit itself: "more than one" of three?"""
        if not is_small_count(self.mention) or not is_within(rival.mention, self.mention):
            return False
        return not self.evidence.is_limit(rival)

    def _is_of_fitting_type(self, supports: Sequence[Located], rival: Located) -> bool:
        """Is it of the value's type, or of that of the places that agree, as far as its cell tells it?"""
        if same_type(self.mention, rival.mention) or self._is_amount_cell(rival):
            alike = supports[0].mention.kind is self.mention.kind
            if alike or self.run(rival) >= _RUN_OF_OTHER_KIND:
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

    def _is_amount_cell(self, rival: Located) -> bool:
        """An amount of money against the bare figure of a table of amounts."""
        figure = rival.mention
        is_bare = figure.kind is Kind.NUMBER and not figure.unit and figure.low != 0
        document = self.evidence.document(rival.passage)
        return self.mention.kind is Kind.MONEY and is_bare and is_in_money(document, figure)

    def _is_asked_about(self, rival: Located) -> bool:
        """Does the question state it: "what happens to case 88310", "do I pay more above $500"?"""
        return any(agree(told, rival.mention) for told in self.question.mentions)

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

    def are_the_same(self, support: Located, rival: Located) -> bool:
        """Do two values of one sentence or cell state one and the same?"""
        cells = self.evidence.around(support).cell, self.evidence.around(rival).cell
        if cells[0] != cells[1] or not self._in_one_sentence(support, rival):
            return False
        text = self.evidence.document(support.passage).text
        return says_the_same(self.answer.text[: self.mention.start], text, support.mention, rival.mention)

    def _in_one_sentence(self, first: Located, second: Located) -> bool:
        return (first.passage, first.sentence) == (second.passage, second.sentence)
