# SPDX-License-Identifier: Apache-2.0
"""Server-sent events: the same bytes into whatever pieces an answer is cut, and while it is still coming in."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve import Guard

from .conftest import CONTEXT, QUESTION, TIMEOUT, Served

HEAD: dict[str, Any] = {
    "question": QUESTION,
    "contexts": [CONTEXT, "Caf\u00e9 cards \U0001f4b3 cost nothing."],
}
ANSWER = (
    "Caf\u00e9 cards \U0001f4b3 cost nothing. A late fee of $35 applies.\n\nThe grace period:\n- ten days.\n"
)
NDJSON = "application/x-ndjson"


def cut(size: int) -> list[str]:
    return [ANSWER[i : i + size] for i in range(0, len(ANSWER), size)]


def lines(deltas: Sequence[str | None]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in (HEAD, *({"delta": d} for d in deltas)))


def events(body: bytes) -> list[tuple[str, Any]]:
    found = []
    for one in body.decode().split("\n\n")[:-1]:
        name, data = one.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@pytest.fixture(scope="module")
def whole(served: Served) -> bytes:
    return served.post("/v1/stream", HEAD | {"deltas": [ANSWER]}).body


@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_the_bytes_do_not_depend_on_the_pieces(served: Served, whole: bytes, size: int) -> None:
    assert served.post("/v1/stream", HEAD | {"deltas": cut(size)}).body == whole
    assert served.post("/v1/stream", lines([*cut(size), None, ""]), Content_Type=NDJSON).body == whole


def test_the_last_event_is_the_decision_of_the_guard(
    served: Served, whole: bytes, profile_file: Path
) -> None:
    found = events(whole)
    assert [name for name, _ in found] == ["found", "decided"]
    decision = Guard.load("light", profile=profile_file).check(**HEAD, answer=ANSWER)
    assert found[-1][1] == {"decision": decision.as_dict(), "released": "", "stands": True}
    assert found[0][1]["claim"]["verdict"] == "contradicted"


def test_a_refuted_sentence_is_told_before_the_answer_is_over(served: Served) -> None:
    sent = lines(["A late fee of $35 applies. And "])
    with (
        socket.create_connection((served.host, served.port), timeout=20) as line,
        line.makefile("rb") as back,
    ):
        line.sendall(
            b"POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(sent), sent)
        )
        while not back.readline().startswith(b"event: found"):
            pass
        rest = b'{"delta": "more."}\n'
        line.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(rest), rest))
        while not back.readline().startswith(b"event: decided"):
            pass


@pytest.mark.parametrize(
    ("type_", "body", "status", "code"),
    [
        ("application/json", b'{"question": ""}', 422, "invalid"),
        ("application/json", json.dumps(HEAD | {"deltas": [5]}).encode(), 422, "invalid"),
        ("application/json", json.dumps(HEAD | {"contexts": ["\0"], "deltas": []}).encode(), 422, "invalid"),
        (NDJSON, b"", 400, "not_json"),
        (NDJSON, b"{}\n", 422, "invalid"),
        (NDJSON, lines([]) + b"nonsense\n", 200, "not_json"),
        (NDJSON, lines([]) + b'{"text": "a"}\n', 200, "invalid"),
        (NDJSON, lines(["A fee.", "\0"]), 200, "invalid"),
        (NDJSON, lines(["a" * 250_000]), 413, "body_too_large"),
    ],
)
def test_errors_before_and_within_a_stream(
    served: Served, type_: str, body: bytes, status: int, code: str
) -> None:
    found = served.post("/v1/stream", body, Content_Type=type_)
    assert found.status == status
    told = found.error if status != 200 else events(found.body)[-1][1]["error"]
    assert told["code"] == code
    assert told["request_id"] == found.headers["x-request-id"]
    assert status != 200 or "decided" not in [name for name, _ in events(found.body)]


def test_a_source_that_falls_silent_ends_without_a_decision(served: Served) -> None:
    sent = lines(["A late fee of"])
    found = served.raw(
        b"POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        b"Content-Length: 100000\r\n\r\n" + sent,
        wait=TIMEOUT + 8,
    )
    assert b'"code": "body_too_slow"' in found
    assert b"event: decided" not in found
