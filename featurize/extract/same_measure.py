# SPDX-License-Identifier: Apache-2.0
"""One measure written twice: rounded, or in another unit: "1,063 ft" of "324 m", "38 °C" of "100 °F"."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from .mention import Bound, Kind, Mention
from .numbers import figure
from .quantities import SMALLER_UNITS, read_amount

_HALF, _TENTH, _OF_PARTS, _FIFTIETH = map(Decimal, ("0.5", "0.1", "0.08", "0.02"))


def value_agrees(answer: Mention, value: Decimal, given: Decimal) -> bool:
    """Whether `given` is the answer's value, or the answer says openly that it rounds it.

    It does so by a word ("about 85" for 85.19) or by its form ("$2.1 billion" for $2,098 million); "8,000"
    for 8,234 does neither. A periodic fraction is what the other side shows of it: a third is 33.3%.
    """
    if value == given:
        return True
    if abs(value - given) > abs(given) * _HALF or value.is_signed() != given.is_signed():
        return False
    about = answer.bound is Bound.ABOUT
    if about and (answer.unit == "fraction" or _is_periodic(value)) and _near(value, given, _OF_PARTS):
        return True  # "about half" of 48%
    if _is_periodic(value):
        return _shown(value, given) == given
    if _is_periodic(given) and _shown(given, value) == value:
        return True
    step = _shown_step(value)
    if about:
        return _rounds_to(value, given, max(step, _last_significant(value))) and _near(value, given, _TENTH)
    if step < 10:
        return False
    # A rounding by form ("$2.1 billion") must keep two digits or change almost nothing.
    return _rounds_to(value, given, step) and (
        len(value.as_tuple().digits) > 1 or _near(value, given, _FIFTIETH)
    )


def _is_periodic(value: Decimal) -> bool:
    """A quotient like two thirds fills the decimal context."""
    return len(value.as_tuple().digits) >= 27


def _shown(value: Decimal, like: Decimal) -> Decimal:
    exponent = like.as_tuple().exponent
    if not isinstance(exponent, int) or len(like.as_tuple().digits) < 2 or value.adjusted() - exponent > 20:
        return value
    return value.quantize(Decimal(1).scaleb(exponent), ROUND_HALF_UP)


def _shown_step(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)


def _last_significant(value: Decimal) -> Decimal:
    """The place of the last digit that is not zero: 1000 for 8,000."""
    if value != value.to_integral_value():
        return _shown_step(value)
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)


def _rounds_to(value: Decimal, given: Decimal, step: Decimal) -> bool:
    return (given / step).quantize(Decimal(1), ROUND_HALF_UP) * step == value


def _near(value: Decimal, given: Decimal, share: Decimal) -> bool:
    return abs(value - given) <= abs(given) * share


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
    if not first or not isinstance(place, int):
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
