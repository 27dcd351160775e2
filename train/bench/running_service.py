# SPDX-License-Identifier: Apache-2.0
"""A service started as users start it, and clients that keep their connections: for the benches."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")
_RUNNING = re.compile(r"running on http://([\d.]+):(\d+)")
_PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class RunningService:
    """One `faithstill serve` with its workers; `log` is the file of its standard error."""

    process: subprocess.Popen[bytes]
    host: str
    port: int
    log: Path

    @property
    def workers(self) -> list[int]:
        """Processes that serve: the children, or the one that there is."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        serving = [int(child) for child in children if b"resource_tracker" not in _command(child)]
        return serving or [self.process.pid]

    def megabytes(self) -> float:
        """Memory of all workers together."""
        found = 0.0
        for worker in self.workers:
            status = Path(f"/proc/{worker}/status").read_text()
            found += sum(
                int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")
            )
        return found

    def cpu_seconds(self) -> float:
        """Processor time of all workers together."""
        ticks = 0
        for worker in self.workers:
            fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])  # user and system
        return ticks / os.sysconf("SC_CLK_TCK")

    def said(self, words: str) -> int:
        """How often the log says so."""
        return self.log.read_text(encoding="utf-8").count(words)

    def replace_workers(self) -> None:
        """SIGHUP, and wait until each worker has ended after its successor began."""
        ended, count = self.said("Finished server process"), len(self.workers)
        self.process.send_signal(signal.SIGHUP)
        _wait(lambda: self.said("Finished server process") >= ended + count)

    def client(self) -> http.client.HTTPConnection:
        """A connection of its own."""
        return http.client.HTTPConnection(self.host, self.port, timeout=60)

    def raw(self, data: bytes, seconds: float) -> bytes:
        """The first that comes back of bytes within some seconds, which may be nothing."""
        with (
            suppress(OSError),
            socket.create_connection((self.host, self.port), timeout=seconds) as line,
        ):
            line.sendall(data)
            return line.recv(65_536)
        return b""


def _command(pid: str) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def _wait(holds: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > _PATIENCE:
            raise RuntimeError(f"the service did not do within {_PATIENCE:g} s what it was to do")
        time.sleep(0.1)


@contextmanager
def started(folder: Path, *options: str) -> Iterator[RunningService]:
    """A service on a free port; RuntimeError with its log where it does not start."""
    log = folder / "serve.log"
    program = "from faithstill.train.cli import main; main()"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", program, "serve", "--port", "0", *options], stdout=out, stderr=out
        )

    def is_there() -> bool:
        if process.poll() is not None:
            raise RuntimeError(log.read_text(encoding="utf-8"))
        said = log.read_text(encoding="utf-8")
        wanted = next((int(one) for name, one in pairwise(options) if name == "--workers"), 1)
        return said.count("Application startup complete") >= wanted

    try:
        _wait(is_there)
        found = _RUNNING.search(log.read_text(encoding="utf-8"))
        if found is None:
            raise RuntimeError(f"{log}: does not tell where the service is")
        yield RunningService(process, found[1], int(found[2]), log)
    finally:
        process.terminate()
        process.wait(60)


def posted(client: http.client.HTTPConnection, asked: Mapping[str, Any]) -> int:
    """The status of one request to the guard."""
    client.request("POST", "/v1/guard", json.dumps(asked), {"Content-Type": "application/json"})
    answer = client.getresponse()
    answer.read()
    return answer.status


def at_once(clients: int, work: Callable[[T], None], todo: Iterator[T]) -> None:
    """Work off what is to do with so many threads."""
    lock = Lock()

    def run() -> None:
        while True:
            with lock:
                one = next(todo, None)
            if one is None:
                return
            work(one)

    threads = [Thread(target=run) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
