# SPDX-License-Identifier: Apache-2.0
"""What all requests of one worker share, and the calls that they come down to."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from faithstill.data import Triple
from faithstill.factcheck import CitationChecker, FactChecker
from faithstill.serve.guard import Decision, Guard
from faithstill.serve.guard.check_batch import decision_row

from .metrics import ServiceMetrics
from .pool import Pool
from .request_bodies import Asked, CheckRequest, GuardRequest, triple_of
from .service_settings import ServiceSettings
from .spans import Spans

_SLACK = (
    1.5  # a decision that runs out of time is told as one; only what takes longer than this gets no answer
)


@dataclass(frozen=True, slots=True)
class Service:
    """One guard at work; the methods run in threads."""

    settings: ServiceSettings
    guard: Guard
    pool: Pool
    metrics: ServiceMetrics = field(default_factory=ServiceMetrics)
    spans: Spans = field(default_factory=Spans)

    @property
    def patience(self) -> float:
        """Seconds after which a request gets no answer."""
        return self.settings.timeout * _SLACK

    def triple(self, asked: Asked, request_id: str) -> Triple:
        """The triple of a request, with the request's id, by which its line in an audit log is found."""
        return replace(triple_of(asked, self.settings.max_contexts), id=request_id)

    def guarded(self, asked: GuardRequest, request_id: str, headers: Mapping[str, str]) -> dict[str, Any]:
        """What `Guard.check` decides."""
        triple, began = self.triple(asked, request_id), time.time_ns()
        decision = self.guard.check_triple(
            triple, high_stakes=asked.high_stakes, budget=asked.budget(self.settings.timeout)
        )
        self.told(decision, began, headers, request_id)
        return decision.as_dict(timings=asked.timings)

    def scored(self, asked: Asked, request_id: str) -> dict[str, Any]:
        """What `Scorer.score` gives."""
        return self.guard.scorer.score_triple(self.triple(asked, request_id)).as_dict()

    def checked(self, asked: CheckRequest, request_id: str) -> dict[str, Any]:
        """What `FactChecker.check` gives and, where it is asked for, `CitationChecker.check`."""
        triple = self.triple(asked, request_id)
        facts = (
            FactChecker(anchor=asked.today, lexicon=self.guard.scorer.lexicon).check_triple(triple).as_dict()
        )
        if not asked.citations and not asked.require_citations:
            return facts
        checker = CitationChecker(self.guard.scorer.featurizer, require=asked.require_citations)
        return facts | {"citations": checker.check_triple(triple).as_dict()}

    def row(self, triple: Triple, high_stakes: bool) -> dict[str, Any]:
        """What `faithstill guard` writes of a row."""
        decision = self.guard.check_triple(triple, high_stakes=high_stakes)
        self.metrics.decided(decision)
        return decision_row(triple, decision)

    def told(self, decision: Decision, began: int, headers: Mapping[str, str], request_id: str) -> None:
        """Count a decision and trace it."""
        self.metrics.decided(decision)
        self.spans.record(decision, began, headers, request_id)
