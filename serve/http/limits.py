# SPDX-License-Identifier: Apache-2.0
"""Bounds on what comes in: bytes of a body, and seconds until it is there and until a client takes its answer."""

from __future__ import annotations

import asyncio
import time

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .service_errors import ServiceError, error_response

# Bodies that may come in for as long as they go on coming: here the time counts between two pieces.
STREAM, BATCH = "/v1/stream", "/v1/batch"


class Limits:
    """Refuses bodies that are too long or too slow; a batch may be of any length, as its lines are bounded."""

    def __init__(self, app: ASGIApp, *, max_body: int, timeout: float) -> None:
        self._app, self._max_body, self._timeout = app, max_body, timeout

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if scope["path"] != BATCH and int(told) > self._max_body:
            response = error_response(too_long(self._max_body), scope["state"]["request_id"])
            await response(scope, receive, send)
            return
        flows, is_endless = scope["path"] in (STREAM, BATCH), scope["path"] == BATCH
        bounded = _Bounded(receive, send, None if is_endless else self._max_body, self._timeout, flows)
        await self._app(scope, bounded.receive, bounded.send)


class _Bounded:
    """One request under the limits."""

    def __init__(
        self, receive: Receive, send: Send, max_body: int | None, timeout: float, flows: bool
    ) -> None:
        self._receive, self._send = receive, send
        self._max_body, self._timeout, self._flows = max_body, timeout, flows
        self._bytes, self._is_whole = 0, False
        self._began = self._came = time.monotonic()

    async def receive(self) -> Message:
        if self._is_whole:  # what comes now is the client's leaving
            return await self._receive()
        # Of a stream the time begins when we are ready for more, for the time between is ours.
        spent = 0.0 if self._flows else time.monotonic() - self._began
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._timeout - spent))
        except TimeoutError:
            raise too_slow(self._timeout) from None
        self._bytes += len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        self._came = time.monotonic()
        if self._max_body is not None and self._bytes > self._max_body:
            raise too_long(self._max_body)
        return message

    async def send(self, message: Message) -> None:
        """A client that takes nothing for too long is let go, unless it is still sending."""
        sending = asyncio.ensure_future(self._send(message))
        while not (await asyncio.wait({sending}, timeout=self._timeout))[0]:
            if self._is_whole or time.monotonic() - self._came > self._timeout:
                sending.cancel()
                raise ClientDisconnect
        await sending


def too_long(most: int) -> ServiceError:
    """What to tell of a body, or a line of a batch, that is too long."""
    return ServiceError(
        413,
        "body_too_large",
        f"body: is more than {most} bytes long; send less text, or start the service with a greater --max-body",
        field="body",
    )


def too_slow(seconds: float) -> ServiceError:
    """What to tell of a body that does not come."""
    return ServiceError(
        408,
        "body_too_slow",
        f"body: was not there after {seconds:g} s; send it faster, or start the service with a greater --timeout",
        field="body",
        headers={"Connection": "close"},
    )
