# SPDX-License-Identifier: Apache-2.0
"""Names that records state as a key or a code: `"nav": 49.87` is the NAV, `"to": "LIS"` is Lisbon."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document


def is_key_or_code(mention: Mention, passages: Sequence[Document]) -> bool:
    """Does a record state a name as a key, or by the code of its place?"""
    found = [re.compile(pattern) for pattern in _patterns(mention.text)]
    return any(pattern.search(document.text) for pattern in found for document in passages)


def _patterns(name: str) -> Iterator[str]:
    if name.isupper() and name.isalpha():
        yield rf'"{name.lower()}(?:_\w{{1,30}})?"\s*:'
    for sort, codes in place_codes().get(name.casefold(), ()):
        # Words in capitals are often the letters of a country too, so that its code must be a value by itself.
        yield rf'"(?:{codes})"' if sort == "country" else rf"(?<![A-Za-z0-9])(?:{codes})(?![A-Za-z0-9])"


@lru_cache(maxsize=1)
def place_codes() -> dict[str, list[tuple[str, str]]]:
    """The codes of each city and country, as (sort, alternatives)."""
    found: dict[str, list[tuple[str, str]]] = {}
    text = (files("faithstill.featurize") / "resources" / "place_codes.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            sort, name, codes = line.split("\t")
            found.setdefault(name, []).append((sort, codes.replace(",", "|")))
    return found
