# SPDX-License-Identifier: Apache-2.0
"""The house rules that no linter knows: floors, packages, links, licence lines."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("data", "featurize", "factcheck", "serve", "train")
SOURCES = [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]


def _imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_folder_imports_only_from_folders_to_its_left(path: Path) -> None:
    floor = FLOORS.index(path.relative_to(ROOT).parts[0])
    allowed = set(FLOORS[: floor + 1])
    used = {name.split(".")[1] for name in _imported(path) if name.startswith("faithstill.")}
    assert used <= allowed
    assert not {name.split(".")[0] for name in _imported(path)} & set(FLOORS), (
        "import faithstill.x, not bare x"
    )


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_file_names_its_licence_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# SPDX-License-Identifier: Apache-2.0\n")
    assert ast.get_docstring(ast.parse(text))


def test_every_folder_with_code_or_resources_is_a_listed_package() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {"faithstill." + ".".join(path.parent.relative_to(ROOT).parts) for path in SOURCES}
    assert folders | (setuptools["package-data"].keys() - {"*"}) == set(setuptools["packages"])


@pytest.mark.parametrize("floor", FLOORS)
def test_the_links_that_make_a_checkout_importable_are_there(floor: str) -> None:
    link = ROOT / ".src" / "faithstill" / floor
    assert link.is_symlink()
    assert link.resolve() == ROOT / floor
