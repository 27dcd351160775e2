# SPDX-License-Identifier: Apache-2.0
"""Deltas of a source through a stream guard, one sentence at a time; the source is asked for no more than is taken."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Generator,
    Iterable,
    Iterator,
)
from functools import partial
from typing import Any, TypeVar

from .events import Event
from .stream import StreamGuard

T = TypeVar("T")
Delta = str | None


def events_of_sync(stream: StreamGuard, deltas: Iterable[Delta]) -> Generator[Event, None, None]:
    """The events of a stream as its deltas come in; closing the generator closes a source that is a generator."""
    source = iter(deltas)
    try:
        for delta in _unbroken(source, stream):
            stream.receive(delta)
            while (found := stream.step()) is not None:
                yield from found
        yield from stream.finish()
    finally:
        stream.close()
        if isinstance(source, Generator):
            source.close()


async def events_of(
    stream: StreamGuard, deltas: AsyncIterable[Delta] | Iterable[Delta]
) -> AsyncGenerator[Event, None]:
    """The same for `async for`; what takes time, an ordinary source included, runs in a thread."""
    source = aiter(deltas) if isinstance(deltas, AsyncIterable) else iter(deltas)
    try:
        while (delta := await _next(source, stream)) is not _OVER:
            stream.receive(delta)
            while stream.is_due:
                for event in await _in_thread(stream.step, stream) or ():
                    yield event
        for event in await _in_thread(stream.finish, stream):
            yield event
    finally:
        stream.close()
        if isinstance(source, AsyncGenerator):
            await source.aclose()
        elif isinstance(source, Generator):
            source.close()


def _unbroken(source: Iterator[Delta], stream: StreamGuard) -> Iterator[Delta]:
    while True:
        try:
            delta = next(source)
        except StopIteration:
            return
        except Exception as error:
            raise stream.broken_by(error) from error
        yield delta


_OVER: Any = object()


async def _next(source: AsyncIterator[Delta] | Iterator[Delta], stream: StreamGuard) -> Delta:
    # No generator around it: one that is dropped half-way would be closed by a task of its own.
    try:
        if isinstance(source, AsyncIterator):
            return await anext(source, _OVER)
        return await _in_thread(partial(next, source, _OVER), stream)
    except Exception as error:
        raise stream.broken_by(error) from error


async def _in_thread(work: Callable[[], T], stream: StreamGuard) -> T:
    """What a call gives; when the task is cancelled the call is waited for, as no thread can be stopped."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stream.close()  # a call that has not begun does nothing
        await asyncio.wait([running])
        if not running.cancelled():
            running.exception()  # looked at, as asyncio wants it
        raise
