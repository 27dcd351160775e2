# SPDX-License-Identifier: Apache-2.0
"""The action as an output rail of NeMo Guardrails, with the framework's scripted model."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any

import pytest

from faithstill.serve import Guard

from .adapter_inputs import HALF, HIDDEN, RIGHT, WRONG, Row, adapter

nemo = adapter("nemo_guardrails")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from nemoguardrails import LLMRails, RailsConfig
    from nemoguardrails.testing.fake_model import FakeLLMModel

pytestmark = pytest.mark.filterwarnings("ignore")
CONFIG = """
models: []
rails:
  output:
    flows:
      - check grounding
"""


def said(guard: Guard, row: Row, **context: Any) -> str:
    config = RailsConfig.from_content(colang_content=nemo.FLOW, yaml_content=CONFIG)
    rails = LLMRails(config, llm=FakeLLMModel(responses=[row.answer]))
    rails.register_action(nemo.grounding_action(guard), "check_grounding")
    found = {"relevant_chunks": "\n".join(row.contexts)} | context
    messages = [
        {"role": "context", "content": found},
        {"role": "user", "content": row.question},
    ]
    reply: str = asyncio.run(rails.generate_async(messages=messages))["content"]
    return reply


@pytest.mark.parametrize(
    ("row", "reply"),
    [
        (RIGHT, RIGHT.answer),
        (HALF, RIGHT.answer),
        (HIDDEN, RIGHT.answer),
        (WRONG, "I'm sorry, I can't respond to that."),
        (Row(RIGHT.answer, ()), "I'm sorry, I can't respond to that."),
    ],
)
def test_the_bot_says_what_may_be_shown(guard: Guard, row: Row, reply: str) -> None:
    assert said(guard, row) == reply


def test_chunks_are_read_one_by_one_where_they_are_kept_so(guard: Guard) -> None:
    chunks = ["Branches open at 9.", *HALF.contexts]
    context = {"bot_message": RIGHT.answer, "relevant_chunks_sep": chunks, "relevant_chunks": "x"}
    outcome = asyncio.run(nemo.grounding_action(guard)(context=context))
    assert outcome.metadata["claims"][0]["source"]["passage"] == 2
