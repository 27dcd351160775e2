# SPDX-License-Identifier: Apache-2.0
"""What docs/service.md tells users to run does run, and gives what stands below it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from faithstill.serve.http.endpoints import PATHS

from .conftest import Served

DOC = (Path(__file__).parents[3] / "docs" / "service.md").read_text(encoding="utf-8")
CALLS = [
    (command.strip(), wanted)
    for block in re.findall(r"```sh\n(.*?)```", DOC, re.DOTALL)
    for command, wanted in re.findall(r"(.+?)\n# (.+?)(?:\n|$)", block, re.DOTALL)
]


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl on this machine")
@pytest.mark.parametrize(("command", "wanted"), CALLS, ids=range(len(CALLS)))
def test_calls_give_what_stands_below_them(served: Served, command: str, wanted: str) -> None:
    there = command.replace("http://127.0.0.1:8080", f"http://{served.host}:{served.port}")
    ended = subprocess.run(["bash", "-c", there], capture_output=True, text=True, check=True, timeout=30)
    assert wanted in ended.stdout


def test_every_path_is_told_and_called(served: Served) -> None:
    assert len(CALLS) >= 6
    told = served.send("GET", "/openapi.json").json["paths"]
    assert {*told, "/openapi.json"} == {*PATHS}
    assert [path for path in PATHS if f"`{path}`" not in DOC and f" {path}`" not in DOC] == []


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", DOC, re.DOTALL))
def test_python_runs(code: str) -> None:
    scope: dict[str, object] = {}
    exec(compile(code, "service.md", "exec"), scope)
    assert scope["app"]
