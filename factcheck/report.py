# SPDX-License-Identifier: Apache-2.0
"""The outcome of a fact check: a status, why, one finding for each checked span, and the answer set right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from faithstill.featurize.extract.same_name import NAMES

from .verdict import Finding, Verdict


class FactStatus(StrEnum):
    """Failed by a counter-proof, passed where all was proved or given; anything less is skipped, never passed."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Reason(StrEnum):
    """Why a check failed or could not pass; in the order in which they are told."""

    NUMERIC_CONFLICT = "NUMERIC_CONFLICT"
    DERIVATION_CONFLICT = "DERIVATION_CONFLICT"
    ENTITY_CONFLICT = "ENTITY_CONFLICT"
    STATE_CONFLICT = "STATE_CONFLICT"
    EVIDENCE_CONFLICT = "EVIDENCE_CONFLICT"
    NUMERIC_ABSENT = "NUMERIC_ABSENT"
    IDENTIFIER_ABSENT = (
        "IDENTIFIER_ABSENT"  # an account, order, phone or clause number, of which every digit counts
    )
    ENTITY_ABSENT = "ENTITY_ABSENT"
    NO_CONTEXT = "NO_CONTEXT"
    NO_VALUES = "NO_VALUES"  # nothing that could be checked
    NOT_TOLD = "NOT_TOLD"  # what may be a name no passage states, or nothing but what cannot be told
    LANGUAGE_UNSUPPORTED = "LANGUAGE_UNSUPPORTED"
    TRUNCATED = "TRUNCATED"  # the input is longer than what is read of it


@dataclass(frozen=True, slots=True)
class FactReport:
    """Status, reasons and one finding for each value, name and told status of the answer in order.

    `corrected` is the answer with each refuted value replaced by the one the evidence states, marked
    `[CORRECTED: ...]`, where only one can be meant; None where nothing could be replaced. Of the `statements` of the
    answer `checked` hold a finding that tells something.
    """

    status: FactStatus
    findings: tuple[Finding, ...]
    reasons: tuple[Reason, ...] = ()
    corrected: str | None = None
    statements: int = 0
    checked: int = 0

    @property
    def conflicts(self) -> tuple[Finding, ...]:
        """The counter-proofs."""
        return tuple(finding for finding in self.findings if finding.verdict is Verdict.CONFLICT)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "status": str(self.status),
            "reasons": [str(reason) for reason in self.reasons],
            "findings": [finding.as_dict() for finding in self.findings],
            "corrected": self.corrected,
            "statements": self.statements,
            "checked": self.checked,
        }

    def __str__(self) -> str:
        """A line for each finding, the status with its reasons or what passed, and the corrected answer."""
        lines = [str(finding) for finding in self.findings]
        why = ", ".join(self.reasons)
        if self.status is FactStatus.PASSED:
            told, count = self.checked, self.statements
            why = f"{told} of {count} statements checkable" if told < count else ""
        lines.append(f"{self.status}: {why}" if why else str(self.status))
        return "\n".join(lines if self.corrected is None else [*lines, f"corrected: {self.corrected}"])


def reported(
    findings: Sequence[Finding],
    corrected: str | None = None,
    obstacles: Iterable[Reason] = (),
    *,
    statements: Sequence[tuple[int, int]] = (),
) -> FactReport:
    """The report of what was found; an obstacle keeps a check from passing, never from failing."""
    reasons = {*obstacles, *_reasons(findings)}
    failed = any(finding.verdict is Verdict.CONFLICT for finding in findings)
    status = FactStatus.FAILED if failed else FactStatus.SKIPPED if reasons else FactStatus.PASSED
    told = tuple(r for r in Reason if r in reasons)
    return FactReport(
        status, tuple(findings), told, corrected, len(statements), _checked(statements, findings)
    )


def _checked(spans: Iterable[tuple[int, int]], findings: Iterable[Finding]) -> int:
    told = [(f.start, f.end) for f in findings if f.verdict is not Verdict.UNCHECKED]
    return sum(any(a < end and start < b for a, b in told) for start, end in spans)


# Rules of what is left unchecked though it may be a name that the evidence does not state.
_MAY_BE_NAMES = ("name.opening", "name.part")
_CONFLICTS = {
    "state": Reason.STATE_CONFLICT,
    "flag": Reason.STATE_CONFLICT,
    **dict.fromkeys(map(str, NAMES), Reason.ENTITY_CONFLICT),
}


def _reasons(findings: Sequence[Finding]) -> Iterable[Reason]:
    verdicts = {finding.verdict for finding in findings}
    if not findings:
        yield Reason.NO_VALUES
    elif verdicts == {Verdict.UNCHECKED} or any(finding.rule in _MAY_BE_NAMES for finding in findings):
        yield Reason.NOT_TOLD
    for finding in findings:
        if finding.verdict is Verdict.CONFLICT:
            yield _conflict(finding)
        elif finding.verdict is Verdict.DISPUTED:
            yield Reason.EVIDENCE_CONFLICT
        elif finding.verdict is Verdict.ABSENT:
            yield _absence(finding)


def _conflict(finding: Finding) -> Reason:
    if finding.kind in _CONFLICTS:
        return _CONFLICTS[finding.kind]
    return Reason.DERIVATION_CONFLICT if finding.is_derived else Reason.NUMERIC_CONFLICT


def _absence(finding: Finding) -> Reason:
    if finding.misses_identifier:
        return Reason.IDENTIFIER_ABSENT
    return Reason.ENTITY_ABSENT if finding.kind in NAMES else Reason.NUMERIC_ABSENT
