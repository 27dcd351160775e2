# SPDX-License-Identifier: Apache-2.0
"""One value of an answer against all that it may be compared to: the first judgement that holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from faithstill.featurize.extract import VALUE_KINDS, Mention
from faithstill.featurize.extract.agree import agree

from .alignment import Alignment, Status
from .answer_reading import AnswerReading, Proofs
from .asked.left_open import FIGURES, is_alone, is_bare, is_left_open
from .asked.proved import AskedResult, as_told, asked_result
from .asked.refuted import asked_cell, is_of_other_operation, other_result
from .calculations.may_be_counted import may_be_counted
from .derived.formula import Derivation
from .implied_values import pieced, restated
from .partition import Sides, is_given, manner_of, sides_of
from .slots.counted import is_small_count
from .slots.rivals import Contest, Rival
from .slots.scales import in_unknown_currency, is_of_unproved_scale
from .slots.signs import RIVALS_FILE, UNSTATED_FILE, SignShare, shipped_weights
from .slots.slots import Located
from .slots.sole_slot import sole_rival
from .slots.unstated import refuting, unstated_rivals

OTHER_SLOT = "other_slot"  # the rule of a value that the evidence states of something else
ASKED_CELL = "asked_cell"  # of a bare figure where the question asks for another cell
ASKED_RESULT = "asked_result"  # of one where the question asks for another result
UNPROVED_SCALE = "unproved_scale"  # of a figure of a table that says nothing of thousands or millions

_MOST_RIVALS = 200


@dataclass(frozen=True)
class ValueCase:
    """One value of the answer; `before` are earlier values that were proved."""

    mention: Mention
    reading: AnswerReading
    before: Sequence[Mention]

    def aligned(self) -> Alignment:
        """What the first judgement says that has anything to say."""
        return next((found for judge in _JUDGEMENTS if (found := judge(self))), self._absent)

    @cached_property
    def contest(self) -> Contest:
        """The value's slot."""
        return self.reading.contest(self.mention)

    @cached_property
    def sides(self) -> Sides:
        """The evidence parted for the value."""
        return sides_of(self.contest, self.reading.currencies)

    @cached_property
    def proofs(self) -> Proofs:
        """The formulas that may give the value."""
        reading, wanted = self.reading, self.contest.wanted
        return Proofs(self.mention, wanted, reading.answer, reading.question, reading.evidence, self.before)

    def sole_rival(self) -> Located | None:
        """The only value of the evidence that could be meant, unless a formula may give the answer's."""
        given = self.proofs.given
        if given and not self.proofs.is_chance(given):
            return None
        rival = sole_rival(self.contest, self.sides.differing)
        if rival is None or self.proofs.may_be_result(rival) or is_left_open(self.contest):
            return None
        return rival

    @cached_property
    def _others(self) -> Sequence[Located]:
        """The evidence values that differ, the best fitting of very many."""
        others = self.sides.differing
        return others if len(others) <= _MOST_RIVALS else self._fitted(others, _MOST_RIVALS)

    def _fitted(self, places: Sequence[Located], most: int = 1) -> Sequence[Located]:
        return self.reading.evidence.fitted(self.contest.wanted, places, most)

    @cached_property
    def _best(self) -> Located | None:
        """The best fitting value that differs."""
        return next(iter(self._fitted(self._others)), None)

    @cached_property
    def _support(self) -> Located | None:
        """The best fitting value that agrees."""
        return next(iter(self._fitted(self.sides.agreeing)), None)

    @cached_property
    def _winner(self) -> Rival | None:
        """The rival in whose place the value stands though another place agrees."""
        return next(iter(self.contest.beaten_by(self.sides.agreeing, self._others)), None)

    @cached_property
    def _is_applied(self) -> bool:
        """Does the question give a value of its own, "four transfers", that the answer may be worked out from?"""
        evidence = self.reading.evidence
        return any(
            m.kind in VALUE_KINDS and not any(agree(m, same[0].mention) for same in evidence.like(m))
            for m in self.reading.question.mentions
        )

    @cached_property
    def is_foreign(self) -> bool:
        """Is it in a currency that no text names?"""
        return in_unknown_currency(self.mention, self.reading.currencies)

    @cached_property
    def _is_bare(self) -> bool:
        """Does its sentence say nothing but figures?"""
        return is_bare(self.mention, self.reading.answer)

    @cached_property
    def _proof(self) -> tuple[Derivation | None, bool]:
        """A formula that proves the value; else whether one gives it in doubt, so that no rival speaks against it."""
        found = self._told(self.proofs.given)
        if found is None:
            return None, False
        if self._is_bare and is_of_other_operation(found, self.reading.question):
            return None, False
        if self._winner and not (found.is_told and found.licence >= 0):
            return None, False  # only a formula that is told speaks for a value in a rival's place
        if self._is_stated_otherwise(found):
            return None, False
        return (found, False) if found.licence >= 0 else (None, True)

    @cached_property
    def _asked(self) -> AskedResult:
        """What the question's words say of the value."""
        return asked_result(self.mention, self.reading.question, self.reading.evidence)

    def _told(self, found: Derivation | None) -> Derivation | None:
        """A formula as a bare answer tells its result; None where that is told backwards."""
        if found is None or not self._is_bare:
            return found
        return as_told(found, self.mention, self.reading.question, self.reading.evidence)

    def _is_stated_otherwise(self, found: Derivation) -> bool:
        """Does the evidence state another value in the same words, or in its slot where no word calls for a result?

        "Plus is $11" is no $20 - $9 where Plus is $9.
        """
        if self.contest.is_stated_otherwise(self._others):
            return True
        if not self.proofs.is_chance(found):
            return False
        rival = refuting(unstated_rivals(self.contest, self._others, lambda _: 0.0), lambda _: False)
        return rival is not None and any(
            (m.low, m.key) == (rival[0].mention.low, rival[0].mention.key) for m in found.operands
        )

    # The judgements, in their order below.

    def _asked_otherwise(self) -> Alignment | None:
        """A bare figure of another cell than the one that the question asks for."""
        reading = self.reading
        if (
            not self._is_bare
            or self.mention.kind not in FIGURES
            or not is_alone(self.mention, reading.answer)
        ):
            return None
        cell = asked_cell(self.mention, reading.question, reading.evidence, self.sides.agreeing)
        if cell is None:
            return None
        rival = Located(cell.passage, cell.mention)
        if not self.sides.agreeing and (self.proofs.given or self.proofs.may_be_result(rival)):
            return None
        return self._found(Status.CONFLICTING, ASKED_CELL, None, rival)

    def _stated(self) -> Alignment | None:
        if self._support is None or self._winner:
            return None
        return self._found(Status.EQUAL, manner_of(self.mention, self._support.mention), self._support)

    def _given(self) -> Alignment | None:
        if self.is_foreign or not is_given(self.mention, self.reading.question, self.reading.evidence.years):
            return None
        return self._found(Status.GIVEN, "given")

    def _in_pieces(self) -> Alignment | None:
        places = pieced(self.mention, self.reading.answer, self.reading.evidence)
        found = self._fitted(places) if not self._support else ()
        return self._found(Status.EQUAL, "pieced", found[0]) if found else None

    def _derived(self) -> Alignment | None:
        if self.is_foreign:
            return None
        proof, _ = self._proof
        return self._by_formula(proof or self._asked.proof)

    def _of_other_scale(self) -> Alignment | None:
        evidence = self.reading.evidence
        is_near = any(
            is_of_unproved_scale(self.mention, same[0].mention) and any(map(evidence.is_unscaled_cell, same))
            for same in evidence.like(self.mention)
        )
        return self._found(Status.ABSENT, UNPROVED_SCALE) if is_near else None

    def _displaced(self) -> Alignment | None:
        if self._winner is None:
            return None
        rival, signs = self._winner
        reasons = shipped_weights(RIVALS_FILE).reasons(signs)
        return self._found(Status.CONFLICTING, OTHER_SLOT, self._support, rival, reasons)

    def _restated(self) -> Alignment | None:
        reading = self.reading
        return self._by_formula(restated(self.mention, reading.answer, reading.question, reading.evidence))

    def _of_other_result(self) -> Alignment | None:
        """A bare figure where the result that the question asks for comes out otherwise.

        It is the one of the one line that is asked for, or the one that a usual mistake makes this figure of.
        """
        reading = self.reading
        if not self._is_bare or not is_alone(self.mention, reading.answer):
            return None
        found = other_result(self.mention, reading.question, reading.evidence) or self._asked.mistaken
        if found is None:
            return None
        rule = f"{self.mention.kind}.{ASKED_RESULT}"
        return Alignment(self.mention, Status.CONFLICTING, None, self._best, found, rule)

    def _refuted(self) -> Alignment | None:
        """By the rival in the place of a value that nothing states or proves, unless the value may be a result."""
        _, is_doubtful = self._proof
        if is_doubtful:
            return None
        is_result = self.proofs.may_be_result
        rivals = list(unstated_rivals(self.contest, self._others, self.proofs.formed_of))
        if self.reading.watch:
            self.reading.watch(self.mention, [one for one in rivals if not is_result(one[0])])
        rival = refuting(rivals, is_result)
        if rival is None or is_left_open(self.contest) or self._is_applied:
            return None
        reasons = shipped_weights(UNSTATED_FILE).reasons(rival[1])
        return self._found(Status.CONFLICTING, "conflict", None, rival[0], reasons)

    def _counted(self) -> Alignment | None:
        reading = self.reading
        if not is_small_count(self.mention) or self._is_counted_otherwise():
            return None
        if not may_be_counted(self.mention, reading.answer, reading.evidence):
            return None
        return self._found(Status.UNCHECKED, "count")

    def _is_counted_otherwise(self) -> bool:
        """Does the evidence state another number of the same things: "three women" for "two women"?"""
        unit = self.mention.unit
        return unit != "" and any(
            is_small_count(e.mention) and e.mention.unit == unit for e in self.sides.differing
        )

    @property
    def _absent(self) -> Alignment:
        return self._found(Status.ABSENT, "absent")

    def _by_formula(self, formula: Derivation | None) -> Alignment | None:
        if formula is None:
            return None
        rule = f"{self.mention.kind}.{formula.rule}"
        return Alignment(self.mention, Status.DERIVED, None, self._best, formula, rule)

    def _found(
        self,
        status: Status,
        rule: str,
        support: Located | None = None,
        rival: Located | None = None,
        signs: tuple[SignShare, ...] = (),
    ) -> Alignment:
        rule = f"{self.mention.kind}.{rule}"
        return Alignment(self.mention, status, support, rival or self._best, None, rule, signs)


_JUDGEMENTS: Sequence[Callable[[ValueCase], Alignment | None]] = (
    ValueCase._asked_otherwise,
    ValueCase._stated,
    ValueCase._given,
    ValueCase._in_pieces,
    ValueCase._derived,
    ValueCase._of_other_scale,
    ValueCase._displaced,
    ValueCase._restated,
    ValueCase._of_other_result,
    ValueCase._refuted,
    ValueCase._counted,
)
