# SPDX-License-Identifier: Apache-2.0
"""The application: paths, and the layers around them from the outside in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from faithstill.serve.bundle import version_of
from faithstill.serve.guard import AuditError, Guard
from faithstill.serve.guard.inputs import Inputs, read_triple

from .bearer import Bearer
from .bearer_tokens import check_reach, read_tokens
from .endpoints import PATHS, router
from .limits import Limits
from .observed import Observed
from .page import FILES
from .page import router as page_router
from .pool import Pool
from .service import Service
from .service_errors import tell
from .service_settings import ServiceSettings
from .spans import start_exporters


def create_app(settings: ServiceSettings | None = None, guard: Guard | None = None) -> FastAPI:
    """The service of a guard, or of the bundle and profile that the settings name.

    ValueError for settings that cannot be, such as a reach beyond this machine without tokens.
    """
    settings = settings or ServiceSettings()
    tokens = read_tokens(settings.token_file)
    check_reach(settings.host, tokens)
    guard = guard or Guard.load(
        settings.model, profile=settings.profile, audit=settings.audit, lexicon=settings.lexicon
    )
    service = Service(settings, guard, Pool(settings.threads, settings.queue))
    app = FastAPI(
        title="faithstill",
        summary="Is an answer what its passages say? And what of it may be shown?",
        version=version_of("faithstill") or "0",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.service = service
    app.include_router(router)
    app.include_router(page_router)
    for error in (HTTPException, RequestValidationError, AuditError):
        app.add_exception_handler(error, tell)
    # The last one added is the outermost.
    app.add_middleware(Limits, max_body=settings.max_body, timeout=settings.timeout)
    app.add_middleware(Bearer, tokens=tokens)
    app.add_middleware(Observed, metrics=service.metrics, paths={*PATHS, *FILES})
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Load all that loads late before the first request; streams run in the same threads as all else."""
    service: Service = app.state.service
    asyncio.get_running_loop().set_default_executor(service.pool.executor)
    exporters: Any = start_exporters()
    await asyncio.to_thread(_warm, service.guard)
    yield
    if exporters:
        exporters.shutdown()


def _warm(guard: Guard) -> None:
    triple = read_triple("What is the fee?", ["The late fee is $25."], "The late fee is $30.")
    guard.decide(Inputs(triple))  # written to no log
