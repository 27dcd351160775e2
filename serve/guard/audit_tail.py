# SPDX-License-Identifier: Apache-2.0
"""The ends of a log's file: what it begins with, and what the next line goes on from."""

from __future__ import annotations

import os
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from .chain import START, ChainLine

_BLOCK = 1 << 16


class AuditError(RuntimeError):
    """A decision could not be written down, so there is none; the message names the file and the cure."""


@dataclass(frozen=True, slots=True)
class Tail:
    """What the next line goes on from."""

    size: int  # of the file
    seq: int
    hash: str
    torn: bytes = b""
    breaks: bool = True  # does the file end with a line break?


def read_tail(descriptor: int, size: int, path: Path) -> Tail:
    """The last whole line and what stands behind it; AuditError where it was changed."""
    length = _BLOCK
    while True:
        begin = max(0, size - length)
        content = os.pread(descriptor, size - begin, begin)
        lines = BytesIO(content).readlines()
        known = lines if begin == 0 else lines[1:]
        torn = b""
        for raw in reversed(known):
            line = ChainLine(raw)
            if not line.is_torn:
                return _tail_at(line, torn, size, path)
            torn = raw + torn
        if begin == 0:
            return Tail(size, -1, "", content, content.endswith(b"\n"))
        length *= 4


def _tail_at(line: ChainLine, torn: bytes, size: int, path: Path) -> Tail:
    entry = line.entry
    if entry is None:
        raise AuditError(
            f"{path}: its last line was changed after it was written; see `faithstill audit verify {path}`, "
            "keep the file, and give another path"
        )
    return Tail(size, entry["seq"], line.hash, torn, (torn or line.raw).endswith(b"\n"))


def start_of(descriptor: int) -> dict[str, Any] | None:
    """The first entry of a file, which stands behind a first line that was torn; None where there is none."""
    with os.fdopen(os.dup(descriptor), "rb") as stream:
        stream.seek(0)
        entries = (ChainLine(raw).entry for raw in stream)
        return next((entry for entry in entries if entry and entry["type"] == START), None)
