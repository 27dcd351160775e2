# SPDX-License-Identifier: Apache-2.0
"""What the letters of an acronym may stand for."""

from __future__ import annotations

from collections.abc import Sequence

from faithstill.featurize.extract.lexicon import INNER_WORDS


def long_form_at(key: str, words: Sequence[str]) -> int | None:
    """Where the words begin that an acronym before their end stands for: its letters in order, one word or more each.

    >>> long_form_at("ctr", ["the", "cardiothoracic", "ratio"]), long_form_at("fbi", ["bureau", "of"])
    (1, None)
    """
    for at in range(len(words) - 1, max(-1, len(words) - 2 * len(key) - 3), -1):
        if words[at][0] == key[0] and _spells(key, "".join(words[at:])):
            meant = [word for word in words[at:] if word not in INNER_WORDS]
            if len(meant) > 1 and all(word[0] in key for word in meant):
                return at
    return None


def _spells(key: str, letters: str) -> bool:
    rest = iter(letters)
    return all(letter in rest for letter in key)
