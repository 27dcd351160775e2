# SPDX-License-Identifier: Apache-2.0
"""NeMo Guardrails: an action for output rails, and the flow that calls it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from faithstill.serve.guard import Guard

from .extra import brought_by
from .shown import stands, why

with brought_by("nemo"):
    from nemoguardrails.actions import action
    from nemoguardrails.actions.rail_outcome import RailOutcome, TransformTarget

# Colang 1.0; name it in `rails.output.flows` of the configuration.
FLOW = """
define subflow check grounding
  $grounding = execute check_grounding
  if $grounding.is_blocked
    bot refuse to respond
    stop
  if $grounding.is_transform
    $bot_message = $grounding.transform_text["bot_message"]
"""


def grounding_action(guard: Guard) -> Callable[..., Awaitable[RailOutcome]]:
    """The action `check_grounding`, for `rails.register_action`.

    It checks the bot's message against `relevant_chunks`: allows it, puts what is left of it in its place, or blocks
    it. The decision is the outcome's metadata.
    """

    @action(name="check_grounding")
    async def check_grounding(context: Mapping[str, Any] | None = None, **rest: Any) -> RailOutcome:
        held = context or {}
        answer = held.get("bot_message") or ""
        decision = await asyncio.to_thread(
            guard.check,
            question=held.get("last_user_message") or "",
            contexts=_chunks(held),
            answer=answer,
        )
        told = {"reason": why(decision), "metadata": decision.as_dict()}
        if stands(decision, answer):
            return RailOutcome.allow(**told)
        if decision.text is None:
            return RailOutcome.block(**told)
        return RailOutcome.transform([(TransformTarget.BOT_MESSAGE, decision.text)], **told)

    checked: Callable[..., Awaitable[RailOutcome]] = check_grounding
    return checked


def _chunks(context: Mapping[str, Any]) -> list[Any]:
    """The chunks one by one where the framework keeps them so; else the text that it joined them to."""
    found = context.get("relevant_chunks_sep") or context.get("relevant_chunks") or []
    return [found] if isinstance(found, str) else list(found)
