# SPDX-License-Identifier: Apache-2.0
"""What an installation weighs, package by package: `python -m faithstill.train.bench.installed_size`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from faithstill.data.sources import TWIN_ANSWERS
from faithstill.train.module_main import run_script

CHECKOUT = TWIN_ANSWERS.resolve().parents[1]
WANTED = 150  # MB of a serving install beside the runtime
RUNTIME = "onnxruntime"
_SHOWN = 1.0  # MB from which a package has a line of its own


def packages_of(environment: Path) -> dict[str, float]:
    """Megabytes (of a million bytes) of each package of a virtual environment, the largest first."""
    site = next(environment.rglob("site-packages"))
    found = {package.name: _megabytes(package) for package in distributions(path=[str(site)])}
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def _megabytes(package: Distribution) -> float:
    files = [Path(str(file.locate())) for file in package.files or ()]
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def _lines(sizes: Mapping[str, float]) -> list[str]:
    large = [f"{size:6.1f} MB  {name}" for name, size in sizes.items() if size >= _SHOWN]
    small = [size for size in sizes.values() if size < _SHOWN]
    total, runtime = sum(sizes.values()), sizes.get(RUNTIME, 0.0)
    told = f"{total:.0f} MB in all: {RUNTIME} {runtime:.0f}, the rest {total - runtime:.0f} (wanted {WANTED})"
    return [*large, f"{sum(small):6.1f} MB  {len(small)} smaller ones", told]


def main(
    environment: Annotated[
        Path | None, typer.Argument(help="a virtual environment; without it a fresh one")
    ] = None,
    extra: Annotated[str, typer.Option(help="what the fresh one has beside serving, such as server")] = "",
) -> None:
    """Print the size of each package that `pip install faithstill` brings, onnxruntime's apart."""
    with TemporaryDirectory() as folder:
        typer.echo("\n".join(_lines(packages_of(environment or _fresh(Path(folder), extra)))))


def _fresh(folder: Path, extra: str) -> Path:
    """The checkout installed into an environment of its own, from the package index."""
    source, made = folder / "source", folder / "environment"
    # From a copy: what a build leaves behind would be in the next one.
    shutil.copytree(
        CHECKOUT, source, ignore=shutil.ignore_patterns(".*", "build", "tests", "*.csv", "*.jsonl")
    )
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(made), "--quiet", "--disable-pip-version-check"]
    wanted = f"{source}[{extra}]" if extra else str(source)
    subprocess.run([*pip, "install", "--constraint", str(source / "constraints.txt"), wanted], check=True)
    return made


if __name__ == "__main__":
    run_script(main)
