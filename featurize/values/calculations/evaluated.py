# SPDX-License-Identifier: Apache-2.0
"""What a calculation that a text writes out gives, and whether the result that stands there is right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from itertools import pairwise

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.values.derived.derive import Derivation, in_figures, shown_step
from faithstill.featurize.values.derived.spelt_out import NEARLY

from .arithmetic import evaluated

RULE = "calculation"
_ZERO, _HUNDRED = Decimal(0), Decimal(100)
UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
_FIGURES = re.compile(r"\d[\d.,]*")
ADDED = frozenset("+-")
_OPERATORS = frozenset("+-x/")
# By how much a time or a quantity in one unit may differ from one in another that is meant.
_RATIOS = tuple(map(Decimal, (4, 5, 7, 8, 12, 24, 30, 40, 52, 60, 100, 360, 365, 1000, 3600)))
_SCALES = tuple(Decimal(10) ** power for power in (3, 6, 9))
# Numbers that everybody knows, where the words speak of what has so many.
_KNOWN = {
    4: "quarter", 7: "week|day", 12: "month|year|annual", 24: "hour|day", 30: "day", 52: "week|year|annual",
    60: "minute|hour|second", 100: "percent|%", 360: "day|year|annual", 365: "day|year|annual",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Equation:
    """A calculation with the result that the text gives it; `value` is what it does give.

    `is_whole`: nothing around it is left unread that could belong to it. `sentence` is where it stands, in
    characters. `is_loose`: told by a word such as "so", which other sentences may add something to.
    """

    result: Mention
    operands: tuple[Mention, ...]
    tokens: tuple[str | int, ...]
    value: Decimal
    is_whole: bool
    is_about: bool
    sentence: tuple[int, int]
    is_loose: bool = False

    @property
    def is_right(self) -> bool:
        """Does it give the result as rounded there?"""
        return abs(self.value - self._stated) <= self._step / 2

    @property
    def is_wrong(self) -> bool:
        """Is it whole and gives another result, however its operands were rounded, scaled or measured?"""
        return self.is_whole and all(self._is_off(value) for value in self._readings())

    @property
    def text(self) -> str:
        """The calculation without the words between its values."""
        words = [self.operands[t].text if isinstance(t, int) else t for t in self.tokens]
        for at, (token, then) in enumerate(pairwise(self.tokens)):
            if then == "x" and isinstance(token, int) and is_part(self.operands[token]):
                words[at + 1] = "of"
        return " ".join(words).replace("( ", "(").replace(" )", ")")

    @property
    def derivation(self) -> Derivation:
        """The calculation in words, with what it gives where that is not what is said."""
        percent = "%" if self.result.kind is Kind.PERCENT else ""
        shown = f" = {in_figures(self.value)}{percent}" if self.is_wrong else ""
        return Derivation(RULE, self.text + shown, self.operands, 1.0)

    @property
    def _stated(self) -> Decimal:
        return _number(self.result, self.result)

    @property
    def _step(self) -> Decimal:
        """Whole numbers without a division give whole numbers; all others may have lost digits."""
        whole = all(
            m.kind is not Kind.PERCENT and _is_integer(_number(m, self.result)) for m in self.operands
        )
        exact = whole and "/" not in self.tokens and not self.is_about
        return _ZERO if exact else shown_step(self.result)

    def _is_off(self, value: Decimal) -> bool:
        slack = abs(value) * (NEARLY if self.is_about else sum(map(_rounding, self.operands), _ZERO))
        error = abs(value - self._stated)
        return error > slack and error >= self._step + slack

    def _readings(self) -> Iterator[Decimal]:
        """The value as it may be meant: in another unit, scale or, of a percentage, with or on top of its base."""
        yield self.value
        kinds = {m.kind for m in self.operands}
        if self.result.kind is Kind.PERCENT and (Kind.PERCENT not in kinds or self._is_times_hundred):
            yield self.value / _HUNDRED  # "5.30 + 2.25 = 7.55%", "20 / 100 x 100 = 20%"
        if Kind.PERCENT in kinds and len(self.operands) == 2 and "x" in self.tokens:
            base = max(
                (_number(m, self.result) for m in self.operands if m.kind is not Kind.PERCENT), default=_ZERO
            )
            yield base + self.value  # "a 3% increase on $50,000 is $51,500"
            yield base - self.value
        if kinds & UNITED:
            yield from (self.value * ratio for ratio in _RATIOS)
            yield from (self.value / ratio for ratio in _RATIOS)
        if (Kind.MONEY in kinds) is not (self.result.kind is Kind.MONEY) or kinds == {Kind.NUMBER}:
            yield from (self.value * scale for scale in _SCALES)  # "1,284 - 1,194 = $90 million"
            yield from (self.value / scale for scale in _SCALES)

    @property
    def _is_times_hundred(self) -> bool:
        return any(m.kind is Kind.NUMBER and m.low == _HUNDRED for m in self.operands)


def is_known_factor(mention: Mention, around: str) -> bool:
    """Is a value of a calculation one that needs no evidence, as the 12 of a year's months, by the words around?"""
    printed = read_numeral(mention.text, 0) if mention.kind in (Kind.NUMBER, Kind.DURATION) else None
    words = _KNOWN.get(int(printed.value)) if printed and printed.value in _KNOWN else None
    return words is not None and re.search(words, around, re.IGNORECASE) is not None


def worth(tokens: Sequence[str | int], operands: Sequence[Mention], result: Mention) -> Decimal | None:
    """What the calculation gives in the result's unit, None where units do not go together."""
    signs = _OPERATORS.intersection(tokens)
    kinds = {m.kind for m in (*operands, result)}
    if result.kind in UNITED and (signs - ADDED or any(m.unit != result.unit for m in operands)):
        return None
    if signs & ADDED and len({m.unit for m in (*operands, result) if m.kind is Kind.MONEY and m.unit}) > 1:
        return None
    if any(m.kind in UNITED and len(_FIGURES.findall(m.text)) > 1 for m in operands):
        return None  # "1 hour 30 minutes"
    values = [_number(m, result) for m in operands]
    parts = [m.kind is Kind.PERCENT for m in operands]
    try:
        if signs <= ADDED and kinds == {Kind.PERCENT}:
            return evaluated(tokens, values)
        if signs <= ADDED and any(parts):  # "$100 + 8%"
            by = values[-1] if "+" in signs else -values[-1]
            return values[0] * (_HUNDRED + by) / _HUNDRED if parts == [False, True] else None
        shares = [v / _HUNDRED if part else v for v, part in zip(values, parts, strict=True)]
        return evaluated(tokens, shares) * (_HUNDRED if result.kind is Kind.PERCENT else 1)
    except (DecimalException, ZeroDivisionError):
        return None


def _is_integer(value: Decimal) -> bool:
    return value == value.to_integral_value()


def is_part(mention: Mention) -> bool:
    return mention.kind is Kind.PERCENT or mention.unit == "fraction"


def _number(mention: Mention, result: Mention) -> Decimal:
    """In the base unit where the result has one, else as printed: two for "2 hours" in an amount of money."""
    if mention.kind in UNITED and result.kind not in UNITED:
        printed = read_numeral(mention.text, 0)
        if printed is not None and printed.value is not None:
            return printed.value
    return mention.low if mention.low is not None else _ZERO


def _rounding(mention: Mention) -> Decimal:
    """The share of a value that its last shown digit leaves open, where it shows or hides digits."""
    low = abs(mention.low or _ZERO)
    if low < 1 or mention.kind is Kind.DURATION or shown_step(mention) == 1:
        return _ZERO
    return shown_step(mention) / low / 2
