# SPDX-License-Identifier: Apache-2.0
"""Do two mentions denote the same value, and if not, could they be in conflict?"""

from __future__ import annotations

import re
from functools import lru_cache

from .mention import Bound, Kind, Mention, consistent, covers, granularity
from .numbers import figure
from .same_measure import TEMPERATURES, Ends, converted, restates, value_agrees
from .same_name import NAMES, is_identifier, names_agree

_CALENDAR = (Kind.DATE, Kind.PERIOD)
LOWER = (Bound.AT_LEAST, Bound.MORE_THAN)
UPPER = (Bound.AT_MOST, Bound.LESS_THAN)
_BASIS_POINTS = re.compile(r"(?i)(?:bps?|basis[ -]points?)$")
_DOLLARS = frozenset({"USD", "AUD", "CAD", "HKD", "NZD", "SGD"})
_MOST_IN_WORDS = 100
_DAYS_A_MONTH = (28, 31)
_MEASURED = frozenset({Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.DURATION, Kind.NUMBER})


def agree(answer: Mention, evidence: Mention) -> bool:
    """Whether the evidence states the answer's value: exactly, or the answer openly rounds it.

    Bounds do not matter here, see `bound_clash`. The relation is not symmetric: "March 2026" is stated by
    "3 March 2026", "$2.1 billion" by "$2,098 million", neither the other way round.
    """
    if answer.low is not None and evidence.low is not None:
        if _far_apart(answer, evidence):
            return False
        if any(_ends_agree(answer, ours, theirs) for ours, theirs in readings(answer, evidence)):
            return True
        return restates(answer, evidence)
    if answer.kind in NAMES or evidence.kind in NAMES:
        return names_agree(answer, evidence)
    if answer.kind is evidence.kind is Kind.DURATION:
        return answer.key == evidence.key
    if answer.kind in _CALENDAR or evidence.kind in _CALENDAR:
        return _calendar_agree(answer, evidence)
    return answer.kind is evidence.kind is Kind.TIME and _times_agree(answer, evidence)


def _far_apart(answer: Mention, evidence: Mention) -> bool:
    """Two single values that no rounding and no reading brings together; asked often, so first."""
    ours, theirs = answer.low, evidence.low
    if ours is None or theirs is None or ours != answer.high or theirs != evidence.high:
        return False
    if not ours > 0 < theirs or theirs <= 2 * ours <= 4 * theirs:
        return False
    kind, other = answer.kind, evidence.kind
    if (
        kind is other
    ):  # but for these, of two units there is no reading, or the figures are held against each other
        if kind is Kind.NUMBER:
            return not _in_table_scale(evidence, answer)
        return answer.unit == evidence.unit or kind not in (Kind.QUANTITY, Kind.DURATION)
    if kind is Kind.MONEY and other is Kind.NUMBER:
        return not _in_table_scale(evidence, answer)
    return kind is Kind.NUMBER and other is Kind.MONEY and not _in_table_scale(answer, evidence)


@lru_cache(maxsize=20_000)
def may_meet(kind: Kind, unit: str, other: Kind, other_unit: str) -> bool:
    """Whether values of these types may agree or be comparable, whatever they are; dates and names always may.

    >>> may_meet(Kind.MONEY, "USD", Kind.NUMBER, ""), may_meet(Kind.MONEY, "USD", Kind.NUMBER, "branch")
    (True, False)
    """
    if kind is other:
        units = {unit, other_unit}
        return kind is not Kind.QUANTITY or len(units) == 1 or units <= TEMPERATURES
    if not {kind, other} <= _MEASURED or "point" in (unit, other_unit):
        return True
    if Kind.NUMBER not in (kind, other):
        return False
    number, measure = (unit, other_unit) if kind is Kind.NUMBER else (other_unit, unit)
    if Kind.PERCENT in (kind, other):
        return number in ("", "fraction")
    return number == "" or (measure == "" and Kind.MONEY in (kind, other))


def comparable(first: Mention, second: Mention) -> bool:
    """Whether two mentions are of one unit type, so that different values could contradict each other."""
    kind, other = first.kind, second.kind
    if kind in NAMES and other in NAMES:
        return is_identifier(first.key) == is_identifier(second.key)
    if kind in _CALENDAR and other in _CALENDAR:
        return _comparable_dates(first.key, second.key)
    if kind is not other:
        return Kind.NUMBER in (kind, other) and _comparable_number(first, second)
    if kind is Kind.TIME:  # of two zones: whether it is the same moment is left open
        return first.unit == second.unit or "" in (first.unit, second.unit)
    if kind is Kind.DURATION:
        return bool(first.key) is bool(second.key) and not _undecided_durations(first, second)
    if kind is Kind.QUANTITY:
        return first.unit == second.unit or {first.unit, second.unit} <= TEMPERATURES
    if kind is Kind.NUMBER:
        return first.unit == second.unit or (
            "" in (first.unit, second.unit) and not _has_fraction(first, second)
        )
    return True


def same_type(first: Mention, second: Mention) -> bool:
    """Whether one could stand in the other's place: one kind, one unit or none written.

    Stricter than `comparable`: "5 km" may contradict "7 miles", but is not mistaken for it.
    """
    if first.kind is not second.kind:
        return False
    if first.kind in (Kind.MONEY, Kind.NUMBER):
        return first.unit == second.unit or (
            "" in (first.unit, second.unit) and not _has_fraction(first, second)
        )
    if first.kind in (Kind.PERCENT, Kind.QUANTITY):
        return first.unit == second.unit
    if first.kind is Kind.DURATION:
        return first.unit == second.unit or "business_day" in (first.unit, second.unit)
    return comparable(first, second)


def _comparable_number(first: Mention, second: Mention) -> bool:
    """A number beside another kind: a bare one may be an amount, a fraction a percentage."""
    kinds = (first.kind, second.kind)
    if Kind.MONEY in kinds:
        return "" in (first.unit, second.unit) and not _has_fraction(first, second)
    return Kind.PERCENT in kinds and _has_fraction(first, second)


def bound_clash(first: Mention, second: Mention) -> bool:
    """Whether one is bounded from below and the other from above: "at least 30" against "at most 30"."""
    return (first.bound in LOWER and second.bound in UPPER) or (
        first.bound in UPPER and second.bound in LOWER
    )


def _has_fraction(first: Mention, second: Mention) -> bool:
    return "fraction" in (first.unit, second.unit)


def _ends(mention: Mention) -> Ends | None:
    if mention.low is None or mention.high is None:
        return None
    return mention.low, mention.high


def _ends_agree(answer: Mention, ours: Ends, theirs: Ends) -> bool:
    """Both ends; or the one end of the evidence's range that a bounded answer names: "up to 90%" of 80% to 90%."""
    if value_agrees(answer, ours[0], theirs[0]) and value_agrees(answer, ours[1], theirs[1]):
        return True
    if theirs[0] < theirs[1]:
        if ours[0] != ours[1]:
            return False
        if answer.bound in UPPER:
            return value_agrees(answer, ours[1], theirs[1])
        return answer.bound in LOWER and value_agrees(answer, ours[0], theirs[0])
    # "Revenue fell 2.3%" states -2.3%: the words carry the sign.
    is_negative = theirs[1] < 0 < ours[0] == ours[1] and theirs[0] == theirs[1]
    return is_negative and value_agrees(answer, ours[0], -theirs[0])


def _times(ends: Ends, factor: int) -> Ends:
    return ends[0] * factor, ends[1] * factor


def is_count_word(number: Mention) -> bool:
    """A small number in words: what it counts or times is elsewhere in its sentence, and is not money."""
    return (
        number.high is not None
        and number.high <= _MOST_IN_WORDS
        and not any(c.isdigit() for c in number.text)
    )


def readings(answer: Mention, evidence: Mention) -> list[tuple[Ends, Ends]]:
    """Both mentions in each unit in which they may be compared; empty when there is none."""
    if answer.low is None or answer.high is None or evidence.low is None or evidence.high is None:
        return []
    ours, theirs = (answer.low, answer.high), (evidence.low, evidence.high)
    if answer.kind is evidence.kind:
        if answer.kind is Kind.NUMBER and not evidence.unit and _in_table_scale(evidence, answer):
            return [(theirs, theirs)]
        same = _same_unit(answer, evidence)
        return [(ours, theirs)] if same else converted(answer, evidence, ours, theirs)
    number, other = (answer, evidence) if answer.kind is Kind.NUMBER else (evidence, answer)
    if number.unit == "point" and other.unit == "pp":
        return [(ours, theirs)]
    if number.kind is not Kind.NUMBER or other.kind is Kind.ORDINAL:
        return []
    if other.kind is Kind.PERCENT:
        return _percent_and_number(answer, number, other, ours, theirs)
    if number.unit:
        return []
    if other.kind is Kind.MONEY and is_count_word(number):
        return []  # "branches open at nine" states no nine pounds
    if other.kind is Kind.MONEY:
        return [(theirs, theirs)] if _in_table_scale(number, other) else [(ours, theirs)]
    face = _face_value(other)
    if face is None:
        return [(ours, theirs)]
    return [(ours, theirs), (face, theirs) if other is answer else (ours, face)]


def _same_unit(answer: Mention, evidence: Mention) -> bool:
    if answer.unit == evidence.unit:
        return True
    if answer.kind is Kind.MONEY:
        units = {answer.unit, evidence.unit}
        bare = answer.text.startswith("$") and not answer.text.endswith("USD")  # who writes "A$" says more
        return "" in units or (bare and units <= _DOLLARS)
    if answer.kind is Kind.NUMBER:  # the counted noun is a hint, a part of a whole is no count
        return not _has_fraction(answer, evidence) or "" in (answer.unit, evidence.unit)
    if answer.kind is Kind.PERCENT:  # basis points measure both rates and differences of rates
        return any(_BASIS_POINTS.search(mention.text) for mention in (answer, evidence))
    return answer.kind is Kind.ORDINAL


def _percent_and_number(
    answer: Mention, number: Mention, percent: Mention, ours: Ends, theirs: Ends
) -> list[tuple[Ends, Ends]]:
    """75% is three quarters and 0.75; a bare 18.2 in a table may be 18.2%."""
    if percent.unit != "%" or number.unit not in ("", "fraction"):
        return []
    as_percent = (_times(ours, 100), theirs) if number is answer else (ours, _times(theirs, 100))
    return [as_percent] if number.unit else [as_percent, (ours, theirs)]


def _in_table_scale(number: Mention, money: Mention) -> bool:
    """Whether "NOK 118.3 million" is the bare 118.3 of a table in NOK million; two digits, against chance."""
    if number.low is None or money.low is None or "E+" not in str(money.low):
        return False  # it does not round by its form
    if "E+" in str(number.low):
        return False  # "445.7 thousand" is in a scale of its own
    if len(money.low.normalize().as_tuple().digits) < 2:
        return False
    return any(number.low.scaleb(power) == money.low for power in (3, 6, 9))


def _face_value(mention: Mention) -> Ends | None:
    """A bare 3 under "years" is the 3 of "3 years", and 10 to 24 that of "10-24 years"."""
    printed = figure(mention.text)
    if printed is None or not mention.low or mention.high is None:
        return None
    return printed, mention.high * printed / mention.low


def _undecided_durations(first: Mention, second: Mention) -> bool:
    """30 days and a month may or may not be the same: no agreement, and no conflict either."""
    if {first.unit, second.unit} != {"day", "month"}:
        return False
    days, months = (_ends(first), _ends(second)) if first.unit == "day" else (_ends(second), _ends(first))
    if days is None or months is None:
        return True
    return months[0] * _DAYS_A_MONTH[0] <= days[1] and days[0] <= months[1] * _DAYS_A_MONTH[1]


def _comparable_dates(first: str, second: str) -> bool:
    """Two of one granularity, or a day outside a month; what lies within the other only says more."""
    sizes = {granularity(first), granularity(second)}
    if sizes == {"X"} or sizes == {"D", "M"}:
        return not consistent(first, second)
    return len(sizes) == 1


def _calendar_agree(answer: Mention, evidence: Mention) -> bool:
    if answer.kind in _CALENDAR and evidence.kind in _CALENDAR:
        return any(
            covers(ours, theirs) for ours in answer.key.split("|") for theirs in evidence.key.split("|")
        )
    calendar, other = (answer, evidence) if answer.kind in _CALENDAR else (evidence, answer)
    return other.kind is Kind.NUMBER and not other.unit and calendar.key in _years_written(other.text)


def _years_written(text: str) -> tuple[str, ...]:
    """The keys that a bare number may have as a year: of "1491-1510" the whole and both ends."""
    first, dash, last = text.replace("–", "-").partition("-")
    return (f"{first}/{last}", first, last) if dash else (text,)


def _times_agree(answer: Mention, evidence: Mention) -> bool:
    if answer.unit and evidence.unit and answer.unit != evidence.unit:
        return False
    return not set(answer.key.split("|")).isdisjoint(evidence.key.split("|"))
