# SPDX-License-Identifier: Apache-2.0
"""Clients that never finish: a head that trickles in, and an answer that nobody takes."""

from __future__ import annotations

import asyncio
import time

import pytest
import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from faithstill.serve.http import protocol
from faithstill.serve.http.limits import Limits


async def _hello(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def _trickled(head: bytes, pause: float) -> tuple[bytes, float]:
    """What comes back of bytes that are sent one by one, and after how long."""
    config = uvicorn.Config(
        _hello,
        port=0,
        http=protocol.Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=1,
    )
    server = uvicorn.Server(config)
    socket = config.bind_socket()
    serving = asyncio.create_task(server.serve([socket]))
    while not server.started:
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection(*socket.getsockname())
    began = time.monotonic()
    for byte in head:
        writer.write(bytes([byte]))
        await asyncio.sleep(pause)
        if reader.at_eof():
            break
    found = await reader.read()
    taken = time.monotonic() - began
    writer.close()
    server.should_exit = True
    await serving
    return found, taken


def test_a_head_that_trickles_in_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)
    found, taken = asyncio.run(_trickled(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1000, 0.02))
    assert found == b""
    assert 0.2 < taken < 5
    # One that is whole in time is answered, and the connection kept for the next one.
    found, taken = asyncio.run(_trickled(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 0.001))
    assert found.startswith(b"HTTP/1.1 200 ")
    assert taken > 0.9


@pytest.mark.parametrize("sends_still", [False, True])
def test_an_answer_that_nobody_takes_is_given_up_unless_more_comes_in(sends_still: bool) -> None:
    async def run() -> None:
        go = asyncio.Event()

        async def receive() -> Message:
            await asyncio.sleep(0.02)
            return {"type": "http.request", "body": b"a", "more_body": sends_still}

        async def send(message: Message) -> None:
            await go.wait()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            sending = asyncio.ensure_future(send({"type": "http.response.start"}))
            for _ in range(20):
                if sends_still:
                    await receive()
            go.set() if sends_still else None
            await sending

        await Limits(app, max_body=9, timeout=0.1)(
            {"type": "http", "path": "/v1/batch", "headers": []}, receive, send
        )

    if sends_still:
        asyncio.run(run())
    else:
        with pytest.raises(ClientDisconnect):
            asyncio.run(run())
