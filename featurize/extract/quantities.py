# SPDX-License-Identifier: Apache-2.0
"""One amount: sign, currency, numeral, unit; percent, money, quantity, duration, count or bare number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .lexicon import counted_noun
from .mention import Kind
from .number_words import Numeral, scaled
from .numbers import read_numeral, regrouped, with_cents
from .units import CURRENCY_CODES, CURRENCY_SIGNS, LETTER_SIGNS, MARKED_SIGN, SCALED_CODES, Unit, read_unit


@dataclass(slots=True)  # not frozen: made for every number, and freezing doubles the cost
class Amount:
    """A value in its base unit; `bare` when the text names no unit, so that a range partner may lend one.

    `key` is that of a mention without a value: a duration of months and days.
    """

    kind: Kind
    start: int
    end: int
    value: Decimal
    unit: str = ""
    bare: bool = False
    words: bool = False
    prefixed: bool = False
    factor: Decimal = Decimal(1)
    raw: Decimal = Decimal(0)
    key: str = ""


_SIGN_CHARS = (
    rf"{MARKED_SIGN}|(?:{'|'.join(map(re.escape, sorted(LETTER_SIGNS - {'R', 'RM'})))})(?=[ \u00a0]?\d)|"
    r"RM(?![ ]?\d{4})(?=[ \u00a0]?\d)|R(?=[ ]?\d{1,3}(?:,\d{3}|(?:\.\d{1,3})?[ ]?(?:m|bn|[mb]illion)\b))"
)
CURRENCY_PREFIX = re.compile(
    rf"[-−]?(?:(?P<sign>{_SIGN_CHARS})|(?P<code>[MKT]?[A-Z]{{3}})(?=[ \u00a0\d\-−(£€$]))"
    r"[ \u00a0\u202f]?(?:[-−](?=[\d.])|(?P<open>\()(?=\d))?(?=[\d.a-zA-Z])"
)
_OF_A = re.compile(r"[ ](?:of[ ])?(?:an?|one)(?=[ ])")
_CURRENCY_AFTER_SIGN = re.compile(r"[ \u00a0]?([A-Z]{3})(?![A-Za-z])")
# "1 h 30 min", "1h30m", "1h30".
_MINUTES = re.compile(r"[ ]?(\d{1,2})[ ]?m(?:ins?)?(?![A-Za-z])|(?<=\dh)([0-5]\d)(?!\w|[.,:]\d)")
_INCHES = re.compile(r"[ -]?in(?:\.|\b)(?![ ](?:the|an?|each|total|all|\d))")
# The smaller unit that may follow the larger one: "6 ft 2 in", "8 lb 3 oz".
SMALLER_UNITS = {
    ("m", Decimal("0.3048")): Decimal("0.0254"),
    ("kg", Decimal("0.45359237")): Decimal("0.028349523125"),
    ("kg", Decimal("6.35029318")): Decimal("0.45359237"),
}
_AND_PART = re.compile(r"[ ]and[ ](?:a[ ](half|quarter)|(three)[ -]quarters)\b(?![ ]of)")
_CENTS = Decimal(100)
_AND_HALF = re.compile(r"[ ]and[ ]a[ ](half|quarter)(?=[ -][a-z])")
_PARTED = frozenset({"m", "m2", "kg", "l"})  # "half a litre", but no "half a pound" that may be money
_COMPOUND = re.compile(
    r"(?:,?[ ]and[ ]|,?[ ])(?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
    r"twenty|thirty)\b)"
)
_SECONDS = {"month": Decimal(31 * 86400), "day": Decimal(86400), "second": Decimal(1)}  # of a month the most
_POSSIBLE_UNIT_PER = re.compile(r"[ ]?(?:per[ ]|/|a[ ](?:litre|liter))")


def read_amount(text: str, at: int) -> Amount | None:
    """The amount that starts at `at`, with every part it is made of; None when no number stands there.

    >>> read_amount("US$2.1 billion", 0).value, read_amount("150 bps", 0).value
    (Decimal('2.1E+9'), Decimal('1.50'))
    """
    if not text[at : at + 1].isdecimal():
        prefix = CURRENCY_PREFIX.match(text, at)
        if prefix is not None:
            return _read_prefixed(text, at, prefix)
        if at >= len(text):
            return None
    negative = text[at] in "-−"
    begin = at + 1 if negative else at
    numeral = read_numeral(text, begin)
    if numeral is None or numeral.ordinal:
        return None
    if negative:
        numeral.value = -numeral.value
    return _with_unit(text, at, begin, numeral)


def _read_prefixed(text: str, at: int, prefix: re.Match[str]) -> Amount | None:
    sign = prefix.group("sign")
    code, power = (CURRENCY_SIGNS[sign], 0) if sign else SCALED_CODES.get(prefix["code"], (prefix["code"], 0))
    if code and code not in CURRENCY_CODES:
        return None
    begin = prefix.end()
    numeral = read_numeral(text, begin, money=True)
    if numeral is None or (numeral.words and not numeral.value) or numeral.ordinal or numeral.fraction:
        return None
    value, end = with_cents(text, numeral.end, numeral.value, code)
    if prefix.group("open"):
        return _bracketed(text, at, numeral, code)
    grouped = regrouped(text[begin:end], code)
    if grouped is not None and not _POSSIBLE_UNIT_PER.match(text, end):
        value = grouped
    if "-" in prefix.group() or "−" in prefix.group():
        value = -value
    value = value.scaleb(power)
    again = _CURRENCY_AFTER_SIGN.match(text, end) if sign else None
    if again is not None and again.group(1) in CURRENCY_CODES:
        code, end = again.group(1), again.end()
    return Amount(Kind.MONEY, at, end, value, code, words=numeral.words, prefixed=True, raw=value)


def _bracketed(text: str, at: int, numeral: Numeral, code: str) -> Amount | None:
    """ "$(1.2) million": the bracket of accounts is a minus."""
    if text[numeral.end : numeral.end + 1] != ")":
        return None
    value, end = scaled(text, numeral.end + 1, -numeral.value, True)
    return Amount(Kind.MONEY, at, end, value, code, prefixed=True, raw=value)


def _with_unit(text: str, start: int, begin: int, numeral: Numeral) -> Amount | None:
    end, value = numeral.end, numeral.value
    found = read_unit(text, end)
    if found is None and not numeral.fraction and (half := _AND_HALF.match(text, end)):
        found = _halved(text, half.end())
        if found is None:
            return _unitless(text, start, numeral)
        value += Decimal("0.5") if half.group(1) == "half" else Decimal("0.25")
    elif found is None and (numeral.fraction or 0 < value < 1):
        article = _OF_A.match(text, end)
        found = read_unit(text, article.end()) if article else None
        if (
            found is not None
            and found[0][0] not in (Kind.DURATION, Kind.PERCENT)
            and found[0][1] not in _PARTED
        ):
            found = None
    if found is None:
        return _unitless(text, start, numeral)
    (kind, unit, factor), unit_end = found
    if kind is Kind.MONEY:
        grouped = regrouped(text[begin:end], unit)
        value = grouped if grouped is not None else value
    amount = Amount(
        kind, start, unit_end, value * factor, unit, words=numeral.words, factor=factor, raw=value
    )
    if kind is Kind.DURATION or (unit, factor) in SMALLER_UNITS:
        return _compound(text, amount)
    return _with_cents(text, amount) if kind is Kind.MONEY and factor == 1 else amount


def _with_cents(text: str, amount: Amount) -> Amount:
    """ "one dollar and ten cents"."""
    numeral = read_numeral(text, amount.end + len(" and ")) if text.startswith(" and ", amount.end) else None
    found = (
        read_unit(text, numeral.end) if numeral and not numeral.fraction and numeral.value < _CENTS else None
    )
    if numeral is None or found is None or found[0][1] not in ("", amount.unit) or found[0][2] * _CENTS != 1:
        return amount
    return _grown(amount, found[1], numeral.value / _CENTS) if found[0][0] is Kind.MONEY else amount


def _halved(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit of "36 and a half hours"."""
    found = read_unit(text, at)
    return found if found and found[0][0] in (Kind.DURATION, Kind.QUANTITY) else None


def _unitless(text: str, start: int, numeral: Numeral) -> Amount | None:
    end = numeral.end
    if end < len(text) and (text[end].isalnum() or text[end] in "_×") and not numeral.words:
        if text[end] in "x×" and not text[end + 1 : end + 2].isalnum():
            return Amount(Kind.NUMBER, start, end + 1, numeral.value, "x", raw=numeral.value)
        return None
    if text[end : end + 5] == "-fold":
        return Amount(Kind.NUMBER, start, end + 5, numeral.value, "x", raw=numeral.value)
    if numeral.fraction:
        return Amount(
            Kind.NUMBER, start, end, numeral.value, "fraction", words=numeral.words, raw=numeral.value
        )
    noun = counted_noun(text, end, numeral.value)
    return Amount(
        Kind.NUMBER, start, end, numeral.value, noun, bare=not noun, words=numeral.words, raw=numeral.value
    )


def _compound(text: str, amount: Amount) -> Amount:
    """ "a year and a half", "2 years and 6 months", "1 year 1 month 21 days", "5h30m", "6 ft 2 in"."""
    part = _AND_PART.match(text, amount.end)
    if part is not None:
        share = Decimal("0.75") if part.group(2) else Decimal("0.5" if part.group(1) == "half" else "0.25")
        return _grown(amount, part.end(), share * amount.factor)
    if amount.factor == 3600 and (minutes := _MINUTES.match(text, amount.end)):
        return _grown(amount, minutes.end(), Decimal(minutes[1] or minutes[2]) * 60)
    if amount.kind is Kind.QUANTITY:
        link = _COMPOUND.match(text, amount.end)
        numeral = read_numeral(text, link.end()) if link and link.group() == " " else None
        return _with_smaller(text, amount, numeral) if numeral else amount
    return _with_times(text, amount) if amount.unit in _SECONDS else amount


def _with_times(text: str, amount: Amount) -> Amount:
    """A duration with all the smaller ones behind it."""
    parts, end = {amount.unit: amount.value}, amount.end
    larger = _SECONDS[amount.unit] * amount.factor
    while (found := _smaller_time(text, end, larger)) is not None:
        value, unit, factor, end = found
        parts[unit] = parts.get(unit, Decimal(0)) + value * factor
        larger = _SECONDS[unit] * factor
    amount.end = end
    if "month" in parts and len(parts) > 1:
        days, seconds = (parts.get(unit, Decimal(0)) for unit in ("day", "second"))
        amount.key = f"P{parts['month'].normalize():f}M{days:f}D" + (f"T{seconds:f}S" if seconds else "")
    elif len(parts) > 1:
        amount.unit, amount.value = "second", parts["day"] * _SECONDS["day"] + parts["second"]
    else:
        amount.value = parts[amount.unit]
    return amount


def _smaller_time(text: str, at: int, larger: Decimal) -> tuple[Decimal, str, Decimal, int] | None:
    """The numeral, the base unit, its factor and the end of a duration that adds to one of a larger unit."""
    link = _COMPOUND.match(text, at)
    numeral = read_numeral(text, link.end()) if link else None
    found = read_unit(text, numeral.end) if numeral and not numeral.fraction and not numeral.ordinal else None
    if numeral is None or found is None or found[0][1] not in _SECONDS:
        return None
    (_, unit, factor), end = found
    size = _SECONDS[unit] * factor
    return (numeral.value, unit, factor, end) if size < larger > size * numeral.value else None


def _with_smaller(text: str, amount: Amount, numeral: Numeral) -> Amount:
    """Feet with inches, pounds with ounces, stones with pounds."""
    factor = SMALLER_UNITS[amount.unit, amount.factor]
    found, inches = read_unit(text, numeral.end), _INCHES.match(text, numeral.end)
    if found is not None and found[0][1:] == (amount.unit, factor):
        end = found[1]
    elif inches is not None and amount.unit == "m":
        end = inches.end() - text.endswith(".", 0, inches.end())
    else:
        return amount
    share = numeral.value * factor
    return _grown(amount, end, share) if share < amount.factor else amount


def _grown(amount: Amount, end: int, more: Decimal) -> Amount:
    amount.end, amount.value = end, amount.value + more
    return amount
