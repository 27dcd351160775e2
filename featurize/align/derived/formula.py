# SPDX-License-Identifier: Apache-2.0
"""A formula over given values, and the value that it has to give."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from faithstill.featurize.extract import Mention

from .operands import Operand

_MOST_PLACES = 20
_NONE, _ONE = Decimal(0), Decimal(1)


@dataclass(frozen=True, slots=True)
class Derivation:
    """A formula in words with the mentions it uses; `licence` is from 0 (barely licensed) to 2, below 0 in doubt.

    Of a counter-proof `formula` ends in what it gives: "4 x $25 = 100". `is_told`: the words beside the value call
    for it, or answer and question state its operands.
    """

    rule: str
    formula: str
    operands: tuple[Mention, ...]
    licence: float
    is_told: bool = True


@dataclass(frozen=True, slots=True)
class Formula:
    """A rule applied to operands; `value` is exact.

    `ground` are points for words that call for this very formula: a rate per camera, so many cameras; `choice` is of
    how many such it was taken, 0 where that is as many as there are values.
    """

    rule: str
    used: tuple[Operand, ...]
    pattern: str
    value: Decimal
    ground: float = 0.0
    choice: int = 0

    @property
    def text(self) -> str:
        """The formula in words."""
        return self.pattern.format(*(o.mention.text for o in self.used))


class Wanted:
    """What a formula has to give: a value as rounded to its last shown digit, or as much wider as `slack` says.

    >>> Wanted(Decimal("33.3"), Decimal("0.1")).is_met(Decimal(100) / 3)
    True
    """

    def __init__(self, value: Decimal, step: Decimal, slack: Decimal = _NONE) -> None:
        self.value, self.step, self._slack = value, step, slack
        self.least, self.most = value - step / 2 - slack, value + step / 2 + slack
        around_zero = self.least <= 0 <= self.most
        self.ends = (float(value),) * 2 if around_zero else (float(self.least), float(self.most))

    def is_met(self, value: Decimal) -> bool:
        """Is an exact value this one as rounded?"""
        if value == self.value:
            return True
        if not self.least <= value <= self.most:
            return False
        return (
            bool(self._slack) or (value / self.step).quantize(_ONE, ROUND_HALF_UP) * self.step == self.value
        )


def in_figures(value: Decimal) -> str:
    """Return a result as shown: to four places, with a power of ten where it is out of all measure.

    >>> in_figures(Decimal("2000.12345")), in_figures(Decimal("1e45"))
    ('2,000.1234', '1.000e+45')
    """
    return f"{round(value, 4).normalize():,f}" if abs(value.adjusted()) < _MOST_PLACES else f"{value:.3e}"
