# SPDX-License-Identifier: Apache-2.0
"""What a text says that its figures are in: "£000", "($ millions)", "in thousands", "EUR m"."""

from __future__ import annotations

import re
from decimal import Decimal

# The words are sought first and then what must stand before them: several times as fast as the reverse.
_SCALE = re.compile(r"(?:000|thousands?|millions?|billions?|m|bn)\b")
_BEFORE = re.compile(r"(?:[$£€¥]|\b(?:usd|eur|gbp|chf|jpy|in))[\s'’‘]{0,2}(?:of\s)?\Z|(?P<bracket>\()\Z")
_REACH = 8  # characters before the word
_FIGURE = re.compile(r"[\d,.]*\d")
_POWERS = {"000": 3, "tho": 3, "mil": 6, "m": 6, "bil": 9, "bn": 9}


def stated_scale(text: str) -> Decimal | None:
    """The factor of all figures of a text, and not of one alone.

    >>> stated_scale("| in millions | 2024 |"), stated_scale("It rose to $ 5 million.")
    (Decimal('1000000'), None)
    """
    if "|" not in text and "illion" not in text and "housand" not in text and "000" not in text:
        return None
    small = text.lower()
    for word in _SCALE.finditer(small):
        before = _BEFORE.search(small, max(0, word.start() - _REACH), word.start())
        if before and (before["bracket"] or not _FIGURE.match(small, word.end())):
            return Decimal(10) ** _POWERS[word.group()[:3]]
    return None
