# SPDX-License-Identifier: Apache-2.0
"""All layers between an assistant and its users: one answer in, one decision out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Generator, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from faithstill.data import Passage, Triple
from faithstill.data.columns import triple_from_mapping
from faithstill.factcheck import check_facts
from faithstill.factcheck.corrections import without_markers
from faithstill.serve.scorer import Scorer, listed

from .budget import Budget, Clock
from .case import Case, Judge
from .decision import Action, Decision
from .events import Event
from .layers import run_layers
from .mend import mended
from .outcome import OUTCOMES
from .policy import RECOMMENDATIONS, action_of, level_of, outcomes_of, trust_of
from .profile import Profile
from .pump import events_of, events_of_sync
from .repair import unhedged
from .stream import StreamGuard
from .verify import verify

_NO_LIMIT = Budget()


class Guard:
    """Decides what may be shown of answers, with one bundle and one profile; safe to share between threads."""

    def __init__(self, scorer: Scorer, profile: Profile, *, judge: Judge | None = None) -> None:
        self.scorer = scorer
        self.profile = profile
        self.judge = judge
        self._fingerprints = profile.fingerprint, scorer.bundle.fingerprint

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
        row = {"question": question, "contexts": listed(contexts), "answer": answer}
        triple = triple_from_mapping(row, file="guard")
        return self.check_triple(triple, high_stakes=high_stakes, budget=budget)

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

    def with_judge(self, judge: Judge | None) -> Guard:
        """The same guard with another judge, or none."""
        return Guard(self.scorer, self.profile, judge=judge)

    def decided(self, triple: Triple, *, high_stakes: bool = False, budget: Budget = _NO_LIMIT) -> Decision:
        """The same without mending: what was found, and the text as it is unless nothing of it may be shown."""
        return self._decided(triple, Clock(budget), high_stakes=high_stakes)

    def stream(
        self,
        *,
        question: str,
        contexts: Iterable[str | Mapping[str, Any] | Passage] | None,
        deltas: AsyncIterable[str | None] | Iterable[str | None],
        high_stakes: bool = False,
        budget: Budget = _NO_LIMIT,
    ) -> AsyncGenerator[Event, None]:
        """Check an answer while it comes in, `async for event in guard.stream(...)`; the last event is `Decided`.

        The checks run in threads, so the event loop stays free. StreamBrokenError where the source of the deltas
        breaks; then nothing is decided.
        """
        return events_of(self._reader(question, contexts, high_stakes, budget), deltas)

    def stream_sync(
        self,
        *,
        question: str,
        contexts: Iterable[str | Mapping[str, Any] | Passage] | None,
        deltas: Iterable[str | None],
        high_stakes: bool = False,
        budget: Budget = _NO_LIMIT,
    ) -> Generator[Event, None, None]:
        """The same events from an ordinary iterable, without an event loop."""
        return events_of_sync(self._reader(question, contexts, high_stakes, budget), deltas)

    def _reader(
        self,
        question: str,
        contexts: Iterable[str | Mapping[str, Any] | Passage] | None,
        high_stakes: bool,
        budget: Budget,
    ) -> StreamGuard:
        return StreamGuard(self, question=question, contexts=contexts, high_stakes=high_stakes, budget=budget)

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
        reasons = (reason for result in results for reason in result.reasons)
        return Decision(
            action=action,
            text=None if action.withholds else triple.answer,
            reasons=tuple(dict.fromkeys((*codes, *reasons))),
            outcomes=tuple(map(str, outcomes)),
            claims=claims,
            layers=results,
            trust_score=trust,
            level=level,
            recommendation=RECOMMENDATIONS[level],
            is_trusted=action is Action.DELIVER and trust >= self.profile.ratios.trusted,
            answer=plain.answer,
            profile=f"{self.profile.name} {self.profile.version}",
            profile_fingerprint=self._fingerprints[0],
            bundle_fingerprint=self._fingerprints[1],
            score=case.score if case.ran and case.is_judged and claims and case.statement(0) else None,
        )
