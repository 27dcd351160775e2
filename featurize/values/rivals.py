# SPDX-License-Identifier: Apache-2.0
"""Whose slot an answer's value stands in: that of the evidence value that agrees, or clearly that of another.

A value's slot is known by the words around it, each with its weight, and by the words that run along verbatim on
both sides of it. An agreeing value is beaten only by a rival of the same type that fits clearly better *and* names
something the answer names and the agreeing value's own words lack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from faithstill.featurize.document import Document, weight
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import same_type

from .contenders import differs, is_of_other_size, is_ratio, is_within, leaves_open
from .counted import is_small_count
from .paired import listed
from .qualifiers import other_rate
from .running import STOP_WORD, head, running_along
from .scales import is_in_money
from .slots import EvidenceValues, Located, Slot
from .surroundings import neighbours

_MOST = 4
_RUN_SHARE = 0.02
_RUN_OF_OTHER_KIND = 6.0  # that shows a rival to be meant where the value agrees with a bare number only
_OTHERS = 0.5  # what a word counts that belongs to another value of the sentence
_LEAD = 0.24
_LEAD_BESIDE = 0.1
_LEAD_IN_TABLE = 0.08
_LEAD_NAMED = 0.05
_MOSTLY = 0.7  # of the weight of a value's own words
_LEAST_NAMED = 5.0  # one word that is not everywhere
_TIMES_LARGER = 1_000  # no slip puts one value in the place of one so many times as large
_BARE_TIMES_LARGER = 20  # where nothing but a cell without unit speaks for it
_DOUBT = 0.1  # dates are stated in many places, bare numbers are of no type
CLEAR_RUN = 12.0  # words that run along which leave no doubt
_SAME_WORDS = 26.0  # that leave no doubt even where a formula gives the value
_CLEAR_SLOT = 0.45
_CLEAR_SLOT_ASKED = 0.7  # where only the question says what the value is, or only one word leads to both
_CERTAIN = 0.35  # a lead that no words running along make up for
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})
_LOOSE = _CALENDAR | {Kind.ORDINAL}  # of which a text states many about one thing
# What stands between a value and the same one in other words: "250 feet (80 m)", "125 (Papyrus 52)".
_CONVERTED = re.compile(r"\s?[(/=,]?\s?(?:or|about|approximately|i\.e\.)?\s?|\s?\(\s?[A-Z]\w+\s")
_ASIDE = 25
_FEWEST = 2
_MOST_APART = 4


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
    evidence: EvidenceValues
    asked: frozenset[str] = frozenset()

    def beaten_by(self, agreeing: Sequence[Located], others: Iterable[Located]) -> Sequence[Located]:
        """The rivals in whose slot the answer's value rather stands, the strongest first; none if not clear."""
        supports = self.evidence.fitted(self.wanted, agreeing, _MOST)
        if not supports or self._is_listed():
            return ()
        found = [e for e in others if self._could_stand_for(supports, e)]
        rivals = self.evidence.fitted(self.wanted, found, _MOST)
        if not rivals or supports[0].slot - rivals[0].slot > _CERTAIN:
            return ()
        support = self.best(supports)
        fits = sorted(map(self.fit, rivals), key=_by_strength, reverse=True)
        return [f.located for f in fits if self._is_beaten(support, f)]

    def _is_listed(self) -> bool:
        """One of several values with no word of its own: "$5, $4, $2", or of "A and B are $5 and $4"."""
        others = neighbours(self.answer, self.mention)
        if not others or not self.wanted.own:
            return bool(others)
        row = sorted((*others, self.mention), key=lambda m: m.start)
        return len(listed(self.answer.text, row, self.mention)) == len(row)

    def _is_beaten(self, support: _Fit, rival: _Fit) -> bool:
        lead = rival.strength - support.strength
        if lead < _LEAD_NAMED or self._says_the_same(support, rival):
            return False
        if self._is_told_apart(support.located, rival.located):
            is_cell = self.evidence.is_cell(rival.located)
            if lead >= (_LEAD_IN_TABLE if is_cell else _LEAD_BESIDE):
                return True
        certain = lead - _DOUBT * self._doubts()
        if certain >= _LEAD:
            return self._names(support, rival)
        return certain >= _LEAD_NAMED and self._is_mostly_named(support.located, rival.located)

    def _is_mostly_named(self, support: Located, rival: Located) -> bool:
        """Do most of the value's own words, and not only one, stand with the rival and fewer with the support?"""
        own, ours, theirs = self.wanted.own, self.evidence.around(support), self.evidence.around(rival)
        named = own & theirs.own
        mostly = len(named) >= _FEWEST and _total_weight(named) >= _MOSTLY * _total_weight(own)
        return mostly and _total_weight(named) > _total_weight(own & ours.own)

    def stands_for(self, others: Iterable[Located]) -> _Fit | None:
        """The rival in the slot of a value that nothing agrees with, if that is clear."""
        could = [e for e in others if self._could_refute(e)]
        counted = [e for e in could if is_small_count(self.mention) and self._counts_the_same(e)]
        if counted:
            return self.best(self.evidence.fitted(self.wanted, counted, _MOST))
        rivals = self.evidence.fitted(
            self.wanted, [e for e in could if differs(self.mention, e.mention)], _MOST
        )
        if not rivals:
            return None
        rival = self.best(rivals)
        needed = _CLEAR_SLOT if self.wanted.own else _CLEAR_SLOT_ASKED
        if rival.run <= 0 and not self.evidence.is_cell(rival.located):
            needed = _CLEAR_SLOT_ASKED if self._has_head_of(rival.located) else inf
        clear = rival.slot >= needed and self.mention.kind not in _LOOSE
        return rival if clear or rival.run >= CLEAR_RUN else None

    def is_stated_otherwise(self, others: Iterable[Located]) -> bool:
        """Does the evidence state another value between the very same words?"""
        rivals = self.evidence.fitted(self.wanted, [e for e in others if self._could_refute(e)], _MOST)
        return any(self._run(rival) >= _SAME_WORDS for rival in rivals)

    def _has_head_of(self, rival: Located) -> bool:
        """Does the same word lead to both values: "the fee is $35", "a fee of $25"?"""
        document = self.evidence.document(rival.passage)
        ours, theirs = head(self.answer, self.mention), head(document, rival.mention)
        return ours != "" and ours == theirs

    def _counts_the_same(self, rival: Located) -> bool:
        """ "Three holds" and "two holds", or a line "Holds: 2"."""
        if (
            rival.mention.kind is not Kind.NUMBER
            or self.mention.kind is not Kind.NUMBER
            or not self.mention.unit
        ):
            return False
        if self.mention.unit == rival.mention.unit:
            return not is_ratio(self.answer, self.mention)
        return self.evidence.is_cell(rival) and self.evidence.around(rival).own == {self.mention.unit}

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
        if leaves_open(self.mention, rival.mention) or is_of_other_size(
            self.mention, rival.mention, _TIMES_LARGER
        ):
            return False
        if same_type(self.mention, rival.mention) or self._is_amount_cell(rival):
            alike = supports[0].mention.kind is self.mention.kind
            if alike or self._run(rival) >= _RUN_OF_OTHER_KIND:
                return True
        return (
            same_type(supports[0].mention, rival.mention)
            and self.evidence.is_cell(supports[0])
            and self.evidence.is_cell(rival)
        )

    def _is_amount_cell(self, rival: Located) -> bool:
        """An amount of money against the bare figure of a table of amounts."""
        figure = rival.mention
        is_bare = figure.kind is Kind.NUMBER and not figure.unit and figure.low != 0
        document = self.evidence.document(rival.passage)
        return self.mention.kind is Kind.MONEY and is_bare and is_in_money(document, figure)

    def _is_told_apart(self, support: Located, rival: Located) -> bool:
        """Side by side, or in like sentences, where the answer names a word of the rival's alone."""
        if self.mention.kind in _LOOSE or is_small_count(self.mention):
            return False
        ours, theirs = self.evidence.around(support), self.evidence.around(rival)
        named = self.wanted.own
        if ours.cell >= 0 and theirs.cell >= 0:
            beside = ours.cell != theirs.cell and (ours.row == theirs.row) is not (
                ours.column == theirs.column
            )
            named |= self.asked
        else:
            beside = self._in_one_sentence(support, rival) or _are_parallel(ours.own, theirs.own)
        said = _total_weight(named & (theirs.own - ours.own))
        return beside and said >= _LEAST_NAMED and named.isdisjoint(ours.own - theirs.own)

    def _in_one_sentence(self, first: Located, second: Located) -> bool:
        return (first.passage, first.sentence) == (second.passage, second.sentence)

    def _could_refute(self, rival: Located) -> bool:
        """Of one kind, or a bare number of a table, whose header may say what it is; never of another rate."""
        document = self.evidence.document(rival.passage)
        if other_rate(self.answer, self.mention, document, rival.mention):
            return False
        if is_within(self.mention, rival.mention):
            return False
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

    def _doubts(self) -> int:
        bare = self.mention.kind is Kind.NUMBER and not self.mention.unit
        return int(bare) + int(self.mention.kind in _CALENDAR) + int(is_small_count(self.mention))

    def _names(self, support: _Fit, rival: _Fit) -> bool:
        """Does the rival name what the answer names and the support lacks?"""
        theirs, ours = self.evidence.around(rival.located), self.evidence.around(support.located)
        if self.mention.kind in _CALENDAR and len(ours.own) < _FEWEST:
            return False  # a dateline: its date goes with all that follows
        all_theirs, all_ours = theirs.own | theirs.shared, ours.own | ours.shared
        named = self._weight(all_theirs - all_ours)
        return rival.run > support.run + STOP_WORD or named > self._weight(all_ours - all_theirs)

    def _weight(self, stems: frozenset[str]) -> float:
        return sum([rarity for stem, rarity in self.wanted.rarities if stem in stems])

    def _says_the_same(self, support: _Fit, rival: _Fit) -> bool:
        """Two values side by side may be one in two units: "250 feet (80 m)"."""
        a, b = support.located, rival.located
        if not self._in_one_sentence(a, b):
            return False
        first, second = sorted((a.mention, b.mention), key=lambda m: m.start)
        between = self.evidence.document(a.passage).text[first.end : second.start]
        if "=" in between:
            return True  # the sum of what stands before it
        return len(between) < _ASIDE and _CONVERTED.fullmatch(between) is not None


def _total_weight(stems: frozenset[str]) -> float:
    return sum(map(weight, sorted(stems)))


def _are_parallel(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """ "Premium users: 1000 requests a minute. Free users: 500 requests a minute." """
    return len(ours & theirs) >= _FEWEST and len(ours ^ theirs) <= _MOST_APART
