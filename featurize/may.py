# SPDX-License-Identifier: Apache-2.0
"""The month of May, which says what a value is of, told from the verb, which says nothing."""

from __future__ import annotations

import re

_PREPOSITION = "(?:In|By|Since|Until|From|For|During|After|Before|Last|Next|This)"
_MONTH = re.compile(
    rf"(?:(?<![^\W_])(?:[a-z]+|{_PREPOSITION})\s|[\d,/–-]\s?)May(?![\w'’])"  # "in May", "3 May", "2024-May"
    r"|(?<![\w'’])May(?=,?\s\d|\s*[|:/)–-]|\s*$)"  # "May 2024", a cell or key
)
_LENGTH = len("May")


def months_of_may(text: str) -> tuple[int, ...]:
    """Where a text names the month, by its characters.

    >>> months_of_may("May I ask? In May fees may rise. May 2024: Ms May left."), months_of_may("May")
    ((14, 33), (0,))
    """
    if "May" not in text:
        return ()
    return tuple([match.end() - _LENGTH for match in _MONTH.finditer(text)])
