# SPDX-License-Identifier: Apache-2.0
"""Where results go: checked before the work starts, so that hours of it are not lost and no file is."""

from __future__ import annotations

from pathlib import Path


def check_output(out: Path, *inputs: Path) -> None:
    """ValueError unless a file can be written under such a name without harm to what is read."""
    if out.is_dir():
        raise ValueError(f"{out}: is a folder; give a file name")
    if out.exists() and any(source.exists() and out.samefile(source) for source in inputs):
        raise ValueError(f"{out}: is the input; give the result another name")
    check_folder(out)


def check_folder(out: Path) -> None:
    """ValueError where a file stands in the place of a folder above `out`."""
    above = next(folder for folder in out.absolute().parents if folder.exists())
    if not above.is_dir():
        raise ValueError(f"{out}: {above} is no folder; choose another place")
