# SPDX-License-Identifier: Apache-2.0
"""Do two mentions denote the same value, and if not, could they be in conflict?"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

from .calendar_keys import consistent, covers, granularity
from .lexicon import TIERS
from .mention import Bound, Kind, Mention
from .names import fold, initials
from .numbers import read_numeral

_NAMES = (Kind.NAME, Kind.ACRONYM)
_CALENDAR = (Kind.DATE, Kind.PERIOD)
_LOWER = (Bound.AT_LEAST, Bound.MORE_THAN)
_UPPER = (Bound.AT_MOST, Bound.LESS_THAN)
_BASIS_POINTS = re.compile(r"(?i)(?:\bbps?|basis[ -]points?)$|\d\s?bps?$")
_SECONDS_A_DAY = Decimal(86400)


def agree(answer: Mention, evidence: Mention) -> bool:
    """Whether the evidence states the answer's value: exactly, or the answer openly rounds it.

    Bounds do not matter here, see `bound_clash`. The relation is not symmetric: "March 2026" is stated by
    "3 March 2026", "$2.1 billion" by "$2,098 million", neither the other way round.
    """
    if answer.kind in _NAMES or evidence.kind in _NAMES:
        return _names_agree(answer, evidence)
    if answer.kind in _CALENDAR or evidence.kind in _CALENDAR:
        return _calendar_agree(answer, evidence)
    if answer.kind is Kind.TIME or evidence.kind is Kind.TIME:
        return answer.kind is evidence.kind and _times_agree(answer, evidence)
    return any(_ends_agree(answer, low, high, *given) for low, high, given in _common_units(answer, evidence))


def comparable(first: Mention, second: Mention) -> bool:
    """Whether two mentions are of one unit type, so that different values could contradict each other."""
    if first.kind in _NAMES and second.kind in _NAMES:
        return _is_identifier(first.key) == _is_identifier(second.key)
    if first.kind in _CALENDAR and second.kind in _CALENDAR:
        if granularity(first.key) == granularity(second.key):
            return True
        return (
            granularity(first.key) in "DM"
            and granularity(second.key) in "DM"
            and not consistent(first.key, second.key)
        )
    if first.kind is Kind.DURATION and second.kind is Kind.DURATION:
        return not _undecided_durations(first, second)
    if first.kind is Kind.QUANTITY and second.kind is Kind.QUANTITY:
        return first.unit == second.unit or {first.unit, second.unit} == {"°C", "°F"}
    if first.kind is Kind.NUMBER and second.kind is Kind.NUMBER:
        return first.unit == second.unit or (
            "" in (first.unit, second.unit) and "fraction" not in (first.unit, second.unit)
        )
    if first.kind is second.kind:
        return True
    kinds = {first.kind, second.kind}
    number = first if first.kind is Kind.NUMBER else second
    if kinds == {Kind.NUMBER, Kind.MONEY}:
        return not number.unit
    return kinds == {Kind.NUMBER, Kind.PERCENT} and number.unit == "fraction"


def bound_clash(first: Mention, second: Mention) -> bool:
    """Whether one is bounded from below and the other from above: "at least 30" against "at most 30"."""
    return (first.bound in _LOWER and second.bound in _UPPER) or (
        first.bound in _UPPER and second.bound in _LOWER
    )


# --- values --------------------------------------------------------------------------------------------------

_Pair = tuple[Decimal, Decimal]


def _common_units(answer: Mention, evidence: Mention) -> list[tuple[Decimal, Decimal, _Pair]]:
    """The ends of both in each unit in which they may be compared; empty when there is none."""
    if answer.low is None or answer.high is None or evidence.low is None or evidence.high is None:
        return []
    given = (evidence.low, evidence.high)
    plain = [(answer.low, answer.high, given)]
    if answer.kind is evidence.kind:
        return plain if _same_unit(answer, evidence) else _converted(answer, evidence)
    kinds = {answer.kind, evidence.kind}
    if Kind.NUMBER not in kinds:
        return []
    number, other = (answer, evidence) if answer.kind is Kind.NUMBER else (evidence, answer)
    if other.kind is Kind.PERCENT:
        return _percent_and_number(answer, evidence, number, other)
    if (
        number.unit == "fraction"
        or (number.unit and other.kind is not Kind.MONEY)
        or (number.unit and other.kind is Kind.MONEY)
    ):
        return []
    if other.kind is Kind.ORDINAL:
        return []
    if other.kind in (Kind.DURATION, Kind.QUANTITY):
        return plain + _at_face_value(answer, evidence, other)
    return plain


def _same_unit(answer: Mention, evidence: Mention) -> bool:
    if answer.unit == evidence.unit:
        return True
    if answer.kind is Kind.MONEY:
        return "" in (answer.unit, evidence.unit)
    if answer.kind is Kind.NUMBER:  # the counted noun is a hint
        return ("fraction" in (answer.unit, evidence.unit)) <= ("" in (answer.unit, evidence.unit))
    if answer.kind is Kind.PERCENT:
        return any(_BASIS_POINTS.search(mention.text) for mention in (answer, evidence))
    return answer.kind is Kind.ORDINAL


def _converted(answer: Mention, evidence: Mention) -> list[tuple[Decimal, Decimal, _Pair]]:
    """Whole days and seconds convert; months and days, business days and days do not. Fahrenheit does."""
    assert_low, assert_high, low, high = answer.low, answer.high, evidence.low, evidence.high
    if assert_low is None or assert_high is None or low is None or high is None:
        return []
    units = {answer.unit, evidence.unit}
    if units == {"day", "second"}:
        ours, theirs = (
            _SECONDS_A_DAY if mention.unit == "day" else Decimal(1) for mention in (answer, evidence)
        )
        return [(assert_low * ours, assert_high * ours, (low * theirs, high * theirs))]
    if units == {"°C", "°F"}:
        ours_pair, theirs_pair = _celsius(answer, assert_low, assert_high), _celsius(evidence, low, high)
        return [
            (
                round(ours_pair[0]),
                round(ours_pair[1]),
                (Decimal(round(theirs_pair[0])), Decimal(round(theirs_pair[1]))),
            )
        ]
    return []


def _celsius(mention: Mention, low: Decimal, high: Decimal) -> _Pair:
    if mention.unit == "°C":
        return low, high
    return (low - 32) * 5 / 9, (high - 32) * 5 / 9


def _percent_and_number(
    answer: Mention, evidence: Mention, number: Mention, percent: Mention
) -> list[tuple[Decimal, Decimal, _Pair]]:
    """75% is three quarters and 0.75; a bare 18.2 in a table may be 18.2%."""
    low, high, given_low, given_high = answer.low, answer.high, evidence.low, evidence.high
    if low is None or high is None or given_low is None or given_high is None or percent.unit != "%":
        return []
    if number.unit not in ("", "fraction"):
        return []
    ours, theirs = (Decimal(100) if mention is number else Decimal(1) for mention in (answer, evidence))
    as_share = [(low * ours, high * ours, (given_low * theirs, given_high * theirs))]
    return as_share if number.unit else [*as_share, (low, high, (given_low, given_high))]


def _at_face_value(
    answer: Mention, evidence: Mention, other: Mention
) -> list[tuple[Decimal, Decimal, _Pair]]:
    """A bare 3 under "years" is the 3 of "3 years"."""
    if other.low != other.high or answer.low is None or answer.high is None or evidence.low is None:
        return []
    numeral = read_numeral(other.text, 0)
    if numeral is None:
        return []
    if other is answer:
        return [(numeral.value, numeral.value, (evidence.low, evidence.high or evidence.low))]
    return [(answer.low, answer.high, (numeral.value, numeral.value))]


def _ends_agree(
    answer: Mention, low: Decimal, high: Decimal, given_low: Decimal, given_high: Decimal
) -> bool:
    return _value_agrees(answer, low, given_low) and _value_agrees(answer, high, given_high)


def _value_agrees(answer: Mention, value: Decimal, given: Decimal) -> bool:
    if value == given:
        return True
    if value.is_signed() != given.is_signed():
        return False
    about = answer.bound is Bound.ABOUT
    if _is_periodic(value):
        return _shown(value, given) == given or (about and _near(value, given, "0.08"))
    step = _shown_step(value)
    if about:
        return _rounds_to(value, given, max(step, _last_significant(value))) and _near(value, given, "0.1")
    if step < 10:
        return False
    # A rounding by form ("$2.1 billion") must keep two digits or change almost nothing.
    return _rounds_to(value, given, step) and (
        len(value.as_tuple().digits) > 1 or _near(value, given, "0.02")
    )


def _is_periodic(value: Decimal) -> bool:
    """A quotient like two thirds fills the decimal context."""
    return len(value.as_tuple().digits) >= 27


def _shown(value: Decimal, like: Decimal) -> Decimal:
    exponent = like.as_tuple().exponent
    if not isinstance(exponent, int) or len(like.as_tuple().digits) < 2 or exponent < -12:
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


def _near(value: Decimal, given: Decimal, share: str) -> bool:
    return abs(value - given) <= abs(given) * Decimal(share)


# --- durations -------------------------------------------------------------------------------------------------

_MONTH_DAYS = (Decimal(28), Decimal(31))


def _undecided_durations(first: Mention, second: Mention) -> bool:
    """30 days and a month may or may not be the same: no agreement, and no conflict either."""
    if {first.unit, second.unit} != {"day", "month"}:
        return False
    days, months = (first, second) if first.unit == "day" else (second, first)
    if days.low is None or days.high is None or months.low is None or months.high is None:
        return True
    return months.low * _MONTH_DAYS[0] <= days.high and days.low <= months.high * _MONTH_DAYS[1]


# --- dates and times ---------------------------------------------------------------------------------------------


def _calendar_agree(answer: Mention, evidence: Mention) -> bool:
    if answer.kind in _CALENDAR and evidence.kind in _CALENDAR:
        return any(
            covers(ours, theirs) for ours in answer.key.split("|") for theirs in evidence.key.split("|")
        )
    calendar, other = (answer, evidence) if answer.kind in _CALENDAR else (evidence, answer)
    return (
        other.kind is Kind.NUMBER and not other.unit and other.low == other.high
        and calendar.key.isdigit() and other.low == Decimal(calendar.key)
    )  # fmt: skip


def _times_agree(answer: Mention, evidence: Mention) -> bool:
    zones = answer.unit == evidence.unit or "" in (answer.unit, evidence.unit)
    return zones and not set(answer.key.split("|")).isdisjoint(evidence.key.split("|"))


# --- names -------------------------------------------------------------------------------------------------------


def _is_identifier(key: str) -> bool:
    return any(character.isdigit() for character in key)


def _names_agree(answer: Mention, evidence: Mention) -> bool:
    if answer.kind not in _NAMES or evidence.kind not in _NAMES:
        name, value = (answer, evidence) if answer.kind in _NAMES else (evidence, answer)
        return value.kind is Kind.NUMBER and _is_identifier(name.key) and name.key == value.text
    ours, theirs = fold(answer.key or answer.text), fold(evidence.key or evidence.text)
    if ours == theirs or ours.replace(" ", "") == theirs.replace(" ", ""):
        return True
    short, long = sorted((ours.split(), theirs.split()), key=len)
    if _is_identifier(ours) or _is_identifier(theirs):
        return _identifiers_agree(short, long)
    if len(short) == 1 and len(long) > 1 and short[0] == initials(long):
        return True
    return _contained(short, long)


def _identifiers_agree(short: list[str], long: list[str]) -> bool:
    """ "1099-INT" is "Form 1099-INT"; "section 4" is not "section 4.2"."""
    if not short or len(short) == len(long):
        return False
    rest = long[: len(long) - len(short)]
    return long[-len(short) :] == short and not any(_is_identifier(token) for token in rest)


def _contained(short: list[str], long: list[str]) -> bool:
    """One name is part of the other, and what is left out does not tell two products apart."""
    size = len(short)
    if not size or size == len(long):
        return False
    for at in range(len(long) - size + 1):
        if long[at : at + size] == short:
            return TIERS.isdisjoint(long[:at] + long[at + size :])
    return False
