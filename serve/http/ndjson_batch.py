# SPDX-License-Identifier: Apache-2.0
"""Rows in, decisions out, a line of JSON each, in order and in flat memory; a bad line is told of and passed over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import replace
from typing import Any

from fastapi import Request
from starlette.requests import ClientDisconnect

from faithstill.data import Triple
from faithstill.data.columns import triple_from_mapping
from faithstill.serve.partial import json_bytes

from .body_lines import Duplex, lines_of
from .request_bodies import NDJSON, read_object
from .service import Service
from .service_errors import REQUEST_ID, as_service_error, unreadable
from .spool import Spool

Line = asyncio.Task[bytes]


async def batch(request: Request, service: Service, high_stakes: bool) -> Duplex:
    """The decisions on the rows of a body, while they come in."""
    service.pool.check_streams()
    lines = lines_of(request.stream(), service.settings.max_body)
    return Duplex(_decided(service, lines, high_stakes, request.state.request_id), media_type=NDJSON)


async def _decided(
    service: Service, lines: AsyncIterator[bytes], high_stakes: bool, request_id: str
) -> AsyncGenerator[bytes, None]:
    begun: asyncio.Queue[Line | None] = asyncio.Queue(service.settings.threads)
    with service.pool.open_stream(), Spool() as spool:
        reading = asyncio.create_task(_read(service, lines, high_stakes, request_id, begun))
        writing = asyncio.create_task(_write(begun, spool))
        try:
            async for piece in spool.pieces():
                yield piece
            await writing
        finally:
            reading.cancel()
            writing.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)


async def _read(
    service: Service,
    lines: AsyncIterator[bytes],
    high_stakes: bool,
    request_id: str,
    begun: asyncio.Queue[Line | None],
) -> None:
    """Begin work on each line; the queue holds as many as there are threads."""
    number = 0
    try:
        async for raw in lines:
            number += 1
            work = asyncio.to_thread(_line, service, raw, number, high_stakes)
            await begun.put(asyncio.create_task(work))
    except ClientDisconnect:
        pass
    except Exception as error:  # the body broke off: what came is answered
        told = as_service_error(error).as_dict() | {REQUEST_ID: request_id}
        await begun.put(asyncio.create_task(_as_is({"line": number + 1, "error": told})))
    await begun.put(None)


async def _write(begun: asyncio.Queue[Line | None], spool: Spool) -> None:
    try:
        while (line := await begun.get()) is not None:
            await spool.write(await line)
    finally:
        spool.end()


async def _as_is(told: dict[str, Any]) -> bytes:
    return json_bytes(told) + b"\n"


def _line(service: Service, raw: bytes, number: int, high_stakes: bool) -> bytes:
    try:
        told = service.row(_triple(raw, number), high_stakes)
    except Exception as error:
        known = unreadable(error) if isinstance(error, ValueError) else as_service_error(error)
        told = {"line": number, "error": known.as_dict()}
    return json_bytes(told) + b"\n"


def _triple(raw: bytes, number: int) -> Triple:
    """A row as a file of rows may hold it, under any accepted column names."""
    try:
        triple = triple_from_mapping(read_object(raw), file=f"line {number}")
    except ValueError as error:
        raise unreadable(error) from None
    return triple if triple.id else replace(triple, id=f"row-{number}")
