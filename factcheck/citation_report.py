# SPDX-License-Identifier: Apache-2.0
"""The outcome of a citation check: a status, why, and a finding for each fault."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Protocol

from .report import FactStatus
from .verdict import Quote, Severity

_SHOWN = 160  # characters of evidence in a message


class CitationReason(StrEnum):
    """Why a citation check failed or could not pass; in the order in which they are told."""

    CITATION_ORPHAN = "CITATION_ORPHAN"
    CITATION_OUT_OF_RANGE = "CITATION_OUT_OF_RANGE"
    CITATION_AMBIGUOUS = "CITATION_AMBIGUOUS"
    CITATION_WRONG_PASSAGE = "CITATION_WRONG_PASSAGE"
    CITATION_QUOTE_ALTERED = "CITATION_QUOTE_ALTERED"
    CITATION_REVISION = "CITATION_REVISION"
    CITATION_MISSING = "CITATION_MISSING"
    NO_CITATIONS = "NO_CITATIONS"
    NO_CONTEXT = "NO_CONTEXT"
    LANGUAGE_UNSUPPORTED = "LANGUAGE_UNSUPPORTED"
    TRUNCATED = "TRUNCATED"


@dataclass(frozen=True, slots=True)
class CitationRule:
    """One kind of fault, and what it is in words."""

    id: str
    reason: CitationReason
    severity: Severity
    what: str


_R, _S = CitationReason, Severity
ORPHAN = CitationRule("citation.orphan", _R.CITATION_ORPHAN, _S.HIGH, "no passage has the cited id")
OUT_OF_RANGE = CitationRule(
    "citation.range", _R.CITATION_OUT_OF_RANGE, _S.HIGH, "the cited number is no passage's"
)
AMBIGUOUS = CitationRule(
    "citation.ambiguous", _R.CITATION_AMBIGUOUS, _S.MEDIUM, "several passages have the cited id"
)
WRONG_PASSAGE = CitationRule(
    "citation.wrong_passage",
    _R.CITATION_WRONG_PASSAGE,
    _S.HIGH,
    "the cited passage does not support its sentence while another one does",
)
WRONG_QUOTE = CitationRule(
    "citation.quote_elsewhere",
    _R.CITATION_WRONG_PASSAGE,
    _S.HIGH,
    "the quoted text stands in another passage than the cited one",
)
QUOTE_ALTERED = CitationRule(
    "citation.quote",
    _R.CITATION_QUOTE_ALTERED,
    _S.HIGH,
    "the quoted text is not verbatim in the cited passage",
)
REVISION = CitationRule(
    "citation.revision", _R.CITATION_REVISION, _S.HIGH, "the pinned revision is not the passage's"
)
MISSING = CitationRule(
    "citation.missing",
    _R.CITATION_MISSING,
    _S.MEDIUM,
    "a factual sentence has no citation though one is demanded",
)
CITATION_RULES = (
    ORPHAN,
    OUT_OF_RANGE,
    AMBIGUOUS,
    WRONG_PASSAGE,
    WRONG_QUOTE,
    QUOTE_ALTERED,
    REVISION,
    MISSING,
)


@dataclass(frozen=True, slots=True)
class CitationFinding:
    """A fault at characters `start:end` of the answer; `cited` are the numbers (from 1) of the passages cited there.

    `quote` is the place in the evidence that should be cited, or the nearest wording to what is quoted.
    """

    rule: str
    reason: CitationReason
    severity: Severity
    start: int
    end: int
    text: str
    message: str
    cited: tuple[int, ...] = ()
    quote: Quote | None = None

    def __str__(self) -> str:
        """One line for an auditor."""
        return f"{self.message} [{self.rule}]"

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, keys in a fixed order."""
        return {
            "rule": self.rule,
            "reason": str(self.reason),
            "severity": str(self.severity),
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "message": self.message,
            "cited": list(self.cited),
            "quote": asdict(self.quote) if self.quote else None,
        }


class _Spot(Protocol):
    """What stands at some characters of the answer: a marker, a quotation."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def text(self) -> str: ...


def finding_at(
    rule: CitationRule, spot: _Spot, message: str, passages: Iterable[int] = (), quote: Quote | None = None
) -> CitationFinding:
    """The fault at a marker, a quotation or a sentence; `passages` are the indices of those cited there."""
    cited = tuple(n + 1 for n in passages)
    return CitationFinding(
        rule.id, rule.reason, rule.severity, spot.start, spot.end, spot.text, message, cited, quote
    )


def short(text: str) -> str:
    """The text in one line, cut where it is long.

    >>> short("a \\n b")
    'a b'
    """
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3].rstrip() + "..."


@dataclass(frozen=True, slots=True)
class CitedAs:
    """One marker of the answer at `start:end`, with the numbers (from 1) of the passages that it maps to."""

    start: int
    end: int
    text: str
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CitationReport:
    """Status, faults in the order of the answer, reasons, and all markers with the passages that they map to."""

    status: FactStatus
    findings: tuple[CitationFinding, ...]
    reasons: tuple[CitationReason, ...]
    markers: tuple[CitedAs, ...]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "status": str(self.status),
            "reasons": [str(reason) for reason in self.reasons],
            "findings": [finding.as_dict() for finding in self.findings],
            "markers": [{**asdict(marker), "passages": list(marker.passages)} for marker in self.markers],
        }

    def __str__(self) -> str:
        """A line for each fault, and the status with its reasons."""
        why = ", ".join(self.reasons)
        if self.status is FactStatus.PASSED:
            count = len(self.markers)
            why = f"{count} {'marker' if count == 1 else 'markers'}"
        return "\n".join([*map(str, self.findings), f"citations {self.status}: {why}"])


def reported_citations(
    findings: Iterable[CitationFinding],
    markers: Sequence[CitedAs],
    obstacles: Iterable[CitationReason] = (),
) -> CitationReport:
    """The report of what was found; an obstacle keeps a check from passing, never from failing."""
    once = {(f.start, f.end, f.rule): f for f in reversed([*findings])}  # of "[2-9]" one number is enough
    ordered = tuple(once[key] for key in sorted(once))
    reasons = {*obstacles, *(f.reason for f in ordered)}
    status = FactStatus.FAILED if ordered else FactStatus.SKIPPED if reasons else FactStatus.PASSED
    return CitationReport(status, ordered, tuple(r for r in CitationReason if r in reasons), tuple(markers))
