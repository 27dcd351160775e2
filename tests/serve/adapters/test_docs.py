# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/adapters.md run and print what they say."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve.adapters.extra import ADAPTERS

from .adapter_inputs import adapter

TEXT = (Path(__file__).parents[3] / "docs" / "adapters.md").read_text(encoding="utf-8")
FIRST, *EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
pytestmark = pytest.mark.filterwarnings("ignore")


def named(code: str) -> str:
    found = re.search(r"from faithstill\.serve\.adapters\.(\w+) import", code)
    return found[1] if found else "pytest_plugin"


@pytest.fixture(scope="module")
def scope() -> dict[str, Any]:
    made: dict[str, Any] = {}
    exec(compile(FIRST, "docs/adapters.md", "exec"), made)
    return made


@pytest.mark.parametrize("code", EXAMPLES, ids=map(named, EXAMPLES))
def test_an_example_prints_what_it_says(
    code: str,
    scope: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    module = adapter(named(code), module=False)
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    own = {**scope}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code, "docs/adapters.md", "exec"), own)
    if "assert_grounded" in code:
        own["test_late_fee"](module.asserting(own["guard"]))
        return
    expected = re.findall(r"^print\(.*\)  # (.+)$", code, re.MULTILINE)
    assert expected
    assert capsys.readouterr().out.splitlines() == expected


def test_every_adapter_has_an_example_and_a_row() -> None:
    folder = Path(__file__).parents[3] / "serve" / "adapters"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "cli", "extra", "shown"}
    assert set(map(named, EXAMPLES)) == modules
    rows = re.findall(r"\| `faithstill\[([\w-]+)\]` \| `(\w+)` \|", TEXT)
    assert {extra for extra, _ in rows} == ADAPTERS.keys()
    assert {module for _, module in rows} == modules
