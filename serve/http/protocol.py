# SPDX-License-Identifier: Apache-2.0
"""How connections are kept: heads must come in time, and nothing that a client has begun is cut off by a stop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from faithstill.serve.partial import json_bytes

_CLOSE = (b"connection", b"close")
HEAD_SECONDS = 10.0  # until a request's head is there
_NO_HTTP = {
    "code": "bad_request",
    "field": None,
    "message": "request: is no HTTP/1.1 that this server reads, or its head is too long; send less in the head",
}


class Protocol(H11Protocol):
    """uvicorn's, with a time for heads, errors in JSON and a stop that loses no request."""

    _head_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Wait for the first head."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Time runs on while a head trickles in."""
        super().data_received(data)
        if self._is_idle():
            self._await_head()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time."""
        self._stop_waiting()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """A worker stops: each connection may end what it began, and is told not to begin anything more.

        An idle one stays until its keep-alive time is over, for its client may have sent a request already.
        """
        self.app_state["stops"] = True
        headers = self.server_state.default_headers
        if _CLOSE not in headers:
            self.server_state.default_headers = [*headers, _CLOSE]
        if not self._is_idle():
            self.cycle.default_headers = self.server_state.default_headers

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP gets an error of our kind, and no more."""
        body = json_bytes({"error": _NO_HTTP})
        length = str(len(body)).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", length), _CLOSE]
        told = (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage())
        with suppress(h11.LocalProtocolError):  # an answer is half out already
            for event in told:
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        if self._head_due is None:
            self._head_due = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None

    def _give_up(self) -> None:
        if self._is_idle():
            self.transport.close()
