# SPDX-License-Identifier: Apache-2.0
"""Batches: in order, bad lines told of, and no client that must read while it sends."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from faithstill.serve.http.limits import Limits
from faithstill.serve.http.spool import Spool

from .conftest import ASKED, MAX_BODY, Served

NDJSON = "application/x-ndjson"


def lines(*rows: Any) -> bytes:
    return b"".join(row if isinstance(row, bytes) else json.dumps(row).encode() + b"\n" for row in rows)


def sent(served: Served, body: Any, path: str = "/v1/batch") -> list[Any]:
    found = served.send("POST", path, body, Content_Type=NDJSON)
    assert found.status == 200, found.body
    return [json.loads(line) for line in found.body.splitlines()]


def test_order_ids_and_bad_lines(served: Served) -> None:
    rows = [
        ASKED | {"id": "mine"},
        b"nonsense\n",
        b"\n",
        {"query": "Fee?", "context": "The fee is $5.", "response": "It is $5.", "label": "faithful"},
        {"question": "no answer"},
        ASKED | {"answer": "a\0"},
        ASKED,
    ]
    found = sent(served, lines(*rows))
    ids = [one.get("id") or (one["line"], one["error"]["code"]) for one in found]
    assert ids == ["mine", (2, "not_json"), "row-3", (4, "invalid"), (5, "invalid"), "row-6"]
    assert found[2]["label"] == "faithful"
    assert "line 5: answer has a null byte" in found[4]["error"]["message"]


def test_the_last_line_needs_no_end_and_no_line_gives_none(served: Served) -> None:
    assert len(sent(served, lines(ASKED, ASKED)[:-1])) == 2
    assert sent(served, b"") == []
    assert sent(served, b"\n \n") == []


def test_a_line_that_is_too_long_ends_it(served: Served) -> None:
    found = sent(served, lines(ASKED, ASKED | {"answer": "a" * (MAX_BODY + 10)}, ASKED))
    assert [one.get("action") for one in found] == ["block", None]
    assert found[1]["error"]["code"] == "body_too_large"


def test_a_batch_may_be_longer_than_a_body_and_sent_whole_before_anything_is_read(served: Served) -> None:
    row = ASKED | {"contexts": [ASKED["contexts"][0], "Nothing of this matters. " * 200]}
    count = 2 * MAX_BODY // len(json.dumps(row))
    assert [one["id"] for one in sent(served, lines(*[row] * count))] == [
        f"row-{n + 1}" for n in range(count)
    ]


def test_the_time_that_rows_take_is_not_held_against_the_client() -> None:
    """Of a stream only the wait for more counts, and a body that comes at once is in time."""

    async def run() -> list[str]:
        pieces = [b"a", b"b", b"c"]

        async def receive() -> Message:
            return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

        async def send(message: Message) -> None:
            raise AssertionError(message)

        async def slow(scope: Scope, receive: Receive, send: Send) -> None:
            for _ in range(3):
                came.append((await receive())["body"].decode())
                await asyncio.sleep(0.05)

        came: list[str] = []
        scope = {"type": "http", "path": "/v1/batch", "headers": []}
        await Limits(slow, max_body=1, timeout=0.02)(scope, receive, send)
        return came

    assert asyncio.run(run()) == ["a", "b", "c"]


def test_a_line_is_answered_before_the_next_one_comes(served: Served) -> None:
    with (
        socket.create_connection((served.host, served.port), timeout=20) as line,
        line.makefile("rb") as back,
    ):
        line.sendall(
            b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
            b"Content-Type: application/x-ndjson\r\n\r\n"
        )
        for _ in range(2):
            row = lines(ASKED)
            line.sendall(b"%x\r\n%s\r\n" % (len(row), row))
            while b'"action"' not in back.readline():
                pass


@pytest.mark.parametrize("asked", ["maybe", "2"])
def test_an_option_that_is_none(served: Served, asked: str) -> None:
    found = served.send("POST", f"/v1/batch?high_stakes={asked}", b"", Content_Type=NDJSON)
    assert (found.status, found.error["field"]) == (422, "high_stakes")


def test_a_spool_gives_what_it_took_and_shrinks_when_it_is_read() -> None:
    async def run() -> tuple[bytes, int]:
        with Spool(most=100) as spool:

            async def write() -> None:
                for n in range(50):
                    await spool.write(b"%03d" % n * 20)
                spool.end()

            writing = asyncio.create_task(write())
            await asyncio.sleep(0.01)
            waiting = spool.pending
            found = b"".join([piece async for piece in spool.pieces()])
            await writing
            return found, waiting

    found, waiting = asyncio.run(run())
    assert found == b"".join(b"%03d" % n * 20 for n in range(50))
    assert waiting == 120  # the writer waited for the reader
