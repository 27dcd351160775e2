# SPDX-License-Identifier: Apache-2.0
"""The forms that names are compared by."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .lexicon import HONORIFICS, INNER_WORDS, LEGAL_SUFFIXES

_STRIP = re.compile(r"[^\w\s]+")
_ABBREVIATED = re.compile(r"\b([^\W\d_])\.(?=[^\W\d_]\b)")


def unaccented(text: str) -> str:
    """
    >>> unaccented("Ána Øst")
    'Ana Ost'
    """
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_STROKES))
    return "".join(part for part in parts if not unicodedata.combining(part))


# Letters that no decomposition takes apart.
_STROKES = str.maketrans(
    {"Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "ß": "ss", "Æ": "Ae", "æ": "ae", "đ": "d", "ı": "i"}
)


@lru_cache(maxsize=20_000)
def fold(name: str) -> str:
    """The form names are compared by: small letters, no accents, no title, no legal suffix.

    >>> fold("Dr. Ána Quill"), fold("Harrow Tiles B.V."), fold("Marks & Spencer")
    ('ana quill', 'harrow tiles', 'marks and spencer')
    """
    name = unaccented(name).replace("’", "'")
    tokens = name.casefold().split()
    if not all(token.isalpha() for token in tokens):
        plain = _ABBREVIATED.sub(r"\1", name.replace("&", " and ").replace("'", ""))
        tokens = _STRIP.sub(" ", plain.casefold()).split()
    while len(tokens) > 1 and (tokens[0] in HONORIFICS or tokens[0] == "the"):
        tokens.pop(0)
    while len(tokens) > 1 and (tokens[-1] in LEGAL_SUFFIXES or tokens[-1] == "and"):
        tokens.pop()
    return " ".join(tokens)


def initials(tokens: list[str]) -> str:
    """The initials of a name's own words.

    >>> initials("bank of northern estonia".split())
    'bne'
    """
    return "".join(token[0] for token in tokens if token not in INNER_WORDS)
