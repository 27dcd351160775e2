# SPDX-License-Identifier: Apache-2.0
"""The guardrail and the tool in runs of the OpenAI Agents SDK, with a scripted model."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import AsyncIterator
from typing import Any

import pytest

from faithstill.serve import Guard
from faithstill.serve.guard import check_grounding

from .adapter_inputs import HALF, HIDDEN, RIGHT, WRONG, Row, adapter

openai_agents = adapter("openai_agents")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import agents
    from agents.items import ModelResponse
    from agents.models.interface import Model
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText


class Scripted(Model):  # type: ignore[misc]
    """Says one thing after the other."""

    def __init__(self, *said: Any) -> None:
        self.said = list(said)
        self.heard: list[Any] = []

    async def get_response(self, *args: Any, **kwargs: Any) -> ModelResponse:
        self.heard.append(kwargs.get("input", args[1] if len(args) > 1 else None))
        return ModelResponse(output=[self.said.pop(0)], usage=agents.Usage(), response_id=None)

    def stream_response(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def message(text: str) -> ResponseOutputMessage:
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(id="m", content=[part], role="assistant", status="completed", type="message")


def run(guard: Guard, row: Row) -> Any:
    guardrail = openai_agents.grounding_guardrail(
        guard,
        contexts=lambda run: run.context.contexts,
        question=lambda run: run.context.question,
    )
    agent: Any = agents.Agent(name="desk", model=Scripted(message(row.answer)), output_guardrails=[guardrail])
    return asyncio.run(agents.Runner.run(agent, row.question, context=row))


def test_a_grounded_answer_goes_through(guard: Guard) -> None:
    result = run(guard, RIGHT)
    assert result.final_output == RIGHT.answer
    (passed,) = result.output_guardrail_results
    assert passed.output.output_info["action"] == "deliver"


@pytest.mark.parametrize(("row", "text"), [(HALF, RIGHT.answer), (WRONG, None), (HIDDEN, RIGHT.answer)])
def test_an_answer_that_may_not_stand_trips_the_wire(guard: Guard, row: Row, text: str | None) -> None:
    with pytest.raises(agents.OutputGuardrailTripwireTriggered) as tripped:
        run(guard, row)
    assert tripped.value.guardrail_result.output.output_info["text"] == text


def test_an_agent_checks_a_text_with_the_tool(guard: Guard) -> None:
    arguments: dict[str, Any] = {"text": WRONG.answer, "sources": list(WRONG.contexts)}
    call = ResponseFunctionToolCall(
        arguments=json.dumps(arguments), call_id="c", name="check_grounding", type="function_call"
    )
    model = Scripted(call, message("done"))
    agent: Any = agents.Agent(name="desk", model=model, tools=[openai_agents.check_grounding_tool(guard)])
    asyncio.run(agents.Runner.run(agent, "Check it."))
    (heard,) = (item for item in model.heard[-1] if item.get("type") == "function_call_output")
    assert json.loads(heard["output"]) == check_grounding(**arguments, guard=guard)


def test_structured_output_is_sent_elsewhere(guard: Guard) -> None:
    guardrail = openai_agents.grounding_guardrail(guard, contexts=lambda run: ())
    with pytest.raises(ValueError, match=r"not dict: .*check_action"):
        asyncio.run(guardrail.guardrail_function(None, None, {"fee": 25}))
