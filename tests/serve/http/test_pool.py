# SPDX-License-Identifier: Apache-2.0
"""Work in threads: the loop stays free, the queue is bounded, and what nobody waits for is not begun."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from faithstill.serve.guard import AuditError
from faithstill.serve.http.pool import Pool
from faithstill.serve.http.service_errors import ServiceError, as_service_error

from .conftest import ASKED, Served


def test_what_finds_no_place_is_refused_and_what_takes_too_long_is_given_up() -> None:
    async def run() -> None:
        pool, go, begun = Pool(threads=1, queue=2), Event(), list[int]()
        first = asyncio.create_task(pool.run(go.wait, 10))
        slow = [asyncio.create_task(pool.run(lambda n=n: begun.append(n), 0.1)) for n in range(2)]  # type: ignore[misc]
        await asyncio.sleep(0.05)
        assert pool.is_full
        with pytest.raises(ServiceError) as refused:
            await pool.run(int, 10)
        assert (refused.value.status_code, refused.value.code) == (503, "busy")
        assert refused.value.headers == {"Retry-After": "1"}
        for one in slow:
            with pytest.raises(ServiceError, match="no answer within"):
                await one
        go.set()
        assert await first
        await asyncio.sleep(0.05)
        assert begun == [], "nobody waits for it any more"
        assert [await pool.run(lambda n=n: n, 1) for n in range(9)] == list(range(9))  # type: ignore[misc]
        assert not pool.is_full

    asyncio.run(run())


def test_errors_of_the_work_come_through() -> None:
    async def run() -> None:
        await Pool(1, 1).run(lambda: int("x"), 1)

    with pytest.raises(ValueError, match="invalid literal"):
        asyncio.run(run())


def test_streams_are_counted() -> None:
    pool = Pool(1, queue=1)
    with pool.open_stream(), pytest.raises(ServiceError, match="too many streams"):
        pool.check_streams()
    pool.check_streams()


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (AuditError("/var/log/secret.jsonl: disk full"), 503, "audit_failed"),
        (KeyError("a secret"), 500, "internal"),
    ],
)
def test_nothing_of_our_own_errors_is_told(error: Exception, status: int, code: str) -> None:
    told = as_service_error(error)
    assert (told.status_code, told.code) == (status, code)
    assert "secret" not in str(told.as_dict())


def test_under_load_the_service_still_says_that_it_lives(served: Served) -> None:
    heavy = ASKED | {
        "contexts": [f"The fee of card {n} is ${n}. It rose in {1900 + n}." for n in range(20)] * 1
    }
    heavy["contexts"] = [text * 40 for text in heavy["contexts"]]
    with ThreadPoolExecutor(24) as clients:
        asked = [clients.submit(served.post, "/v1/guard", heavy) for _ in range(24)]
        time.sleep(0.2)
        began = time.monotonic()
        assert served.send("GET", "/healthz").status == 200
        assert time.monotonic() - began < 1.5
        found = [one.result() for one in asked]
    busy = [one for one in found if one.status == 503]
    assert {one.status for one in found} == {200, 503}
    assert {one.error["code"] for one in busy} <= {"busy", "too_slow"}
    assert all(one.headers["retry-after"] == "1" for one in busy)
    assert served.post("/v1/guard", ASKED).status == 200
