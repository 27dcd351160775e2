# SPDX-License-Identifier: Apache-2.0
"""Texts given on the command line: written out, or as the name of a file that holds them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from faithstill.data import Passage
from faithstill.data.cells import text
from faithstill.data.errors import CellError
from faithstill.data.triple import PassageKind

# One word with such an ending is meant as a file, never as an answer.
_FILE = re.compile(r"\S+\.(?:txt|md|json|csv|tsv)", re.IGNORECASE)
_LONGEST_NAME = 4_096


def read_text(given: str) -> str:
    """The text itself, or what the file of that name holds; ValueError where a file is meant and not there."""
    path = _file(given)
    return given if path is None else _read(path)


def read_passage(given: str) -> Passage:
    """A passage from a text or a file, whose name becomes its id; a JSON file is the result of a tool."""
    path = _file(given)
    if path is None:
        return Passage(given)
    held = _read(path)
    if path.suffix.lower() != ".json":
        return Passage(held, id=path.name)
    try:
        json.loads(held)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: is not JSON ({error}); give plain text in a .txt file") from None
    return Passage(held, id=path.name, kind=PassageKind.TOOL)


def _file(given: str) -> Path | None:
    if not given.strip() or "\n" in given or "\0" in given or len(given) > _LONGEST_NAME:
        return None
    path = Path(given)
    try:
        found = path.is_file()
    except (OSError, ValueError):  # too long a name, or halves of surrogate pairs
        return None
    if found:
        return path
    if _FILE.fullmatch(given):
        raise ValueError(f"{given}: there is no such file; check the path, or give the text itself")
    return None


def _read(path: Path) -> str:
    try:
        return text(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: is not UTF-8 at byte {error.start}; save it as UTF-8") from None
    except CellError as error:
        raise ValueError(f"{path}: {error}") from None
