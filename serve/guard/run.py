# SPDX-License-Identifier: Apache-2.0
"""One decision in the making: the layers run over an answer, and again over what is left of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from faithstill.data import Triple
from faithstill.factcheck import check_facts
from faithstill.factcheck.corrections import without_markers
from faithstill.serve.scorer import Scorer

from .budget import Clock
from .case import Case, Judge
from .decision import Action, Decision, LayerResult, LayerStatus
from .layers import run_layers
from .mend import mended
from .outcome import OUTCOMES
from .policy import RECOMMENDATIONS, action_of, level_of, outcomes_of, trust_of
from .profile import Layer, Profile
from .repair import unhedged
from .trace import Pass, Trace
from .verify import verify


@dataclass(frozen=True, slots=True)
class Run:
    """What all passes over one answer share.

    `fingerprints` are those of profile and bundle, `trace` gathers what the passes rest on, and `schema` is what was
    found of a structured answer.
    """

    scorer: Scorer
    profile: Profile
    judge: Judge | None
    fingerprints: tuple[str, str]
    clock: Clock
    high_stakes: bool = False
    trace: Trace = field(default_factory=Trace)
    schema: LayerResult | None = None

    def settled(self, triple: Triple) -> Decision:
        """The decision on an answer, with the text that is left where it is stripped or hedged."""
        if (inner := unhedged(triple.answer, self.profile.repair)) is not None:
            # A text of our own passes as it is if what it was made of still gives it.
            before = self.settled(replace(triple, answer=inner))
            if before.text == triple.answer:
                return before
        decision = self.decided(triple)
        if decision.action not in (Action.STRIP, Action.HEDGE):
            return decision
        return mended(
            decision,
            self.profile,
            check=lambda text: self.decided(replace(triple, answer=text)),
            correct=lambda text: self._corrected(replace(triple, answer=text)),
        )

    def whole(self, triple: Triple) -> Decision:
        """The decision on what goes out whole or not at all: escalated where an answer would be mended."""
        return escalated(self.decided(triple))

    def decided(self, triple: Triple) -> Decision:
        """The decision on a text as it stands, after one pass through the layers."""
        plain = replace(triple, answer=without_markers(triple.answer))
        case = Case(
            plain,
            self.scorer,
            self.profile,
            self.clock,
            high_stakes=self.high_stakes,
            judge=self.judge,
            recorded=self.trace.recorded,
        )
        results = run_layers(case)
        results = (self.schema, *results) if self.schema else results
        self.trace.passes.append(Pass.of(case, results))
        claims = verify(case) if case.ran and case.is_judged else ()
        outcomes = outcomes_of(case, results, claims)
        action, level, trust = action_of(self.profile, outcomes), level_of(claims), trust_of(claims)
        codes = (OUTCOMES[o].code for o in outcomes)
        failed = (reason for r in results if r.status is LayerStatus.FAILED for reason in r.reasons)
        return Decision(
            action=action,
            text=None if action.withholds else triple.answer,
            reasons=tuple(dict.fromkeys((*codes, *failed))),
            outcomes=tuple(map(str, outcomes)),
            claims=claims,
            layers=results,
            trust_score=trust,
            level=level,
            recommendation=RECOMMENDATIONS[level],
            is_trusted=action is Action.DELIVER and trust >= self.profile.ratios.trusted,
            answer=plain.answer,
            profile=self.profile.title,
            profile_fingerprint=self.fingerprints[0],
            bundle_fingerprint=self.fingerprints[1],
            score=case.score if Layer.CLASSIFIER in case.ran and case.is_judged else None,
            citations=case.citations.findings if Layer.CITATIONS in case.ran and case.is_judged else (),
            sentences=case.analysis.sentences if case.ran else (),
        )

    def _corrected(self, triple: Triple) -> str | None:
        return check_facts(self.scorer.featurizer.analyse(triple)).corrected


def escalated(decision: Decision) -> Decision:
    """The decision on what cannot be mended."""
    if decision.action in (Action.STRIP, Action.HEDGE):
        return replace(decision, action=Action.ESCALATE, text=None, is_trusted=False)
    return decision
