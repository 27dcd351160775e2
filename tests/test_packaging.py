# SPDX-License-Identifier: Apache-2.0
"""What a user installs: the wheel is whole, works alone, and its examples are true."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import faithstill.data
from faithstill.featurize import Featurizer
from faithstill.serve import LinearModel, save_bundle
from faithstill.serve.adapters.extra import ADAPTERS
from faithstill.serve.scorer import SHIPPED_BUNDLES

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FLOORS = ("data", "featurize", "factcheck", "serve", "train")
# Annotated rows are for training and measuring in a checkout; a wheel holds what training makes of them.
ROWS = (".csv", ".jsonl")
LARGEST = 45_000_000  # bytes of the wheel, and of what it unpacks to
# The backend that pyproject.toml asks for: licences as expressions came with it.
SETUPTOOLS = 77
# Encoders are trained with these, and adapters stand on those, which not every environment has.
HEAVY = ("torch", "transformers", *(module for modules in ADAPTERS.values() for module in modules))

MODULES = sorted(
    module.name
    for floor in FLOORS
    for module in pkgutil.walk_packages([str(ROOT / floor)], f"faithstill.{floor}.")
    if module.name != "faithstill.serve.pyfunc"  # a script that MLflow runs, not a module to import
)


def is_rows(path: Path) -> bool:
    """Rows of the annotated sets; a resource of training, some sentences to plant, is none."""
    return path.suffix in ROWS and path.parent.name == "data"


def place_bundle(folder: Path) -> None:
    """A bundle that says the same of everything, for a checkout in which none has been trained yet."""
    schema = Featurizer().schema
    zeros, ones = np.zeros(len(schema.names)), np.ones(len(schema.names))
    model = LinearModel(
        schema.names, low=zeros, high=ones, mean=zeros, scale=ones, coef=zeros, intercept=1.0, threshold=0.5
    )
    save_bundle(folder, schema=schema, model=model, report={}, card="", onnx=None, fingerprint={})


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist as releases are, and from a copy, so that the checkout stays clean."""
    if int(version("setuptools").split(".")[0]) < SETUPTOOLS:
        pytest.skip(
            f"the wheel is built by setuptools {SETUPTOOLS} or newer, {version('setuptools')} is installed"
        )
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for name in FLOORS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    for name in SHIPPED_BUNDLES:
        if not (source / "serve" / "models" / name).exists():
            place_bundle(source / "serve" / "models" / name)
    build = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check"]
    built = subprocess.run(
        [*build, "--outdir", str(target), str(source)], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (sdist,), (built_wheel,) = target.glob("faithstill-*.tar.gz"), target.glob("faithstill-*.whl")
    assert sdist.stat().st_size < LARGEST
    return built_wheel


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    """The wheel's content as an installation lays it out."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(wheel.parent / "unpacked")
    return wheel.parent / "unpacked"


def test_the_wheel_holds_all_code_and_all_that_it_reads(unpacked: Path) -> None:
    wanted = {
        str(path.relative_to(ROOT))
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not is_rows(path)
    }
    held = {str(path.relative_to(unpacked / "faithstill")) for path in (unpacked / "faithstill").rglob("*")}
    assert wanted
    assert sorted(wanted - held) == []
    assert {f"{floor}/py.typed" for floor in FLOORS} <= held
    assert {"featurize/resources/probes.json", "train/resources/report.css"} <= held
    assert {f"serve/models/general/{name}" for name in ("manifest.json", "model.json")} <= held


def test_the_wheel_is_light_and_holds_no_rows(wheel: Path, unpacked: Path) -> None:
    files = [path for path in (unpacked / "faithstill").rglob("*") if path.is_file()]
    assert [path for path in files if is_rows(path)] == []
    assert any(map(is_rows, (ROOT / "data").iterdir()))
    assert wheel.stat().st_size < LARGEST
    assert sum(path.stat().st_size for path in files) < LARGEST


def test_the_wheel_holds_nothing_else(unpacked: Path) -> None:
    tops = {path.name for path in unpacked.iterdir()}
    assert tops == {"faithstill", f"faithstill-{PROJECT['project']['version']}.dist-info"}
    assert {path.name for path in (unpacked / "faithstill").iterdir()} == set(FLOORS)
    (licence,) = unpacked.rglob("LICENSE")
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()
    (entry,) = unpacked.rglob("entry_points.txt")
    entries = entry.read_text(encoding="utf-8")
    assert "faithstill = faithstill.train.cli:main" in entries
    assert "[pytest11]\nfaithstill = faithstill.serve.adapters.pytest_plugin" in entries


ELSEWHERE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from faithstill.serve import Scorer
from faithstill.featurize.probes import probe_rows
from faithstill.train.planting.unsupported_statements import written_sentences
assert probe_rows() and written_sentences("train")
score = Scorer.load().score(question="Fee?", contexts=["The fee is $25."], answer="It is $25.")
files = [m.__file__ for name, m in sys.modules.items() if name.startswith("faithstill.") and m.__file__]
print(json.dumps({"status": score.status, "faithful": score.faithful, "files": files}))
"""


def test_the_wheel_scores_far_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    # Isolated: neither this folder nor PYTHONPATH leads back to the checkout.
    command = [sys.executable, "-I", "-c", ELSEWHERE, str(unpacked)]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["status"] == "ok"
    assert 0 < found["faithful"] < 1
    assert len(found["files"]) > 20
    assert [file for file in found["files"] if not Path(file).is_relative_to(unpacked)] == []


SAMPLE = """
from faithstill.data import Label, Triple
from faithstill.factcheck import FactChecker
from faithstill.serve import Guard, Scorer, predict_batch


def route(scorer: Scorer, answer: str) -> str:
    return scorer.score(question="Fee?", contexts=["The fee is $25."], answer=answer).route.value


def shown(guard: Guard, answer: str) -> str | None:
    return guard.check(question="Fee?", contexts=["The fee is $25."], answer=answer).text


reasons: list[str] = [str(r) for r in FactChecker().check(question="", contexts=["$5"], answer="$6").reasons]
positive: bool = Label.FAITHFUL.positive
rows = list(predict_batch([{"question": "Fee?", "contexts": ["$5"], "answer": "$5"}], model="light"))
"""
# Each line is an error of its own.
WRONG = """
from faithstill.serve import Guard, Scorer

Scorer.load("light").score(question="Fee?", contexts=["$5"], answr="$5")
route: int = Scorer.load("light").score(question="Fee?", contexts=["$5"], answer="$5").route
Guard.load("light", profil="STRICT_BLOCK")
"""


@pytest.fixture(scope="module")
def clean_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    return python


def test_an_installed_wheel_brings_the_command(clean_python: Path, tmp_path: Path) -> None:
    command = [
        str(clean_python.with_name("faithstill")),
        "check",
        "--context",
        "The fee is $25.",
        "--answer",
        "$35.",
    ]
    # Dependencies are the running environment's. Its .pth files are not read: an editable install stays out.
    environment = {"PATH": "", "PYTHONPATH": sysconfig.get_path("purelib")}
    ended = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment
    )
    assert ended.returncode == 1, ended.stderr
    assert "conflict" in ended.stdout, ended.stderr


def test_users_see_the_types(clean_python: Path, tmp_path: Path) -> None:
    for name, text in (("sample.py", SAMPLE), ("wrong.py", WRONG)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    mypy = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-executable",
        str(clean_python),
        "--cache-dir=cache",
    ]
    ended = subprocess.run(
        [*mypy, "sample.py", "wrong.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    errors = re.findall(r"^(\w+)\.py:(\d+): error: .*\[([\w-]+)\]$", ended.stdout, re.MULTILINE)
    assert errors == [
        ("wrong", "4", "call-arg"),
        ("wrong", "5", "assignment"),
        ("wrong", "6", "call-arg"),
    ], ended.stdout


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_docstrings_are_true(name: str) -> None:
    # By import name: collected by file, every class would exist twice.
    failed, _ = doctest.testmod(_imported(name))
    assert failed == 0


def _imported(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in HEAVY:
            raise
        pytest.skip(f"{name} needs {error.name}, which is not installed")


def test_there_are_examples_and_all_modules_are_found() -> None:
    files = (
        path.relative_to(ROOT).with_suffix("") for floor in FLOORS for path in (ROOT / floor).rglob("*.py")
    )
    written = {".".join(("faithstill", *file.parts)).removesuffix(".__init__") for file in files}
    assert {*MODULES, "faithstill.serve.pyfunc", *(f"faithstill.{floor}" for floor in FLOORS)} == written
    finder = doctest.DocTestFinder(exclude_empty=True)
    heavy = ("faithstill.train.encoder.", "faithstill.serve.adapters.")
    light = [name for name in MODULES if not name.startswith(heavy)]
    found = [test for name in light for test in finder.find(importlib.import_module(name)) if test.examples]
    assert len(found) > 50
    assert Path(str(faithstill.data.__file__)).resolve().is_relative_to(ROOT)
