# SPDX-License-Identifier: Apache-2.0
"""A server of the Model Context Protocol with two tools: `check_grounding` and `guard`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from faithstill.serve.bundle import version_of
from faithstill.serve.guard import CHECK_GROUNDING, Guard, check_grounding

from .extra import brought_by

with brought_by("mcp"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

_GUARD = (
    "Decides whether an answer may be shown: deliver, flag, hedge, strip, escalate or block, with its claims."
)


def grounding_server(guard: Guard) -> MCPServer:
    """The server; `run()` speaks over standard input and output."""
    server = MCPServer("faithstill", version=version_of("faithstill") or "")

    def checked(text: str, sources: list[str]) -> dict[str, Any]:
        with _told():
            return check_grounding(text, sources, guard=guard)

    def decided(answer: str, contexts: list[str | dict[str, Any]], question: str = "") -> dict[str, Any]:
        with _told():
            return guard.check(question=question, contexts=contexts, answer=answer).as_dict()

    server.add_tool(checked, name=CHECK_GROUNDING["name"], description=CHECK_GROUNDING["description"])
    server.add_tool(decided, name="guard", description=_GUARD)
    return server


@contextmanager
def _told() -> Iterator[None]:
    """The SDK tells a client nothing of an error that is not its own."""
    try:
        yield
    except ValueError as error:
        raise ToolError(str(error)) from error
