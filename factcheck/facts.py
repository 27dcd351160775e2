# SPDX-License-Identifier: Apache-2.0
"""Deterministic check of the values and names of an answer, read off the alignments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from faithstill.data import Passage, Triple
from faithstill.featurize import Alignment, Analysis, Featurizer, Located, Status

from .verdict import Finding, Verdict


class FactStatus(StrEnum):
    """Failed by a counter-proof, passed where all was proved or given; anything less is skipped, never passed."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class FactReport:
    """Status with one finding for each value and name of the answer, in order."""

    status: FactStatus
    findings: tuple[Finding, ...]

    @property
    def conflicts(self) -> tuple[Finding, ...]:
        """The counter-proofs."""
        return tuple(finding for finding in self.findings if finding.verdict is Verdict.CONFLICT)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {"status": str(self.status), "findings": [finding.as_dict() for finding in self.findings]}


_VERDICTS = {
    Status.EQUAL: Verdict.PROVED,
    Status.DERIVED: Verdict.PROVED,
    Status.GIVEN: Verdict.GIVEN,
    Status.CONFLICTING: Verdict.CONFLICT,
    Status.ABSENT: Verdict.ABSENT,
    Status.UNCHECKED: Verdict.UNCHECKED,
}


class FactChecker:
    """Proves or refutes the values and names of an answer without any model.

    >>> report = FactChecker().check(question="Fee?", contexts=["The wire fee is $25."], answer="The wire fee is $30.")
    >>> print(report.status, *report.findings)
    failed "$30" conflicts with "$25": same slot, other value (passage 1, 16-19) [money.conflicting]
    """

    def __init__(self, featurizer: Featurizer | None = None) -> None:
        self._featurizer = featurizer or Featurizer()

    def check(
        self, *, question: str, contexts: Iterable[str | Mapping[str, Any] | Passage], answer: str
    ) -> FactReport:
        """Check one answer against its contexts."""
        triple = Triple.of(question=question, contexts=contexts, answer=answer)
        return check_facts(self._featurizer.analyse(triple))


def check_facts(analysis: Analysis) -> FactReport:
    """The fact report of an analysis that is already there."""
    if not any(passage.text.strip() for passage in analysis.passages) or not analysis.alignments:
        return FactReport(FactStatus.SKIPPED, ())
    findings = tuple(_finding(alignment) for alignment in analysis.alignments)
    verdicts = {finding.verdict for finding in findings}
    if Verdict.CONFLICT in verdicts:
        return FactReport(FactStatus.FAILED, findings)
    unproved = Verdict.ABSENT in verdicts or verdicts == {Verdict.UNCHECKED}
    return FactReport(FactStatus.SKIPPED if unproved else FactStatus.PASSED, findings)


def _finding(alignment: Alignment) -> Finding:
    mention = alignment.mention
    verdict = _VERDICTS[alignment.status]
    rule = alignment.derivation.rule if alignment.derivation else str(alignment.status)
    finding = (verdict, str(mention.kind), mention.text, mention.start, mention.end, f"{mention.kind}.{rule}")
    if alignment.derivation:
        return Finding(*finding, evidence=alignment.derivation.formula)
    shown = alignment.rival if verdict is Verdict.CONFLICT else alignment.support
    return Finding(*finding, *_evidence(shown)) if shown else Finding(*finding)


def _evidence(located: Located) -> tuple[str, int, int, int]:
    mention = located.mention
    return mention.text, located.passage + 1, mention.start, mention.end
