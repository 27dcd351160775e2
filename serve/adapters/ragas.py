# SPDX-License-Identifier: Apache-2.0
"""RAGAS metrics without a language model: one for experiments, one for `ragas.evaluate`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from faithstill.serve.guard import Decision, Guard

from .extra import brought_by
from .shown import why

with brought_by("ragas"):
    from ragas.dataset_schema import SingleTurnSample
    from ragas.metrics.base import MetricOutputType, MetricType, SingleTurnMetric
    from ragas.metrics.collections.base import BaseMetric
    from ragas.metrics.result import MetricResult
    from ragas.run_config import RunConfig

_NAME = "faithstill"
_COLUMNS = ("user_input", "response", "retrieved_contexts")


class Grounding(BaseMetric):
    """The share of supported claims, at most 0.09 where one is refuted; `traces["output"]` is the decision."""

    def __init__(self, guard: Guard, name: str = _NAME) -> None:
        super().__init__(name=name)
        self._guard = guard

    async def ascore(
        self, response: str, retrieved_contexts: list[str], user_input: str = "", **rest: Any
    ) -> MetricResult:
        """Score one response."""
        decision = await _decided(self._guard, user_input, retrieved_contexts, response)
        return MetricResult(
            value=decision.trust_score, reason=why(decision), traces={"output": decision.as_dict()}
        )


@dataclass
class SampleGrounding(SingleTurnMetric):
    """The same score of the samples of `ragas.evaluate`, which has no place for a reason."""

    guard: Guard = field(kw_only=True)
    name: str = _NAME
    output_type: MetricOutputType | None = MetricOutputType.CONTINUOUS
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: set(_COLUMNS)}
    )

    def init(self, run_config: RunConfig) -> None:
        """There is nothing to set up."""

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        given = sample.user_input or "", sample.retrieved_contexts or [], sample.response or ""
        return (await _decided(self.guard, *given)).trust_score


async def _decided(guard: Guard, question: str, contexts: list[str], answer: str) -> Decision:
    return await asyncio.to_thread(guard.check, question=question, contexts=contexts, answer=answer)
