# SPDX-License-Identifier: Apache-2.0
"""The house rules that no linter knows: floors, cycles, names, packages, links, licence lines."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("data", "featurize", "factcheck", "serve", "train")
# Inside `train`; "" are the files of the folder itself, which all may import. `cli` stands on top of `commands`.
TRAIN_FLOORS = (
    "",
    "planting",
    "metrics",
    "fit",
    "evaluate",
    "report",
    "profiles",
    "gate",
    "drift",
    "encoder",
    "packaged",
    "queue",
    "commands",
    "bench",
    "loop",
)
ENTRY = "faithstill.train.cli"
# Inside `featurize`; the files of the folder itself put these together.
FEATURIZE_FLOORS = ("read", "extract", "lexicon", "align", "encoders", "claims", "evidence", "families")
SOURCES = [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
# Each floor has its commands, each folder of tests its fixtures.
NAMES_OF_MANY = {"__init__", "conftest", "cli", "test_cli"}
# A class that is read from text by another module, and a part of a whole that is one itself: imported when called.
PAIRS = (
    {"faithstill.serve.guard.profile", "faithstill.serve.guard.profile_file"},
    {"faithstill.featurize.analysis", "faithstill.featurize.part"},
)


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


def _module(path: Path) -> str:
    return ".".join(("faithstill", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


MODULES = {_module(path): path for path in SOURCES}


def _at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")):
            yield node
            yield from _at_run_time(node)


def _uses(module: str) -> Set[str]:
    """The modules of ours that one imports, at its top or when called."""
    path, found = MODULES[module], set()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in _at_run_time(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(filter(None, (package if node.level else "", node.module)))
            found |= {name if (name := f"{base}.{alias.name}") in MODULES else base for alias in node.names}
    return (found & MODULES.keys()) - {module}


@pytest.fixture(scope="module")
def uses() -> Mapping[str, Set[str]]:
    return {module: _uses(module) for module in MODULES}


def test_no_module_is_imported_by_what_it_imports(uses: Mapping[str, Set[str]]) -> None:
    graph = {m: {u for u in used if {m, u} not in PAIRS} for m, used in uses.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_inside_train_a_folder_imports_only_from_folders_to_its_left(uses: Mapping[str, Set[str]]) -> None:
    def floor(module: str) -> int:
        parts = module.split(".")
        return (
            len(TRAIN_FLOORS) if module == ENTRY else TRAIN_FLOORS.index(parts[2] if len(parts) > 3 else "")
        )

    inside = {m: {u for u in used if u.startswith("faithstill.train.")} for m, used in uses.items()}
    wrong = [f"{m} <- {u}" for m, used in inside.items() for u in used
             if m.startswith("faithstill.train.") and floor(u) > floor(m)]  # fmt: skip
    assert wrong == []


def test_inside_featurize_a_folder_imports_only_from_folders_to_its_left(
    uses: Mapping[str, Set[str]],
) -> None:
    def floor(module: str) -> int:
        return FEATURIZE_FLOORS.index(module.split(".")[2])

    def folders(modules: Set[str]) -> Set[str]:
        return {
            m
            for m in modules
            if m.startswith("faithstill.featurize.") and m.split(".")[2] in FEATURIZE_FLOORS
        }

    inside = folders(uses.keys())
    assert {m.split(".")[2] for m in inside} == set(FEATURIZE_FLOORS)
    assert [f"{m} <- {u}" for m in inside for u in folders(uses[m]) if floor(u) > floor(m)] == []


def test_names_of_files_and_of_public_classes_stand_once() -> None:
    files = Counter(path.stem for path in (*SOURCES, *TESTS))
    assert {name for name, n in files.items() if n > 1} == NAMES_OF_MANY
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
    classes = Counter(n.name for tree in trees for n in tree.body if isinstance(n, ast.ClassDef))
    assert [name for name, n in classes.items() if n > 1 and not name.startswith("_")] == []


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
