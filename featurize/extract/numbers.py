# SPDX-License-Identifier: Apache-2.0
"""Numerals in digits and words, exact, with what their form shows.

The exponent of a value carries the shown precision: "2.1 billion" is 2.1E+9 (last shown digit 1E+8), "8,000" is
8000 (last shown digit 1), "8.50" is 8.50. An exponent above zero says that the text rounds by its own form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .lexicon import (
    CARDINALS,
    DENOMINATORS_MANY,
    DENOMINATORS_ONE,
    ORDINALS,
    POINT_GROUPING,
    SCALE_LETTERS,
    SCALES,
    VULGAR,
)

SPACES = " \u00a0\u202f\u2009"  # a plain, a no-break, a narrow no-break and a thin space


@dataclass(slots=True)  # not frozen: made for every number, and freezing doubles the cost
class Numeral:
    """A number as written: its value, where it ends, and its form."""

    value: Decimal
    end: int
    words: bool = False
    fraction: bool = False
    ordinal: bool = False


_DIGITS = re.compile(
    rf"""
    (?P<indian>\d{{1,2}}(?:,\d\d){{1,5}},\d{{3}}(?!\d|,\d))
  | (?P<grouped>\d{{1,3}}(?:,\d{{3}}){{1,6}}(?:\.\d{{1,12}})?(?!\d|,\d))
  | (?P<swiss>\d{{1,3}}(?:['’]\d{{3}}){{1,6}}(?:\.\d{{1,12}})?(?!\d))
  | (?P<points>\d{{1,3}}(?:\.\d{{3}}){{1,6}},\d{{1,2}}(?!\d)|\d{{1,3}}(?:\.\d{{3}}){{2,6}}(?![\d.]))
  | (?P<spaced>[1-9]\d{{0,2}}(?:[\u00a0\u202f\u2009]\d{{3}}){{1,6}}(?:[.,]\d{{1,2}})?(?!\d))
  | (?P<plainspaced>[1-9]\d{{0,2}}(?:\ \d{{3}}){{1,4}}(?:,\d\d)?(?!\d|[.,]\d))
  | (?P<comma>\d{{1,9}},\d{{1,2}}(?=[{SPACES}]?(?:[%€£]|EUR\b|kr\b|kg\b|km\b|cm\b|m\b|zł|PLN\b|SEK\b|NOK\b|DKK\b)))
  | (?P<point>\d{{0,24}}\.\d{{1,20}}(?!\d))(?P<exp>[eE][+-]?\d{{1,2}}(?!\w))?
  | (?P<plain>\d{{1,24}}(?!\d))(?P<exp2>[eE][+-]?\d{{1,2}}(?!\w))?
    """,
    re.VERBOSE,
)
_SHORT = re.compile(r"\d{1,24}(?:\.\d{1,12})?(?!\d|[.,'’\u00a0\u202f\u2009 eE][\d+-])")
# " " and the first letter of no scale word: the common case that needs no further look.
_PLAIN_FOLLOWERS = frozenset(f" {letter}" for letter in "aefgijnopqrsuvwxyzAEFGHIJNOPQRSUVWXYZ|,.;%")
_SPACED_MONEY = re.compile(rf"[{SPACES}]?(?:[€£$%]|[A-Z]{{3}}\b|kr\b|k?g\b|k?m\b|t\b|tonnes|euros?\b)")
_VULGAR = re.compile(f"[ ]?([{''.join(VULGAR)}])")
_OVER = re.compile(r"[/⁄](\d{1,4})(?![\d/⁄]|\.\d)")
_MIXED = re.compile(r"[ -](\d{1,2})[/⁄](\d{1,3})(?![\d/⁄])")
_SCALE = re.compile(
    r"(?:[ \u00a0-]|)(?:(?i:(hundred|thousand|million|billion|trillion|lakhs?|crores?|mn|mln|bn|bln|tn|trn))"
    r"|(?i:(dozen)))(?![A-Za-z])"
)
_SCALE_LETTER = re.compile(r"[kKMB](?![\w²³/])")
_MONEY_LETTER = re.compile(r"[ ]?(MM|mm|[kKMmBbTt])(?![\w²³])")
_MILLION_M = re.compile(
    r"m(?=[ ](?:[A-Z]{3}\b|euros?\b|dollars?\b|pounds?\b|people\b|customers\b|users\b|shares\b|members\b|accounts\b))"
)
_PARENTHESIS = re.compile(r"[ ]\((\d{1,7})\)|[ ]\(([A-Za-z][a-z -]{2,30})\)")
_WORD = re.compile(r"[A-Za-z]{2,12}(?![A-Za-z])")
_NEXT_WORD = re.compile(r"(?:[ -]|\n(?=[a-z]))(?:(and)[ ])?([A-Za-z]{2,12})(?![A-Za-z])")
_AND_PART = re.compile(
    r"[ ]and[ ](?:a[ ](half|quarter|third)|one[ -](half|quarter|third)|(two)[ -]thirds|(three)[ -]quarters)\b"
    r"(?![ ]of\b)"
)
_POINT_WORDS = re.compile(
    r"[ ]point((?:[ ](?:zero|oh|one|two|three|four|five|six|seven|eight|nine)){1,6})(?![A-Za-z])"
)
_NUMBER_ENDINGS = frozenset(DENOMINATORS_ONE) | frozenset(DENOMINATORS_MANY) | frozenset(ORDINALS)
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal(1) / 3}


def read_numeral(text: str, at: int, *, money: bool = False) -> Numeral | None:
    """The numeral that starts at `at`; `money` lets single letters scale ("$2m" is two million, "2m" two metres).

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
        return Numeral(_ratio(*VULGAR[first]), at + 1, fraction=True)
    return _read_words(text, at)


def _ratio(numerator: int, denominator: int) -> Decimal:
    return Decimal(numerator) / Decimal(denominator)


def _read_digits(text: str, at: int, money: bool) -> Numeral | None:
    match = _SHORT.match(text, at)
    if match is not None:
        value, end = Decimal(match.group()), match.end()
    elif (match := _DIGITS.match(text, at)) is not None:
        value, end = _digits_value(text, match, money)
    else:
        return None
    following = text[end : end + 2]
    if not following or following[0] in ".,;:)|\n%" or following in _PLAIN_FOLLOWERS:
        return Numeral(value, end)
    if following[0] in "/⁄" and value == value.to_integral_value():
        over = _OVER.match(text, end)
        return _fraction(value, int(over.group(1)), over.end()) if over else None
    value, end = _with_fraction(text, end, value)
    value, end = _scaled(text, end, value, money)
    return Numeral(value, _skip_gloss(text, end, value))


def _digits_value(text: str, match: re.Match[str], money: bool) -> tuple[Decimal, int]:
    raw, end = match.group(), match.end()
    style = match.lastgroup
    if style in ("exp", "exp2", "point", "plain", None):
        return Decimal(raw), end
    if style == "plainspaced":
        if not (money or " 000" in raw or _SPACED_MONEY.match(text, end)):
            head = raw.split(" ", 1)[0]
            return Decimal(head), match.start() + len(head)
        raw = raw.replace(" ", "").replace(",", ".")
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
        return value + _ratio(int(mixed.group(1)), int(mixed.group(2))), mixed.end()
    vulgar = _VULGAR.match(text, end)
    if vulgar is not None:
        return value + _ratio(*VULGAR[vulgar.group(1)]), vulgar.end()
    return value, end


def _fraction(numerator: Decimal, denominator: int, end: int) -> Numeral | None:
    """A proper fraction; "24/7" and "50/50" are sayings."""
    if 0 < numerator < denominator and denominator <= 1000:
        return Numeral(_ratio(int(numerator), denominator), end, fraction=True)
    return None


def _scaled(text: str, end: int, value: Decimal, money: bool) -> tuple[Decimal, int]:
    following = text[end]
    if not (following.isalpha() or following in " -\u00a0"):
        return value, end
    match = _SCALE.match(text, end)
    if match is not None:
        if match.group(2):
            return value * 12, match.end()
        return value.scaleb(SCALES[match.group(1).lower()]), match.end()
    match = (_MONEY_LETTER if money else _SCALE_LETTER).match(text, end) or _MILLION_M.match(text, end)
    if match is not None:
        return value.scaleb(SCALE_LETTERS[match.group().strip()]), match.end()
    return value, end


def _skip_gloss(text: str, end: int, value: Decimal) -> int:
    """The end after a repetition in brackets: "thirty (30) days", "30 (thirty) days"."""
    if text[end : end + 2] != " (":
        return end
    match = _PARENTHESIS.match(text, end)
    if match is None:
        return end
    if match.group(1):
        return match.end() if Decimal(match.group(1)) == value else end
    spelled = _read_words(text, match.start(2))
    return match.end() if spelled and spelled.end == match.end(2) and spelled.value == value else end


def _read_words(text: str, at: int) -> Numeral | None:
    match = _WORD.match(text, at)
    if match is None:
        if text[at] not in "aA":
            return None
        return _read_article(text, at)
    word = match.group().lower()
    if word == "an":
        return _read_article(text, at)
    if word == "half":
        return _read_half(text, match.end())
    if word in ORDINALS:
        return Numeral(Decimal(ORDINALS[word]), match.end(), words=True, ordinal=True)
    if word not in CARDINALS:
        return None
    return _read_cardinal(text, word, match.end())


_ARTICLE = re.compile(
    r"an?[ -](?:(dozen|hundred|thousand|million|billion|trillion)|"
    r"(half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth))\b",
    re.IGNORECASE,
)
_HALF_OF = re.compile(r"[ ]a[ ](dozen|hundred|thousand|million|billion|trillion)\b")


def _read_article(text: str, at: int) -> Numeral | None:
    match = _ARTICLE.match(text, at)
    if match is None:
        return None
    if match.group(2):
        return Numeral(_ratio(1, DENOMINATORS_ONE[match.group(2).lower()]), match.end(), True, fraction=True)
    word = match.group(1).lower()
    if word == "dozen":
        return Numeral(Decimal(12), match.end(), words=True)
    return _read_cardinal(text, "one", match.start(1), scale=word, after=match.end())


def _read_half(text: str, end: int) -> Numeral | None:
    match = _HALF_OF.match(text, end)
    if match is None:
        return Numeral(Decimal("0.5"), end, words=True, fraction=True)
    word = match.group(1)
    value = Decimal(6) if word == "dozen" else Decimal("0.5").scaleb(SCALES[word])
    return Numeral(value, match.end(), words=True)


def _read_cardinal(text: str, word: str, end: int, *, scale: str = "", after: int = 0) -> Numeral | None:
    """Consume number words while they still form one number: "five and six" stays five."""
    total, power = Decimal(0), 99  # finished groups; the scale of the last one
    group = Decimal(CARDINALS[word])
    if scale:  # "a hundred and five": the scale word after the article is already read
        end = after
        if scale == "hundred":
            group = Decimal(100)
        else:
            total, power, group = Decimal(1).scaleb(SCALES[scale]), SCALES[scale], Decimal(0)
    for _ in range(16):
        match = _NEXT_WORD.match(text, end)
        if match is None:
            break
        joined, word = match.group(1), match.group(2).lower()
        number = CARDINALS.get(word)
        if number is not None:
            room = group % 100
            fits = (room == 0 and (group > 0 or power < 99)) or (
                20 <= room <= 90 and room % 10 == 0 and number < 10
            )
            if not fits or number == 0 or (joined and room):
                break
            if room and text[end] == " " and joined:
                break
            group += number
        elif joined:
            break
        elif word == "hundred" and 0 < group < 100:
            group = Decimal(100) if group == 1 else group * 100
        elif word == "dozen" and total == 0:
            group, end = group * 12, match.end()
            break
        elif word in SCALES and word != "hundred" and group > 0 and SCALES[word] < power:
            power = SCALES[word]
            total += group.scaleb(power)
            group = Decimal(0)
        elif word in _NUMBER_ENDINGS:
            ending = _word_ending(word, total + group if group or not total else total, group, match)
            if ending is not None:
                return ending
            break
        else:
            break
        end = match.end()
    value = total if total and not group else total + group
    return _with_part(text, end, value)


def _word_ending(word: str, value: Decimal, group: Decimal, match: re.Match[str]) -> Numeral | None:
    """ "two" + "thirds" is a fraction, "twenty" + "first" an ordinal."""
    denominators = DENOMINATORS_ONE if value == 1 else DENOMINATORS_MANY
    two_quarters = value == 2 and word == "quarters"  # two parts of a year rather than a half
    if word in denominators and 0 < value < denominators[word] and not two_quarters:
        return Numeral(_ratio(int(value), denominators[word]), match.end(), words=True, fraction=True)
    ordinal = ORDINALS.get(word)
    if ordinal is not None and ordinal < 10 and group % 100 in range(20, 100, 10):
        return Numeral(value + ordinal, match.end(), words=True, ordinal=True)
    return None


def _with_part(text: str, end: int, value: Decimal) -> Numeral:
    following = text[end : end + 2]
    if (
        not following
        or following[0] in ".,;:)|\n"
        or (following in _PLAIN_FOLLOWERS and following not in (" a", " p"))
    ):
        return Numeral(value, end, words=True)
    if following[0] == " ":
        part = _AND_PART.match(text, end)
        if part is not None:
            word = part.group(1) or part.group(2)
            added = _PARTS[word] if word else _ratio(2, 3) if part.group(3) else _ratio(3, 4)
            # "a million and a half" is a million and half a million.
            scale = value.adjusted() if value >= 1000 and len(value.normalize().as_tuple().digits) == 1 else 0
            value, end = value + added.scaleb(scale), part.end()
        elif (point := _POINT_WORDS.match(text, end)) is not None:
            digits = "".join("0" if word == "oh" else str(CARDINALS[word]) for word in point.group(1).split())
            value, end = value + Decimal(f"0.{digits}"), point.end()
    if end < len(text):
        value, end = _scaled(text, end, value, False)
    return Numeral(value, _skip_gloss(text, end, value), words=True)


def regrouped(raw: str, code: str) -> Decimal | None:
    """The value of "3.350" beside a currency of countries that group by points; None when it does not apply.

    >>> regrouped("3.350", "EUR"), regrouped("3.350", "USD"), regrouped("0.350", "EUR")
    (Decimal('3350'), None, None)
    """
    if code in POINT_GROUPING and _POINT_GROUPED.fullmatch(raw):
        return Decimal(raw.replace(".", ""))
    return None


_POINT_GROUPED = re.compile(r"[1-9]\d{0,2}\.\d{3}")
