# SPDX-License-Identifier: Apache-2.0
"""The review page as a real process over a socket, and rows to review."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Label, Passage, Triple, write_triples

_PROGRAM = "from faithstill.train.cli import main; main()"
_RUNNING = re.compile(r"running on http://([\d.]+):(\d+)")
ANSWER = "A late fee of $35 applies 😀. You can waive it by calling us on Mondays."
ROWS = (
    Triple(
        question="What does a missed payment cost?",
        passages=(
            Passage("A late fee of $25 applies after a ten-day grace period."),
            Passage("Calls are free."),
        ),
        answer=ANSWER,
        label=Label.FAITHFUL,
        id="fee",
        rationale="As stated.",
    ),
    Triple(
        question="What does the account cost?",
        passages=(Passage("The Amber account costs £4.00 a month."),),
        answer="The Amber account costs £4.00 a month.",
        id="account",
    ),
    Triple(
        question="<b>Which card?</b>",
        passages=tuple(
            Passage(f"Card number {n} is <i>green</i> and costs ${n}.00 a year.") for n in range(1, 21)
        ),
        answer="Card number 3 is green and costs $3.00 a year. Card number 4 costs $9.00.",
        label=Label.PARTIAL,
        error_type="number",
        id="cards/20",
    ),
)


class Reviewing:
    """One `faithstill review`, running; other processes may review the same file."""

    def __init__(self, rows: Path, *options: str) -> None:
        self.rows = rows
        self.log = rows.with_name(f"review-{time.monotonic_ns()}.log")
        command = [sys.executable, "-c", _PROGRAM, "review", str(rows), "--port", "0", *options]
        paths = os.pathsep.join(sys.path)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": paths}
            )
        self.host, self.port = self._place()

    def _place(self) -> tuple[str, int]:
        for _ in range(1200):
            said = self.log.read_text(encoding="utf-8")
            found = _RUNNING.search(said)
            if found and "startup complete" in said:
                return found[1], int(found[2])
            assert self.process.poll() is None, said
            time.sleep(0.05)
        raise AssertionError(self.log.read_text(encoding="utf-8"))

    @property
    def url(self) -> str:
        """The page."""
        return f"http://{self.host}:{self.port}/"

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        """Status and body; `_` in names of headers stands for "-"."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            named = {"Content-Type": "application/json", **named}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), named)
            found = connection.getresponse()
            return found.status, found.read()
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """JSON that is there."""
        status, body = self.send("GET", path)
        assert status == 200, body
        return json.loads(body)

    def decide(self, row: str, label: str | None, reviewer: str = "ANN", **more: Any) -> tuple[int, Any]:
        """Status and what is told of a decision."""
        asked = {"row": row, "reviewer": reviewer, "label": label, **more}
        status, body = self.send("POST", "/api/decisions", asked)
        return status, json.loads(body)

    def analysed(self, row: str) -> Any:
        """A row once its analysis is made."""
        for _ in range(1200):
            found = self.get(f"/api/row?row={row}&reviewer=ANN")
            if found["analysis"]:
                return found
            time.sleep(0.05)
        raise AssertionError(f"row {row} is not analysed")

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """The exit code after SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


Review = Callable[..., Reviewing]


@pytest.fixture
def rows_file(tmp_path: Path) -> Path:
    """Three rows: two sentences of which a value is refuted, an unlabelled one, one of twenty passages."""
    path = tmp_path / "labelled.csv"
    write_triples(path, ROWS)
    return path


@pytest.fixture
def review() -> Iterator[Review]:
    """Starts processes, and ends them after the test."""
    begun: list[Reviewing] = []

    def start(rows: Path, *options: str) -> Reviewing:
        begun.append(Reviewing(rows, "--reviewer", "ANN", "--model", "light", *options))
        return begun[-1]

    yield start
    for one in begun:
        one.kill()
