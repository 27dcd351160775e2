# SPDX-License-Identifier: Apache-2.0
"""An encoder is found by name, where a wheel brought it, or by its folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from faithstill.featurize.encoders.encoder_places import encoder_folder, lasting_place, shipped_folder
from faithstill.train.encoder.encoder_wheel import build_wheel

SRC = Path(__file__).parents[3] / ".src"
SHIPPED = shipped_folder()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that a wheel of the shipped encoder, called `mine`, was installed to."""
    pytest.importorskip("build", reason="wheels are built with build")
    folder = tmp_path_factory.mktemp("wheel")
    wheel = build_wheel(SHIPPED, "mine", folder, version="1.2")
    assert wheel.name == "faithstill_encoder_mine-1.2-py3-none-any.whl"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
    subprocess.run([*command, str(folder / "site"), str(wheel)], check=True)
    return folder / "site"


def run(site: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(SRC), str(site)))
    command = [str(Path(sys.executable).with_name("faithstill")), *arguments]
    return subprocess.run(
        command, env={**os.environ, "PYTHONPATH": paths}, cwd=cwd, capture_output=True, text=True, check=False
    )


def test_an_installed_encoder_is_called_by_its_name(installed: Path, tmp_path: Path) -> None:
    assert "mine: minilm" in run(installed, tmp_path, "encoders", "show", "mine").stdout
    assert "mine: " in run(installed, tmp_path, "encoders", "list").stdout
    row = ("--context", "A late fee of $25 applies.", "--answer", "A fee is due for being late.")
    by_name = run(installed, tmp_path, "claims", *row, "--encoder", "mine")
    assert by_name.returncode == 0
    assert by_name.stdout == run(installed, tmp_path, "claims", *row).stdout


def test_a_name_that_is_neither_says_what_there_is(installed: Path, tmp_path: Path) -> None:
    ran = run(installed, tmp_path, "encoders", "show", "large")
    assert ran.returncode == 2
    assert "no encoder 'large'" in ran.stderr
    assert "shipped, mine" in ran.stderr


def test_a_bundle_records_a_name_or_a_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "encoder").mkdir()
    assert lasting_place("encoder") == str(tmp_path / "encoder")
    assert (lasting_place("shipped"), lasting_place("")) == ("shipped", "")
    assert encoder_folder("shipped") == SHIPPED


@pytest.mark.parametrize("name", ["Large", "two words", "", "../x"])
def test_a_wheel_needs_a_plain_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="lower-case"):
        build_wheel(SHIPPED, name, tmp_path)
