# SPDX-License-Identifier: Apache-2.0
"""An answer with its question and evidence, read once for all of its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from faithstill.featurize.align.names.lexicon_names import LexiconNames
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document

from .slots.rivals import Contest, Rival
from .slots.scales import currencies
from .slots.slot import asked_slot, asked_words
from .slots.slots import EvidenceValues

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
