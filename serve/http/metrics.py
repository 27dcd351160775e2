# SPDX-License-Identifier: Apache-2.0
"""What Prometheus reads: of one process, or of all workers where PROMETHEUS_MULTIPROC_DIR names their folder."""

from __future__ import annotations

import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from faithstill.serve.guard import Decision

# prometheus_client looks at this when it is first imported, so it is set before.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class ServiceMetrics:
    """Counters and histograms of decisions, layers and requests."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        own = CollectorRegistry()
        self._registry = own
        self._decisions = Counter("faithstill_decisions", "Decisions by action.", ["action"], registry=own)
        self._reasons = Counter(
            "faithstill_reasons", "Reason codes of decisions.", ["action", "reason"], registry=own
        )
        self._claims = Counter("faithstill_claims", "Claims by verdict.", ["verdict"], registry=own)
        self._per_answer = Histogram(
            "faithstill_claims_per_answer",
            "Claims of an answer.",
            registry=own,
            buckets=(0, 1, 2, 3, 5, 8, 13, 21, 34),
        )
        self._layers = Histogram(
            "faithstill_layer_seconds", "Time of a layer that ran.", ["layer"], registry=own, buckets=_SECONDS
        )
        self._requests = Counter(
            "faithstill_requests", "Requests by status.", ["path", "status"], registry=own
        )
        self._times = Histogram(
            "faithstill_request_seconds", "Time of a request.", ["path"], registry=own, buckets=_SECONDS
        )

    def decided(self, decision: Decision) -> None:
        """Count a decision."""
        self._decisions.labels(str(decision.action)).inc()
        for reason in decision.reasons:
            self._reasons.labels(str(decision.action), reason).inc()
        for claim in decision.claims:
            self._claims.labels(str(claim.verdict)).inc()
        self._per_answer.observe(len(decision.claims))
        for layer in decision.layers:
            if layer.milliseconds:
                self._layers.labels(layer.name).observe(layer.milliseconds / 1000)

    def answered(self, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(path, str(status)).inc()
        self._times.labels(path).observe(seconds)

    def page(self) -> bytes:
        """All that was counted, by all workers, as Prometheus reads it."""
        if FOLDER not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
