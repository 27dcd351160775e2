# SPDX-License-Identifier: Apache-2.0
"""Do two names denote the same person, body, product or identifier?"""

from __future__ import annotations

import re
from functools import lru_cache

from .folded import fold, initials
from .lexicon import TIERS
from .mention import Kind, Mention

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
