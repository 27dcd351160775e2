# SPDX-License-Identifier: Apache-2.0
"""A command whose package is missing says which extra brings it: in processes that lack the packages of one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from faithstill.train.missing_extras import EXTRAS, import_error_in_words

ROOT = Path(__file__).parents[2]
SCRIPT = """
import contextlib, importlib.abc, io, json, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

blocked, commands = map(json.loads, sys.argv[1:])
sys.meta_path.insert(0, Missing())
from faithstill.train.cli import main
found = []
for command in commands:
    sys.argv, err = ["faithstill", *command.split()], io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    found.append([code, err.getvalue().strip().splitlines()[-1:]])
print(json.dumps(found))
"""
# What needs an extra, and under "" what does without any.
COMMANDS: Mapping[str, Sequence[str]] = {
    "train": (
        "train rows.csv --out new --without entailment",
        "train rows.csv --out new --mlflow",
        "evaluate rows.csv --model light",
        "analyze rows.csv --model light",
        "data stats rows.csv",
        "data check rows.parquet",
        "featurize rows.csv --out features.parquet",
    ),
    "nli": (
        "encoders export nowhere --out enc",
        "featurize rows.csv --out features.csv --embedder nowhere",
    ),
    "spacy": ("featurize rows.csv --out features.csv --use-spacy-fusion",),
    "server": ("serve --model light",),
    "mcp": ("mcp",),
    "": (
        "data check rows.csv",
        "check --context x --answer y",
        "score --model light --context x --answer y",
        "predict-batch rows.csv --model light --out out.csv",
        "features",
    ),
}

# typer brings it, so that no install is without.
BROUGHT_ANYWAY = {"pydantic"}


@pytest.mark.parametrize("extra", COMMANDS)
def test_a_command_names_the_extra_that_it_lacks(tiny_rows: Path, tmp_path: Path, extra: str) -> None:
    (tmp_path / "rows.csv").write_bytes(tiny_rows.read_bytes())
    (tmp_path / "rows.parquet").write_bytes(b"")
    chosen = [EXTRAS[extra]] if extra else EXTRAS.values()
    blocked = [module for packages in chosen for module in packages if module not in BROUGHT_ANYWAY]
    arguments = [json.dumps(blocked), json.dumps(COMMANDS[extra])]
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    for command, (code, said) in zip(COMMANDS[extra], json.loads(ended.stdout), strict=True):
        assert code == (1 if extra else 0), (command, said)
        assert not extra or f'pip install "faithstill[{extra}]"' in said[0], command


def test_every_package_of_an_extra_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        extra: {re.split(r"[<>=\[]", package)[0] for package in packages}
        for extra, packages in project["optional-dependencies"].items()
        if extra not in ("dev", "docs")  # no code imports those of docs
    }
    # onnx and pyarrow come with two extras; one is named.
    assert {extra: {*packages.values()} for extra, packages in EXTRAS.items()} == wanted | {
        extra: wanted[extra] - wanted["train"] for extra in ("nli", "spark")
    }


@pytest.mark.parametrize(
    "error", [ImportError("said already"), ModuleNotFoundError("No module named 'x'", name="x")]
)
def test_what_is_known_of_no_extra_is_left_as_it_is(error: ImportError) -> None:
    assert import_error_in_words(error) == str(error)
