# SPDX-License-Identifier: Apache-2.0
"""The forms that names are compared by, and whether two denote the same person, body, product or identifier."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .lexicon import HONORIFICS, INNER_WORDS, LEGAL_SUFFIXES, TIERS
from .mention import Kind, Mention

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


NAMES = (Kind.NAME, Kind.ACRONYM)
_VERSION_LETTER = re.compile(r"^v(?=\d)")


@lru_cache(maxsize=20_000)
def is_identifier(key: str) -> bool:
    """Whether a name holds digits, every one of which matters."""
    return any(character.isdigit() for character in key)


def names_agree(answer: Mention, evidence: Mention) -> bool:
    """Equal, an acronym of the other, or a part of it that leaves nothing distinctive out."""
    if answer.kind not in NAMES or evidence.kind not in NAMES:
        name, value = (answer, evidence) if answer.kind in NAMES else (evidence, answer)
        return value.kind is Kind.NUMBER and is_identifier(name.key) and name.key.split()[-1] == value.text
    if is_identifier(answer.key) or is_identifier(evidence.key):
        return _identifiers_agree(answer.key, evidence.key)
    return _folded_agree(fold(answer.key or answer.text), fold(evidence.key or evidence.text))


def _folded_agree(ours: str, theirs: str) -> bool:
    if ours == theirs or ours.replace(" ", "") == theirs.replace(" ", ""):
        return True
    short, long = sorted((ours.split(), theirs.split()), key=len)
    if len(short) == 1 and len(long) > 1 and short[0] == initials(long):
        return True
    return _contained(short, long)


def _identifiers_agree(ours: str, theirs: str) -> bool:
    """ "1099-INT" is "Form 1099-INT"; "section 4" is neither "section 4.2" nor "clause 4"."""
    short, long = sorted((ours.casefold().split(), theirs.casefold().split()), key=len)
    rest, last = long[: len(long) - len(short)], long[len(long) - len(short) :]
    if is_identifier(" ".join(rest)) or (not rest and len(short) > 1 and short[0] != last[0]):
        return "".join(short).replace("-", "") == "".join(long).replace("-", "")
    return [_plain(token) for token in short] == [_plain(token) for token in last]


def _plain(token: str) -> str:
    return _VERSION_LETTER.sub("", token.replace("-", ""))


def _contained(short: list[str], long: list[str]) -> bool:
    size = len(short)
    if not size or size == len(long):
        return False
    for at in range(len(long) - size + 1):
        if long[at : at + size] == short:
            return TIERS.isdisjoint(long[:at] + long[at + size :])
    return False
