# SPDX-License-Identifier: Apache-2.0
"""The service's command: serve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.serve.cli import LexiconOption, ModelOption
from faithstill.serve.guard.cli import ProfileOption

from .service_settings import ServiceSettings

_DEFAULT = ServiceSettings()


def serve(
    model: ModelOption = _DEFAULT.model,
    profile: ProfileOption = _DEFAULT.profile,
    lexicon: LexiconOption = _DEFAULT.lexicon,
    host: Annotated[
        str, typer.Option("--host", help="any but this machine's own needs a token")
    ] = _DEFAULT.host,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any free one")] = _DEFAULT.port,
    workers: Annotated[int, typer.Option("--workers", min=1, help="processes")] = _DEFAULT.workers,
    threads: Annotated[
        int, typer.Option("--threads", min=1, help="answers scored at once, per worker")
    ] = _DEFAULT.threads,
    queue: Annotated[
        int, typer.Option("--queue", min=1, help="requests that may wait, and streams, per worker")
    ] = _DEFAULT.queue,
    token_file: Annotated[
        Path | None, typer.Option("--token-file", help="bearer tokens, one a line; or set FAITHSTILL_TOKENS")
    ] = None,
    audit: Annotated[
        Path | None,
        typer.Option("--audit", help="a log to which each decision is written before it is given"),
    ] = None,
    max_body: Annotated[
        int, typer.Option("--max-body", min=1, help="bytes of a body, and of a batch's line")
    ] = _DEFAULT.max_body,
    max_contexts: Annotated[
        int, typer.Option("--max-contexts", min=1, help="passages of a request")
    ] = _DEFAULT.max_contexts,
    timeout: Annotated[
        float, typer.Option("--timeout", help="seconds for a body to come in, and for the layers to run")
    ] = _DEFAULT.timeout,
    grace: Annotated[
        int, typer.Option("--grace", min=1, help="seconds to end what was begun when told to stop")
    ] = _DEFAULT.grace,
) -> None:
    """Serve the guard over HTTP (extra server); SIGTERM ends it when all begun is done, SIGHUP replaces workers."""
    settings = ServiceSettings(
        model=model,
        profile=profile,
        lexicon=lexicon,
        host=host,
        port=port,
        workers=workers,
        threads=threads,
        queue=queue,
        max_body=max_body,
        max_contexts=max_contexts,
        timeout=timeout,
        grace=grace,
        token_file=token_file,
        audit=audit,
    )
    from .server import run

    run(settings)


COMMANDS = (("serve", serve),)
