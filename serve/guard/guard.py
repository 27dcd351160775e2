# SPDX-License-Identifier: Apache-2.0
"""All layers between an assistant and its users: one answer in, one decision out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from faithstill.data import Passage, Triple, given_triple
from faithstill.factcheck import check_facts
from faithstill.factcheck.corrections import without_markers
from faithstill.serve.scorer import Scorer

from .budget import Budget, Clock
from .case import Case, Judge
from .decision import Action, Decision, LayerResult, LayerStatus, Level
from .layers import run_layers
from .mend import mended
from .outcome import OUTCOMES, Outcome
from .payload import payload_text
from .plan import plan_findings
from .policy import RECOMMENDATIONS, action_of, level_of, outcomes_of, trust_of
from .profile import Layer, LayerMode, Profile, ProfileError
from .repair import unhedged
from .verify import verify

_NO_LIMIT = Budget()


class Guard:
    """Decides what may be shown of answers, with one bundle and one profile; safe to share between threads."""

    def __init__(self, scorer: Scorer, profile: Profile, *, judge: Judge | None = None) -> None:
        """`fingerprints` are those of profile and bundle; ProfileError where a layer that must run never can."""
        _check_layers(scorer, profile, judge)
        self.scorer = scorer
        self.profile = profile
        self.judge = judge
        self.fingerprints = profile.fingerprint, scorer.bundle.fingerprint

    @classmethod
    def load(
        cls,
        model: str | Path = "general",
        *,
        profile: str | Path | Profile = "STRICT_BLOCK",
        judge: Judge | None = None,
    ) -> Guard:
        """The guard of a bundle folder or shipped bundle, and of a profile file or shipped profile.

        BundleError for a bundle that must not be used, ProfileError for a profile that cannot be.
        """
        chosen = profile if isinstance(profile, Profile) else Profile.load(profile)
        return cls(Scorer.load(model), chosen, judge=judge)

    def check(
        self,
        *,
        question: str,
        contexts: Iterable[str | Mapping[str, Any] | Passage] | None,
        answer: str,
        high_stakes: bool = False,
        budget: Budget = _NO_LIMIT,
    ) -> Decision:
        """Decide on one answer; ValueError where it could not be a row of a file.

        `high_stakes` raises the thresholds as the profile says. No contexts are no error but the outcome NO_CONTEXT.
        """
        triple = given_triple("guard", question=question, contexts=contexts, answer=answer)
        return self.check_triple(triple, high_stakes=high_stakes, budget=budget)

    def check_action(
        self,
        payload: Any,
        *,
        contexts: Iterable[str | Mapping[str, Any] | Passage] | None,
        question: str = "",
        high_stakes: bool = True,
    ) -> Decision:
        """Decide on the payload of a tool call before its side effect: every value and claim in it.

        A payload is sent whole or not at all, so where an answer would be stripped or hedged it is escalated.
        `text` is the text that was read from it.
        """
        text = payload_text(payload)
        triple = given_triple("guard", question=question, contexts=contexts, answer=text)
        return _whole(self._decided(triple, Clock(_NO_LIMIT), high_stakes=high_stakes))

    def check_plan(
        self, cited: Sequence[str], *, contexts: Iterable[str | Mapping[str, Any] | Passage] | None
    ) -> Decision:
        """Decide on a plan that names the passages it will cite, by id or number: are they all there?"""
        triple = given_triple("guard", question="", contexts=contexts, answer="")
        text, findings = plan_findings(cited, triple.passages)
        outcomes = (Outcome.CITATION_FAULT,) if findings else ()
        action = action_of(self.profile, outcomes)
        codes = (
            (OUTCOMES[Outcome.CITATION_FAULT].code, *(str(f.reason) for f in findings)) if findings else ()
        )
        status = LayerStatus.FAILED if findings else LayerStatus.PASSED
        level = Level.UNGROUNDED if findings else Level.FULL
        return _whole(
            Decision(
                action=action,
                text=None if action.withholds else text,
                reasons=tuple(dict.fromkeys(codes)),
                outcomes=tuple(map(str, outcomes)),
                claims=(),
                layers=(LayerResult(str(Layer.CITATIONS), status, codes),),
                trust_score=0.0 if findings else 1.0,
                level=level,
                recommendation=RECOMMENDATIONS[level],
                is_trusted=not findings,
                answer=text,
                profile=f"{self.profile.name} {self.profile.version}",
                profile_fingerprint=self.fingerprints[0],
                bundle_fingerprint=self.fingerprints[1],
                citations=findings,
            )
        )

    def check_triple(
        self, triple: Triple, *, high_stakes: bool = False, budget: Budget = _NO_LIMIT
    ) -> Decision:
        """The same for a triple; its label is not looked at."""
        if (inner := unhedged(triple.answer, self.profile.repair)) is not None:
            # A text of our own passes as it is if what it was made of still gives it.
            before = self.check_triple(replace(triple, answer=inner), high_stakes=high_stakes, budget=budget)
            if before.text == triple.answer:
                return before
        clock = Clock(budget)
        decision = self._decided(triple, clock, high_stakes=high_stakes)
        if decision.action not in (Action.STRIP, Action.HEDGE):
            return decision

        def again(text: str) -> Decision:
            return self._decided(replace(triple, answer=text), clock, high_stakes=high_stakes)

        def corrected(text: str) -> str | None:
            return check_facts(self.scorer.featurizer.analyse(replace(triple, answer=text))).corrected

        return mended(decision, self.profile, again, corrected)

    def _decided(self, triple: Triple, clock: Clock, *, high_stakes: bool) -> Decision:
        plain = replace(triple, answer=without_markers(triple.answer))
        case = Case(plain, self.scorer, self.profile, clock, high_stakes=high_stakes, judge=self.judge)
        results = run_layers(case)
        claims = verify(case) if case.ran and case.is_judged else ()
        outcomes = outcomes_of(case, results, claims)
        action = action_of(self.profile, outcomes)
        level = level_of(claims)
        trust = trust_of(claims)
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
            profile=f"{self.profile.name} {self.profile.version}",
            profile_fingerprint=self.fingerprints[0],
            bundle_fingerprint=self.fingerprints[1],
            score=case.score if case.ran and case.is_judged and claims and case.statement(0) else None,
            citations=case.citations.findings if Layer.CITATIONS in case.ran and case.is_judged else (),
            sentences=case.analysis.sentences if case.ran else (),
        )


def _whole(decision: Decision) -> Decision:
    """The decision on what goes out whole or not at all."""
    if decision.action in (Action.STRIP, Action.HEDGE):
        return replace(decision, action=Action.ESCALATE, text=None)
    return decision


def _check_layers(scorer: Scorer, profile: Profile, judge: Judge | None) -> None:
    missing = {
        Layer.NLI: scorer.featurizer.nli is None
        and "the bundle has no encoder: load one that has, such as general",
        Layer.JUDGE: judge is None and "there is no judge: give one",
    }
    for layer, cure in missing.items():
        if cure and profile.layers[layer] is LayerMode.CLOSED:
            raise ProfileError(
                f"profile {profile.name}: layers.{layer} is closed, so that every answer without it fails, but {cure}, "
                f"or set layers.{layer} to open (done without, and told) or off"
            )
