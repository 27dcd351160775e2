# SPDX-License-Identifier: Apache-2.0
"""One calculation with the result that a text gives for it: is it right, and can it be right?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException

from faithstill.featurize.align.derived.formula import Derivation, in_figures
from faithstill.featurize.align.derived.shown_precision import shown_step
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.numbers import figure

from .arithmetic import Tree, places, signs, worth, written

RULE = "calculation"
_RATIOS = tuple(map(Decimal, (4, 7, 12, 24, 30, 52, 60, 365, 3600)))  # of units of time to each other
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
_FIGURES = re.compile(r"\d[\d.,]*")
_HUNDRED = Decimal(100)

Key = tuple[Kind, Decimal | None, str]
Known = Mapping[Key, Decimal]  # what earlier steps gave, before they were rounded


@dataclass(frozen=True, slots=True)
class Equation:
    """A calculation with the result that the text gives, `alone` if nothing joins it.

    `values` are what it does give: of its operands as they stand, and as they were before an earlier step rounded
    them. `slack` is what the digits that the operands do not show may change.
    """

    result: Mention
    operands: tuple[Mention, ...]
    text: str
    values: tuple[Decimal, ...]
    slack: Decimal
    alone: bool

    @property
    def is_right(self) -> bool:
        """Does it give the result as rounded there?"""
        return abs(self.value - number_of(self.result)) <= self._step / 2

    @property
    def is_wrong(self) -> bool:
        """Does it stand alone and give another result, however it was rounded, scaled or measured?"""
        return self.alone and all(self._is_off(value) for value in self._readings())

    @property
    def value(self) -> Decimal:
        """What it gives, in the reading that comes nearest to the result."""
        return min(self._readings(), key=lambda one: abs(one - number_of(self.result)))

    @property
    def derivation(self) -> Derivation:
        """The calculation in words, with what it gives where that is not what is said."""
        percent = "%" if self.result.kind is Kind.PERCENT else ""
        shown = f" = {in_figures(self.value)}{percent}" if self.is_wrong else ""
        return Derivation(RULE, self.text + shown, self.operands, 1.0)

    @property
    def _step(self) -> Decimal:
        """Sums and products of whole numbers are whole; all else may have lost digits."""
        whole = all(m.kind is not Kind.PERCENT and number_of(m) == int(number_of(m)) for m in self.operands)
        return Decimal(0) if whole and "/" not in self.text else shown_step(self.result)

    def _readings(self) -> Iterator[Decimal]:
        yield from self.values
        if self.result.kind is Kind.PERCENT:
            yield from (value / _HUNDRED for value in self.values)  # "20 / 100 x 100 = 20%"

    def _is_off(self, value: Decimal) -> bool:
        stated = number_of(self.result)
        if abs(value - stated) <= self.slack + self._step:
            return False
        return not (value and stated) or not self._is_rescaled(value / stated)

    def _is_rescaled(self, ratio: Decimal) -> bool:
        """May the two differ by a scale or, of times and quantities, by a unit: 45 and 2,700 for "90 minutes"?"""
        units = _RATIOS if any(m.kind in _UNITED for m in (*self.operands, self.result)) else ()
        return any(
            _is_power_of_ten(one) for one in (ratio, *(ratio * r for r in units), *(ratio / r for r in units))
        )


def _is_power_of_ten(value: Decimal) -> bool:
    return value.normalize().as_tuple().digits == (1,)


def equation(
    tree: Tree, result: Mention, values: Sequence[Mention], known: Known, *, alone: bool
) -> Equation | None:
    """A calculation of values that are points, in units that go together; None of others."""
    operands = tuple(values[at] for at in places(tree))
    if not all(map(_is_point, (*operands, result))):
        return None
    shown = [number_of(m) for m in values]
    given = given_by(tree, values, shown, result)
    exact = given_by(tree, values, [known.get(key(m), number_of(m)) for m in values], result)
    if given is None or exact is None:
        return None
    loose = (_moved(tree, values, shown, result, at, known) for at in set(places(tree)))
    slack = sum((abs(one - given) for one in loose if one is not None), Decimal(0))
    return Equation(result, operands, _text(tree, values), (given, exact), slack, alone)


def _text(tree: Tree, values: Sequence[Mention]) -> str:
    text, first = written(tree, lambda at: values[at].text), values[next(places(tree))]
    return text.replace(" x ", " of ", 1) if is_part(first) else text


def is_part(m: Mention) -> bool:
    """Is it a share of what it is taken of?"""
    return m.kind is Kind.PERCENT or m.unit == "fraction"


def _moved(
    tree: Tree, values: Sequence[Mention], shown: Sequence[Decimal], result: Mention, at: int, known: Known
) -> Decimal | None:
    """What the calculation gives with one operand half a step of its last digit higher, where that digit is rounded.

    It is where an earlier step gave it, or where it shows or hides digits; "0.9" of $200 is a rate.
    """
    m = values[at]
    is_rounded = abs(number_of(m)) >= 1 and m.kind not in _UNITED and shown_step(m) != 1
    if not is_rounded and key(m) not in known:
        return None
    higher = [*shown]
    higher[at] += shown_step(m) / 2
    return given_by(tree, values, higher, result)


def given_by(
    tree: Tree, values: Sequence[Mention], numbers: Sequence[Decimal], result: Mention
) -> Decimal | None:
    """What the calculation gives in the result's unit, None where units do not go together."""
    used, operands = signs(tree), [values[at] for at in places(tree)]
    units = {m.unit for m in (*operands, result) if m.kind is Kind.MONEY and m.unit}
    if used & {"+", "-"} and len(units) > 1:
        return None
    percents = [m.kind is Kind.PERCENT for m in operands]
    try:
        if not used & {"x", "/"} and any(percents):
            if all(percents):
                return worth(tree, numbers)
            first, *_, last = places(tree)
            by = numbers[last] * (1 if "+" in used else -1)
            return numbers[first] * (_HUNDRED + by) / _HUNDRED if percents == [False, True] else None
        shares = [
            n / (_HUNDRED if m.kind is Kind.PERCENT else 1) for n, m in zip(numbers, values, strict=True)
        ]
        return worth(tree, shares) * (_HUNDRED if result.kind is Kind.PERCENT else 1)
    except (DecimalException, ZeroDivisionError):
        return None


def _is_point(m: Mention) -> bool:
    is_compound = m.kind in _UNITED and len(_FIGURES.findall(m.text)) > 1  # "1 hour 30 minutes"
    return m.low is not None and m.low == m.high and m.low.is_finite() and not is_compound


def number_of(m: Mention) -> Decimal:
    """A value as printed where it has a unit of measure: two for "2 hours"."""
    printed = figure(m.text) if m.kind in _UNITED else m.low
    return printed if printed is not None else m.low or Decimal(0)


def key(m: Mention) -> Key:
    """What two values that are told as the same have in common."""
    return m.kind, m.low, m.unit
