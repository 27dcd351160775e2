# SPDX-License-Identifier: Apache-2.0
"""OpenTelemetry: a span for each decision and, within it, one for each layer; without the packages nothing happens."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from faithstill.serve.guard import Decision

EXPORTER = "OTEL_TRACES_EXPORTER"
_PARENT = ("traceparent", "tracestate")
_NANOSECONDS = 1_000_000  # of a millisecond


class Spans:
    """Records decisions once they are made; a caller's `traceparent` is their parent."""

    def __init__(self) -> None:
        try:
            from opentelemetry import propagate, trace
        except ImportError:
            self._trace: Any = None
            return
        self._trace, self._propagate = trace, propagate
        self._tracer = trace.get_tracer("faithstill")

    def record(self, decision: Decision, began: int, headers: Mapping[str, str], request_id: str) -> None:
        """The spans of a decision that began at a time in nanoseconds; its layers ran one after the other."""
        if self._trace is None:
            return
        given = {name: headers[name] for name in _PARENT if name in headers}
        parent = self._propagate.extract(given)
        told: dict[str, Any] = {
            "faithstill.action": str(decision.action),
            "faithstill.reasons": decision.reasons,
            "faithstill.profile": decision.profile,
            "faithstill.claims": len(decision.claims),
            "faithstill.request_id": request_id,
        }
        whole = self._tracer.start_span("faithstill.guard", context=parent, start_time=began, attributes=told)
        inside, at = self._trace.set_span_in_context(whole), began
        for one in decision.passes:
            for layer in one.layers:
                end = at + int(layer.milliseconds * _NANOSECONDS)
                said = {"faithstill.status": str(layer.status), "faithstill.reasons": layer.reasons}
                name = f"faithstill.layer.{layer.name}"
                span = self._tracer.start_span(name, context=inside, start_time=at, attributes=said)
                span.end(end)
                at = end
        whole.end(max(at, time.time_ns()))


def start_exporters() -> Any:
    """A provider with the exporters that OTEL_TRACES_EXPORTER names, to be shut down at the end; None for none."""
    names = [name for name in os.environ.get(EXPORTER, "").split(",") if name not in ("", "none")]
    if not names:
        return None
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise ValueError(f"{EXPORTER} is set; pip install opentelemetry-sdk, or unset it") from None
    if isinstance(trace.get_tracer_provider(), TracerProvider):
        return None  # `opentelemetry-instrument` has done it
    provider = TracerProvider()
    for name in names:
        found = entry_points(group="opentelemetry_traces_exporter", name=name)
        if not found:
            raise ValueError(
                f"{EXPORTER}={name}: there is no such exporter; pip install its package, or unset it"
            )
        provider.add_span_processor(BatchSpanProcessor(next(iter(found)).load()()))
    trace.set_tracer_provider(provider)
    return provider
