# SPDX-License-Identifier: Apache-2.0
"""The command of the adapters: mcp."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.serve.cli import ModelOption
from faithstill.serve.guard import Guard
from faithstill.serve.guard.cli import ProfileOption


def mcp(
    model: ModelOption = "general",
    profile: ProfileOption = "STRICT_BLOCK",
    audit: Annotated[
        Path | None,
        typer.Option("--audit", help="a log to which each decision is written before it is given"),
    ] = None,
) -> None:
    """Serve the tools `check_grounding` and `guard` to agents, over standard input and output (extra mcp)."""
    from .mcp import grounding_server

    grounding_server(Guard.load(model, profile=profile, audit=audit)).run()


COMMANDS = (("mcp", mcp),)
