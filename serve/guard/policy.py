# SPDX-License-Identifier: Apache-2.0
"""From what the layers found to outcomes, and from outcomes to an action: the most severe that the profile names."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from faithstill.factcheck.citation_report import MISSING, CitationFinding
from faithstill.factcheck.judgement import ClaimVerdict
from faithstill.factcheck.verdict import Verdict
from faithstill.serve.status import ScoreStatus

from .case import Case
from .decision import Action, CheckedClaim, Decision, LayerResult, Level
from .layers import failures, outages
from .outcome import OF_STATUS, Outcome
from .profile import Layer, Profile
from .verify import is_refusal

_REFUTED_TRUST = 0.09  # of an answer with a refuted claim, however many others are supported
_FULL, _HALF = 0.9, 0.5


def outcomes_of(
    case: Case, results: tuple[LayerResult, ...], claims: Sequence[CheckedClaim]
) -> tuple[Outcome, ...]:
    """All that was found of an answer, in the order of the outcomes."""
    found = outages(case, results) | failures(results)
    if case.ran:
        found |= _of_status(case)
        found |= _of_claims(case, claims)
        if _is_disputed(case):
            found.add(Outcome.EVIDENCE_CONFLICT)
        if Layer.CITATIONS in case.ran and case.is_judged:
            found |= {outcome_of(finding) for finding in case.citations.findings}
    return tuple(outcome for outcome in Outcome if outcome in found)


def _is_disputed(case: Case) -> bool:
    if any(judgement.is_disputed for judgement in case.judged.values()):
        return True
    checked = Layer.FACTS in case.ran and case.is_judged
    return checked and any(finding.verdict is Verdict.DISPUTED for finding in case.findings)


def outcome_of_claim(claim: CheckedClaim, decision: Decision) -> Outcome | None:
    """What a failing claim is; None for a supported one."""
    if claim.verdict is not ClaimVerdict.UNVERIFIABLE:
        return Outcome.CONTRADICTED if claim.verdict is ClaimVerdict.CONTRADICTED else None
    refuses = decision.score is not None and is_refusal(
        decision.score.statements[claim.statement], claim.text
    )
    return Outcome.FALSE_REFUSAL if refuses else Outcome.UNVERIFIABLE


def outcome_of(finding: CitationFinding) -> Outcome:
    """Is a citation wrong, or is there none?"""
    return Outcome.CITATION_MISSING if finding.rule == MISSING.id else Outcome.CITATION_FAULT


def _of_status(case: Case) -> set[Outcome]:
    if case.is_judged and not case.claims:
        return {Outcome.NO_CLAIMS}
    if case.status is ScoreStatus.REFUSAL:
        statements = [case.statement(place) for place in range(len(case.analysis.statements))]
        refused = [s for s in statements if s is not None and s.refuses]
        return {Outcome.REFUSAL} if refused and all(s.is_faithful for s in refused) else set()
    return {OF_STATUS[case.status]} if case.status in OF_STATUS else set()


def _of_claims(case: Case, claims: Sequence[CheckedClaim]) -> set[Outcome]:
    found = set()
    if any(claim.verdict is ClaimVerdict.CONTRADICTED for claim in claims):
        found.add(Outcome.CONTRADICTED)
    open_ = [claim for claim in claims if claim.verdict is ClaimVerdict.UNVERIFIABLE]
    false_refusals = [claim for claim in open_ if _refuses(case, claim)]
    if false_refusals:
        found.add(Outcome.FALSE_REFUSAL)
    unproved = len(open_) - len(false_refusals)
    if unproved and unproved > case.profile.ratios.max_unverifiable * len(claims):
        found.add(Outcome.UNVERIFIABLE)
    if not found and any(_is_doubtful(case, claim) for claim in claims):
        found.add(Outcome.DOUBTFUL)
    return found


def _refuses(case: Case, claim: CheckedClaim) -> bool:
    statement = case.statement(claim.statement)
    return statement is not None and is_refusal(statement, claim.text)


def _is_doubtful(case: Case, claim: CheckedClaim) -> bool:
    """Is a claim supported though the classifier doubts its statement? What a judge has settled is in doubt no more."""
    statement = case.statement(claim.statement)
    if statement is None or claim.layer == Layer.JUDGE:
        return False
    own = case.profile.thresholds_for(claim.kind, high_stakes=case.high_stakes).support
    needed = statement.threshold if own is None or statement.refuses else own
    return statement.faithful < needed or statement.at_odds


def action_of(profile: Profile, outcomes: Collection[Outcome]) -> Action:
    """The most severe action that a profile gives any of the outcomes; deliver where there is none."""
    actions = [profile.actions[outcome] for outcome in outcomes]
    return max(actions, key=lambda action: action.severity, default=Action.DELIVER)


def trust_of(claims: Sequence[CheckedClaim]) -> float:
    """The share of claims that are supported, at most 0.09 where one is refuted; 0 without claims."""
    if not claims:
        return 0.0
    share = sum(claim.verdict is ClaimVerdict.SUPPORTED for claim in claims) / len(claims)
    refuted = any(claim.verdict is ClaimVerdict.CONTRADICTED for claim in claims)
    return min(share, _REFUTED_TRUST) if refuted else share


def level_of(claims: Sequence[CheckedClaim]) -> Level:
    """How far an answer is grounded, by its claims."""
    if any(claim.verdict is ClaimVerdict.CONTRADICTED for claim in claims):
        return Level.CONTRADICTORY
    trust = trust_of(claims)
    return Level.FULL if trust >= _FULL else Level.PARTIAL if trust >= _HALF else Level.UNGROUNDED


RECOMMENDATIONS = {
    Level.FULL: "Safe to show: the evidence supports it.",
    Level.PARTIAL: "Mostly grounded: have the claims that are not supported looked at.",
    Level.UNGROUNDED: "Review needed: retrieve more evidence, or generate the answer again.",
    Level.CONTRADICTORY: "Do not use: the evidence refutes a claim.",
}
