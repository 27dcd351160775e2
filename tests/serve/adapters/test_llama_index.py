# SPDX-License-Identifier: Apache-2.0
"""The evaluator and the guarded engine in LlamaIndex's own runners."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any

import pytest

from faithstill.serve import Guard

from .adapter_inputs import HALF, HIDDEN, RIGHT, WRONG, Row, adapter

llama_index = adapter("llama_index")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from llama_index.core.base.response.schema import Response, StreamingResponse
    from llama_index.core.evaluation import BatchEvalRunner
    from llama_index.core.query_engine import CustomQueryEngine
    from llama_index.core.schema import NodeWithScore, TextNode

NODES = [NodeWithScore(node=TextNode(text=text, id_="terms"), score=0.8) for text in HALF.contexts]


class Engine(CustomQueryEngine):  # type: ignore[misc]
    """Answers every query alike."""

    answer: str
    streams: bool = False

    def custom_query(self, query_str: str) -> Any:
        if self.streams:
            return StreamingResponse(iter((self.answer[:9], self.answer[9:])), source_nodes=NODES)
        return Response(self.answer, source_nodes=NODES, metadata={"terms": {}})


@pytest.mark.parametrize(
    ("row", "passing", "score", "said"),
    [
        (RIGHT, True, 1.0, "Safe to show"),
        (HALF, False, 0.5, "nothing in the evidence says so"),
        (WRONG, False, 0.0, '"$35" conflicts with "$25"'),
        (Row("A late fee of $25 applies.", ()), False, 0.0, "NO_CONTEXT"),
    ],
)
def test_an_evaluator_judges_a_response(
    guard: Guard, row: Row, passing: bool, score: float, said: str
) -> None:
    evaluator = llama_index.GroundingEvaluator(guard)
    found = evaluator.evaluate(query=row.question, response=row.answer, contexts=row.contexts)
    assert (found.passing, found.score) == (passing, score)
    assert said in found.feedback


def test_an_evaluator_wants_response_and_contexts(guard: Guard) -> None:
    with pytest.raises(ValueError, match="contexts and response must be provided"):
        llama_index.GroundingEvaluator(guard).evaluate(query="?", response="It is $25.")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # the runner's own
def test_an_evaluator_runs_in_batches(guard: Guard) -> None:
    runner = BatchEvalRunner({"faithfulness": llama_index.GroundingEvaluator(guard)})
    responses = [Response(row.answer, source_nodes=NODES) for row in (RIGHT, WRONG)]
    found = asyncio.run(runner.aevaluate_responses([HALF.question] * 2, responses))
    assert [result.passing for result in found["faithfulness"]] == [True, False]


@pytest.mark.parametrize(
    ("row", "streams", "action"),
    [(HALF, False, "strip"), (HALF, True, "strip"), (HIDDEN, False, "deliver")],
)
def test_a_guarded_engine_shows_what_is_left(guard: Guard, row: Row, streams: bool, action: str) -> None:
    engine = llama_index.GuardedQueryEngine(Engine(answer=row.answer, streams=streams), guard)
    for response in (engine.query(HALF.question), asyncio.run(engine.aquery(HALF.question))):
        assert str(response) == "A late fee of $25 applies."
        assert response.metadata["faithstill"]["action"] == action
        assert response.metadata["faithstill"]["claims"][0]["source"]["passage_id"] == "terms"
        assert response.source_nodes == NODES
