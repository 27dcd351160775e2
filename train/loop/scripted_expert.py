# SPDX-License-Identifier: Apache-2.0
"""An expert who knows the labels: decides every row of a queue through the review page's API, over the socket."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

from faithstill.data import Triple

from .loop_commands import PROGRAM

_RUNNING = re.compile(r"running on (http://[\d.]+:\d+)")
_NAME = "expert"
_PATIENCE = 120.0  # seconds for the page to start


def review(queue: Path, model: Path, known: Sequence[Triple], environment: Mapping[str, str]) -> int:
    """Start the page, decide all rows that are undecided, stop it; the number of labels that were changed."""
    truth = {t.id: t for t in known}
    log = queue.with_suffix(".review.log")
    command = [*PROGRAM, "review", str(queue), "--model", str(model), "--port", "0", "--reviewer", _NAME]
    with log.open("wb") as out:
        page = subprocess.Popen(command, stdout=out, stderr=out, env=dict(environment))
    try:
        return _decided(_place(page, log), truth)
    finally:
        page.terminate()
        page.wait(30)


def _place(page: subprocess.Popen[bytes], log: Path) -> str:
    """The address, once the page serves."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and page.poll() is None:
        said = log.read_text(encoding="utf-8")
        if (found := _RUNNING.search(said)) and "startup complete" in said:
            return found[1]
        time.sleep(0.1)
    raise ValueError(f"{log}: the review page did not start:\n{log.read_text(encoding='utf-8')}")


def _decided(address: str, truth: Mapping[str, Triple]) -> int:
    changed = 0
    for listed in _asked(f"{address}/api/rows?reviewer={_NAME}")["rows"]:
        sheet = _asked(f"{address}/api/row?reviewer={_NAME}&row={quote(listed['id'], safe='')}")
        row = truth[listed["id"]]
        label = row.label
        if label is None:
            continue
        changed += (sheet["given"] or {}).get("label") != str(label)
        version = sheet["decision"]["version"] if sheet["decision"] else 0
        said = {"label": str(label), "error_type": row.error_type}
        _asked(f"{address}/api/decisions", {"row": row.id, "reviewer": _NAME, "version": version, **said})
    return changed


def _asked(url: str, body: Mapping[str, Any] | None = None) -> Any:
    data = json.dumps(body).encode() if body is not None else None
    request = Request(url, data, {"Content-Type": "application/json"} if data else {})
    with urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())
