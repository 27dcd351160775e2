# SPDX-License-Identifier: Apache-2.0
"""Two amounts that state one range: "18 to 25 percent", "between five and six", "$5 to $10 million"."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from .lexicon import CARDINALS, CHANGES, DIRECT_CHANGES, MONTHS
from .mention import Kind
from .quantities import Amount, read_amount

_LINK = re.compile(
    r"[ ]?(?:[–—−]|-{1,2})[ ]?|[ ](?:to|and|or|through|till|until)[ ](?:about[ ]|around[ ]|up[ ]to[ ])?"
)

_CHANGES = "|".join(CHANGES).replace("*", r"\w*")
_CHANGE = re.compile(rf"\b(?:{_CHANGES})\b[^.;\n]{{0,60}}$", re.IGNORECASE)
# Between the change and its size, from the last word back.
_OPTIONAL = (("about", "around", "nearly"), ("by",))

_UNTIL = ("to", "through", "till", "until")
_FROM = re.compile(r"\bfrom[ ](?:about[ ]|around[ ]|the[ ](?:current[ ])?)?$")

_RANGED = re.compile(
    r"\b(?:rang\w+|anywhere|var(?:y|ies)|span\w*|spread\w*|runn?\w*)[ ][^.;\n]{0,30}$", re.IGNORECASE
)

# "at most 3.5x until 31 December" is no range.
_DAY_OF = re.compile(
    rf"(?:st|nd|rd|th)?[ ](?:of[ ])?(?:{'|'.join(sorted({name[:3].title() for name in MONTHS}))})[a-z]{{0,6}}(?![a-z])"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_APART = 3  # "by $5 to $10" is a range

_BETWEEN = re.compile(r"\b[Bb]etween[ ](?:about[ ]|around[ ]|roughly[ ]|approximately[ ])?$")


def _changed(left: str) -> bool:
    """ "rose by about "."""
    words = left.split()[-3:]
    for optional in _OPTIONAL:
        if words and words[-1] in optional:
            words.pop()
    return bool(words) and words[-1] in DIRECT_CHANGES


def range_partner(text: str, low: Amount) -> tuple[Amount, Amount] | None:
    """Both ends when the text states a range; a change ("rose from 4% to 5%") is two values, not a range."""
    if low.key or low.end >= len(text) or text[low.end] not in " -–—−":
        return None
    link = _LINK.match(text, low.end)
    if link is None:
        return None
    word = link.group().strip()
    left = text[max(0, low.start - 80) : low.start]
    if word.startswith("or"):
        return None
    if word.startswith("and") and not _BETWEEN.search(left):
        return None
    if word.startswith(_UNTIL):
        if _FROM.search(left) and (
            _CHANGE.search(left) or not (low.bare or low.kind is Kind.NUMBER or _RANGED.search(left))
        ):
            return None
        if not low.bare and _changed(left):
            return None
    high = read_amount(text, link.end())
    if high and word.startswith("to") and _is_change_to(left, low, high):
        return None
    if high and high.bare and not low.bare and word.startswith(_UNTIL) and _is_day(text, word, high):
        return None
    if high is None or high.key or (link.group() == "-" and text[link.end()] == "-"):
        return None
    return _unified(text, low, high, spaced_dash=word in "-–—−" and " " in link.group())


def _is_day(text: str, word: str, high: Amount) -> bool:
    """The "31" of "until 31 December", the year of "$95 until 2022"."""
    return _DAY_OF.match(text, high.end) is not None or (
        not word.startswith("to") and _YEAR.fullmatch(text, high.start, high.end) is not None
    )


def _is_change_to(left: str, low: Amount, high: Amount) -> bool:
    """ "Property tax rises by $360 and home insurance by $180 to $1,680": an amount and what it leads to."""
    money = low.kind is Kind.MONEY and high.kind is Kind.MONEY
    return money and left.endswith("by ") and high.value > _MOST_APART * low.value


_LIST = re.compile(rf"(,)?[ ](?:(?:and|or|to)[ ])?(?=\d|(?:{'|'.join(CARDINALS)})\b)")
_LATER = re.compile(r"[ ](?:later|after|before|ago|earlier|of|in|for|from|past)\b")
_LENDERS = (Kind.PERCENT, Kind.DURATION, Kind.QUANTITY, Kind.MONEY)
_MOST_UNLIKE = 30  # "1,200 and 15%" are two things


def with_lent_unit(text: str, first: Amount) -> Amount:
    """The 5 of "5 and 10 years", "5, 6 and 7%" or "grew from 5 to 7 percent" in the unit of the last."""
    end = first.end
    for _ in range(4):
        link = _LIST.match(text, end)
        last = read_amount(text, link.end()) if link else None
        if link is None or last is None or last.prefixed:
            return first
        if not last.bare:
            break
        if not link.group(1):
            return first
        end = last.end
    else:
        return first
    if last.kind not in _LENDERS or link.group() in (" ", ", ") or _LATER.match(text, last.end):
        return first
    if not first.value <= last.raw * _MOST_UNLIKE or not last.raw <= first.value * _MOST_UNLIKE:
        return first
    return _in_unit_of(first, last)


def _in_unit_of(first: Amount, last: Amount) -> Amount:
    return Amount(
        last.kind, first.start, first.end, first.value * last.factor, last.unit,
        words=first.words, factor=last.factor, raw=first.value,
    )  # fmt: skip


def _unified(text: str, low: Amount, high: Amount, *, spaced_dash: bool) -> tuple[Amount, Amount] | None:
    if low.kind is high.kind is Kind.PERCENT and low.factor != high.factor:
        return None  # "by 140 bps to 21.3%"
    if low.kind is not high.kind or low.unit != high.unit:
        if low.bare and not high.prefixed:
            low = replace(
                low, kind=high.kind, unit=high.unit, factor=high.factor, value=low.raw * high.factor
            )
        elif low.prefixed and high.kind is Kind.NUMBER:
            high = replace(high, kind=Kind.MONEY, unit=low.unit, prefixed=True)
        elif high.bare and not spaced_dash and low.kind is Kind.NUMBER and low.unit != "fraction":
            high = replace(high, unit=low.unit)
        else:
            return None
    elif spaced_dash and low.bare and high.bare and "|" not in text[low.end : high.start]:
        return None if not text[low.start - 1 : low.start].isspace() and low.start else _lift(low, high)
    return _lift(low, high)


def _lift(low: Amount, high: Amount) -> tuple[Amount, Amount] | None:
    """The scale of the upper end covers both in "$5 to $10 million"."""
    exponent = high.raw.as_tuple().exponent
    if (
        isinstance(exponent, int)
        and exponent >= 3
        and abs(low.raw) < 1000
        and low.raw == low.raw.to_integral_value()
    ) or (isinstance(exponent, int) and abs(high.raw) >= 100000 and exponent > 0 and abs(low.raw) < 1000):
        low = replace(low, value=low.value.scaleb(_scale_of(high.raw)))
    return (low, high) if low.value < high.value else None


def _scale_of(value: Decimal) -> int:
    """3, 6, 9 or 12: the scale word that a value must have been written with."""
    return min(12, 3 * ((value.adjusted()) // 3))
