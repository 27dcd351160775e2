# SPDX-License-Identifier: Apache-2.0
"""One measure in two units: 86,400 seconds of a day, "1,063 ft" of "324 m", "38 °C" of "100 °F"."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from .mention import Kind, Mention
from .numbers import figure
from .quantities import SMALLER_UNITS, read_amount

Ends = tuple[Decimal, Decimal]

_SECONDS_A_DAY = 86400
# The zero of a scale and the size of its degree, in degrees Celsius.
_CELSIUS = {
    "°C": (Decimal(0), Decimal(1)),
    "°F": (Decimal(32), Decimal(5) / Decimal(9)),
    "K": (Decimal("273.15"), Decimal(1)),
}
TEMPERATURES = frozenset(_CELSIUS)
_MOST_OFF = Decimal("0.05")  # by which a conversion may round: 2 km are no mile
_FEWEST_DIGITS = 2  # of a rounding where none is needed: "1.9 t" of 1,850 kg
_FINEST = -15  # the place of a last digit that a text may show
_EXACT = Decimal("1E-9")
_FEET_MARKS = frozenset("'’′")


def converted(answer: Mention, evidence: Mention, ours: Ends, theirs: Ends) -> list[tuple[Ends, Ends]]:
    """Both in one unit: days and seconds convert, and degrees; months and days do not, nor business days and days."""
    units = {answer.unit, evidence.unit}
    if units == {"day", "second"}:
        return [(_in_seconds(answer.unit, ours), _in_seconds(evidence.unit, theirs))]
    if len(units) > 1 and units <= TEMPERATURES:
        return [(_in_celsius(answer.unit, ours), _in_celsius(evidence.unit, theirs))]
    return []


def _in_seconds(unit: str, ends: Ends) -> Ends:
    factor = _SECONDS_A_DAY if unit == "day" else 1
    return ends[0] * factor, ends[1] * factor


def _in_celsius(unit: str, ends: Ends) -> Ends:
    if unit == "°C":
        return ends
    zero, size = _CELSIUS[unit]
    low, high = (((end - zero) * size).quantize(_EXACT) for end in ends)
    return low, high


def restates(answer: Mention, evidence: Mention) -> bool:
    """Whether a quantity is the evidence's in another unit, rounded to the last digit that the answer shows.

    The evidence may itself be the rounded one ("100 hp" of "75 kW"), where the answer shows no more digits.
    """
    if answer.kind is not Kind.QUANTITY or evidence.kind is not Kind.QUANTITY:
        return False
    if answer.low is None or answer.high is None or evidence.low is None or evidence.high is None:
        return False
    if (answer.low == answer.high) is not (evidence.low == evidence.high):
        return False
    ours = _printed(answer.text, answer.unit, answer.low)
    theirs = _printed(evidence.text, evidence.unit, evidence.low)
    if ours is None or theirs is None or (ours.zero, ours.size) == (theirs.zero, theirs.size):
        return False
    if answer.unit != evidence.unit and not {answer.unit, evidence.unit} <= TEMPERATURES:
        return False
    ends = list(zip((answer.low, answer.high), (evidence.low, evidence.high), strict=True))
    return all(_is_same(ours, own, theirs, other) for own, other in ends)


@dataclass(frozen=True, slots=True)
class _Printed:
    """The unit that a text writes: its zero and size in the base unit, and the place of the last digit shown."""

    zero: Decimal
    size: Decimal
    place: int

    def figure(self, based: Decimal) -> Decimal:
        """A value of the base unit, or of degrees Celsius, in this unit."""
        return based / self.size + self.zero

    def shown(self, based: Decimal) -> Decimal:
        """The same as it is shown, with as many digits."""
        return self.figure(based).quantize(Decimal(1).scaleb(self.place), ROUND_HALF_UP)


@lru_cache(maxsize=20_000)
def _printed(text: str, unit: str, low: Decimal) -> _Printed | None:
    first = figure(text.lstrip("-−"))
    place = first.as_tuple().exponent if first else None
    if not first or not isinstance(place, int) or not _FEET_MARKS.isdisjoint(text):
        return None
    if place < _FINEST:  # 5⁄9 shows no last digit
        return None
    if unit in _CELSIUS:
        return _Printed(*_CELSIUS[unit], place)
    amount = read_amount(text, 0)
    if amount and amount.value == low != amount.raw * amount.factor:  # "6 ft 2 in"
        smaller = SMALLER_UNITS.get((unit, amount.factor))
        return _Printed(Decimal(0), smaller, 0) if smaller else None
    return _Printed(Decimal(0), abs(low) / first, place) if low else None


def _is_same(ours: _Printed, own: Decimal, theirs: _Printed, other: Decimal) -> bool:
    """Is one end of the answer that of the evidence?"""
    if ours.zero or theirs.zero:
        own, other = (own - ours.zero) * ours.size, (other - theirs.zero) * theirs.size
        coarser = ours.place >= theirs.place
    else:
        if abs(own - other) > abs(other) * _MOST_OFF:
            return False
        digits = _digits(ours.figure(own))
        if _is_decimal(ours.size / theirs.size) and (digits < _FEWEST_DIGITS or ours.size < theirs.size):
            return False
        coarser = digits <= _digits(theirs.figure(other))
    if ours.shown(own) == ours.shown(other):
        return True
    return coarser and theirs.shown(own) == theirs.shown(other)


def _digits(value: Decimal) -> int:
    """The digits that a figure needs: two for 3,300."""
    return len(value.quantize(_EXACT).normalize().as_tuple().digits)


def _is_decimal(ratio: Decimal) -> bool:
    """Is one unit a thousand of the other, so that its figure needs no rounding?"""
    return ratio.normalize().as_tuple().digits == (1,)
