# SPDX-License-Identifier: Apache-2.0
"""The paths: each reads what it is asked, calls one method, and writes what that gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Security
from fastapi.responses import Response
from fastapi.security import HTTPBearer
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel

from faithstill.serve.partial import json_bytes

from .ndjson_batch import batch as batch_of
from .request_bodies import JSON, NDJSON, Asked, CheckRequest, GuardRequest, StreamHead, StreamRequest, read
from .service import Service
from .service_errors import ServiceError
from .sse import stream as stream_of

# For /openapi.json alone: tokens are asked for before anything is read.
_TOKEN = Security(HTTPBearer(auto_error=False, description="needed where the service has tokens"))
router = APIRouter(default_response_class=Response)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _takes(*media: str) -> Callable[[Request], None]:
    def check(request: Request) -> None:
        # A form of another site cannot send these types unasked.
        given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if given not in media:
            wanted = " or ".join(media)
            message = f"Content-Type: is {given[:60] or 'not given'}; send {wanted}"
            raise ServiceError(415, "wrong_type", message, field="Content-Type")
        request.state.media = given

    return check


def _told(models: Mapping[str, type[BaseModel]]) -> dict[str, Any]:
    """What /openapi.json says of a body."""
    content = {media: {"schema": model.model_json_schema()} for media, model in models.items()}
    return {"requestBody": {"required": True, "content": content}}


PATHS = (
    *("/v1/guard", "/v1/score", "/v1/check", "/v1/stream", "/v1/batch"),
    *("/healthz", "/readyz", "/metrics", "/openapi.json"),
)
Shared = Annotated[Service, Depends(_service)]
_JSON = {"application/json": {"schema": {"type": "object"}}}
_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": what, "content": _JSON}
    for status, what in {
        400: "no JSON",
        401: "no valid token",
        408: "the body did not come in time",
        413: "the body or a list is too long",
        415: "another Content-Type",
        422: "a field is wrong",
        503: "busy; Retry-After says when to come again",
    }.items()
}
_OPTIONS: Mapping[str, Any] = {"dependencies": [_TOKEN, Depends(_takes(JSON))], "responses": _ERRORS}


def _reply(told: Any) -> Response:
    return Response(json_bytes(told), media_type=JSON)


@router.post("/v1/guard", openapi_extra=_told({JSON: GuardRequest}), **_OPTIONS)
async def guard(request: Request, service: Shared) -> Response:
    """Decide what may be shown of an answer."""
    asked = read(GuardRequest, await request.body())
    work = partial(service.guarded, asked, request.state.request_id, request.headers)
    return _reply(await service.pool.run(work, service.patience))


@router.post("/v1/score", openapi_extra=_told({JSON: Asked}), **_OPTIONS)
async def score(request: Request, service: Shared) -> Response:
    """The probability that an answer is faithful, and what is said of each of its statements."""
    asked = read(Asked, await request.body())
    work = partial(service.scored, asked, request.state.request_id)
    return _reply(await service.pool.run(work, service.patience))


@router.post("/v1/check", openapi_extra=_told({JSON: CheckRequest}), **_OPTIONS)
async def check(request: Request, service: Shared) -> Response:
    """Prove or refute every value and name of an answer, without a model."""
    asked = read(CheckRequest, await request.body())
    work = partial(service.checked, asked, request.state.request_id)
    return _reply(await service.pool.run(work, service.patience))


@router.post(
    "/v1/stream",
    openapi_extra=_told({JSON: StreamRequest, NDJSON: StreamHead}),
    responses=_ERRORS,
    dependencies=[_TOKEN, Depends(_takes(JSON, NDJSON))],
)
async def stream(request: Request, service: Shared) -> Response:
    """Check an answer while it comes in; server-sent events text, found, held, decided, error."""
    return await stream_of(request, service)


@router.post(
    "/v1/batch",
    openapi_extra=_told({NDJSON: Asked}),
    responses=_ERRORS,
    dependencies=[_TOKEN, Depends(_takes(NDJSON))],
)
async def batch(request: Request, service: Shared, high_stakes: bool = False) -> Response:
    """Decide on many answers, a row of JSON a line, under any column names that a file may have."""
    return await batch_of(request, service, high_stakes)


@router.get("/healthz")
async def healthz() -> Response:
    """The process is there."""
    return _reply({"status": "ok"})


@router.get("/readyz")
async def readyz(request: Request, service: Shared) -> Response:
    """The model is loaded and there is room; 503 where the queue is full or the worker stops."""
    if service.pool.is_full or getattr(request.state, "stops", False):
        raise ServiceError(
            503, "not_ready", "the queue is full or the service stops; send requests elsewhere"
        )
    profile, bundle = service.guard.fingerprints
    told = {"status": "ready", "model": service.settings.model, "profile": service.guard.profile.title}
    return _reply(told | {"bundle_fingerprint": bundle, "profile_fingerprint": profile})


@router.get("/metrics", dependencies=[_TOKEN])
async def metrics(service: Shared) -> Response:
    """What Prometheus reads, of all workers."""
    return Response(service.metrics.page(), media_type=CONTENT_TYPE_LATEST)
