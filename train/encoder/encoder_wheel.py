# SPDX-License-Identifier: Apache-2.0
"""An encoder folder as a wheel of its own, so that a team installs it from its index and calls it by name."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from faithstill.featurize.encoders.encoder_manifest import MANIFEST_FILE, EncoderError, EncoderManifest
from faithstill.featurize.encoders.encoder_places import ENTRY_POINTS

from .encoder_card import CARD_FILE
from .encoder_folders import package

_NAME = re.compile(r"[a-z][a-z0-9]*")
_VERSION = re.compile(r"\d+(?:\.\d+){0,2}")
_PROJECT = """[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "faithstill-encoder-{name}"
version = "{version}"
description = "The entailment encoder {title} for faithstill"
readme = "README.md"

[project.entry-points."{group}"]
{name} = "faithstill_encoder_{name}"

[tool.setuptools]
packages = ["faithstill_encoder_{name}"]

[tool.setuptools.package-data]
"*" = ["*"]
"""


def build_wheel(folder: Path, name: str, out: Path, *, version: str = "1.0") -> Path:
    """Write `faithstill_encoder_NAME-VERSION-py3-none-any.whl` into `out`; EncoderError where the folder is damaged.

    Once it is installed, `--encoder NAME` finds the encoder. Building needs no network.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"--name {name!r}: give lower-case letters and digits, such as 'large'")
    if not _VERSION.fullmatch(version):
        raise ValueError(f"--version {version!r}: give numbers with points, such as '1.0'")
    manifest = EncoderManifest.read(folder)
    manifest.check_files(folder)
    package("build")
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as project:
        _write_project(Path(project), folder, manifest, name, version)
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), project]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise EncoderError(
            f"no wheel could be built of {folder}: {(ran.stderr or ran.stdout).strip()[-500:]}"
        )
    return out / f"faithstill_encoder_{name}-{version}-py3-none-any.whl"


def _write_project(project: Path, folder: Path, manifest: EncoderManifest, name: str, version: str) -> None:
    inside = project / f"faithstill_encoder_{name}"
    inside.mkdir()
    for file in (MANIFEST_FILE, *manifest.files):
        shutil.copy2(folder / file, inside / file)
    (inside / "__init__.py").write_text(f'"""The encoder {manifest.name}."""\n', encoding="utf-8")
    card = folder / CARD_FILE
    words = card.read_text(encoding="utf-8") if card.is_file() else f"# {manifest.name}\n"
    (project / "README.md").write_text(words, encoding="utf-8")
    settled = _PROJECT.format(name=name, version=version, title=manifest.name, group=ENTRY_POINTS)
    (project / "pyproject.toml").write_text(settled, encoding="utf-8")
