# SPDX-License-Identifier: Apache-2.0
"""The evidence parted for one value of an answer: what agrees with it as it is said, and what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree, comparable
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.extract.same_name import NAMES

from .slots.contenders import is_bound, is_denied
from .slots.qualifiers import currencies
from .slots.rivals import Contest
from .slots.scales import header_scale, is_unscaled
from .slots.slot import asked_slot
from .slots.slots import EvidenceValues, Located
from .told_alike import Telling
from .weaker import implied, is_overshot, leaves_room, told_side

QUESTION_WEIGHT = 0.35  # of the question's words in a value's slot
_MOST_STATED = 2_000  # places of one value
_MOST_WEAKER = 200  # places that prove a bound


@dataclass(frozen=True, slots=True)
class Sides:
    """Places that agree with a value and that differ; `rule` says how those that state its figure do not agree."""

    agreeing: Sequence[Located]
    differing: Sequence[Located]
    stated: Sequence[Located]
    rule: str


def sides_of(contest: Contest, known: frozenset[str]) -> Sides:
    """The evidence parted for a value; `known` are the currencies that evidence and question name."""
    parting = _Parting(contest)
    equal, weaker, differing = parting.parted()
    stated = contest.evidence.nearest(contest.wanted, equal, _MOST_STATED)
    agreeing, rule = Telling(contest, known).told_alike(stated)
    if not rule:
        nearest = contest.evidence.nearest(contest.wanted, weaker, _MOST_WEAKER)
        agreeing = [*agreeing, *(e for e in nearest if not contest.candidates.at_other_rate(e))]
    if is_denied(contest.answer, contest.mention):
        differing = []  # "not $20" is refuted by no other value
    return Sides(agreeing, differing, stated, rule)


def asked_words(question: Document) -> Mapping[str, float]:
    """What the question's words count in the slot of an answer's value."""
    return dict.fromkeys(filter(None, question.stems), QUESTION_WEIGHT)


def contested(
    answer: Document, question: Document, evidence: EvidenceValues
) -> Iterator[tuple[Contest, Sides]]:
    """Each value of the answer that the evidence states and that other values of it may contend for."""
    asked = asked_words(question)
    known = evidence.currencies | currencies((question,))
    for mention in answer.mentions:
        if mention.kind not in NAMES:
            wanted = asked_slot(answer, mention, asked)
            contest = Contest(mention, wanted, answer, question, evidence, asked)
            sides = sides_of(contest, known)
            if sides.agreeing and sides.differing:
                yield contest, sides


@dataclass(frozen=True, slots=True)
class _Parting:
    contest: Contest

    def parted(self) -> tuple[list[Located], list[Located], list[Located]]:
        """The evidence mentions that agree, those that prove a bound, and those that differ but are comparable."""
        answer, own = self.contest.answer, self.contest.mention
        equal: list[Located] = []
        weaker: list[Located] = []
        others: list[Located] = []
        figures: defaultdict[str, list[Located]] = defaultdict(list)  # that differ, by unit, "" for none
        for located in self.contest.evidence.like(own):
            value = located[0].mention
            if agree(own, value):
                equal += self._meant(located)
            elif implied(answer, own, value):
                weaker += located
            elif comparable(own, value) and not _is_end_of(own, value):
                others += located
            elif value.kind is Kind.NUMBER:
                figures[value.unit] += located
        if own.kind is not Kind.NUMBER and any(_is_bare(e) for e in equal):
            others += figures[""]  # its column says what the figures are in
        if own.kind is Kind.NUMBER:  # "31 people" of "31 employees"
            for unit in sorted({e.mention.unit for e in equal} - {"", own.unit}):
                others += figures[unit]
        return equal, weaker, self._contending(others, equal)

    def _meant(self, located: Sequence[Located]) -> Sequence[Located]:
        """Of the places of one value that agrees those that state it as an amount, not as a limit or a number."""
        own, value = self.contest.mention, located[0].mention
        told = self.contest.answer, own, value
        if is_overshot(*told):
            return ()
        if own.kind is Kind.MONEY:
            located = [e for e in located if self._is_scaled(e)]
        if value.kind is not own.kind:
            located = [e for e in located if not self.contest.evidence.is_identifier(e)]
        return located

    def _contending(self, others: list[Located], equal: Sequence[Located]) -> list[Located]:
        """Without those for which the answer's bound leaves room, and without the places that agree themselves."""
        answer, own = self.contest.answer, self.contest.mention
        side = told_side(answer, own)
        if side and not any(is_bound(e.mention) for e in equal):
            others = [e for e in others if not leaves_room(side, own, e.mention)]
        if own.kind is Kind.NUMBER and equal:  # under "in £000" a cell is no rival of itself
            places = {(e.passage, e.mention.start) for e in equal}
            others = [e for e in others if (e.passage, e.mention.start) not in places]
        return others

    def _is_scaled(self, located: Located) -> bool:
        """ "£810" is not the 810 of a table in £000, nor "£810 billion" that of a column in £m."""
        value, document = located.mention, self.contest.evidence.document(located.passage)
        if is_unscaled(document, value):
            return False
        scale = header_scale(document, value) if value.kind is Kind.NUMBER else None
        printed = read_numeral(value.text, 0) if scale else None
        if not scale or not printed or not printed.value or not self.contest.mention.low:
            return True
        return scale / 2 < abs(self.contest.mention.low / printed.value) < scale * 2


def _is_bare(located: Located) -> bool:
    """A figure that only its place gives a unit."""
    return located.mention.kind is Kind.NUMBER and not located.mention.unit


def _is_end_of(mention: Mention, wide: Mention) -> bool:
    """ "10% of the first $10,000" where "between $0 and $10,000" is taxed so."""
    return wide.low != wide.high and mention.low == mention.high and mention.low in (wide.low, wide.high)
