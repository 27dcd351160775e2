# SPDX-License-Identifier: Apache-2.0
"""Texts given on the command line: written out, or as `@FILE`; nothing else is ever opened."""

from __future__ import annotations

import json
import re
from pathlib import Path

from faithstill.data import Passage
from faithstill.data.cells import text
from faithstill.data.errors import CellError
from faithstill.data.triple import PassageKind

FILE = "@"
# One word with such an ending was probably meant as a file.
_ENDING = re.compile(r"[^\s@]\S*\.(?:txt|md|json|csv|tsv)", re.IGNORECASE)


def remark(given: str) -> str | None:
    """What to tell the user of a text that looks like the name of a file."""
    if not _ENDING.fullmatch(given):
        return None
    return f"{given} is taken as text; for what is in the file give {FILE}{given}"


def read_text(given: str) -> str:
    """The text itself, or what the file behind `@` holds; ValueError where the file cannot be read."""
    return _read(Path(given[1:])) if given.startswith(FILE) else given


def read_passage(given: str) -> Passage:
    """A passage from a text or a file, whose name becomes its id; a JSON file is the result of a tool."""
    if not given.startswith(FILE):
        return Passage(given)
    path = Path(given[1:])
    held = _read(path)
    if path.suffix.lower() != ".json":
        return Passage(held, id=path.name)
    try:
        json.loads(held)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: is not JSON ({error}); give plain text in a .txt file") from None
    return Passage(held, id=path.name, kind=PassageKind.TOOL)


def _read(path: Path) -> str:
    try:
        return text(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: is not UTF-8 at byte {error.start}; save it as UTF-8") from None
    except CellError as error:
        raise ValueError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:  # such as too long a name, or one with a null byte
        why = getattr(error, "strerror", None) or str(error)
        cure = (
            f"check the path; a text that begins with {FILE} is given in a file, or as JSON on standard input"
        )
        raise ValueError(f"{FILE}{path}: {why}; {cure}") from None
