# SPDX-License-Identifier: Apache-2.0
"""A DeepEval metric without a language model."""

from __future__ import annotations

import asyncio
from typing import Any

from faithstill.serve.guard import Decision, Guard

from .extra import brought_by
from .shown import why

with brought_by("deepeval"):
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase, SingleTurnParams


class GroundingMetric(BaseMetric):
    """The share of supported claims, at most 0.09 where one is refuted; successful where the guard trusts the answer.

    `reason` says what is wrong with each claim, and `decision` is the guard's on the last test case.
    """

    _required_params = (
        SingleTurnParams.INPUT,
        SingleTurnParams.ACTUAL_OUTPUT,
        SingleTurnParams.RETRIEVAL_CONTEXT,
    )

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.threshold = guard.profile.ratios.trusted
        self.decision: Decision | None = None

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """Score the actual output of a test case against its retrieval context."""
        self.decision = self.guard.check(
            question=test_case.input,
            contexts=test_case.retrieval_context or [],
            answer=test_case.actual_output or "",
        )
        self.score, self.reason = self.decision.trust_score, why(self.decision)
        self.success, self.error = self.decision.is_trusted, None
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """The same in a thread."""
        return await asyncio.to_thread(self.measure, test_case)

    def is_successful(self) -> bool:
        """Did the last test case pass?"""
        return self.error is None and bool(self.success)

    @property
    def __name__(self) -> str:
        return "Faithstill Grounding"
