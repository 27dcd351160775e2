# SPDX-License-Identifier: Apache-2.0
"""What a numeral is, and the scale that may follow it: "2.1 million", "$5k"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .lexicon import SCALE_LETTERS, SCALES

SPACES = " \u00a0\u202f\u2009"  # a plain, a no-break, a narrow no-break and a thin space


@dataclass(slots=True)  # not frozen: made for every number, and freezing doubles the cost
class Numeral:
    """A number as written: its value, where it ends, and its form."""

    value: Decimal
    end: int
    words: bool = False
    fraction: bool = False
    ordinal: bool = False


# " " and the first letter of no scale word: the common case that needs no further look.
PLAIN_FOLLOWERS = frozenset(f" {letter}" for letter in "aefgijnopqrsuvwyzAEFGHIJNOPQRSUVWYZ|,.;%")

_SCALE = re.compile(
    r"(?:[ \u00a0-]|)(?:(?i:(hundred|thousand|million|billion|trillion|lakh[ ]crores?|lakhs?|crores?|mn|mln|bn|"
    r"bln|tn|trn|mio|mrd))|(?i:(dozen)))(?![A-Za-z])(?:(?<=[oOdD])\.(?=[ ]?(?:€|EUR|CHF)))?"
)

_SCALE_LETTER = re.compile(r"[kKMB](?![\w²³/])")

_MONEY_LETTER = re.compile(r"[ ]?(MM|mm|[kKMmBbTt])(?![\w²³])")

_MILLION_M = re.compile(
    r"m(?=[ ](?:[A-Z]{3}\b|euros?\b|dollars?\b|pounds?\b|people\b|customers\b|users\b|shares\b|members\b|"
    r"accounts\b))"
)


def ratio(numerator: int, denominator: int) -> Decimal:
    return Decimal(numerator) / Decimal(denominator)


def scaled(text: str, end: int, value: Decimal, money: bool) -> tuple[Decimal, int]:
    following = text[end : end + 1] or "."
    if not (following.isalpha() or following in " -\u00a0"):
        return value, end
    match = _SCALE.match(text, end)
    if match is not None:
        if match.group(2):
            return value * 12, match.end(2)
        return value.scaleb(SCALES[match.group(1).lower()]), match.end()
    match = (_MONEY_LETTER if money else _SCALE_LETTER).match(text, end) or _MILLION_M.match(text, end)
    if match is not None:
        return value.scaleb(SCALE_LETTERS[match.group().strip()]), match.end()
    return value, end
