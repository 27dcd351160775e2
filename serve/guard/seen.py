# SPDX-License-Identifier: Apache-2.0
"""An answer as its reader sees it: what does not show is taken out, so that what is read is what is shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_PLAIN = re.compile(r"[\t\n\r -~]*\Z")
_JOINERS = frozenset("\u200c\u200d")  # zero-width joiners, which hold emoji together
_TAG = re.compile(
    r"(?P<opening></?[A-Za-z][\w-]{0,20}(?=[\s/>]))(?P<inside>[^<>]{0,500})(?P<closing>>)|<!--|-->"
)


def visible(text: str, before: str = "") -> str:
    """A text without characters that do not show or that turn the order of others around; `before` stands before it.

    >>> visible("It is $25\\u200b0, \\u202e52$\\u202c."), visible("So\\u00adlar \\U0001f469\\u200d\\U0001f52c")
    ('It is $250, 52$.', 'Solar \U0001f469\u200d\U0001f52c')
    """
    if _PLAIN.match(text):
        return text
    kept: list[str] = []
    last = before[-1:]
    for character in text:
        if _shows(character, last):
            kept.append(character)
            last = character
    return "".join(kept)


def _shows(character: str, last: str) -> bool:
    if character in _JOINERS:
        return bool(last) and not last.isalnum() and not last.isspace()
    return unicodedata.category(character) not in ("Cf", "Cc") or character.isspace()


def untagged(answer: str, passages: Iterable[str]) -> str:
    """The answer with blanks in place of HTML tags that no passage holds, offsets kept; what a tag quotes stays.

    >>> untagged("It is <b>$5</b>.<!-- No -->", ())
    'It is    $5    .     No    '
    >>> untagged("Use <b> for bold.", ["The tag <b> makes bold text."])
    'Use <b> for bold.'
    """
    if "<" not in answer and "-->" not in answer:
        return answer
    texts = tuple(passages)

    def blank(tag: re.Match[str]) -> str:
        if any(tag[0] in text for text in texts):
            return tag[0]
        if tag["opening"] is None:
            return " " * len(tag[0])
        inside = tag["inside"] if '"' in tag["inside"] or "'" in tag["inside"] else " " * len(tag["inside"])
        return " " * len(tag["opening"]) + inside + " "

    return _TAG.sub(blank, answer)
