# SPDX-License-Identifier: Apache-2.0
"""The evidence parted for one value of an answer: what agrees with it as it is said, and what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree, bound_clash, comparable
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.lexicon import NEGATORS

from .clashes import Clash, clash, is_beyond
from .comparisons.directions import NOWHERE, are_opposite, direction, without_directions
from .comparisons.yearly import YEAR
from .lost_signs import is_owed, loses_sign, turns_ledger
from .other_of_two import (
    bound_named,
    bounds_otherwise,
    ends_at_start,
    is_passed,
    only_identifies,
    outlives,
    swaps_bounds,
    swaps_ends,
)
from .slots.contenders import is_bound
from .slots.qualifiers import currencies, in_unknown_currency, names_unit, rates, tells_total
from .slots.rivals import Contest
from .slots.scales import header_scale, is_unscaled
from .slots.slot import asked_slot
from .slots.slots import EvidenceValues, Located
from .weaker import implied, is_overshot, leaves_room

_ONE = frozenset("one once single".split())
QUESTION_WEIGHT = 0.35  # of the question's words in a value's slot
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
# "Up to 3" contradicts "at least 3" only where the words beside them are the same: rules come in brackets.
_CLEAR_RUN = 6.0
_MOST_STATED = 2_000  # places of one value
_MOST_WEAKER = 200  # places that prove a bound
_MOST_TOLD = 20  # places of one value of which is read how they tell it
_Otherwise = Callable[[Document, Mention, Document, Mention], bool]
# How a value that the evidence states may be told otherwise: the rule, and whether it is so.
_OTHERWISE: tuple[tuple[str, _Otherwise], ...] = (
    ("sign", loses_sign),
    ("sign", turns_ledger),
    ("end", swaps_ends),
    ("end", outlives),
    ("bound", swaps_bounds),
    ("bound", is_beyond),
)


@dataclass(frozen=True, slots=True)
class Sides:
    """Places that agree with a value and that differ; `rule` says how those that state its figure do not agree."""

    agreeing: Sequence[Located]
    differing: Sequence[Located]
    stated: Sequence[Located]
    rule: str


def sides_of(contest: Contest, known: frozenset[str]) -> Sides:
    """The evidence parted for a value; `known` are the currencies that evidence and question name."""
    parting = _Parting(contest, known)
    equal, weaker, differing = parting.parted()
    stated = contest.evidence.nearest(contest.wanted, equal, _MOST_STATED)
    agreeing, rule = parting.as_said(stated)
    if not rule:
        nearest = contest.evidence.nearest(contest.wanted, weaker, _MOST_WEAKER)
        agreeing = [*agreeing, *(e for e in nearest if not contest.candidates.at_other_rate(e))]
    if agreeing and len(differing) <= _MOST_TOLD:
        beside = {(e.passage, e.sentence) for e in agreeing}
        differing = [e for e in differing if not parting.is_other_end(e, beside)]
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
    currencies: frozenset[str]

    def as_said(self, stated: Sequence[Located]) -> tuple[Sequence[Located], str]:
        """Those that state the value in its unit, currency, rate, direction and bound; else what differs."""
        if in_unknown_currency(self.contest.mention, self.currencies):
            return (), "currency" if stated else ""
        in_unit = [e for e in stated if self._in_unit(e)]
        at_rate = [e for e in in_unit if not self.contest.candidates.at_other_rate(e)]
        if in_unit and not at_rate:
            if not self._is_said_at_rate(in_unit):
                return (), "rate"
            at_rate = in_unit
        way = direction(self.contest.answer, self.contest.mention)
        told = way != NOWHERE and len(at_rate) <= _MOST_TOLD
        moved = [e for e in at_rate if not told or not self._is_moved_otherwise(way, e)]
        if at_rate and not moved:
            return (), "direction"
        for rule, is_otherwise in _OTHERWISE:
            kept = (
                [e for e in moved if not self._is_told(is_otherwise, e)]
                if len(moved) <= _MOST_TOLD
                else moved
            )
            if moved and not kept:
                return (), rule
            moved = kept
        bounded = [e for e in moved if not self._is_bounded_otherwise(e)]
        if moved and not bounded:
            best = self.contest.best(self.contest.evidence.fitted(self.contest.wanted, moved, 1))
            found = self._clash(best.located, runs_along=best.run >= _CLEAR_RUN)
            return {Clash.WRONG: ((), "bound"), Clash.DOUBTFUL: ((), "")}.get(found, (moved, ""))
        return bounded, ""

    def _is_said_at_rate(self, stated: Sequence[Located]) -> bool:
        """Is it the total of one thing, whose rate the answer tells too: "€75 per item; it is one, so €75 in all"?"""
        contest, answer = self.contest, self.contest.answer
        index = answer.sentence_at(contest.mention.start)
        if index is None or not tells_total(answer, contest.mention):
            return False
        words = answer.words[answer.sentences[index].first : answer.sentences[index].last]
        if _ONE.isdisjoint(words) or not NEGATORS.isdisjoint(words):
            return False
        again = [
            m for m in answer.mentions if m.low == contest.mention.low and m.kind is contest.mention.kind
        ]
        others = [
            replace(contest, mention=m) for m in again if rates(answer, m) and not tells_total(answer, m)
        ]
        return any(not other.candidates.at_other_rate(e) for other in others for e in stated)

    def _is_moved_otherwise(self, way: tuple[int, str], located: Located) -> bool:
        """Is the same thing's rise to the value told as a fall, or the other way round?"""
        if not are_opposite(way, direction(self.contest.evidence.document(located.passage), located.mention)):
            return False
        around, own = self.contest.evidence.around(located), without_directions(self.contest.wanted.own)
        return bool(own) and own <= around.own | around.shared

    def is_other_end(self, located: Located, beside: Collection[tuple[int, int]]) -> bool:
        """Is it the other end of what is told, so that it cannot be meant? `beside` are the sentences that agree."""
        contest, document = self.contest, self.contest.evidence.document(located.passage)
        told = contest.answer, contest.mention, document, located.mention
        if any(is_other(*told) for is_other in (swaps_ends, swaps_bounds, bounds_otherwise, is_passed)):
            return True
        return (located.passage, located.sentence) in beside and only_identifies(*told)

    def _is_bounded_otherwise(self, located: Located) -> bool:
        """Is it bounded from the other side, by a word or by what it is called: "at most $5", "the maximum is $5"?"""
        mention = self.contest.mention
        if bound_clash(mention, located.mention):
            return True
        if mention.bound not in (*LOWER, *UPPER):
            return False
        called = bound_named(self.contest.evidence.document(located.passage), located.mention)
        return called == ("most" if mention.bound in LOWER else "least")

    def _is_told(self, is_otherwise: _Otherwise, located: Located) -> bool:
        """Is the value told otherwise than the same thing's in the evidence?"""
        contest, document = self.contest, self.contest.evidence.document(located.passage)
        if not is_otherwise(contest.answer, contest.mention, document, located.mention):
            return False
        around, own = contest.evidence.around(located), without_directions(contest.wanted.own)
        if _are_of_other_years(own, around.own):
            return False  # "revenue exceeded $5m in 2024", when $5m was the revenue of 2022
        index = document.sentence_at(located.mention.start)
        here = (
            around.own | around.shared | (document.sentence_bag(index) if index is not None else frozenset())
        )
        strange = own - here
        return strange != own and all(
            strange.isdisjoint(passage.stems) for passage in contest.evidence.passages
        )

    def _clash(self, located: Located, *, runs_along: bool) -> Clash:
        """What it means that the evidence bounds the value from the other side."""
        document, own = self.contest.evidence.document(located.passage), self.contest.wanted.own
        return clash(
            self.contest.answer, self.contest.mention, document, located.mention, own, runs_along=runs_along
        )

    def _in_unit(self, located: Located) -> bool:
        if located.mention.kind is not Kind.NUMBER or self.contest.mention.kind not in _UNITED:
            return True
        around = self.contest.evidence.around(located)
        return bool(around.column) or names_unit(self.contest.mention, around)

    def _is_owed(self, located: Sequence[Located]) -> bool:
        evidence = self.contest.evidence
        return all(is_owed(self.contest.mention, evidence.document(e.passage), e.mention) for e in located)

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

    def parted(self) -> tuple[list[Located], list[Located], list[Located]]:
        """The evidence mentions that agree, those that prove a bound, and those that differ but are comparable."""
        equal: list[Located] = []
        weaker: list[Located] = []
        others: list[Located] = []
        counted: defaultdict[str, list[Located]] = defaultdict(list)  # figures by unit, "" for none
        for located in self.contest.evidence.like(self.contest.mention):
            value = located[0].mention
            if agree(self.contest.mention, value):
                told = self.contest.answer, self.contest.mention, value
                if is_overshot(*told) or ends_at_start(*told):
                    continue
                if self.contest.mention.kind is Kind.MONEY:
                    located = [e for e in located if self._is_scaled(e)]
                if value.kind is not self.contest.mention.kind:
                    located = [e for e in located if not self.contest.evidence.is_identifier(e)]
                equal += located
            elif (high := self.contest.mention.high) is not None and high < 0 and self._is_owed(located):
                equal += located
            elif implied(self.contest.answer, self.contest.mention, value):
                weaker += located
            elif comparable(self.contest.mention, value) and not _is_end_of(self.contest.mention, value):
                others += located
            elif value.kind is Kind.NUMBER:
                counted[value.unit] += located
        if self.contest.mention.kind is not Kind.NUMBER and any(_is_bare(e) for e in equal):
            others += counted[""]  # its column says what the figures are in
        if self.contest.mention.kind is Kind.NUMBER:  # "31 people" of "31 employees"
            for unit in sorted({e.mention.unit for e in equal} - {"", self.contest.mention.unit}):
                others += counted[unit]
        if all(not is_bound(e.mention) for e in equal):
            others = [
                e for e in others if not leaves_room(self.contest.answer, self.contest.mention, e.mention)
            ]
        if self.contest.mention.kind is Kind.NUMBER and equal:  # under "in £000" a cell is no rival of itself
            places = {(e.passage, e.mention.start) for e in equal}
            others = [e for e in others if (e.passage, e.mention.start) not in places]
        return equal, weaker, others


def _are_of_other_years(one: frozenset[str], other: frozenset[str]) -> bool:
    ours, theirs = (frozenset(filter(YEAR.fullmatch, stems)) for stems in (one, other))
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def _is_bare(located: Located) -> bool:
    """A figure that only its place gives a unit."""
    return located.mention.kind is Kind.NUMBER and not located.mention.unit


def _is_end_of(mention: Mention, wide: Mention) -> bool:
    """ "10% of the first $10,000" where "between $0 and $10,000" is taxed so."""
    return wide.low != wide.high and mention.low == mention.high and mention.low in (wide.low, wide.high)
