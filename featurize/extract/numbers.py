# SPDX-License-Identifier: Apache-2.0
"""Numerals in digits and words, exact, with what their form shows.

The exponent of a value carries the shown precision: "2.1 billion" is 2.1E+9 (last shown digit 1E+8), "8,000"
is 8000 (last shown digit 1), "8.50" is 8.50. An exponent above zero says that the text rounds by its form.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from .lexicon import VULGAR
from .number_words import PLAIN_FOLLOWERS, SPACES, Numeral, ratio, read_words, scaled, skip_gloss
from .units import POINT_GROUPING

# What follows a decimal comma: "12,5 %", "1,5 million".
_AFTER_COMMA = (
    rf"[{SPACES}]?(?:[%€£]|(?:EUR|kr|kg|km|cm|m|PLN|SEK|NOK|DKK|(?i:[mb]illion|mio|mrd|mln|bn))\b|zł|Kč)"
)

_DIGITS = re.compile(
    rf"""
    (?P<indian>\d{{1,2}}(?:,\d\d){{1,5}},\d{{3}}(?!\d|,\d))
  | (?P<grouped>\d{{1,3}}(?:,\d{{3}}){{1,6}}(?:\.\d{{1,12}})?(?!\d|,\d))
  | (?P<swiss>\d{{1,3}}(?:['’]\d{{3}}){{1,6}}(?:\.\d{{1,12}})?(?!\d))
  | (?P<points>\d{{1,3}}(?:\.\d{{3}}){{1,6}},\d{{1,2}}(?!\d)|\d{{1,3}}(?:\.\d{{3}}){{2,6}}(?![\d.]))
  | (?P<spaced>[1-9]\d{{0,2}}(?:[\u00a0\u202f\u2009]\d{{3}}){{1,6}}(?:[.,]\d{{1,2}})?(?!\d))
  | (?P<plainspaced>[1-9]\d{{0,2}}(?:\ \d{{3}}){{1,4}}(?:,\d\d)?(?!\d|[.,]\d))
  | (?P<tokenised>[1-9]\d{{0,2}}(?:\ ,\ \d{{3}}){{1,5}}(?:\.\d{{1,2}})?(?!\d|[.,]\d|\ ,\ \d))
  | (?P<comma>\d{{1,9}},\d{{1,2}}(?={_AFTER_COMMA}))
  | (?P<point>\d{{0,14}}\.\d{{1,12}}(?!\d))(?P<exp>[eE][+-]?\d{{1,2}}(?!\w))?
  | (?P<plain>\d{{1,24}}(?!\d))(?P<exp2>[eE][+-]?\d{{1,2}}(?!\w))?
    """,
    re.VERBOSE,
)

_SHORT = re.compile(r"\d{1,24}(?:\.\d{1,12})?(?!\d|[.,'’\u00a0\u202f\u2009 eE][\d+-]|[ ],[ ]\d{3})")

_SPACED_MONEY = re.compile(
    rf"[{SPACES}]?(?:[€£$%]|[A-Z]{{3}}\b|kr\b|k?g\b|k?m\b|t\b|tonnes|euros?\b|Kč|zł|Ft\b)"
)

_CODED = re.compile(r"(?:[A-Z]{2}|\d)[ ]$|\b[nN]o\.?[ ]$")  # "ABN 37 002 755 599"
_COUNTED = re.compile(r"[ ][a-z]{2}")

_VULGAR = re.compile(f"[ ]?([{''.join(VULGAR)}])")

_OVER = re.compile(r"[/⁄](\d{1,4})(?![\d/⁄]|\.\d)")

# A word that scales nothing.
_PLAIN_WORD = re.compile(
    r"[ ](?!(?:hundred|thousand|million|billion|trillion|dozen|lakhs?|crores?|mm|mn|mln|bn|bln|tn|trn|mio|mrd)"
    r"(?![A-Za-z]))[a-wyz]{2}"
)

_RATE = re.compile(r"/(?=[a-zA-Z]{2})")

_COMMA_CENTS = re.compile(r",(\d\d)(?!\d|,\d)")

_MIXED = re.compile(r"[ -](\d{1,2})[/⁄](\d{1,3})(?![\d/⁄])")


def read_numeral(text: str, at: int, *, money: bool = False) -> Numeral | None:
    """The numeral that starts at `at`; `money` lets letters scale: "$2m" is two million, "2m" two metres.

    >>> read_numeral("2.1 million people", 0)
    Numeral(value=Decimal('2.1E+6'), end=11, words=False, fraction=False, ordinal=False)
    >>> read_numeral("two and a half", 0).value
    Decimal('2.5')
    """
    if at >= len(text):
        return None
    first = text[at]
    if first.isdigit() or first == ".":
        return _read_digits(text, at, money)
    if first in VULGAR:
        return Numeral(ratio(*VULGAR[first]), at + 1, fraction=True)
    return read_words(text, at)


@lru_cache(maxsize=20_000)
def figure(text: str) -> Decimal | None:
    """The figure that the text of a value begins with.

    >>> figure("30 days")
    Decimal('30')
    """
    numeral = read_numeral(text, 0)
    return numeral.value if numeral else None


def _read_digits(text: str, at: int, money: bool) -> Numeral | None:
    match = _SHORT.match(text, at)
    if match is not None:
        value, end = Decimal(match.group()), match.end()
    elif (match := _DIGITS.match(text, at)) is not None:
        value, end = _digits_value(text, match, money)
    else:
        return None
    following = text[end : end + 2]
    if not following or following[0] in ".,;:)|\n%" or following in PLAIN_FOLLOWERS:
        return Numeral(value, end)
    if following[0] == " " and _PLAIN_WORD.match(text, end):
        return Numeral(value, end)
    if following[0] in "/⁄" and value == value.to_integral_value():
        over = _OVER.match(text, end)
        if over is not None:
            return _fraction(value, int(over.group(1)), over.end())
        return Numeral(value, end) if money or _RATE.match(text, end) else None
    value, end = _with_fraction(text, end, value)
    value, end = scaled(text, end, value, money)
    return Numeral(value, skip_gloss(text, end, value))


def _digits_value(text: str, match: re.Match[str], money: bool) -> tuple[Decimal, int]:
    raw, end = match.group(), match.end()
    style = match.lastgroup
    if style in ("exp", "exp2", "point", "plain", None):
        return Decimal(raw), end
    if style == "plainspaced":
        groups = raw.split(" ")
        is_one = money or "000" in groups or _SPACED_MONEY.match(text, end)
        # Two figures may stand side by side; three of them only in a row of a table, with no word behind them.
        counts = (
            len(groups) > 2
            and _COUNTED.match(text, end)
            and not _CODED.search(text[max(0, match.start() - 4) : match.start()])
        )
        if not (is_one or counts):
            return Decimal(groups[0]), match.start() + len(groups[0])
        raw = raw.replace(" ", "").replace(",", ".")
    elif style == "tokenised":
        groups = raw.split(" , ")
        if not (money or groups[-1] == "000"):  # "see 121 , 148": a list
            return Decimal(groups[0]), match.start() + len(groups[0])
        raw = "".join(groups)
    elif style == "points":
        raw = raw.replace(".", "").replace(",", ".")
    elif style in ("spaced", "comma"):
        raw = re.sub(r"\s", "", raw).replace(",", ".")
    else:
        raw = re.sub("[,'’]", "", raw)
    return Decimal(raw), end


def _with_fraction(text: str, end: int, value: Decimal) -> tuple[Decimal, int]:
    """ "1 1/2", "2½"."""
    mixed = _MIXED.match(text, end)
    if mixed is not None and 0 < int(mixed.group(1)) < int(mixed.group(2)):
        return value + ratio(int(mixed.group(1)), int(mixed.group(2))), mixed.end()
    vulgar = _VULGAR.match(text, end)
    if vulgar is not None:
        return value + ratio(*VULGAR[vulgar.group(1)]), vulgar.end()
    return value, end


def with_cents(text: str, end: int, value: Decimal, code: str) -> tuple[Decimal, int]:
    """ "EUR 59,97": the comma of countries that write cents after it."""
    match = _COMMA_CENTS.match(text, end) if code in POINT_GROUPING else None
    if match is None or value != value.to_integral_value() or not text[end - 1].isdigit():
        return value, end
    return value + Decimal(f"0.{match.group(1)}"), match.end()


def _fraction(numerator: Decimal, denominator: int, end: int) -> Numeral | None:
    """A proper fraction; "24/7" and "50/50" are sayings."""
    if 0 < numerator < denominator and denominator <= 1000:
        return Numeral(ratio(int(numerator), denominator), end, fraction=True)
    return None


def regrouped(raw: str, code: str) -> Decimal | None:
    """The value of "3.350" beside a currency of countries that group by points; None when it does not apply.

    >>> regrouped("3.350", "EUR"), regrouped("3.350", "USD"), regrouped("0.350", "EUR")
    (Decimal('3350'), None, None)
    """
    if code in POINT_GROUPING and _POINT_GROUPED.fullmatch(raw):
        return Decimal(raw.replace(".", ""))
    return None


_POINT_GROUPED = re.compile(r"[1-9]\d{0,2}\.\d{3}")
