# SPDX-License-Identifier: Apache-2.0
"""Answer values and names against the evidence: equal, given, derived, conflicting or absent.

Two things decide: does a value that *agrees* occur, and whose *slot* (slots/slots.py) fits the answer's words best.
A value that occurs only in another slot is suspicious even though it occurs: the rival in the fitting slot is
named.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.names.who import Names

from .alignment import Alignment, Status
from .asked.left_open import asked_cell, is_bare, is_left_open
from .asked.proved import asked_result, is_turned_round
from .calculations.calculated import written_out
from .calculations.may_be_counted import may_be_counted
from .calculations.told_sums import added_up
from .derived.derive import Derivation
from .given import is_given
from .proofs import Proofs
from .restated.last_resort import implied_otherwise
from .restated.pieced import pieced
from .restated.points_in_time import Moments
from .restated.sought import Sought
from .sides import Sides, asked_words, sides_of
from .slots.counted import is_small_count
from .slots.exchanged import exchanged
from .slots.qualifiers import currencies, in_unknown_currency
from .slots.refuting import Rival, counted_otherwise, refuting, unstated_rivals
from .slots.rivals import Contest
from .slots.scales import is_of_unproved_scale
from .slots.slot import Slot, asked_slot
from .slots.slots import EvidenceValues, Located
from .slots.sole import sole_rival

OTHER_SLOT = "other_slot"  # the rule of a value that the evidence states of something else
UNPROVED_SCALE = "unproved_scale"  # of a figure of a table that says nothing of thousands or millions
ASKED_CELL = "asked_cell"  # of a bare value beside the one cell that the question asks for
ONLY_VALUE = "only_conflict"  # of a value beside the only one of its kind that the evidence holds

_MOST_RIVALS = 200
_MOST_GIVEN = 24  # of the question's and of the answer's earlier values


# A value that nothing states or proves, and the signs of each rival that may stand in its place.
Watch = Callable[[Mention, Sequence[Rival]], None]


def align(
    answer: Document,
    question: Document,
    evidence: EvidenceValues,
    watch: Watch | None = None,
) -> tuple[Alignment, ...]:
    """One alignment for each mention of the answer, in order; `watch` sees what unproved values are judged by."""
    asked = asked_words(question)
    found: list[Alignment] = []
    supported: deque[Mention] = deque(maxlen=_MOST_GIVEN)
    names = Names(answer, question, evidence)
    known = evidence.currencies | currencies((question,))
    unproved: list[tuple[int, _Case]] = []
    stated: list[Contest] = []
    moments = Moments(answer, question, evidence)
    for mention in answer.mentions:
        if mention.kind in NAMES:
            found.append(names.aligned(mention))
            continue
        slot = asked_slot(answer, mention, asked)
        case = _Case(
            mention, slot, answer, question, evidence, tuple(supported), asked, known, moments, watch
        )
        found.append(case.aligned())
        if found[-1].status in (Status.DERIVED, Status.EQUAL):
            supported.append(mention)
        if found[-1].status is Status.EQUAL or found[-1].rule.endswith(OTHER_SLOT):
            stated.append(case.contest)
        elif found[-1].status is Status.ABSENT:
            unproved.append((len(found) - 1, case))
    written_out(found, answer, question, evidence)
    added_up(found, answer)
    if any(found[at].status is Status.DERIVED for at, _ in unproved):
        _follow(found, unproved)
    _conclude(found, unproved)
    _leave_one(found, unproved)
    swapped = exchanged(stated)
    return tuple(_put_right(x, swapped.get(x.mention.start)) for x in found)


def _put_right(alignment: Alignment, rival: Located | None) -> Alignment:
    """The same, or as the value of the rival's place."""
    if rival is None:
        return alignment
    rule = f"{alignment.mention.kind}.{OTHER_SLOT}"
    return replace(alignment, status=Status.CONFLICTING, rival=rival, rule=rule)


def _follow(found: list[Alignment], unproved: Sequence[tuple[int, _Case]]) -> None:
    """ "That makes $530, $70 less than last year": results of what was proved late, in order."""
    for at, case in unproved:
        if found[at].status is Status.ABSENT:
            earlier = [x.mention for x in found[:at] if x.status in (Status.DERIVED, Status.EQUAL)]
            _prove(found, at, case, case.proofs.concluded(earlier[-_MOST_GIVEN:]))


def _prove(found: list[Alignment], at: int, case: _Case, derivation: Derivation | None) -> None:
    if derivation:
        rule = f"{case.mention.kind}.{derivation.rule}"
        found[at] = replace(found[at], status=Status.DERIVED, derivation=derivation, rule=rule)


def _conclude(found: list[Alignment], unproved: Sequence[tuple[int, _Case]]) -> None:
    """ "You keep $90: the $100 less a fee of $10": results told before what they follow from, the last first."""
    for at, case in reversed(unproved):
        if found[at].status is Status.ABSENT:
            later = [x.mention for x in found[at + 1 :] if x.status in (Status.DERIVED, Status.EQUAL)]
            _prove(found, at, case, case.proofs.concluded(later[:_MOST_GIVEN]))


def _leave_one(found: list[Alignment], unproved: Sequence[tuple[int, _Case]]) -> None:
    """ "$35" where all the evidence holds no other amount than "$25": what is unproved to the end, in other words too.

    Of two values that differ no one value is what both should be.
    """
    left = [(at, case.sole_rival()) for at, case in unproved if found[at].status is Status.ABSENT]
    rivals = [(at, rival) for at, rival in left if rival]
    for at, rival in rivals:
        own = found[at].mention
        if all(agree(found[n].mention, own) for n, other in rivals if other.mention is rival.mention):
            rule = f"{own.kind}.{ONLY_VALUE}"
            found[at] = replace(found[at], status=Status.CONFLICTING, rival=rival, rule=rule)


@dataclass(frozen=True)
class _Case:
    """One value of the answer with all it may be compared to; `before` are earlier values that were supported."""

    mention: Mention
    wanted: Slot
    answer: Document
    question: Document
    evidence: EvidenceValues
    before: Sequence[Mention]
    asked: Mapping[str, float]
    currencies: frozenset[str]
    moments: Moments
    watch: Watch | None

    def aligned(self) -> Alignment:
        """The first that holds: equal, given, derived, in another's slot, conflicting, unchecked, absent."""
        sides = self.sides
        others = sides.differing
        if len(others) > _MOST_RIVALS:
            others = self.evidence.fitted(self.wanted, others, _MOST_RIVALS)
        best = next(iter(self.evidence.fitted(self.wanted, others, 1)), None)
        support = self.evidence.fitted(self.wanted, sides.agreeing, 1)[0] if sides.agreeing else None
        winner = next(iter(self.contest.beaten_by(sides.agreeing, others)), None)
        if support and winner is None:
            return self._found(Status.EQUAL, _manner(self.mention, support.mention), support, best)
        if sides.rule and not sides.agreeing:
            stated = self.evidence.fitted(self.wanted, sides.stated, 1)
            return self._found(Status.CONFLICTING, sides.rule, None, stated[0])
        return self._unstated(support, winner, best, others)

    @cached_property
    def sides(self) -> Sides:
        """The evidence parted for the value."""
        return sides_of(self.contest, self.currencies)

    @cached_property
    def contest(self) -> Contest:
        """The value's slot, for which evidence values contend."""
        return Contest(self.mention, self.wanted, self.answer, self.question, self.evidence, self.asked)

    def _unstated(
        self,
        support: Located | None,
        winner: Located | None,
        best: Located | None,
        others: Sequence[Located],
    ) -> Alignment:
        """What becomes of a value that the evidence does not state in its slot."""
        unknown = in_unknown_currency(self.mention, self.currencies)
        if not unknown and is_given(self.mention, self.question, self.evidence.years):
            return self._found(Status.GIVEN, "given", None, best)
        pieces = self.evidence.fitted(self.wanted, pieced(self.mention, self.answer, self.evidence), 1)
        if pieces and not support:
            return self._found(Status.EQUAL, "pieced", pieces[0], best)
        proof, is_doubtful = self._proof(winner, others)
        if proof and unknown and best:
            return self._found(Status.CONFLICTING, "currency", None, best)
        if proof:
            return self._by_formula(Status.DERIVED, proof, proof.rule, best)
        if asked := asked_result(self.mention, self.question, self.evidence):
            return self._by_formula(Status.DERIVED, asked, asked.rule, best)
        if any(
            is_of_unproved_scale(self.mention, e.mention) for e in others if self.evidence.is_unscaled_cell(e)
        ):
            return self._found(Status.ABSENT, UNPROVED_SCALE, None, best)
        if winner:
            return self._found(Status.CONFLICTING, OTHER_SLOT, support, winner)
        sought = Sought(self.mention, self.answer, self.question, self.evidence)
        if implied := implied_otherwise(sought, self.moments):
            return self._by_formula(Status.DERIVED, implied, implied.rule, best)
        if not support and not is_doubtful and (cell := asked_cell(self.contest)):
            return self._found(Status.CONFLICTING, ASKED_CELL, None, cell)
        if not is_doubtful and (rival := self._refuting(others)) and not self._is_left_open:
            return self._found(Status.CONFLICTING, "conflict", None, rival)
        if is_small_count(self.mention) and may_be_counted(
            self.mention, self.answer, self.question, self.evidence
        ):
            return self._found(Status.UNCHECKED, "count", None, best)
        return self._found(Status.ABSENT, "absent", None, best)

    def _proof(self, winner: Located | None, others: Sequence[Located]) -> tuple[Derivation | None, bool]:
        """A formula that proves the value; else whether one gives it in doubt, so that no rival speaks against it."""
        found = self.proofs.given
        if found is None or self._is_turned_round(found):
            return None, False
        if winner and not (found.is_told and found.licence >= 0):
            return (
                None,
                False,
            )  # only a formula that is told speaks against a rival in whose place the value stands
        if self._is_stated_otherwise(found, others):
            return None, False
        return (found, False) if found.licence >= 0 else (None, True)

    def _is_stated_otherwise(self, found: Derivation, others: Sequence[Located]) -> bool:
        """Does the evidence state another value in the same words, or in its slot where no word calls for a result?

        "Plus is $11" is no $20 - $9 where Plus is $9.
        """
        if self.contest.is_stated_otherwise(others):
            return True
        if not self.proofs.is_chance(found):
            return False
        rival = refuting(unstated_rivals(self.contest, others, lambda _: 0.0), lambda _: False)
        return rival is not None and any(
            (m.low, m.key) == (rival.mention.low, rival.mention.key) for m in found.operands
        )

    @cached_property
    def proofs(self) -> Proofs:
        """The formulas that may give the value."""
        return Proofs(self.mention, self.wanted, self.answer, self.question, self.evidence, self.before)

    def _refuting(self, others: Sequence[Located]) -> Located | None:
        """The rival in the place of a value that nothing states or proves, unless the value may be a result."""
        is_result = self.proofs.may_be_result
        counted = counted_otherwise(self.contest, others)
        if counted and not is_result(counted):
            return counted
        rivals = list(unstated_rivals(self.contest, others, self.proofs.formed_of))
        if self.watch:
            self.watch(self.mention, [one for one in rivals if not is_result(one[0])])
        return refuting(rivals, is_result)

    def sole_rival(self) -> Located | None:
        """The only value of the evidence that could be meant, unless a formula may give the answer's."""
        given = self.proofs.given
        if given and not self.proofs.is_chance(given):
            return None
        rival = sole_rival(self.contest, self.sides.differing)
        if rival is None or self.proofs.may_be_result(rival) or self._is_left_open:
            return None
        return rival

    def _is_turned_round(self, found: Derivation) -> bool:
        """Does a bare answer tell a change backwards?"""
        is_told = not is_bare(self.mention, self.answer)
        return not is_told and is_turned_round(found, self.mention, self.question, self.evidence)

    @cached_property
    def _is_left_open(self) -> bool:
        """Does the question leave open what the value is of, so that no cell speaks against it by its words?"""
        return is_left_open(self.contest)

    def _by_formula(self, status: Status, formula: Derivation, rule: str, rival: Located | None) -> Alignment:
        return Alignment(self.mention, status, None, rival, formula, f"{self.mention.kind}.{rule}")

    def _found(self, status: Status, rule: str, support: Located | None, rival: Located | None) -> Alignment:
        return Alignment(self.mention, status, support, rival, None, f"{self.mention.kind}.{rule}")


def _manner(answer: Mention, evidence: Mention) -> str:
    """How an agreeing value is stated: alike, in another unit or form, or in more digits."""
    if answer.low is None or evidence.low is None:
        return "equal" if answer.key == evidence.key else "covers"
    if (answer.low, answer.high) == (evidence.low, evidence.high):
        if answer.kind is evidence.kind:
            return "equal"
        printed = read_numeral(evidence.text, 0)
        return "in_cents" if printed and printed.value == 100 * evidence.low else "same_figure"
    return "rounded" if answer.unit == evidence.unit else "converted"
