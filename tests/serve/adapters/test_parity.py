# SPDX-License-Identifier: Apache-2.0
"""The same answer gets the same bytes from the guard and through every adapter; over MCP in test_mcp.py."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from faithstill.serve import Guard
from faithstill.serve.guard import check_grounding

from .adapter_inputs import ROWS, Row, adapter

pytestmark = pytest.mark.filterwarnings("ignore")


def through_haystack(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    from haystack import Document

    documents = [Document(content=text, id="") for text in row.contexts]
    for document in documents:
        document.id = ""  # Haystack's own is a digest; the guard is given none
    checker = module.GroundednessChecker("light", profile_file)
    (decision,) = checker.run(replies=[row.answer], documents=documents, query=row.question)["decisions"]
    return decision


def through_langchain(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    from langchain_core.documents import Document

    documents = [Document(page_content=text) for text in row.contexts]
    state = {"question": row.question, "context": documents, "answer": row.answer}
    return module.grounding_check(guard).invoke(state).as_dict()


def through_llama_index(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.schema import NodeWithScore, TextNode

    nodes = [NodeWithScore(node=TextNode(text=text, id_="")) for text in row.contexts]
    postprocessor = module.ResponseGuard(guard)
    return postprocessor.postprocess_response(Response(row.answer, nodes), row.question).metadata[
        "faithstill"
    ]


def through_openai_agents(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    guardrail = module.grounding_guardrail(
        guard, contexts=lambda run: row.contexts, question=lambda run: row.question
    )
    return asyncio.run(guardrail.run(context=None, agent=None, agent_output=row.answer)).output.output_info


def through_guardrails_ai(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    metadata = {"contexts": row.contexts, "question": row.question}
    return module.Grounded(guard, on_fail="noop").validate(row.answer, metadata).metadata["faithstill"]


def through_nemo_guardrails(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    context = {
        "last_user_message": row.question,
        "bot_message": row.answer,
        "relevant_chunks_sep": list(row.contexts),
    }
    return dict(asyncio.run(module.grounding_action(guard)(context=context)).metadata)


def through_ragas(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    result = module.Grounding(guard).score(
        response=row.answer, retrieved_contexts=list(row.contexts), user_input=row.question
    )
    return result.traces["output"]


def through_deepeval(module: Any, guard: Guard, row: Row, profile_file: str) -> Any:
    from deepeval.test_case import LLMTestCase

    metric = module.GroundingMetric(guard)
    metric.measure(
        LLMTestCase(input=row.question, actual_output=row.answer, retrieval_context=list(row.contexts))
    )
    return metric.decision.as_dict()


THROUGH: Mapping[str, Callable[[Any, Guard, Row, str], Any]] = {
    "haystack": through_haystack,
    "langchain": through_langchain,
    "llama_index": through_llama_index,
    "openai_agents": through_openai_agents,
    "guardrails_ai": through_guardrails_ai,
    "nemo_guardrails": through_nemo_guardrails,
    "ragas": through_ragas,
    "deepeval": through_deepeval,
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
@pytest.mark.parametrize("name", THROUGH)
def test_an_adapter_gives_the_bytes_of_the_guard(
    name: str, row: Row, guard: Guard, profile_file: str
) -> None:
    module = adapter(name, module=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = THROUGH[name](module, guard, row, profile_file)
    assert json.dumps(found) == json.dumps(guard.check(**row.fields()).as_dict())


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_the_tool_of_an_agent_gives_the_bytes_of_check_grounding(row: Row, guard: Guard) -> None:
    tool = adapter("openai_agents", module=False).check_grounding_tool(guard)
    arguments: dict[str, Any] = {"text": row.answer, "sources": list(row.contexts)}
    found = asyncio.run(tool.on_invoke_tool(None, json.dumps(arguments)))
    assert found == json.dumps(check_grounding(**arguments, guard=guard), ensure_ascii=False)
