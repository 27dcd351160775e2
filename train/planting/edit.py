# SPDX-License-Identifier: Apache-2.0
"""One change of an answer, with the small repairs that keep it readable."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ARTICLE = re.compile(r"(?<!\w)(an?)(\s+)$", re.I)
_VOWEL_SOUND = re.compile(r"[$£€]?(?:8|11(?!\d)|18(?!\d)|[aeio]|u(?!ni|se|k\b)|hour|honest)", re.I)
_CONSONANT_SOUND = re.compile(r"one\b|once\b|euro|ewe", re.I)


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `start:end` of an answer and what takes their place."""

    start: int
    end: int
    replacement: str


def with_article(answer: str, edit: Edit) -> Edit:
    """The edit, widened over an "a" or "an" before it that no longer fits.

    >>> with_article("There is an 8% fee.", Edit(12, 14, "7%"))
    Edit(start=9, end=14, replacement='a 7%')
    """
    article = _ARTICLE.search(answer, max(0, edit.start - 8), edit.start)
    if article is None:
        return edit
    old, new = takes_an(answer[edit.start : edit.end]), takes_an(edit.replacement)
    if old == new or (len(article[1]) == 2) != old:
        return edit
    fitting = article[1][0] + ("n" if new else "")
    return Edit(article.start(1), edit.end, fitting + article[2] + edit.replacement)


def takes_an(word: str) -> bool:
    """Does a text ask for "an" before it?

    >>> [takes_an(word) for word in ("8%", "180", "1,800", "hour", "one-off", "$11 fee", "umbrella", "unit")]
    [True, False, False, True, False, True, True, False]
    """
    return bool(_VOWEL_SOUND.match(word)) and not _CONSONANT_SOUND.match(word)
