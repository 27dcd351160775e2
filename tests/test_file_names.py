# SPDX-License-Identifier: Apache-2.0
"""Names of files, tracked or written, are names on Windows too."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("data", "featurize", "factcheck", "serve", "train", "docs", "notebooks", "tests")
SOURCES = [path for folder in FOLDERS[:5] for path in sorted((ROOT / folder).rglob("*.py"))]
FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]')
# Names of devices, with any ending.
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
# Calls whose first argument is a part of a name, and keyword arguments that are one.
NAMING = {"with_name", "with_suffix", "with_stem", "joinpath"}
TEMPORARY = {"NamedTemporaryFile", "TemporaryDirectory", "mkstemp", "mkdtemp"}
# A time as ISO 8601 writes it holds colons.
TIMES = {"isoformat", "strftime"}


def name_parts(tree: ast.AST) -> Iterator[ast.expr]:
    """What code puts into the names of files: right of a path's `/`, and in the calls above."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            yield node.right
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in NAMING:
                yield from node.args
            elif called in TEMPORARY:
                yield from (word.value for word in node.keywords if word.arg in ("prefix", "suffix"))


def faults(source: str) -> list[str]:
    """The parts of names that Windows refuses.

    >>> faults('Path(d) / f"{now.isoformat()}.json", path.with_name("a:b"), d / "nul.txt", 1 / 2, d / "a.b"')
    ['now.isoformat()', "'a:b'", "'nul.txt'"]
    """
    found = []
    for part in name_parts(ast.parse(source)):
        for node in ast.walk(part):
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in TIMES
            if called or FORBIDDEN.search(text) or DEVICES.match(text):
                found.append(ast.unparse(node))
    return found


def test_the_check_finds_what_windows_refuses() -> None:
    bad = 'Path(d) / f"{now.isoformat()}.json", path.with_name("a:b"), d / "nul.txt", mkstemp(suffix="?")'
    assert sorted(faults(bad)) == ["'?'", "'a:b'", "'nul.txt'", "now.isoformat()"]
    assert faults('1 / 2, d / "a.b", d / f"{x}.tmp", text.split("a:b")') == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_code_writes_names_that_windows_takes(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


def test_tracked_names_are_names_on_windows_and_differ_by_more_than_case() -> None:
    names = [
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if "__pycache__" not in path.parts
    ]
    wrong = [n for n in names if FORBIDDEN.search(n) or any(DEVICES.match(part) for part in n.split("/"))]
    trailing = [n for n in names if n.endswith((".", " "))]
    assert wrong + trailing == []
    assert [n for n, times in Counter(map(str.casefold, names)).items() if times > 1] == []
