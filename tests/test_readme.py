# SPDX-License-Identifier: Apache-2.0
"""What the README and the notebook tell users to run does run."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from faithstill.data import read_triples, write_triples
from faithstill.serve.routes import DELIVERED, ROUTES
from faithstill.train import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.split("  #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("faithstill ")
]
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the README assumes it: the annotated set, an evaluation set, room for models."""
    here = tmp_path_factory.mktemp("readme")
    (here / "data").mkdir()
    triples = read_triples(ROOT / "data" / "finance.csv", labelled=True).triples
    groups = set(sorted({triple.group for triple in triples})[::6])
    for name in ("data/finance.csv", "rows.csv", "eval.csv"):
        write_triples(here / name, [triple for triple in triples if triple.group in groups])
    return here


def test_commands_of_the_readme_run_in_order(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(COMMANDS) >= 10
    monkeypatch.chdir(folder)
    for command in COMMANDS:
        monkeypatch.setattr(sys, "argv", shlex.split(command.replace(" train ", " train --no-mlflow ")))
        with pytest.raises(SystemExit) as stop:
            cli.main()
        shown = capsys.readouterr()
        assert stop.value.code == 0, f"{command}: {shown.err}"
        assert shown.out.strip(), command


def test_the_documented_routes_are_those_of_the_table() -> None:
    text = (ROOT / "docs" / "statements.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(.+)` \| (.+) \| (deliver|review|block) \|$", text, re.MULTILINE)
    assert told == [(row.id, row.what, row.route.value) for row in (*ROUTES, DELIVERED)]


@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_python_of_the_readme_runs(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    scope: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), scope)
    assert any(scope.get(name) for name in ("score", "report", "predictions", "decision"))


def test_cells_of_the_notebook_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    cells = json.loads((ROOT / "notebooks" / "quickstart.ipynb").read_text(encoding="utf-8"))["cells"]
    scope: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "quickstart.ipynb", "exec"), scope)
    assert {"score", "report"} <= scope.keys()
