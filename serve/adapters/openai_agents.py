# SPDX-License-Identifier: Apache-2.0
"""OpenAI Agents SDK: an output guardrail, and the tool `check_grounding`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from faithstill.serve.guard import CHECK_GROUNDING, Guard, check_grounding
from faithstill.serve.guard.inputs import Contexts

from .extra import brought_by
from .shown import stands

with brought_by("openai-agents"):
    from agents import Agent, FunctionTool, GuardrailFunctionOutput, OutputGuardrail, RunContextWrapper
    from agents.tool_context import ToolContext


def grounding_guardrail(
    guard: Guard,
    *,
    contexts: Callable[[RunContextWrapper[Any]], Contexts],
    question: Callable[[RunContextWrapper[Any]], str] = lambda context: "",
) -> OutputGuardrail[Any]:
    """An output guardrail that trips where the guard would not show an agent's text as it is.

    `contexts` and `question` find passages and question in the context of the run; `output_info` is the decision.
    """

    async def check(
        context: RunContextWrapper[Any], agent: Agent[Any], output: Any
    ) -> GuardrailFunctionOutput:
        answer = _text(output)
        decision = await asyncio.to_thread(
            guard.check, question=question(context), contexts=contexts(context), answer=answer
        )
        return GuardrailFunctionOutput(
            output_info=decision.as_dict(), tripwire_triggered=not stands(decision, answer)
        )

    return OutputGuardrail(guardrail_function=check, name="faithstill")


def check_grounding_tool(guard: Guard | None = None) -> FunctionTool:
    """The tool with which an agent checks a text of its own; without a guard, that of `check_grounding`."""

    async def invoke(context: ToolContext[Any], arguments: str) -> str:
        given = json.loads(arguments)
        found = await asyncio.to_thread(check_grounding, given["text"], given["sources"], guard=guard)
        return json.dumps(found, ensure_ascii=False)

    return FunctionTool(
        name=CHECK_GROUNDING["name"],
        description=CHECK_GROUNDING["description"],
        params_json_schema=CHECK_GROUNDING["parameters"],
        on_invoke_tool=invoke,
    )


def _text(output: Any) -> str:
    if not isinstance(output, str):
        raise ValueError(
            f"the guardrail checks agents whose output is text, not {type(output).__name__}: "
            "check a structured output with guard.check_action"
        )
    return output
