# SPDX-License-Identifier: Apache-2.0
"""Threads that score, and the bounded queue before them: the event loop never waits for a model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from .service_errors import ServiceError

T = TypeVar("T")
_LATER = {"Retry-After": "1"}


class Pool:
    """Some threads; so many pieces of work may wait for one, and so many streams may be open. For one event loop."""

    def __init__(self, threads: int, queue: int) -> None:
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="score")
        self._most = threads + queue
        self._queue = queue
        self._begun = 0
        self._streams = 0

    @property
    def is_full(self) -> bool:
        """Would the next piece of work be refused?"""
        return self._begun >= self._most

    async def run(self, work: Callable[[], T], seconds: float) -> T:
        """What a call gives; ServiceError 503 where the queue is full or the time is over."""
        if self.is_full:
            raise ServiceError(
                503, "busy", "all threads are at work and the queue is full; try again later", headers=_LATER
            )
        loop = asyncio.get_running_loop()
        self._begun += 1
        running = self.executor.submit(work)
        running.add_done_callback(lambda _: loop.call_soon_threadsafe(self._ended))
        done = asyncio.wrap_future(running)
        try:
            # Shielded: a thread cannot be stopped, and what it does counts until it is done.
            return await asyncio.wait_for(asyncio.shield(done), seconds)
        except TimeoutError:
            self._abandon(running, done)
            raise ServiceError(
                503,
                "too_slow",
                f"no answer within {seconds:g} s; send less text, or start the service with a greater --timeout",
                headers=_LATER,
            ) from None

    def check_streams(self) -> None:
        """ServiceError 503 where too many streams are open."""
        if self._streams >= self._queue:
            raise ServiceError(503, "busy", "too many streams are open; try again later", headers=_LATER)

    @contextmanager
    def open_stream(self) -> Iterator[None]:
        """While a stream or a batch is open."""
        self._streams += 1
        try:
            yield
        finally:
            self._streams -= 1

    def _ended(self) -> None:
        self._begun -= 1

    @staticmethod
    def _abandon(running: Future[Any], done: asyncio.Future[Any]) -> None:
        done.add_done_callback(
            lambda late: late.cancelled() or late.exception()
        )  # looked at, as asyncio wants it
        running.cancel()  # what has not begun never will
