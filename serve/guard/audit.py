# SPDX-License-Identifier: Apache-2.0
"""A log with one line for each decision: chained by hashes, appended to by any number of processes.

Whoever wants to write takes the file's lock, reads its last line and appends one that names it. A file that is full is
put aside under another name, and the next one goes on with the chain. What a writer left that was killed is sealed.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from faithstill.serve.bundle import version_of

from .audit_entry import entry_of, redacted
from .audit_tail import AuditError, Tail, read_tail, start_of
from .chain import DECISION, FORMAT, OPENING, SEAL, START, ChainLine, Seal, files_aside, line_of
from .decision import Decision
from .inputs import Inputs

__all__ = ["AuditError", "AuditLog"]

_LEAST_KEY = 16
_LEAST_BYTES = 4096  # room for the line that a file begins with
_CURE = "no decision is given without its record; make the place writable, or give another path"


class AuditLog:
    """A file of decisions; safe to share between threads and processes.

    `redacted`: no text is written but its HMAC-SHA-256 with `key`, so that nobody who lacks the key can try texts out.
    A file of more than `max_bytes` is put aside. Without `fsync` a decision survives the end of the process, not that
    of the machine's power.
    """

    def __init__(
        self,
        path: str | Path,
        redacted: bool = False,
        *,
        key: bytes | str | None = None,
        max_bytes: int = 100_000_000,
        fsync: bool = True,
    ) -> None:
        """Open the log, or begin it; AuditError where it cannot be written or is another kind of file."""
        self.path = Path(path)
        self.redacted = redacted
        self.max_bytes = max_bytes
        self.fsync = fsync
        self._key = key.encode() if isinstance(key, str) else key or b""
        if redacted and len(self._key) < _LEAST_KEY:
            raise ValueError(
                f"redacted=True needs a secret key of {_LEAST_KEY} bytes or more, it has {len(self._key)}; "
                "keep it away from the log: AuditLog(path, redacted=True, key=...)"
            )
        if max_bytes < _LEAST_BYTES:
            raise ValueError(f"max_bytes is {max_bytes}; give {_LEAST_BYTES} or more")
        self._known: tuple[int, Tail] | None = None
        with self._ready():
            pass

    def record(self, inputs: Inputs, decision: Decision) -> str:
        """Write a decision with what it was made from; the hash of its line."""
        entry = entry_of(inputs, decision)
        return self.append(redacted(entry, self.digest) if self.redacted else entry)

    def digest(self, text: str) -> str:
        """What stands for a text in a redacted log."""
        return hmac.new(self._key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def append(self, entry: Mapping[str, Any]) -> str:
        """Write one entry of a decision; the hash of its line."""
        with self._ready() as (descriptor, tail):
            written = self._write(descriptor, tail, DECISION, entry)
            if self.fsync:
                # Unlocked first, so that others write meanwhile and one wait for the disk serves them all.
                _lock(descriptor, on=False)
                os.fsync(descriptor)
            return written.hash

    @contextmanager
    def _ready(self) -> Iterator[tuple[int, Tail]]:
        """The locked file with nothing torn at its end, and what to go on from."""
        try:
            while True:
                with self._locked() as descriptor:
                    tail = self._mended(descriptor, self._tail(descriptor))
                    if tail.size <= self.max_bytes:
                        yield descriptor, tail
                        return
                    self._put_aside(descriptor)
        except OSError as error:
            raise AuditError(f"{self.path}: cannot be written ({error.strerror}); {_CURE}") from error

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """The file that has the log's name now, for this thread alone."""
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                _lock(descriptor, on=True)
                if self._is_current(descriptor):
                    yield descriptor
                    return
            finally:
                os.close(descriptor)

    def _is_current(self, descriptor: int) -> bool:
        """Not so where another writer put the file aside while this one waited for the lock."""
        try:
            return os.path.samestat(os.fstat(descriptor), self.path.stat())
        except FileNotFoundError:
            return False

    def _tail(self, descriptor: int) -> Tail | None:
        """The end of the file; None of an empty one."""
        status = os.fstat(descriptor)
        if self._known and self._known[0] == status.st_ino and self._known[1].size == status.st_size:
            return self._known[1]
        if status.st_size == 0:
            return None
        self._check_start(descriptor)
        return read_tail(descriptor, status.st_size, self.path)

    def _check_start(self, descriptor: int) -> None:
        """AuditError for a file that is no log, or is one of the other mode or key."""
        first = os.pread(descriptor, len(OPENING), 0)
        if not OPENING.startswith(first):
            raise AuditError(f"{self.path}: is no audit log; give another path")
        entry = start_of(descriptor)
        if entry and (entry["redacted"], entry["key"]) != (self.redacted, self._key_id()):
            what = "redacted" if entry["redacted"] else "not redacted"
            raise AuditError(
                f"{self.path}: is {what}, key {entry['key'] or 'none'}; open it so, or give another path"
            )

    def _key_id(self) -> str:
        return self.digest("faithstill audit key")[:16] if self.redacted else ""

    def _mended(self, descriptor: int, tail: Tail | None) -> Tail:
        """The same after a first line, or a seal, where one is needed."""
        if tail is None or not tail.hash:
            return self._begin(descriptor, tail.torn if tail else b"")
        if tail.torn:
            return self._write(descriptor, tail, SEAL, {"torn": Seal.of(tail.torn).as_dict()})
        return tail

    def _begin(self, descriptor: int, torn: bytes) -> Tail:
        """The first line of a file, which goes on with the chain of the file before."""
        before = self._before()
        chain, part = (before[1]["chain"], before[1]["part"] + 1) if before else (secrets.token_hex(16), 1)
        entry = {
            "format": FORMAT,
            "chain": chain,
            "part": part,
            "faithstill": version_of("faithstill") or "checkout",
            "redacted": self.redacted,
            "key": self._key_id(),
        }
        last = before[0] if before else Tail(0, -1, "")
        start = Tail(len(torn), last.seq, last.hash, torn, torn.endswith(b"\n") or not torn)
        return self._write(
            descriptor, start, START, entry | ({"torn": Seal.of(torn).as_dict()} if torn else {})
        )

    def _before(self) -> tuple[Tail, dict[str, Any]] | None:
        """The end and the first entry of the file that was put aside last."""
        aside = files_aside(self.path)
        if not aside:
            return None
        with aside[-1].open("rb") as stream:
            start = start_of(stream.fileno())
            tail = read_tail(stream.fileno(), os.fstat(stream.fileno()).st_size, aside[-1])
        if start is None or not tail.hash:
            raise AuditError(f"{aside[-1]}: is no audit log, but has the name of a part of one; move it away")
        return tail, start

    def _put_aside(self, descriptor: int) -> None:
        start = start_of(descriptor)
        if start is None:
            raise AuditError(f"{self.path}: has no first line any more; keep it, and give another path")
        part = start["part"]
        aside = self.path.with_name(f"{self.path.stem}.{part:06d}{self.path.suffix}")
        if aside.exists():
            raise AuditError(f"{aside}: stands where {self.path.name} should be put aside; move it elsewhere")
        self.path.rename(aside)
        self._sync_folder()

    def _write(self, descriptor: int, tail: Tail, kind: str, entry: Mapping[str, Any]) -> Tail:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        whole = {"type": kind, "seq": tail.seq + 1, "time": now, **entry, "prev": tail.hash}
        try:
            raw = line_of(whole)
        except (TypeError, ValueError) as error:
            raise AuditError(f"{self.path}: a decision cannot be written as JSON ({error})") from error
        content = raw if tail.breaks else b"\n" + raw
        left = memoryview(content)
        while left:
            left = left[os.write(descriptor, left) :]
        if self.fsync and kind != DECISION:
            os.fsync(descriptor)
            self._sync_folder()
        status = os.fstat(descriptor)
        after = Tail(status.st_size, tail.seq + 1, ChainLine(raw).hash)
        self._known = status.st_ino, after
        return after

    def _sync_folder(self) -> None:
        if self.fsync:
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _lock(descriptor: int, *, on: bool) -> None:
    """Take or give back the lock of a file; other descriptors wait for it, those of other threads too."""
    try:
        import fcntl
    except ImportError:
        raise AuditError("an audit log needs file locks of a POSIX system; run on one") from None
    fcntl.flock(descriptor, fcntl.LOCK_EX if on else fcntl.LOCK_UN)
