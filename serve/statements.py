# SPDX-License-Identifier: Apache-2.0
"""What is said of each statement of an answer: probability, evidence, findings, and why in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from faithstill.factcheck.facts import findings_of
from faithstill.factcheck.verdict import Finding, Quote, Verdict
from faithstill.featurize import Analysis
from faithstill.featurize.claims import ClaimKind, kind_of
from faithstill.featurize.families.feature import Feature
from faithstill.featurize.families.gaps import needs_review
from faithstill.featurize.families.refusal import nearest
from faithstill.featurize.families.undefined import why_undefined
from faithstill.featurize.part import Part

from .contribution import Contribution
from .model import LinearModel, log_odds, probability
from .wording import Remark, quote_of, remarks_on, sentence_at

# A statement whose probability is under this share of the threshold is clearly unsupported.
CLEAR = 0.5


@dataclass(frozen=True, slots=True)
class StatementScore:
    """One statement of an answer, characters `start:end`; `faithful` is the probability that it is supported.

    `evidence` is the sentence that fits it best, or the one that refutes it; None where there is no evidence.
    `refuses`: it says that the material does not answer, and is faithful where that is so. `at_odds`: signals of it
    cannot all be right. `remarks` say in words what is wrong, or what it rests on. The logit is exactly the sum of
    `intercept` and the contributions' amounts.
    """

    text: str
    start: int
    end: int
    kind: ClaimKind
    refuses: bool
    faithful: float
    threshold: float
    logit: float
    intercept: float
    contributions: tuple[Contribution, ...]
    evidence: Quote | None
    findings: tuple[Finding, ...]
    at_odds: bool
    remarks: tuple[Remark, ...]
    features: Mapping[str, float]

    @property
    def is_faithful(self) -> bool:
        """Is it supported, by the probability alone?"""
        return self.faithful >= self.threshold

    @property
    def is_clearly_unsupported(self) -> bool:
        """Is the probability so far under the threshold that nobody need look?"""
        if self.refuses:  # even odds of its own model stand at the threshold, wherever that is
            below_even = self.logit - log_odds(self.threshold)
            return not self.is_faithful and below_even < log_odds(CLEAR * 0.5)
        return self.faithful < CLEAR * self.threshold

    @property
    def is_refuted(self) -> bool:
        """Does the evidence refute a value, name or word of it?"""
        return any(finding.verdict is Verdict.CONFLICT for finding in self.findings)

    @property
    def has_absent(self) -> bool:
        """Does it hold a value or name that stands nowhere in the evidence?"""
        return any(finding.verdict is Verdict.ABSENT for finding in self.findings)

    @property
    def misses_identifier(self) -> bool:
        """Does it hold an account, order, phone or clause number that stands nowhere in the evidence?"""
        return any(finding.misses_identifier for finding in self.findings)

    @property
    def reason(self) -> str:
        """The remarks in one line."""
        return ", ".join(map(str, self.remarks))

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, without features and contributions."""
        return {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "kind": str(self.kind),
            "refuses": self.refuses,
            "faithful": self.faithful,
            "is_faithful": self.is_faithful,
            "threshold": self.threshold,
            "reason": self.reason,
            "evidence": asdict(self.evidence) if self.evidence else None,
            "findings": [finding.as_dict() for finding in self.findings],
        }


@dataclass(frozen=True, slots=True)
class Weighed:
    """A statement with its features and what each adds to its logit."""

    part: Part
    features: Mapping[str, float]
    intercept: float
    contributions: tuple[Contribution, ...]

    @property
    def logit(self) -> float:
        """The exactly rounded sum."""
        return math.fsum((self.intercept, *(c.amount for c in self.contributions)))

    @property
    def refuses(self) -> bool:
        """Does the statement say that the material does not answer?"""
        return self.part.statement.refuses

    def with_added(self, contribution: Contribution | None) -> Weighed:
        """The same with a further contribution, if there is one."""
        if contribution is None:
            return self
        return replace(self, contributions=(*self.contributions, contribution))

    def scored(self, findings: Sequence[Finding], threshold: float) -> StatementScore:
        """What is said of it."""
        statement = self.part.statement
        logit = self.logit
        chance = probability(logit)
        evidence = _evidence(self.part, findings, refuses=statement.refuses)
        at_odds = not statement.refuses and needs_review(self.features)
        return StatementScore(
            text=statement.text,
            start=statement.start,
            end=statement.end,
            kind=kind_of(statement.text),
            refuses=statement.refuses,
            faithful=chance,
            threshold=threshold,
            logit=logit,
            intercept=self.intercept,
            contributions=self.contributions,
            evidence=evidence,
            findings=tuple(findings),
            at_odds=at_odds,
            remarks=remarks_on(
                self.part,
                findings,
                evidence,
                refuses=statement.refuses,
                supported=chance >= threshold,
                at_odds=at_odds,
            ),
            features=self.features,
        )


@dataclass(frozen=True, slots=True)
class Judge:
    """A model of statements with the features that it reads, each with its family's name."""

    model: LinearModel
    known: Sequence[tuple[str, Feature]]

    def weigh(self, part: Part, features: Mapping[str, float]) -> Weighed:
        """What the model makes of the features of one statement, which `part` is the analysis of."""
        contributions = self.contributions(part, features)
        return Weighed(part, features, self.model.intercept, contributions)

    def contributions(self, part: Analysis, features: Mapping[str, float]) -> tuple[Contribution, ...]:
        """One for each feature, the largest first."""
        row = np.array([features[name] for name in self.model.names], dtype=np.float64)
        amounts = self.model.contributions(row).tolist()
        found = [
            Contribution(
                f.name, family, features[f.name], f.meaning, amount, why_undefined(f, features[f.name], part)
            )
            for amount, (family, f) in zip(amounts, self.known, strict=True)
        ]
        return tuple(sorted(found, key=lambda c: -abs(c.amount)))


def findings_by_part(analysis: Analysis) -> list[list[Finding]]:
    """The findings of the fact check on an answer, for each statement those that begin in it."""
    found: list[list[Finding]] = [[] for _ in analysis.parts]
    units = [statement.unit for statement in analysis.statements]
    for finding in findings_of(analysis):
        for own, unit in zip(found, units, strict=True):
            if unit.start <= finding.start < unit.end:
                own.append(finding)
                break
    return found


def _evidence(part: Analysis, findings: Sequence[Finding], *, refuses: bool) -> Quote | None:
    for finding in findings:
        if finding.verdict is Verdict.CONFLICT and finding.passage and finding.evidence_start is not None:
            return sentence_at(part, finding.passage - 1, finding.evidence_start)
    if refuses and (found := nearest(part)):  # what would answer the question, rather than what sounds alike
        passage, sentence = found
        unit = part.passages[passage].sentences[sentence].unit
        return quote_of(part, passage, unit.start, unit.end)
    best = max(part.matches, key=lambda match: match.strength, default=None)
    if best is None or best.evidence is None:
        return None
    return quote_of(part, best.passage, best.evidence.unit.start, best.evidence.unit.end)
