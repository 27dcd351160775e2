# SPDX-License-Identifier: Apache-2.0
"""A stream over HTTP: events of the guard as server-sent events, the same into whatever pieces the answer is cut."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from functools import partial
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse

from faithstill.serve.guard import (
    Budget,
    CheckedClaim,
    Decided,
    Event,
    Found,
    Held,
    StreamBrokenError,
    TextReleased,
)
from faithstill.serve.partial import json_bytes

from .body_lines import Duplex, lines_of
from .request_bodies import JSON, Delta, StreamHead, StreamRequest, check_count, read
from .service import Service
from .service_errors import REQUEST_ID, as_service_error, unreadable

_log = logging.getLogger("faithstill.http")
_MEDIA = "text/event-stream"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def stream(request: Request, service: Service) -> StreamingResponse:
    """The events of an answer that comes whole, or while its deltas come in as lines."""
    service.pool.check_streams()
    if request.state.media == JSON:
        asked = read(StreamRequest, await request.body())
        events = await _events(service, asked, _each(asked.deltas))
        return StreamingResponse(_told(service, request, events), media_type=_MEDIA, headers=_HEADERS)
    lines = lines_of(request.stream(), service.settings.max_body)
    head = read(StreamHead, await anext(lines, b""))
    events = await _events(service, head, _deltas(lines))
    return Duplex(_told(service, request, events), media_type=_MEDIA, headers=_HEADERS)


async def _events(
    service: Service, asked: StreamHead, deltas: AsyncIterator[str | None]
) -> AsyncGenerator[Event, None]:
    check_count(asked.contexts, service.settings.max_contexts)
    begin = partial(
        service.guard.stream,
        question=asked.question,
        contexts=asked.contexts,
        deltas=deltas,
        high_stakes=asked.high_stakes,
        budget=Budget(milliseconds=service.settings.timeout * 1000),
    )
    try:
        return await asyncio.to_thread(begin)  # reads the passages
    except ValueError as error:
        raise unreadable(error) from None


async def _each(deltas: Iterable[str]) -> AsyncIterator[str]:
    for delta in deltas:
        yield delta


async def _deltas(lines: AsyncIterator[bytes]) -> AsyncIterator[str | None]:
    async for line in lines:
        yield read(Delta, line).delta


async def _told(
    service: Service, request: Request, events: AsyncGenerator[Event, None]
) -> AsyncGenerator[bytes, None]:
    request_id, began = request.state.request_id, time.time_ns()
    try:
        with service.pool.open_stream():
            async for event in events:
                if isinstance(event, Decided):
                    service.told(event.decision, began, request.headers, request_id)
                yield as_sse(event)
    except Exception as error:
        cause = error.__cause__ if isinstance(error, StreamBrokenError) and error.__cause__ else error
        told = unreadable(cause) if isinstance(cause, ValueError) else as_service_error(cause)
        if told.code == "internal":
            _log.exception("stream %s failed", request_id)
        yield _event("error", {"error": told.as_dict() | {REQUEST_ID: request_id}})
    finally:
        await events.aclose()


def as_sse(event: Event) -> bytes:
    """An event as it goes out.

    >>> as_sse(TextReleased("The fee is $5.", 0, 14))
    b'event: text\\ndata: {"text": "The fee is $5.", "start": 0, "end": 14}\\n\\n'
    """
    match event:
        case TextReleased(text, start, end):
            return _event("text", {"text": text, "start": start, "end": end})
        case Found(about, action):
            what = "claim" if isinstance(about, CheckedClaim) else "citation"
            return _event("found", {"action": str(action), "reason": event.reason, what: about.as_dict()})
        case Held(start, reasons):
            return _event("held", {"start": start, "reasons": list(reasons)})
        case Decided(decision, released):
            told = {"decision": decision.as_dict(), "released": released, "stands": event.stands}
            return _event("decided", told)


def _event(name: str, told: Mapping[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), json_bytes(told))
