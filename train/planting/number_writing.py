# SPDX-License-Identifier: Apache-2.0
"""Values written as the numeral was that they replace: grouping, decimals, digits or words, script, case."""

from __future__ import annotations

import re
from decimal import Decimal

from .edit import Edit
from .numerals import Role, WrittenNumber
from .scene import PlantingScene
from .vocabulary import ONES, SPELLED, TENS

_AGAIN = re.compile(r"[ ]\((?P<digits>\d+)\)")
_LARGEST_SPELLED = 99


def written(numeral: WrittenNumber, value: Decimal) -> str | None:
    """A value in the manner of a numeral: grouping, decimals, digits or words; None where it has no such form."""
    if numeral.spelled:
        return (
            cased(numeral.text, spelled(value)) if value == int(value) and value <= _LARGEST_SPELLED else None
        )
    decimals = numeral.decimals
    if value != round(value, decimals):
        decimals = max(decimals, -int(value.normalize().as_tuple().exponent))
    if decimals > (2 if numeral.role is Role.MONEY and not numeral.scale else 4) or (
        decimals and not numeral.decimals and numeral.role is Role.COUNT and not numeral.scale
    ):
        return None
    whole, _, fraction = f"{value:.{decimals}f}".partition(".")
    separator = next((c for c in numeral.text if not c.isdigit() and c != "."), "")
    if not separator and len(whole) > 4 > len(numeral.text.partition(".")[0]):
        separator = ","
    if separator and len(whole) > 3:
        whole = _grouped(whole, separator, indian=bool(re.search(r",\d\d,", numeral.text)))
    return _in_script(f"{whole}.{fraction}" if fraction else whole, numeral.text)


def _grouped(whole: str, separator: str, *, indian: bool) -> str:
    head, tail = whole[:-3], whole[-3:]
    size = 2 if indian else 3
    groups = [head[max(0, end - size) : end] for end in range(len(head), 0, -size)][::-1]
    return separator.join((*groups, tail))


def _in_script(text: str, like: str) -> str:
    """Full-width or other digits stay what they were."""
    first = next(c for c in like if c.isdigit())
    zero = ord(first) - int(first)
    return "".join(chr(zero + int(c)) if c.isascii() and c.isdigit() else c for c in text)


_WORD_OF = {value: word for word, value in (ONES | TENS | SPELLED).items()}


def spelled(value: Decimal) -> str:
    """A whole number under a hundred in words.

    >>> spelled(Decimal(7)), spelled(Decimal(42))
    ('seven', 'forty-two')
    """
    number = int(value)
    if number in _WORD_OF:
        return _WORD_OF[number]
    return f"{_WORD_OF[number // 10 * 10]}-{_WORD_OF[number % 10]}"


def cased(like: str, text: str) -> str:
    return text[:1].upper() + text[1:] if like[:1].isupper() else text


def worded(scene: PlantingScene, numeral: WrittenNumber, text: str) -> Edit:
    """The number replaced; "thirty (30)" in both of its forms."""
    again = _AGAIN.match(scene.answer, numeral.end) if numeral.spelled else None
    if again and text.lower() in _WORD_VALUES and again["digits"] == str(numeral.value):
        return Edit(numeral.start, again.end(), f"{text} ({_WORD_VALUES[text.lower()]})")
    return Edit(numeral.start, numeral.end, text)


_WORD_VALUES = {spelled(Decimal(value)): value for value in range(2, 100)}
