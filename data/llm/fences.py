# SPDX-License-Identifier: Apache-2.0
"""Text from outside between marks that it cannot hold itself, so that nothing in it can end its block."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

_DIGITS = 16


def fence_of(texts: Iterable[str]) -> str:
    """Sixteen hex digits that stand in none of the texts; the same texts get the same, so requests can be replayed.

    >>> fence_of(["The fee is $5."]) == fence_of(["The fee is $5."])
    True
    """
    joined = "\x1f".join(texts)
    seed = joined.encode("utf-8", "surrogatepass")
    small = joined.lower()
    while (mark := hashlib.sha256(seed).hexdigest()[:_DIGITS]) in small:
        seed = mark.encode() + seed
    return mark


def fenced(blocks: Sequence[tuple[str, str]], fence: str) -> str:
    """Labelled texts, one block after the other.

    >>> print(fenced([("claim", "It is $5.")], "f00d"))
    [f00d claim]
    It is $5.
    [f00d end of claim]
    """
    return "\n".join(f"[{fence} {label}]\n{text}\n[{fence} end of {label}]" for label, text in blocks)
