# SPDX-License-Identifier: Apache-2.0
"""All layers between an assistant and its users: one answer in, one decision out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Generator, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from faithstill.data import Triple
from faithstill.featurize.lexicon import Lexicon
from faithstill.serve.scorer import Scorer

from .audit import AuditLog
from .budget import Budget, Clock
from .case import Judge
from .decision import Decision
from .events import Event
from .inputs import Contexts, InputKind, Inputs, read_triple
from .payload import payload_text
from .plan import decided_plan
from .profile import Layer, LayerMode, Profile, ProfileError
from .pump import events_of, events_of_sync
from .run import Run, escalated
from .stream import StreamGuard
from .structured import Structured
from .trace import Trace

_NO_LIMIT = Budget()


class Guard:
    """Decides what may be shown of answers, with one bundle and one profile; safe to share between threads."""

    def __init__(
        self,
        scorer: Scorer,
        profile: Profile,
        *,
        judge: Judge | None = None,
        audit: AuditLog | str | Path | None = None,
        schema: Structured | None = None,
    ) -> None:
        """`audit`: the log, or its file, that each decision is written to before it is given.

        `schema`: answers are JSON of this form; their text is checked, and put back where it is mended.

        `fingerprints` are those of profile and bundle. ProfileError where a layer that must run never can.
        """
        _check_layers(scorer, profile, judge)
        self.scorer = scorer
        self.profile = profile
        self.judge = judge
        self.schema = schema if profile.runs(Layer.SCHEMA) else None
        self.fingerprints = profile.fingerprint, scorer.fingerprint
        self.audit = AuditLog(audit) if isinstance(audit, str | Path) else audit

    @classmethod
    def load(
        cls,
        model: str | Path = "general",
        *,
        profile: str | Path | Profile = "STRICT_BLOCK",
        judge: Judge | None = None,
        audit: AuditLog | str | Path | None = None,
        schema: Structured | None = None,
        lexicon: Lexicon | str | Path | None = None,
    ) -> Guard:
        """The guard of a bundle folder or shipped bundle, and of a profile file or shipped profile.

        A `lexicon`, or its file, takes the place of the bundle's. BundleError for a bundle that must not be used,
        ProfileError for a profile that cannot be, AuditError for a log that cannot be written.
        """
        chosen = profile if isinstance(profile, Profile) else Profile.load(profile)
        return cls(Scorer.load(model, lexicon=lexicon), chosen, judge=judge, audit=audit, schema=schema)

    def check(
        self,
        *,
        question: str,
        contexts: Contexts,
        answer: str,
        high_stakes: bool = False,
        budget: Budget = _NO_LIMIT,
    ) -> Decision:
        """Decide on one answer; ValueError where it could not be a row of a file.

        `high_stakes` raises the thresholds as the profile says. No contexts are no error but the outcome NO_CONTEXT.
        AuditError where there is a log and the decision cannot be written to it: then there is no decision.
        """
        return self.check_triple(
            read_triple(question, contexts, answer), high_stakes=high_stakes, budget=budget
        )

    def check_triple(
        self, triple: Triple, *, high_stakes: bool = False, budget: Budget = _NO_LIMIT
    ) -> Decision:
        """The same for a triple; its label is not looked at."""
        return self._logged(Inputs(triple, high_stakes, budget))

    def check_action(
        self, payload: Any, *, contexts: Contexts, question: str = "", high_stakes: bool = True
    ) -> Decision:
        """Decide on the payload of a tool call before its side effect: every value and claim in it.

        A payload is sent whole or not at all, so where an answer would be stripped or hedged it is escalated.
        `text` is the text that was read from it.
        """
        triple = read_triple(question, contexts, payload_text(payload))
        return self._logged(Inputs(triple, high_stakes, kind=InputKind.PAYLOAD))

    def check_plan(self, cited: Sequence[str], *, contexts: Contexts) -> Decision:
        """Decide on a plan that names the passages it will cite, by id or number: are they all there?"""
        if isinstance(cited, str):
            raise ValueError(f"a plan is a list of ids of passages, not one text: pass [{cited!r}]")
        if not isinstance(cited, Sequence):
            raise ValueError(f"a plan is a list of ids of passages, not {type(cited).__name__}")
        return self._logged(
            Inputs(read_triple("", contexts, ""), kind=InputKind.PLAN, cited=tuple(map(str, cited)))
        )

    def stream(
        self,
        *,
        question: str,
        contexts: Contexts,
        deltas: AsyncIterable[str | None] | Iterable[str | None],
        high_stakes: bool = False,
        budget: Budget = _NO_LIMIT,
    ) -> AsyncGenerator[Event, None]:
        """Check an answer while it comes in, `async for event in guard.stream(...)`; the last event is `Decided`.

        The checks run in threads, so the event loop stays free; each may cost the budget. StreamBrokenError where the
        source of the deltas breaks; then nothing is decided.
        """
        reader = StreamGuard(
            self, question=question, contexts=contexts, high_stakes=high_stakes, budget=budget
        )
        return events_of(reader, deltas)

    def stream_sync(
        self,
        *,
        question: str,
        contexts: Contexts,
        deltas: Iterable[str | None],
        high_stakes: bool = False,
        budget: Budget = _NO_LIMIT,
    ) -> Generator[Event, None, None]:
        """The same events from an ordinary iterable, without an event loop."""
        reader = StreamGuard(
            self, question=question, contexts=contexts, high_stakes=high_stakes, budget=budget
        )
        return events_of_sync(reader, deltas)

    def with_judge(self, judge: Judge | None) -> Guard:
        """The same guard with another judge, or none."""
        return Guard(self.scorer, self.profile, judge=judge, audit=self.audit, schema=self.schema)

    def decide(self, inputs: Inputs, *, trace: Trace | None = None) -> Decision:
        """The decision on what was asked, written to no log."""
        if inputs.kind is InputKind.PLAN:
            plan = decided_plan(inputs.cited, inputs.triple.passages, self.profile, self.fingerprints)
            return escalated(plan)
        run = self._run(high_stakes=inputs.high_stakes, budget=inputs.budget, trace=trace)
        if inputs.kind is InputKind.PAYLOAD:
            decision = run.whole(inputs.triple)
        elif self.schema is None:
            decision = run.settled(inputs.triple)
        else:
            decision = self.schema.settled(run, inputs.triple)
        return replace(decision, passes=tuple(run.trace.passes))

    def decided(self, triple: Triple, *, high_stakes: bool = False, budget: Budget = _NO_LIMIT) -> Decision:
        """The decision on an answer as it stands, without mending, written to no log."""
        return self._run(high_stakes=high_stakes, budget=budget).decided(triple)

    def _run(
        self, *, high_stakes: bool = False, budget: Budget = _NO_LIMIT, trace: Trace | None = None
    ) -> Run:
        """What all passes over one answer share; the time of the budget begins."""
        shared = self.scorer, self.profile, self.judge, self.fingerprints
        return Run(*shared, Clock(budget), high_stakes=high_stakes, trace=trace or Trace())

    def _logged(self, inputs: Inputs) -> Decision:
        decision = self.decide(inputs)
        if self.audit is not None:
            self.audit.record(inputs, decision)
        return decision


def _check_layers(scorer: Scorer, profile: Profile, judge: Judge | None) -> None:
    no_encoder = scorer.featurizer.nli is None
    missing = {
        Layer.NLI: no_encoder and "the bundle has no encoder: load one that has, such as general",
        Layer.JUDGE: judge is None and "there is no judge: give one",
    }
    for layer, cure in missing.items():
        if cure and profile.layers[layer] is LayerMode.CLOSED:
            raise ProfileError(
                f"profile {profile.name}: layers.{layer} is closed, so that every answer without it fails, but {cure}, "
                f"or set layers.{layer} to open (done without, and told) or off"
            )
