# SPDX-License-Identifier: Apache-2.0
"""Where a quotation stands in a text, whatever its blanks, quote marks, dashes and letter case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_FOLDED = str.maketrans(
    {**dict.fromkeys("‘’‚‛′`´", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–—―−", "-")}
)
_AROUND = " \"'.,;:"
_LEFT_OUT = re.compile(r"\s*(?:\[\s*)?(?:\.{3,}|…)(?:\s*\])?\s*")
_MOST = 20  # places of one quotation that are looked at


def locate(quote: str, text: str) -> list[tuple[int, int]]:
    """The characters `start:end` of each place of a quotation in a text, at most twenty; no word is cut.

    >>> locate("the  “wire” fee", 'The "wire" fee is $5.')
    [(0, 14)]
    >>> locate("fee is $3", "The fee is $30.")
    []
    """
    wanted, _ = _folded(quote)
    wanted = wanted.strip(_AROUND)
    if not any(character.isalnum() for character in wanted):
        return []
    folded, offsets = _folded(text)
    found: list[tuple[int, int]] = []
    at = folded.find(wanted)
    while at >= 0 and len(found) < _MOST:
        end = at + len(wanted)
        if not _cuts_word(folded, at) and not _cuts_word(folded, end):
            found.append((offsets[at], offsets[end - 1] + 1))
        at = folded.find(wanted, at + 1)
    return found


def parts_of(quote: str) -> tuple[str, ...]:
    """A quotation as the parts between its marks of omission.

    >>> parts_of("The fee is $5 ... for wires [...] abroad")
    ('The fee is $5', 'for wires', 'abroad')
    """
    return tuple(part for part in _LEFT_OUT.split(quote) if any(c.isalnum() for c in part))


@lru_cache(maxsize=256)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """The text in comparable characters, and for each of them its place."""
    characters: list[str] = []
    offsets: list[int] = []
    for place, character in _comparable(text):
        if character == " " and characters[-1:] == [" "]:
            continue
        characters.append(character)
        offsets.append(place)
    return "".join(characters), tuple(offsets)


def _comparable(text: str) -> Iterator[tuple[int, str]]:
    for place, character in enumerate(text.translate(_FOLDED)):
        if character.isspace():
            yield place, " "
        elif unicodedata.category(character) != "Cf":  # invisible
            lowered = character.lower()
            yield place, lowered if len(lowered) == 1 else character


def _cuts_word(text: str, at: int) -> bool:
    """Does this border fall inside a word or number?"""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    if not before or not after:
        return False
    inside = before.isalnum() and after.isalnum()
    decimal = text[at - 2 : at - 1].isdigit() and before in ".," and after.isdigit()
    return inside or decimal or (before.isdigit() and after in ".," and text[at + 1 : at + 2].isdigit())
