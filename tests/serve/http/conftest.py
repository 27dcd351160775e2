# SPDX-License-Identifier: Apache-2.0
"""Services as real processes, spoken to over sockets: one alone, and one of two workers with tokens and a log."""

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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

TOKEN = "a-token-of-the-tests"
MAX_BODY, MAX_CONTEXTS, TIMEOUT = 200_000, 20, 2.0
QUESTION, CONTEXT = (
    "What does a missed payment cost?",
    "A late fee of $25 applies after a ten-day grace period.",
)
ASKED: dict[str, Any] = {"question": QUESTION, "contexts": [CONTEXT], "answer": "A late fee of $35 applies."}
PROFILE = """
extends = "STRICT_BLOCK"
name = "OPEN"
version = "1"
about = "For bundles without an encoder."
layers.nli = "open"
"""
_PROGRAM = "from faithstill.train.cli import main; main()"
_RUNNING = re.compile(r"running on http://([\d.]+):(\d+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)

    @property
    def error(self) -> dict[str, Any]:
        """What is told of an error."""
        found: dict[str, Any] = self.json["error"]
        return found


class Served:
    """One `faithstill serve`, running; `log` is the file of its standard error."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.log = folder / "serve.log"
        command = [sys.executable, "-c", _PROGRAM, "serve", "--port", "0", *options]
        paths = os.pathsep.join(sys.path)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": paths, **environment}
            )
        self.host, self.port = self._place()

    def _place(self) -> tuple[str, int]:
        for _ in range(600):
            said = self.log.read_text(encoding="utf-8")
            found = _RUNNING.search(said)
            if found and "startup complete" in said:
                return found[1], int(found[2])
            assert self.process.poll() is None, said
            time.sleep(0.1)
        raise AssertionError(self.log.read_text(encoding="utf-8"))

    def connection(self) -> http.client.HTTPConnection:
        """A connection of its own."""
        return http.client.HTTPConnection(self.host, self.port, timeout=30)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request over a new connection; `_` in names of headers stands for "-"."""
        connection = self.connection()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, named)
            found = connection.getresponse()
            return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            connection.close()

    def post(self, path: str, asked: Any, **headers: str) -> Answer:
        """JSON sent, bytes as they are."""
        body = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
        return self.send("POST", path, body, **{"Content_Type": "application/json", **headers})

    def raw(self, data: bytes, *, wait: float = 10.0) -> bytes:
        """What comes back of bytes, until the other side closes or falls silent."""
        with socket.create_connection((self.host, self.port), timeout=wait) as line:
            line.sendall(data)
            found = b""
            try:
                while not found.endswith(b"\r\n0\r\n\r\n") and (piece := line.recv(65_536)):
                    found += piece
            except (TimeoutError, ConnectionResetError):
                pass
            return found

    def stop(self) -> int:
        """The exit code after SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


@pytest.fixture(scope="session")
def profile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """STRICT_BLOCK for a bundle that has no encoder."""
    path = tmp_path_factory.mktemp("profile") / "open.toml"
    path.write_text(PROFILE, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, profile_file: Path) -> Iterator[Served]:
    """One process with low limits, without tokens."""
    limits = {"max-body": MAX_BODY, "max-contexts": MAX_CONTEXTS, "timeout": TIMEOUT, "queue": 8}
    options = [f"--{name}={value}" for name, value in limits.items()]
    found = Served(
        tmp_path_factory.mktemp("served"), "--model", "light", "--profile", str(profile_file), *options
    )
    yield found
    found.process.kill()
    found.process.wait()
