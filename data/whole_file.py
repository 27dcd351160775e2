# SPDX-License-Identifier: Apache-2.0
"""A file that is written whole or not at all: a temporary one beside it, then a rename."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """The place to write to, which takes the name at the end; nothing is left of it where that fails."""
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """The text as UTF-8, lines as they are."""
    with replacing(path) as temporary:
        temporary.write_bytes(text.encode("utf-8"))
