# SPDX-License-Identifier: Apache-2.0
"""An answer with its question and evidence, read once for all of its values, and the formulas that may give each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document
from faithstill.featurize.read.word_classes import OPERATION_CUES

from .derived.derive import derive
from .derived.formula import Derivation
from .derived.formula_results import Steps
from .derived.operands import Operand, Statement, located_operand, stated_operands, statement, told_operands
from .names.lexicon_names import LexiconNames
from .slots.rivals import Contest, Rival
from .slots.scales import currencies
from .slots.slot import Slot, asked_slot, asked_words
from .slots.slots import EvidenceValues, Located

# A value that nothing states or proves, and the signs of each rival that may stand in its place.
Watch = Callable[[Mention, Sequence[Rival]], None]


@dataclass(frozen=True)
class AnswerReading:
    """An answer, its question and its evidence, with what is read off them once for all values."""

    answer: Document
    question: Document
    evidence: EvidenceValues
    watch: Watch | None = None
    lexicon: LexiconNames | None = None

    @cached_property
    def asked(self) -> Mapping[str, float]:
        """What the question's words count in a value's slot."""
        return asked_words(self.question)

    @cached_property
    def currencies(self) -> frozenset[str]:
        """Those that evidence and question name."""
        return self.evidence.currencies | currencies((self.question,))

    def contest(self, mention: Mention) -> Contest:
        """The slot of a value, for which evidence values contend."""
        wanted = asked_slot(self.answer, mention, self.asked)
        return Contest(mention, wanted, self.answer, self.question, self.evidence, self.asked)


_CHANCY = frozenset({"sum", "difference"})  # which any two values of one sentence have


@dataclass(frozen=True)
class Proofs:
    """The formulas that may give a value; `before` are earlier values of the answer that were supported."""

    mention: Mention
    wanted: Slot
    answer: Document
    question: Document
    evidence: EvidenceValues
    before: Sequence[Mention]

    @cached_property
    def given(self) -> Derivation | None:
        """A formula that gives the value."""
        return derive(self.mention, self._operands, self._said.words, said=self._said)

    def concluded(self, later: Sequence[Mention]) -> Derivation | None:
        """A formula over values of the answer and the question alone that gives the value, if it is one for sure."""
        if not later:
            return None
        before = (*self.before, *later)
        told = [
            *told_operands(self._said, self.question, before, self.answer),
            *(o for o in self._stated if o.named),
        ]
        found = derive(self.mention, told, self._said.words, said=self._said)
        return found if found and found.licence >= 0 else None

    def is_chance(self, found: Derivation) -> bool:
        """Is it a sum or difference that no word calls for, and whose values nobody tells?"""
        said = self._said
        if found.rule not in _CHANCY or not OPERATION_CUES[found.rule].isdisjoint(said.near | said.asked):
            return False
        told = {(m.low, m.key) for m in (*said.beside, *self.question.mentions, *self.before)}
        return any((m.low, m.key) not in told for m in found.operands)

    def may_be_result(self, rival: Located) -> bool:
        """May the value be a result of a rival, so that it does not speak against it?"""
        return self._steps.may_be_result(located_operand(rival, self.evidence, named=False))

    def formed_of(self, rival: Located) -> float:
        """How surely one step from a rival gives the value, from 0 to 1."""
        return self._steps.formed_of(located_operand(rival, self.evidence, named=False))

    @cached_property
    def _steps(self) -> Steps:
        return Steps(self.mention, self._operands, self._said)

    @cached_property
    def _said(self) -> Statement:
        return statement(self.mention, self.answer, self.question)

    @cached_property
    def _operands(self) -> Sequence[Operand]:
        """What a formula may use."""
        told = told_operands(self._said, self.question, self.before, self.answer)
        return (*told, *self._stated)

    @cached_property
    def _stated(self) -> Sequence[Operand]:
        """What it may use of the evidence."""
        return tuple(stated_operands(self._said, self.question, self.evidence, self.wanted))
