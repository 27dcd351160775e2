# SPDX-License-Identifier: Apache-2.0
"""What a stream tells while an answer comes in; the last event is the decision."""

from __future__ import annotations

from dataclasses import dataclass

from faithstill.factcheck.citation_report import CitationFinding

from .decision import Action, CheckedClaim, Decision


@dataclass(frozen=True, slots=True)
class TextReleased:
    """Text that may be shown now: characters `start:end` of the answer, without what was left out of them."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """A claim that is not supported, or else a citation that does not hold, and what the profile does about it.

    A refuted claim is told at once; one that is unverifiable at once where it keeps text back, else at the end.
    """

    about: CheckedClaim | CitationFinding
    action: Action

    @property
    def reason(self) -> str:
        """What is wrong, in words."""
        return self.about.reason if isinstance(self.about, CheckedClaim) else str(self.about)


@dataclass(frozen=True, slots=True)
class Held:
    """From character `start` of the answer on nothing goes out before the end; `reasons` are codes."""

    start: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision on the whole answer, the same that `Guard.check` gives; always the last event.

    `released` is all the text that went out, which nobody can take back.
    """

    decision: Decision
    released: str

    @property
    def stands(self) -> bool:
        """Is what went out what the decision shows? Else a reader's screen should show `decision.text` instead."""
        return self.released == (self.decision.text or "")


Event = TextReleased | Found | Held | Decided
