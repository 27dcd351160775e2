# SPDX-License-Identifier: Apache-2.0
"""What a hostile or careless client gets: a clear 4xx, and the next one its answer."""

from __future__ import annotations

import json
import re
import socket
import time
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from .conftest import ASKED, CONTEXT, MAX_BODY, MAX_CONTEXTS, TIMEOUT, Served

JSON = b"Content-Type: application/json\r\n"


@pytest.fixture(autouse=True)
def still_there(served: Served) -> Any:
    """Whatever was sent, the service goes on."""
    yield
    assert served.post("/v1/guard", ASKED).json["action"] == "block"
    assert served.process.poll() is None


def head(length: int | str, more: bytes = b"") -> bytes:
    return b"POST /v1/guard HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: %s\r\n%s\r\n" % (
        JSON,
        str(length).encode(),
        more,
    )


# What is sent, its status, its code, the field that is named, and words of the cure.
WRONG: list[tuple[Any, int, str, str | None, str]] = [
    (b"", 400, "not_json", "body", "send one JSON object"),
    (b"{", 400, "not_json", "body", "send one JSON object"),
    (b"\xff\xfe\x00", 400, "not_json", "body", "send one JSON object"),
    (b"[1]", 400, "not_json", "body", "not an object"),
    (b"[" * 50_000, 400, "not_json", "body", "nested too deep"),
    (b'{"question": ' + b'{"a":' * 20_000, 400, "not_json", "body", "nested too deep"),
    (b'{"question": NaN}', 400, "not_json", "body", "NaN is no JSON"),
    (b'{"question": 1e999}', 400, "not_json", "body", "too large"),
    (b'{"question": ' + b"1" * 5000 + b"}", 400, "not_json", "body", "send one JSON object"),
    ({}, 422, "invalid", "question", "add it"),
    (ASKED | {"question": 5}, 422, "invalid", "question", "valid string"),
    (ASKED | {"context": [CONTEXT]}, 422, "invalid", "context", "leave it out"),
    (ASKED | {"contexts": CONTEXT}, 422, "invalid", "contexts", "valid list"),
    (ASKED | {"contexts": [1]}, 422, "invalid", "contexts", "a passage is a string or an object"),
    (ASKED | {"contexts": [{"id": "p"}]}, 422, "invalid", "contexts", "needs a string 'text'"),
    (ASKED | {"answer": "a\0b"}, 422, "invalid", "answer", "null byte at character 1: remove it"),
    (ASKED | {"contexts": [CONTEXT + "\0"]}, 422, "invalid", "contexts", "null byte"),
    (
        b'{"question": "\\ud800", "contexts": [], "answer": ""}',
        422,
        "invalid",
        "question",
        "half a surrogate",
    ),
    (ASKED | {"budget_ms": -1}, 422, "invalid", "budget_ms", "greater than or equal to 0"),
    (
        ASKED | {"contexts": ["a"] * (MAX_CONTEXTS + 1)},
        413,
        "too_many_contexts",
        "contexts",
        "--max-contexts",
    ),
    (ASKED | {"answer": "a" * MAX_BODY}, 413, "body_too_large", "body", "--max-body"),
    (ASKED | {"answer": "a" * 10_000_000}, 413, "body_too_large", "body", "--max-body"),
]


@pytest.mark.parametrize(("sent", "status", "code", "field", "cure"), WRONG, ids=range(len(WRONG)))
def test_an_error_names_field_and_cure(
    served: Served, sent: Any, status: int, code: str, field: str | None, cure: str
) -> None:
    found = served.post("/v1/guard", sent, X_Request_ID="mine-1")
    assert (found.status, found.error["code"], found.error["field"]) == (status, code, field)
    assert cure in found.error["message"]
    assert found.error["request_id"] == found.headers["x-request-id"] == "mine-1"


@pytest.mark.parametrize(
    ("method", "path", "type_", "status", "code"),
    [
        ("GET", "/v1/guard", "", 405, "method_not_allowed"),
        ("DELETE", "/v1/batch", "", 405, "method_not_allowed"),
        ("GET", "/nowhere", "", 404, "not_found"),
        ("GET", "/../../etc/passwd", "", 404, "not_found"),
        ("POST", "/v1/guard", "text/plain", 415, "wrong_type"),
        ("POST", "/v1/guard", "application/x-www-form-urlencoded", 415, "wrong_type"),
        ("POST", "/v1/batch", "application/json", 415, "wrong_type"),
    ],
)
def test_what_is_not_served(
    served: Served, method: str, path: str, type_: str, status: int, code: str
) -> None:
    found = served.send(method, path, json.dumps(ASKED), Content_Type=type_)
    assert (found.status, found.error["code"]) == (status, code)


def test_a_body_without_a_length_is_cut_off_too(served: Served) -> None:
    pieces = (b"a" * 10_000 for _ in range(MAX_BODY // 10_000 + 2))
    found = served.send("POST", "/v1/guard", pieces, Content_Type="application/json")
    assert (found.status, found.error["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("sent", [b"", b'{"question": "'])
def test_a_slow_body(served: Served, sent: bytes) -> None:
    began = time.monotonic()
    found = served.raw(head(100) + sent)
    assert found.startswith(b"HTTP/1.1 408 ")
    assert b'"code": "body_too_slow"' in found
    assert b"--timeout" in found
    assert time.monotonic() - began < TIMEOUT + 5


@pytest.mark.parametrize(
    "sent",
    [
        b"POST /v1/guard HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"POST /v1/guard HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * 60_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\r\n\r\nnonsense\r\n\r\n",
        head("-5"),
        head("5", b"Content-Length: 6\r\n"),
        b"POST /v1/guard HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
        + JSON
        + b"\r\nzz\r\n",
    ],
    ids=range(9),
)
def test_what_is_no_http(served: Served, sent: bytes) -> None:
    found = served.raw(sent)
    assert found == b"" or found.startswith(b"HTTP/1.1 400 ")
    if found:
        assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["code"] == "bad_request"


def test_a_client_that_leaves_half_way_is_no_fault_of_ours(served: Served) -> None:
    for cut in (10, 60, 150, 170):
        with socket.create_connection((served.host, served.port)) as line:
            line.sendall((head(1000) + b'{"question": "a')[:cut])
    time.sleep(0.2)
    assert "Traceback" not in served.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "[::2]", "", "127.0.0.1.evil.example"])
def test_pages_of_other_sites_cannot_speak_in_the_users_place(served: Served, host: str) -> None:
    found = served.send("GET", "/readyz", Host=host)
    assert (found.status, found.error["code"]) == (403, "wrong_host")


@pytest.mark.parametrize(
    "given",
    ["", "a b", "a" * 129, 'a"', "<script>", "\xe4"],
    ids=["none", "blank", "long", "quote", "tag", "latin"],
)
def test_an_id_that_cannot_stand_in_a_log_is_replaced(served: Served, given: str) -> None:
    found = served.send("GET", "/healthz", X_Request_ID=given)
    assert re.fullmatch("[0-9a-f]{32}", found.headers["x-request-id"])


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("question", "contexts", "answer", "self_metrics", "high_stakes", "budget_ms", "timings")


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(FIELDS), ANY_JSON))
@example({"question": "", "contexts": None, "answer": "", "self_metrics": {"self_confidence": 7}})
def test_fuzzed_requests_get_an_answer_or_a_4xx(served: Served, more: dict[str, Any]) -> None:
    found = served.post("/v1/guard", ASKED | more)
    assert found.status in (200, 400, 413, 422), found.body
    assert found.json.keys() == {"error"} or found.json["action"]
