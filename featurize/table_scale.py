# SPDX-License-Identifier: Apache-2.0
"""What a text says that all its figures are in: "£000", "($ millions)", "in thousands", "EUR m"."""

from __future__ import annotations

import re
from decimal import Decimal

_SCALE = re.compile(
    r"(?:[$£€¥]|\b(?:USD|EUR|GBP|CHF|JPY|in))\s?(?:of\s)?(000|thousands?|millions?|billions?|m|bn)\b(?![\d,.]*\d)|"
    r"\((000|thousands?|millions?|billions?|m|bn)\b",
    re.IGNORECASE,
)
_POWERS = {"000": 3, "tho": 3, "mil": 6, "m": 6, "bil": 9, "bn": 9}  # of ten, by the first three letters
_MAY_SAY = ("|", "illion", "000")  # one of which every such text has


def table_scale(text: str) -> Decimal | None:
    """The factor that a text puts on its figures; None where it names none.

    >>> table_scale("| Sales (£000) | 12 |"), table_scale("Sales were $12 million.")
    (Decimal('1000'), None)
    """
    match = _SCALE.search(text) if any(sign in text for sign in _MAY_SAY) else None
    return Decimal(10) ** _POWERS[match.group(match.lastindex or 0).lower()[:3]] if match else None
