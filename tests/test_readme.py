# SPDX-License-Identifier: Apache-2.0
"""What the README, the pages it leads to and the notebook tell users to run does run."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from faithstill.data import Label, read_triples, write_triples
from faithstill.serve.routes import DELIVERED, ROUTES
from faithstill.train import cli

ROOT = Path(__file__).parent.parent
# Read in this order: a page may use what the commands of a page before it have written.
PAGES = ("README.md", "docs/train.md", "docs/score.md", "docs/value_check.md", "docs/guard.md")
BLOCKS = [
    (page, language, code)
    for page in PAGES
    for language, code in re.findall(
        r"```(sh|python)\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL
    )
]
COMMANDS = [
    (page, line.split("  #")[0].strip())
    for page, language, code in BLOCKS
    if language == "sh"
    for line in code.splitlines()
    if line.startswith("faithstill ")
]
PYTHON = [
    pytest.param(code, id=page)
    for page, language, code in BLOCKS
    if language == "python" and page != "docs/guard.md"
]  # whose blocks go on from each other


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the README assumes it: the annotated set, an evaluation set, room for models."""
    here = tmp_path_factory.mktemp("readme")
    (here / "data").mkdir()
    triples = read_triples(ROOT / "data" / "finance.csv", labelled=True).triples
    groups = set(sorted({triple.group for triple in triples})[::12])
    for name in ("data/finance.csv", "rows.csv", "eval.csv"):
        write_triples(here / name, [triple for triple in triples if triple.group in groups])
    one_each = {
        triple.group: triple for triple in triples if triple.split == "test" and triple.label is not None
    }
    unfaithful = [t for t in triples if t.split == "test" and t.label is Label.UNFAITHFUL]
    few = {triple.group: triple for triple in unfaithful}
    write_triples(
        here / "answers.csv", [*one_each.values(), *(t for t in few.values() if t not in one_each.values())]
    )
    return here


def test_commands_of_the_pages_run_in_order(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(COMMANDS) >= 10
    monkeypatch.chdir(folder)
    for page, command in COMMANDS:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        with pytest.raises(SystemExit) as stop:
            cli.main()
        shown = capsys.readouterr()
        assert stop.value.code == 0, f"{page}: {command}: {shown.err}"
        assert shown.out.strip(), f"{page}: {command}"


def test_the_documented_routes_are_those_of_the_table() -> None:
    text = (ROOT / "docs" / "statements.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(.+)` \| (.+) \| (deliver|review|block) \|$", text, re.MULTILINE)
    assert told == [(row.id, row.what, row.route.value) for row in (*ROUTES, DELIVERED)]


@pytest.mark.parametrize("code", PYTHON)
def test_python_of_the_pages_runs(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    scope: dict[str, object] = {}
    exec(compile(code, "page", "exec"), scope)
    assert len(scope) > 1


def test_cells_of_the_notebook_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    cells = json.loads((ROOT / "notebooks" / "quickstart.ipynb").read_text(encoding="utf-8"))["cells"]
    scope: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "quickstart.ipynb", "exec"), scope)
    assert {"score", "report"} <= scope.keys()
