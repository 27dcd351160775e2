# SPDX-License-Identifier: Apache-2.0
"""Places that options name: checked before the work starts, so that hours of it are not lost and no file is."""

from __future__ import annotations

from importlib.metadata import distributions
from pathlib import Path

from faithstill.data.files import check_ending


def check_output(out: Path, *inputs: Path) -> None:
    """ValueError unless a file can be written under such a name without harm to what is read."""
    if out.is_dir():
        raise ValueError(f"{out}: is a folder; give a file name")
    if out.exists() and any(source.exists() and out.samefile(source) for source in inputs):
        raise ValueError(f"{out}: is the input; give the result another name")
    check_folder(out)


def check_table(out: Path, *inputs: Path) -> None:
    """The same of a file of rows, whose ending says its kind; ImportError where that kind needs a package."""
    check_output(out, *inputs)
    check_ending(out)


def check_folder(out: Path) -> None:
    """ValueError where a file stands in the place of a folder above `out`."""
    above = next(folder for folder in out.absolute().parents if folder.exists())
    if not above.is_dir():
        raise ValueError(f"{out}: {above} is no folder; choose another place")


def name_or_folder(given: str) -> str:
    """A folder by its whole path, as a bundle that names it is loaded from other folders; a name as it is."""
    named = given == "static" or any(distributions(name=given))
    return str(Path(given).resolve()) if not named and Path(given).is_dir() else given
