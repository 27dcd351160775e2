# SPDX-License-Identifier: Apache-2.0
"""What the guard decides of one answer: an action, the text that may be shown, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from faithstill.factcheck.citation_report import CitationFinding
from faithstill.factcheck.judgement import ClaimVerdict
from faithstill.factcheck.verdict import Quote
from faithstill.featurize.claims import AnswerSentence, ClaimKind
from faithstill.serve.score import Score

if TYPE_CHECKING:
    from .trace import Pass


class Action(StrEnum):
    """What to do with an answer, the mildest first."""

    DELIVER = "deliver"
    FLAG = "flag"
    HEDGE = "hedge"
    STRIP = "strip"
    ESCALATE = "escalate"
    BLOCK = "block"

    @property
    def severity(self) -> int:
        """Place in the order of the members, from 0.

        >>> Action.BLOCK.severity > Action.FLAG.severity
        True
        """
        return tuple(Action).index(self)

    @property
    def withholds(self) -> bool:
        """Is nothing of the answer shown?"""
        return self in (Action.ESCALATE, Action.BLOCK)


class LayerStatus(StrEnum):
    """How a layer ended; a layer that was skipped or broke down has not passed."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    ERROR = "error"


class Level(StrEnum):
    """How far an answer is grounded."""

    FULL = "fully_grounded"
    PARTIAL = "partially_grounded"
    UNGROUNDED = "ungrounded"
    CONTRADICTORY = "contradictory"


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One claim, characters `start:end` of the checked answer, and the layer whose word decided on it.

    `confidence` is the calibrated probability that the verdict is right. `source` is the place of the evidence that
    supports it best, or that refutes it. `statement` is the place of its sentence in `Score.statements`; `escalated`:
    the judge was asked.
    """

    text: str
    start: int
    end: int
    kind: ClaimKind
    verdict: ClaimVerdict
    confidence: float
    layer: str
    source: Quote | None = None
    statement: int = 0
    escalated: bool = False
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, in fixed key order."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        source = asdict(self.source) if self.source else None
        return plain | {"kind": str(self.kind), "verdict": str(self.verdict), "source": source}


@dataclass(frozen=True, slots=True)
class LayerResult:
    """How one layer ended, its reason codes, and one line in words; `milliseconds` of wall time."""

    name: str
    status: LayerStatus
    reasons: tuple[str, ...] = ()
    detail: str = ""
    milliseconds: float = 0.0

    def as_dict(self, *, timings: bool = False) -> dict[str, Any]:
        """JSON-able; times differ from run to run, so they are left out unless asked for."""
        plain: dict[str, Any] = {
            "name": self.name,
            "status": str(self.status),
            "reasons": list(self.reasons),
            "detail": self.detail,
        }
        return plain | ({"milliseconds": round(self.milliseconds, 3)} if timings else {})


@dataclass(frozen=True, slots=True)
class Decision:
    """What may be shown of an answer, and why.

    `text` is None where nothing may be shown. `answer` is the text that was checked, in which offsets of claims and
    findings count: the given one, blanks in place of markers of corrections. `outcomes` are what was found, as a
    profile's table of actions names it; `action` is the most severe of their actions. `trust_score` is the share of
    claims that are supported, at most 0.09 where one is refuted. `passes` are the runs of the layers that it took.
    """

    action: Action
    text: str | None
    reasons: tuple[str, ...]
    outcomes: tuple[str, ...]
    claims: tuple[CheckedClaim, ...]
    layers: tuple[LayerResult, ...]
    trust_score: float
    level: Level
    recommendation: str
    is_trusted: bool
    answer: str
    profile: str
    profile_fingerprint: str
    bundle_fingerprint: str
    score: Score | None = None
    citations: Sequence[CitationFinding] = ()
    sentences: Sequence[AnswerSentence] = ()
    passes: tuple[Pass, ...] = ()

    def problems(self) -> list[str]:
        """One line for each thing that is wrong: what, where, and what the evidence says."""
        return [claim.reason for claim in self.claims if claim.verdict is not ClaimVerdict.SUPPORTED] + [
            str(finding) for finding in self.citations
        ]

    def as_dict(self, *, timings: bool = False) -> dict[str, Any]:
        """JSON-able, in fixed key order; the same input gives the same bytes, times apart."""
        return {
            "action": str(self.action),
            "text": self.text,
            "reasons": list(self.reasons),
            "outcomes": list(self.outcomes),
            "trust_score": self.trust_score,
            "level": str(self.level),
            "recommendation": self.recommendation,
            "is_trusted": self.is_trusted,
            "claims": [claim.as_dict() for claim in self.claims],
            "citations": [finding.as_dict() for finding in self.citations],
            "layers": [layer.as_dict(timings=timings) for layer in self.layers],
            "faithful": self.score.faithful if self.score else None,
            "status": str(self.score.status) if self.score else None,
            "answer": self.answer,
            "profile": self.profile,
            "profile_fingerprint": self.profile_fingerprint,
            "bundle_fingerprint": self.bundle_fingerprint,
        }
