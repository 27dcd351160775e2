# SPDX-License-Identifier: Apache-2.0
"""Bytes on their way to a reader who may be slower than their writer: they wait on the disk, not in memory."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self

_PIECE = 65_536
_MOST = 1_000_000_000  # bytes on the disk from which the writer waits


class Spool:
    """A file without a name between one writer and one reader; most clients send all before they read anything."""

    def __init__(self, most: int = _MOST) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed on exit
        self._most = most
        self._read, self._written, self._is_over = 0, 0, False
        self._moved = asyncio.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    @property
    def pending(self) -> int:
        """Bytes that nobody has read yet."""
        return self._written - self._read

    async def write(self, data: bytes) -> None:
        """Append; waits while more lies here than may."""
        while self.pending > self._most:
            await self._move()
        self._file.seek(self._written)
        self._written += self._file.write(data)
        self._moved.set()

    def end(self) -> None:
        """Nothing more comes."""
        self._is_over = True
        self._moved.set()

    async def pieces(self) -> AsyncIterator[bytes]:
        """All that is written, until its end."""
        while True:
            self._file.seek(self._read)
            if piece := self._file.read(_PIECE):
                self._read += len(piece)
                self._moved.set()
                yield piece
            elif self._is_over:
                return
            else:
                self._file.truncate(0)
                self._read = self._written = 0
                await self._move()

    async def _move(self) -> None:
        self._moved.clear()
        await self._moved.wait()
