# SPDX-License-Identifier: Apache-2.0
"""A body as lines while it comes in, and a response that goes out at the same time."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import aclosing
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from .limits import too_long


async def lines_of(body: AsyncIterable[bytes], most: int) -> AsyncIterator[bytes]:
    """The lines that hold anything; ServiceError for one of more than `most` bytes."""
    begun = b""
    async for piece in body:
        *whole, begun = (begun + piece).split(b"\n")
        for line in whole:
            if len(line) > most:
                raise too_long(most)
            if line.strip():
                yield line
        if len(begun) > most:
            raise too_long(most)
    if begun.strip():
        yield begun


class Duplex(StreamingResponse):
    """A streamed response that leaves the rest of the request to its reader.

    The one that it is made of looks for the client's leaving, and would take the body for it.
    """

    def __init__(self, chunks: AsyncGenerator[bytes, None], **options: Any) -> None:
        super().__init__(chunks, **options)
        self._chunks = chunks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._chunks):
            await self.stream_response(send)
