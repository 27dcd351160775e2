# SPDX-License-Identifier: Apache-2.0
"""Lines that are chained by hashes: how one is written, what a whole one is, and in which files they stand.

A line is one JSON object that ends with its own SHA-256; `prev` is that of the line before. A line that does not end
so is torn: its writer was killed. The next writer leaves the torn bytes where they are and seals them: the line that
follows says how many they are and their SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, BinaryIO

# Raise whenever the meaning of a line changes; what reads older ones is said in `docs/audit.md`.
FORMAT = 1
START, SEAL, DECISION = "start", "seal", "decision"
# What the first line of every file begins with, so that no other file is taken for a log.
OPENING = b'{"type":"start","seq":'

_END = re.compile(rb',"hash":"([0-9a-f]{64})"\}\n?\Z')


def line_of(entry: Mapping[str, Any]) -> bytes:
    """An entry as a line that ends with its hash.

    >>> line_of({"type": "seal", "seq": 4})[:42]
    b'{"type":"seal","seq":4,"hash":"9b87ab8391b'
    """
    body = json.dumps(entry, allow_nan=False, separators=(",", ":"))[:-1]
    return f'{body},"hash":"{sha256(body.encode())}"}}\n'.encode()


def sha256(content: bytes) -> str:
    """In hexadecimal."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class ChainLine:
    """One line as it stands; `hash` is the one that it ends with, empty of a torn line."""

    raw: bytes
    number: int = 0

    @property
    def hash(self) -> str:
        """What the line says is its hash."""
        found = _END.search(self.raw)
        return found[1].decode() if found else ""

    @property
    def is_torn(self) -> bool:
        """Was its writer stopped in the middle?"""
        return not self.hash

    @property
    def is_whole(self) -> bool:
        """Is it, byte for byte, what was written?"""
        found = _END.search(self.raw)
        return found is not None and sha256(self.raw[: found.start()]) == found[1].decode()

    @property
    def entry(self) -> dict[str, Any] | None:
        """What a whole line says; None of any other."""
        try:
            found = json.loads(self.raw) if self.is_whole else None
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


def files_aside(path: Path) -> list[Path]:
    """The files of a log that were put aside, `audit.000001.jsonl` and so on, in order."""
    name = re.compile(rf"{re.escape(path.stem)}\.\d{{6}}{re.escape(path.suffix)}")
    return sorted(one for one in path.parent.glob("*") if name.fullmatch(one.name))


@dataclass(frozen=True, slots=True)
class LogFile:
    """One file of a log as it stood at some moment: writers may append to it meanwhile."""

    name: str
    path: Path
    stream: BinaryIO | None = None
    size: int = 0

    def lines(self) -> Iterator[ChainLine]:
        """Its lines, torn ones too."""
        if self.stream is None:
            with self.path.open("rb") as stream:
                yield from (ChainLine(raw, number) for number, raw in enumerate(stream, 1))
            return
        self.stream.seek(0)
        for number, raw in enumerate(self.stream, 1):
            yield ChainLine(raw, number)
            if self.stream.tell() >= self.size:
                return


@contextmanager
def parts_of(path: Path) -> Iterator[list[LogFile]]:
    """The files of a log in order, the one in use as far as it is written; FileNotFoundError where there is none."""
    if not path.is_file():
        found = [LogFile(one.name, one) for one in files_aside(path)]
        if not found:
            raise FileNotFoundError(2, "no such audit log", str(path))
        yield found
        return
    with path.open("rb") as stream:
        size = _settled(stream)
        status = os.fstat(stream.fileno())
        # The file may have been put aside after it was opened, and later ones behind it.
        aside = takewhile(lambda one: not os.path.samestat(one.stat(), status), files_aside(path))
        yield [
            *(LogFile(one.name, one) for one in aside),
            *([LogFile(path.name, path, stream, size)] if size else []),
        ]


def _settled(stream: BinaryIO) -> int:
    """The size of a file at a moment when nobody writes to it."""
    with suppress(ImportError):
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_SH)
        try:
            return os.fstat(stream.fileno()).st_size
        finally:
            fcntl.flock(stream, fcntl.LOCK_UN)
    return os.fstat(stream.fileno()).st_size


@dataclass(frozen=True, slots=True)
class Seal:
    """How many bytes are torn, and their hash."""

    size: int
    sha256: str

    @classmethod
    def of(cls, torn: bytes) -> Seal:
        """The seal of torn bytes."""
        return cls(len(torn), sha256(torn))

    def fits(self, found: bytes) -> bool:
        """Are these the torn bytes, with the line break that the seal had to put behind them?"""
        torn, rest = found[: self.size], found[self.size :]
        return sha256(torn) == self.sha256 and rest == (b"" if torn.endswith(b"\n") else b"\n")

    def as_dict(self) -> dict[str, Any]:
        """As it stands in the sealing line."""
        return {"bytes": self.size, "sha256": self.sha256}
