# SPDX-License-Identifier: Apache-2.0
"""The review page as a process on this machine alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from faithstill.serve.bundle import Bundle, version_of
from faithstill.serve.http.limits import Limits
from faithstill.serve.http.service_errors import tell
from faithstill.serve.scorer import folder_of

from .analyst import Analyst
from .decisions import Decisions
from .desk import Desk
from .review_api import router
from .review_rows import read_review_rows
from .review_store import store_of
from .same_origin import SameOrigin

HOST = "127.0.0.1"
_MAX_BODY = 1_000_000  # bytes of a decision
_TIMEOUT = 10.0  # seconds for one to come in


def open_desk(rows: Path, *, model: str, reviewer: str, blind: bool) -> Desk:
    """The file, its store and what analyses its rows; errors of all three before anything is served."""
    found, store = read_review_rows(rows), store_of(rows)
    decisions = Decisions(store, found)
    analyst = Analyst(store, found, Bundle.load(folder_of(model)))
    return Desk(rows, found, decisions, analyst, reviewer, blind)


def review_app(desk: Desk) -> FastAPI:
    """The application over a desk."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        desk.analyst.start()
        yield
        desk.analyst.stop()

    app = FastAPI(
        title="faithstill review",
        version=version_of("faithstill") or "0",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.desk = desk
    app.include_router(router)
    for error in (HTTPException, RequestValidationError):
        app.add_exception_handler(error, tell)
    app.add_middleware(Limits, max_body=_MAX_BODY, timeout=_TIMEOUT)
    app.add_middleware(SameOrigin)  # the outermost
    return app


def run(desk: Desk, port: int) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    config = uvicorn.Config(
        review_app(desk),
        host=HOST,
        port=port,
        ws="none",
        lifespan="on",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    socket = config.bind_socket()
    socket.listen(config.backlog)  # the address is printed now: who opens it at once waits and is not refused
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([socket])
