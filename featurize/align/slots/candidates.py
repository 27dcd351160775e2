# SPDX-License-Identifier: Apache-2.0
"""Which values of the evidence could be meant where an answer writes a value: by rate, row, band and wording.

Of its type or in its column, at its rate, and not asked about. What two values alone must have in common is said in
contenders.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree, same_type
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.same_name import NAMES

from .contenders import is_bound, is_of_other_size, is_within, leaves_open, other_rate, says_the_same
from .context import Context, mentions_in
from .counted import is_bare_count, is_small_count
from .instances import is_instance
from .scales import is_in_money
from .slot import running_along
from .slots import EvidenceValues, Located


def points_told(answer: Document, question: Document, value: Mention) -> Sequence[Mention]:
    """The single values beside a value of the answer, in the sentence before and in the question."""
    index = answer.sentence_at(value.start)
    near = answer.sentences[max(index - 1, 0) : index + 1] if index is not None else ()
    told = [m for sentence in near for m in mentions_in(answer, sentence) if m is not value]
    return [m for m in (*told, *question.mentions) if _is_point(m)]


def company(context: Context, told: Sequence[Mention]) -> frozenset[int]:
    """Which of some values, by their number, stand in the row, column header or clause of a place too."""
    beside = _beside(context)
    if context.cell is None:
        start, end = context.span
        beside = [m for m in beside if start <= m.start < end]
    return frozenset(n for n, value in enumerate(told) if any(agree(value, m) for m in beside))


def fits_band(context: Context, points: Sequence[Mention]) -> float:
    """1 where the bands that a place of the evidence is for hold one of the points each, -1 where one holds none.

    0 where there is no band, or nothing told that could lie in it.
    """
    held = [
        any(_holds(band, point) for point in alike)
        for band in bands_of(context)
        if (alike := [point for point in points if same_type(point, band)])
    ]
    return 0.0 if not held else 1.0 if all(held) else -1.0


def bands_of(context: Context) -> Sequence[Mention]:
    """The ranges and bounds that say when a value holds: in its row, its column header or its clause."""
    found = _bands(_beside(context))
    if context.cell is not None:
        return found
    start, end = context.span
    here = [m for m in found if start <= m.start < end]
    return here or (found if len(found) == 1 else [])  # "18 to 39: $11 / $19 / $30."


def _beside(context: Context) -> list[Mention]:
    """The other values of the sentence or row, and of the column header."""
    if context.sentence is None:
        return []
    header = context.document.label_mentions(context.cell.header) if context.cell else ()
    here = mentions_in(context.document, context.sentence)
    return [*(m for m in here if m.start != context.mention.start), *header]


def _bands(mentions: Iterable[Mention]) -> list[Mention]:
    return [m for m in mentions if m.low is not None and (m.low != m.high or m.bound in (*LOWER, *UPPER))]


def _is_point(mention: Mention) -> bool:
    is_single = mention.kind not in NAMES and mention.low is not None and mention.low == mention.high
    return is_single and not is_bound(mention)


def _holds(band: Mention, point: Mention) -> bool:
    if band.low is None or band.high is None or point.low is None:
        return False
    if band.low != band.high:
        return band.low <= point.low <= band.high
    if band.bound in LOWER:
        return point.low > band.low or (point.low == band.low and band.bound is Bound.AT_LEAST)
    return point.low < band.high or (point.low == band.high and band.bound is Bound.AT_MOST)


_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})
_RATIOS = frozenset({Kind.PERCENT, Kind.NUMBER})  # which may be results of cells, or counts of anything
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
        """Is a value of the evidence for another time or measure than the answer's: "per month", "per km"?"""
        document = self.evidence.document(located.passage)
        return other_rate(self.answer, self.mention, document, located.mention)

    def run(self, located: Located) -> float:
        """How much the words say that run along verbatim beside both."""
        document = self.evidence.document(located.passage)
        return running_along(self.answer, self.mention, document, located.mention)

    def could_stand_for(self, support: Located, rival: Located) -> bool:
        """Could the answer's value have been mistaken for it? Not for "4:00", which "4 p.m." only makes plainer."""
        if leaves_open(self.mention, rival.mention) or is_of_other_size(
            self.mention, rival.mention, _TIMES_LARGER
        ):
            return False
        if is_bare_count(self.mention) and self.evidence.is_of_table(rival):
            return False  # as many cells hold one
        if self.mention.kind in _CALENDAR and not self.evidence.is_cell(rival):
            return False  # of one thing a text tells many days
        return self._is_of_fitting_type(support, rival) and not self._is_asked_about(rival)

    def could_refute(self, rival: Located) -> bool:
        """Of one kind, or a bare number of a table, whose header may say what it is; never of another rate."""
        if self.at_other_rate(rival) or is_within(self.mention, rival.mention):
            return False
        if is_small_count(self.mention) and is_within(rival.mention, self.mention):
            return False  # "more than one" of three
        if self.mention.kind is Kind.NUMBER or rival.mention.kind is not Kind.NUMBER:
            return True
        if rival.mention.unit == "fraction":
            return True
        is_scaled = self.evidence.document(rival.passage).table_scale is not None
        is_like = is_scaled or not is_of_other_size(self.mention, rival.mention, _BARE_TIMES_LARGER)
        return is_like and self.evidence.is_cell(rival)

    def is_instance_of(self, rival: Located) -> bool:
        """Is the value told of one case of what a rival states in general? A question asks for the rule itself."""
        if self.question.words:
            return False
        return is_instance(self.answer, self.mention, self.evidence.document(rival.passage), rival.mention)

    def are_the_same(self, support: Located, rival: Located) -> bool:
        """Do two values of one sentence or cell state one and the same?"""
        if self.evidence.around(support).cell != self.evidence.around(rival).cell:
            return False
        if (support.passage, support.sentence) != (rival.passage, rival.sentence):
            return False
        text = self.evidence.document(support.passage).text
        return says_the_same(self.answer.text[: self.mention.start], text, support.mention, rival.mention)

    def _is_of_fitting_type(self, support: Located, rival: Located) -> bool:
        """Is it of the value's type, or of that of the place that agrees, in one record, column or row with it?"""
        is_alike = same_type(self.mention, rival.mention) or self._is_amount_cell(rival)
        if is_alike and support.mention.kind is self.mention.kind:
            return True
        if self.mention.kind is not Kind.NUMBER and not any(map(str.isdigit, self.mention.text)):
            return False  # "two weeks later" is rather a result than a bare figure of a cell
        is_in_record = self._is_bare_cell(support) and support.sentence == rival.sentence
        if is_in_record and self.mention.kind not in _RATIOS and self._is_bare_cell(rival):
            return True  # "$5,000" of {"balance": 1200, "limit": 5000}
        return same_type(support.mention, rival.mention) and self._are_of_one_column(support, rival)

    def _is_bare_cell(self, located: Located) -> bool:
        figure = located.mention
        return figure.kind is Kind.NUMBER and not figure.unit and self.evidence.is_cell(located)

    def _are_of_one_column(self, first: Located, second: Located) -> bool:
        """Are two cells in one unit, as far as their column or their row tells it?"""
        ours, theirs = self.evidence.around(first), self.evidence.around(second)
        if not (ours.is_cell and theirs.is_cell):
            return False
        if _is_record(ours):
            return not ours.column.isdisjoint(theirs.column) or self._is_amount_cell(second)
        return ours.column == theirs.column or ours.row == theirs.row

    def _is_amount_cell(self, rival: Located) -> bool:
        """An amount of money against the bare figure of a table of amounts."""
        figure = rival.mention
        is_bare = figure.kind is Kind.NUMBER and not figure.unit and figure.low != 0
        document = self.evidence.document(rival.passage)
        return self.mention.kind is Kind.MONEY and is_bare and is_in_money(document, figure)

    def _is_asked_about(self, rival: Located) -> bool:
        """Does the question state it: "what happens to case 88310", "do I pay more above $500"?"""
        return any(agree(told, rival.mention) for told in self.question.mentions)


def _is_record(context: Context) -> bool:
    return context.sentence is not None and context.document.text[context.sentence.unit.start] == "{"
