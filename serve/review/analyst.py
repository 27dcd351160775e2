# SPDX-License-Identifier: Apache-2.0
"""Analyses rows ahead in the background: the one that a reviewer looks at first, then the rest in order."""

from __future__ import annotations

import json
import logging
import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from faithstill.serve.bundle import Bundle
from faithstill.serve.scorer import Scorer

from .review_rows import ReviewRow
from .review_store import opened, writing
from .row_analysis import row_analysis

LOG = logging.getLogger("faithstill.review")


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the list shows of an analysis; `faithful` is None where nothing was judged."""

    faithful: float | None
    route: str


class Analyst:
    """One thread with a scorer; what it found is kept in the store under the row's digest and the bundle's."""

    def __init__(self, path: Path, rows: Sequence[ReviewRow], bundle: Bundle) -> None:
        self._path, self._bundle = path, bundle
        with opened(path) as store:
            kept = store.execute(
                "select digest, faithful, route from analysis where bundle = ?", (bundle.fingerprint,)
            ).fetchall()
        self._known = {digest: Outlook(faithful, route) for digest, faithful, route in kept}
        self._left = deque(row for row in rows if row.digest not in self._known)
        self._lock, self._ended = Lock(), Event()
        self._thread = Thread(target=self._run, name="analyst", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the row that is being analysed."""
        self._ended.set()
        self._thread.join()

    def outlook(self, row: ReviewRow) -> Outlook | None:
        """What is known of a row; None where it waits."""
        return self._known.get(row.digest)

    def found(self, row: ReviewRow) -> dict[str, Any] | None:
        """The analysis of a row; None where it waits, and it comes next then."""
        if row.digest not in self._known:
            with self._lock:
                self._left.appendleft(row)
            return None
        with opened(self._path) as store:
            (packed,) = store.execute(
                "select found from analysis where digest = ? and bundle = ?",
                (row.digest, self._bundle.fingerprint),
            ).fetchone()
        found: dict[str, Any] = json.loads(zlib.decompress(packed))
        return found

    def _run(self) -> None:
        scorer = Scorer(self._bundle)
        while not self._ended.is_set():
            with self._lock:
                row = self._left.popleft() if self._left else None
            if row is None:
                self._ended.wait(0.1)
            elif row.digest not in self._known:
                self._keep(row, self._tried(scorer, row))

    @staticmethod
    def _tried(scorer: Scorer, row: ReviewRow) -> dict[str, Any]:
        """A row that cannot be analysed is reviewed without it, and holds up no other."""
        try:
            return row_analysis(scorer, row.triple)
        except Exception as error:
            LOG.exception("row %s cannot be analysed", row.id)
            return {"error": f"cannot be analysed: {error}", "faithful": None, "route": "review"}

    def _keep(self, row: ReviewRow, found: dict[str, Any]) -> None:
        packed = zlib.compress(json.dumps(found).encode(), 1)
        cells = (row.digest, self._bundle.fingerprint, found["faithful"], found["route"], packed)
        with writing(self._path) as store:
            store.execute("insert or replace into analysis values (?, ?, ?, ?, ?)", cells)
        self._known[row.digest] = Outlook(found["faithful"], found["route"])
