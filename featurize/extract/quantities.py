# SPDX-License-Identifier: Apache-2.0
"""One amount: sign, currency, numeral, unit; percent, money, quantity, duration, count or bare number."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from .lexicon import (
    BETWEEN_UNIT,
    CURRENCY_CODES,
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    DURATIONS,
    IRREGULAR_PLURALS,
    LOWER_CODES,
    NOT_PLURAL,
    PAIRS,
    PERCENTS,
    SYMBOLS,
    UNIT_WORDS,
    Unit,
)
from .mention import Kind
from .numbers import read_numeral, regrouped
from .numeral import Numeral
from .ordinary import FUNCTION

_WORD_UNITS: dict[str, Unit] = UNIT_WORDS | DURATIONS | CURRENCY_NAMES | PERCENTS
_SIGNED_UNITS: dict[str, Unit] = SYMBOLS | {
    sign: (Kind.MONEY, code, Decimal(1)) for sign, code in CURRENCY_SIGNS.items()
}


@dataclass(slots=True)  # not frozen: made for every number, and freezing doubles the cost
class Amount:
    """A value in its base unit; `bare` when the text names no unit, so that a range partner may lend one."""

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


_SIGN_CHARS = r"(?:US|AU|CA|NZ|HK|SG|MX|NT|[ACSR])?\$|[£€¥₹₩₽₺₴₫฿₱₦₪]|(?:Rs\.?|kr|Kč|zł)(?=[ \u00a0]?\d)"
CURRENCY_PREFIX = re.compile(
    rf"[-−]?(?:(?P<sign>{_SIGN_CHARS})|(?P<code>[A-Z]{{3}})(?=[ \u00a0\d\-−(£€$]))"
    r"[ \u00a0\u202f]?(?:[-−](?=[\d.]))?(?=[\d.a-zA-Z])"
)
_AFTER = re.compile(
    r"\*{0,2}([ \u00a0\u202f\t]{1,2}|\n(?=[a-z])|-|)"
    r"(%|‰|[£€¥₹₩₽₺₴₫฿₱₦₪¢$](?![\d])|°[CF]?(?![A-Za-z])|[A-Za-zµłč]{1,20}(?:[²³/][A-Za-z]{0,12}|[23](?!\w))?)"
)
_OF_A = re.compile(r"[ ](?:of[ ])?(?:an?|one)(?=[ ])")
_CURRENCY_AFTER_SIGN = re.compile(r"[ \u00a0]?([A-Z]{3})(?![A-Za-z])")
_PER_HOUR = re.compile(r"[ ](?:per|an)[ ]hour\b")
_AND_PART = re.compile(r"[ ]and[ ](?:a[ ](half|quarter)|(three)[ -]quarters)\b(?![ ]of)")
_COMPOUND = re.compile(
    r"(?:,?[ ]and[ ]|,?[ ])(?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
    r"twenty|thirty)\b)"
)
_POSSIBLE_UNIT_PER = re.compile(r"[ ]?(?:per[ ]|/|a[ ](?:litre|liter))")
_NOUN = re.compile(r"\*{0,2}(?:[ \u00a0]|-)([A-Za-z]{2,20})(?![A-Za-z'’])(?:[ ]([a-z]{3,20})(?![a-z]))?")


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
        numeral = replace(numeral, value=-numeral.value)
    return _with_unit(text, at, begin, numeral)


def _read_prefixed(text: str, at: int, prefix: re.Match[str]) -> Amount | None:
    sign = prefix.group("sign")
    code = CURRENCY_SIGNS[sign] if sign else prefix.group("code")
    if code and code not in CURRENCY_CODES:
        return None
    begin = prefix.end()
    numeral = read_numeral(text, begin, money=True)
    if numeral is None or (numeral.words and not numeral.value) or numeral.ordinal or numeral.fraction:
        return None
    value, end = numeral.value, numeral.end
    grouped = regrouped(text[begin:end], code)
    if grouped is not None and not _POSSIBLE_UNIT_PER.match(text, end):
        value = grouped
    if "-" in prefix.group() or "−" in prefix.group():
        value = -value
    again = _CURRENCY_AFTER_SIGN.match(text, end) if sign else None
    if again is not None and again.group(1) in CURRENCY_CODES:
        code, end = again.group(1), again.end()
    return Amount(Kind.MONEY, at, end, value, code, words=numeral.words, prefixed=True, raw=value)


def _with_unit(text: str, start: int, begin: int, numeral: Numeral) -> Amount | None:
    end, value = numeral.end, numeral.value
    found = read_unit(text, end)
    if found is None and numeral.fraction:
        article = _OF_A.match(text, end)
        found = read_unit(text, article.end()) if article else None
        if found is not None and found[0][0] not in (Kind.DURATION, Kind.PERCENT):
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
    if unit == "m" and (hour := _PER_HOUR.match(text, unit_end)):
        return replace(amount, end=hour.end(), value=value * factor / 1000, unit="km/h")
    if kind is Kind.DURATION:
        return _compound(text, amount)
    return amount


def _unitless(text: str, start: int, numeral: Numeral) -> Amount | None:
    end = numeral.end
    if end < len(text) and (text[end].isalnum() or text[end] == "_") and not numeral.words:
        if text[end] == "x" and not text[end + 1 : end + 2].isalnum():
            return Amount(Kind.NUMBER, start, end + 1, numeral.value, "x", raw=numeral.value)
        return None
    if numeral.fraction:
        return Amount(
            Kind.NUMBER, start, end, numeral.value, "fraction", words=numeral.words, raw=numeral.value
        )
    noun = counted_noun(text, end, numeral.value)
    return Amount(
        Kind.NUMBER, start, end, numeral.value, noun, bare=not noun, words=numeral.words, raw=numeral.value
    )


def read_unit(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit that stands right after a number, and where it ends.

    >>> read_unit("5 business days", 1)
    ((<Kind.DURATION: 'duration'>, 'business_day', Decimal('1')), 15)
    """
    match = _AFTER.match(text, at)
    if match is None:
        return None
    gap, word = match.group(1), match.group(2)
    found = _signed_unit(text, gap, word, match)
    if found is not None:
        return found
    lower = word.lower()
    pair = PAIRS.get(lower)
    if pair is not None:
        second = _AFTER.match(text, match.end())
        if second is not None and (unit := pair.get(second.group(2).lower()) or pair.get(second.group(2))):
            return unit, second.end(2)
    if lower in BETWEEN_UNIT:
        second = _AFTER.match(text, match.end())
        if second is None:
            return None
        unit = DURATIONS.get(second.group(2).lower())
        return (unit, second.end(2)) if unit else None
    unit = _WORD_UNITS.get(lower)
    if unit is None:
        if "/" in word and (unit := SYMBOLS.get(word.split("/")[0])):
            return unit, match.start(2) + word.index("/")
        return None
    if len(lower) <= 2 and (word != lower or gap == "-" or (lower in ("s", "h", "mo") and gap == "\n")):
        return None
    if unit[0] is Kind.MONEY and lower in ("pound", "pounds") and _weighs(text, at, match.end()):
        unit = (Kind.QUANTITY, "kg", Decimal("0.45359237"))
    return unit, match.end()


_MONEY_P = (Kind.MONEY, "GBP", Decimal("0.01"))


def _signed_unit(text: str, gap: str, word: str, match: re.Match[str]) -> tuple[Unit, int] | None:
    """Units whose letters are significant: "MW", "km/h", "EUR", "€"."""
    unit = _SIGNED_UNITS.get(word)
    if unit is not None:
        if len(word) == 1 and word.isalpha() and gap in ("-", "\n"):
            return None
        return unit, match.end()
    if len(word) == 3 and (word in CURRENCY_CODES or word in LOWER_CODES):
        return (Kind.MONEY, word.upper(), Decimal(1)), match.end()
    if word == "p" and not gap:
        return _MONEY_P, match.end()
    return None


def _weighs(text: str, at: int, end: int) -> bool:
    left = text[max(0, at - 40) : at].lower()
    return "weigh" in left or text[end : end + 10].startswith((" of weight", " in weight"))


def _compound(text: str, amount: Amount) -> Amount:
    """ "a year and a half", "2 years and 6 months", "1 hour 30 minutes"."""
    part = _AND_PART.match(text, amount.end)
    if part is not None:
        share = Decimal("0.75") if part.group(2) else Decimal("0.5" if part.group(1) == "half" else "0.25")
        return replace(amount, end=part.end(), value=amount.value + share * amount.factor)
    link = _COMPOUND.match(text, amount.end)
    if link is None:
        return amount
    numeral = read_numeral(text, link.end())
    if numeral is None or numeral.fraction or numeral.ordinal:
        return amount
    found = read_unit(text, numeral.end)
    if found is None:
        return amount
    (_, unit, factor), end = found
    if unit != amount.unit or factor >= amount.factor or numeral.value * factor >= amount.factor:
        return amount
    return replace(amount, end=end, value=amount.value + numeral.value * factor)


def counted_noun(text: str, at: int, value: Decimal) -> str:
    """The singular of the noun that a number counts, "" when no plausible one follows.

    >>> counted_noun("12 new branches", 2, Decimal(12)), counted_noun("5 is", 1, Decimal(5))
    ('branch', '')
    """
    match = _NOUN.match(text, at)
    if match is None:
        return ""
    first, second = match.group(1), match.group(2)
    lower = first.lower()
    if lower in FUNCTION:
        return ""
    if value == 1 or text[match.start(1) - 1] == "-":
        return singular(lower) if first.islower() else ""
    if is_plural(lower):
        return singular(lower)
    if second and second not in FUNCTION and is_plural(second) and first.islower():
        return singular(second)
    return ""


def is_plural(word: str) -> bool:
    """Whether a lower-case word looks like a plural noun."""
    if word in IRREGULAR_PLURALS:
        return True
    return (
        len(word) > 3
        and word.endswith("s")
        and not word.endswith(("ss", "us", "is", "as", "os"))
        and word not in NOT_PLURAL
    )


def singular(word: str) -> str:
    """The singular of a plural noun, good enough to compare by.

    >>> [singular(word) for word in ("branches", "policies", "boxes", "years", "people", "cases")]
    ['branch', 'policy', 'box', 'year', 'person', 'case']
    """
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if not is_plural(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]
