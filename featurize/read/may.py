# SPDX-License-Identifier: Apache-2.0
"""The month of May, which says what a value is of, told from the verb, which says nothing."""

from __future__ import annotations

import re

_PREPOSITION = "(?:In|By|Since|Until|From|For|During|After|Before|Last|Next|This)"
_MAY = re.compile(r"May(?![\w'’])")
# "in May", "3 May", "2024-May".
_LED = re.compile(rf"(?:(?<![^\W_])(?:[a-z]+|{_PREPOSITION})\s|[\d,/–-]\s?)\Z")
_REACH = 40  # characters before it
_FOLLOWED = re.compile(r"(?<![\w'’])May(?=,?\s\d|\s*[|:/)–-]|\s*$)")  # "May 2024", a cell or key


def months_of_may(text: str) -> tuple[int, ...]:
    """Where a text names the month, by its characters.

    >>> months_of_may("May I ask? In May fees may rise. May 2024: Ms May left."), months_of_may("May")
    ((14, 33), (0,))
    """
    if "May" not in text:
        return ()
    return tuple([start for found in _MAY.finditer(text) if _is_month(text, start := found.start())])


def _is_month(text: str, start: int) -> bool:
    return bool(_LED.search(text, max(0, start - _REACH), start) or _FOLLOWED.match(text, start))
