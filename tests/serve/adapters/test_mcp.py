# SPDX-License-Identifier: Apache-2.0
"""`faithstill mcp` in a process of its own, asked over standard input and output by the SDK's client."""

from __future__ import annotations

import asyncio
import json
import sys
import warnings
from typing import Any

import pytest

from faithstill.serve import Guard
from faithstill.serve.guard import check_grounding

from .adapter_inputs import ROWS, WRONG, adapter, environment

adapter("mcp")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from mcp import Client, StdioServerParameters, stdio_client

MAIN = "from faithstill.train.cli import main; main()"


@pytest.fixture(scope="module")
def spoken(profile_file: str) -> Any:
    """The tools, a text checked, each row decided, and how a bad call ends: all in one session."""

    async def talk() -> tuple[Any, ...]:
        arguments = ["-c", MAIN, "mcp", "--model", "light", "--profile", profile_file]
        server = StdioServerParameters(command=sys.executable, args=arguments, env=environment())
        async with Client(stdio_client(server)) as client:
            tools = await client.list_tools()
            checked = await client.call_tool(
                "check_grounding", {"text": WRONG.answer, "sources": list(WRONG.contexts)}
            )
            decided = {name: await client.call_tool("guard", row.fields()) for name, row in ROWS.items()}
            bad = await client.call_tool("guard", {"answer": "a\x00b", "contexts": ["x"]})
            return tools, checked, decided, bad

    return asyncio.run(talk())


def test_it_offers_two_tools_with_their_schemas(spoken: Any) -> None:
    tools = {tool.name: tool for tool in spoken[0].tools}
    assert set(tools) == {"check_grounding", "guard"}
    assert tools["check_grounding"].input_schema["required"] == ["text", "sources"]
    assert set(tools["guard"].input_schema["properties"]) == {"question", "contexts", "answer"}
    assert all(tool.description for tool in tools.values())


def test_a_text_is_checked(spoken: Any, guard: Guard) -> None:
    assert spoken[1].structured_content == check_grounding(WRONG.answer, WRONG.contexts, guard=guard)


@pytest.mark.parametrize("name", ROWS)
def test_an_answer_is_decided_on(spoken: Any, guard: Guard, name: str) -> None:
    decided = guard.check(**ROWS[name].fields()).as_dict()
    assert json.dumps(spoken[2][name].structured_content) == json.dumps(decided)


def test_a_bad_call_is_told_and_the_server_lives(spoken: Any) -> None:
    assert spoken[3].is_error
    assert "null" in spoken[3].content[0].text
