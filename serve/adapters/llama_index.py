# SPDX-License-Identifier: Apache-2.0
"""LlamaIndex: an evaluator in the place of its `FaithfulnessEvaluator`, and a query engine that guards another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from faithstill.serve.guard import Guard

from .extra import brought_by
from .shown import shown, why

with brought_by("llama-index"):
    from llama_index.core.base.base_query_engine import BaseQueryEngine
    from llama_index.core.base.response.schema import RESPONSE_TYPE, Response
    from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
    from llama_index.core.schema import QueryBundle


class GroundingEvaluator(BaseEvaluator):
    """Is a response faithful to its contexts; `score` is the share of supported claims.

    `passing` where the guard trusts the response, `feedback` says what is wrong with each claim.
    """

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    def _get_prompts(self) -> dict[str, Any]:
        return {}

    def _update_prompts(self, prompts: Any) -> None:
        """There are no prompts."""

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Evaluate one response; ValueError without response or contexts."""
        if contexts is None or response is None:
            raise ValueError("contexts and response must be provided")
        decision = self._guard.check(question=query or "", contexts=contexts, answer=response)
        return EvaluationResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=decision.is_trusted,
            score=decision.trust_score,
            feedback=why(decision),
        )

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """The same in a thread."""
        return await asyncio.to_thread(self.evaluate, query, response, contexts, **kwargs)


class ResponseGuard:
    """Postprocesses responses: the text is what may be shown, and metadata["faithstill"] the decision."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    def postprocess_response(self, response: Response, query: str = "") -> Response:
        """The response with the text to show; its source nodes are what the answer is checked against."""
        decision = self._guard.check(
            question=query, contexts=response.source_nodes, answer=response.response or ""
        )
        metadata = {**(response.metadata or {}), "faithstill": decision.as_dict()}
        return replace(response, response=shown(decision, self._guard), metadata=metadata)


class GuardedQueryEngine(BaseQueryEngine):
    """A query engine whose responses go through a guard; a stream is read to its end first."""

    def __init__(self, query_engine: BaseQueryEngine, guard: Guard) -> None:
        self._query_engine = query_engine
        self._postprocessor = ResponseGuard(guard)
        super().__init__(callback_manager=query_engine.callback_manager)

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {"query_engine": self._query_engine}

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        given = self._query_engine.query(query_bundle)
        response = given if isinstance(given, Response) else given.get_response()
        return self._postprocessor.postprocess_response(response, query_bundle.query_str)

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        given = await self._query_engine.aquery(query_bundle)
        if not isinstance(given, Response):
            raw = given.get_response()
            given = await raw if asyncio.iscoroutine(raw) else raw
        return await asyncio.to_thread(
            self._postprocessor.postprocess_response, given, query_bundle.query_str
        )
