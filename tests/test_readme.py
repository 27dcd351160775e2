# SPDX-License-Identifier: Apache-2.0
"""What the README, the pages of the documentation and the notebooks tell users to run does run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Label, read_triples, write_triples
from faithstill.serve.routes import DELIVERED, ROUTES

from .markdown_blocks import Block, Pages, blocks_of

ROOT = Path(__file__).parent.parent
# These come first, in this order; any page may use what the pages before it have written.
FIRST = (
    "README.md",
    "docs/quickstart.md",
    "docs/three_uses.md",
    "docs/train.md",
    "docs/score.md",
    "docs/guard.md",
)
# Pages whose blocks need more than a process: the tests that run them.
ELSEWHERE = {
    "docs/adapters.md": "tests/serve/adapters/test_docs.py",
    "docs/service.md": "tests/serve/http/test_service_doc.py",
    "docs/spark.md": "tests/serve/mlflow_and_spark.py",
    "docs/mlflow.md": "tests/serve/mlflow_and_spark.py",
}
MOST_NOT_RUN = 23

_FOUND = [
    "README.md",
    "CONTRIBUTING.md",
    *sorted(p.relative_to(ROOT).as_posix() for p in ROOT.glob("docs/**/*.md")),
]
BLOCKS = [
    block
    for page in dict.fromkeys((*FIRST, *_FOUND))
    if page not in ELSEWHERE
    for block in blocks_of(ROOT / page, ROOT)
]
RUN = {block.page: [b for b in BLOCKS if b.page == block.page and not b.not_run] for block in BLOCKS}
NOTEBOOKS = sorted(ROOT.glob("notebooks/*.ipynb"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the pages assume it: the annotated set, an evaluation set, answers to guard."""
    here = tmp_path_factory.mktemp("readme")
    (here / "data").mkdir()
    triples = read_triples(ROOT / "data" / "finance.csv", labelled=True).triples
    groups = set(sorted({triple.group for triple in triples})[::36])
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


@pytest.fixture(scope="module")
def ran() -> set[str]:
    return set()


@pytest.mark.parametrize("page", RUN)
def test_blocks_of_a_page_run(
    page: str,
    folder: Path,
    ran: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    pages = Pages(folder, monkeypatch, lambda: "".join(capsys.readouterr()), ran)
    scope: dict[str, Any] = {"__name__": "page"}
    for block in sorted(RUN[page], key=lambda block: not block.file):  # files first
        pages.run(block, scope)


def test_few_blocks_are_not_run() -> None:
    left: list[Block] = [block for block in BLOCKS if block.not_run]
    print(f"{len(BLOCKS) - len(left)} blocks of {len(RUN)} pages run, {len(left)} do not:")
    print(*(f"  {block.place}: {block.not_run}" for block in left), sep="\n")
    assert len(left) <= MOST_NOT_RUN
    assert len(BLOCKS) - len(left) > 2 * len(left)


@pytest.mark.parametrize(("page", "test"), ELSEWHERE.items())
def test_pages_that_are_not_run_here_are_run_there(page: str, test: str) -> None:
    assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")


def test_the_documented_routes_are_those_of_the_table() -> None:
    text = (ROOT / "docs" / "statements.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(.+)` \| (.+) \| (deliver|review|block) \|$", text, re.MULTILINE)
    assert told == [(row.id, row.what, row.route.value) for row in (*ROUTES, DELIVERED)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_of_a_notebook_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    scope: dict[str, Any] = {"__name__": "notebook"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), path.name, "exec"), scope)
            assert cell["outputs"] == [], "keep notebooks without their output"


def test_there_is_a_notebook_for_each_task() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"quickstart", "threshold", "error_analysis", "stream"}
