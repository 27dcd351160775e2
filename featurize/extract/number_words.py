# SPDX-License-Identifier: Apache-2.0
"""Numerals in words, "two and a half", "three quarters", and the scale that may follow any numeral: "2.1 million"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .lexicon import CARDINALS, DENOMINATORS_MANY, DENOMINATORS_ONE, ORDINALS, SCALE_LETTERS, SCALES

SPACES = " \u00a0\u202f\u2009"  # a plain, a no-break, a narrow no-break and a thin space


@dataclass(slots=True)  # not frozen: made for every number, and freezing doubles the cost
class Numeral:
    """A number as written: its value, where it ends, and its form."""

    value: Decimal
    end: int
    words: bool = False
    fraction: bool = False
    ordinal: bool = False


# " " and the first letter of no scale word: the common case that needs no further look.
PLAIN_FOLLOWERS = frozenset(f" {letter}" for letter in "aefgijnopqrsuvwyzAEFGHIJNOPQRSUVWYZ|,.;%")

_SCALE = re.compile(
    r"(?:[ \u00a0-]|)(?:(?i:(hundred|thousand|million|billion|trillion|lakh[ ]crores?|lakhs?|crores?|mn|mln|bn|"
    r"bln|tn|trn|mio|mrd))|(?i:(dozen)))(?![A-Za-z])(?:(?<=[oOdD])\.(?=[ ]?(?:€|EUR|CHF)))?"
)

_SCALE_LETTER = re.compile(r"[kKMB](?![\w²³/])")

_MONEY_LETTER = re.compile(r"[ ]?(MM|mm|[kKMmBbTt])(?![\w²³])")

_MILLION_M = re.compile(
    r"m(?=[ ](?:[A-Z]{3}\b|euros?\b|dollars?\b|pounds?\b|people\b|customers\b|users\b|shares\b|members\b|"
    r"accounts\b))"
)


def ratio(numerator: int, denominator: int) -> Decimal:
    return Decimal(numerator) / Decimal(denominator)


def scaled(text: str, end: int, value: Decimal, money: bool) -> tuple[Decimal, int]:
    following = text[end : end + 1] or "."
    if not (following.isalpha() or following in " -\u00a0"):
        return value, end
    match = _SCALE.match(text, end)
    if match is not None:
        if match.group(2):
            return value * 12, match.end(2)
        return value.scaleb(SCALES[match.group(1).lower()]), match.end()
    match = (_MONEY_LETTER if money else _SCALE_LETTER).match(text, end) or _MILLION_M.match(text, end)
    if match is not None:
        return value.scaleb(SCALE_LETTERS[match.group().strip()]), match.end()
    return value, end


_PARENTHESIS = re.compile(r"[ ]\((\d{1,7})\)|[ ]\(([A-Za-z][a-z -]{2,30})\)")

_WORD = re.compile(r"[A-Za-z]{2,12}(?![A-Za-z])")

_NEXT_WORD = re.compile(r"(?:[ -]|[ ]-[ ]|\n(?=[a-z]))(?:(and)[ ])?([A-Za-z]{2,12})(?![A-Za-z])")

_AND_PART = re.compile(
    r"(?:[ ]and[ ]|-and-)(?:a[ -](half|quarter|third)|one[ -](half|quarter|third)|(two)[ -]thirds|"
    r"(three)[ -]quarters?)\b(?![ ]of\b)"
)
_AND_FRACTION = re.compile(
    rf"[ ]and[ ]({'|'.join(word for word, n in CARDINALS.items() if 0 < n < 10)})[ -]"
    rf"({'|'.join({**DENOMINATORS_ONE, **DENOMINATORS_MANY})})\b(?![ ]of\b)"
)

_NUMBER_ENDINGS = frozenset(DENOMINATORS_ONE) | frozenset(DENOMINATORS_MANY) | frozenset(ORDINALS)

_GREAT_ORDINALS = ("hundredth", "thousandth", "millionth")  # "the one hundredth visitor"

_NO_SCALE, _MOST_WORDS = 99, 16

_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal(1) / 3}


def skip_gloss(text: str, end: int, value: Decimal) -> int:
    """The end after a repetition in brackets: "thirty (30) days", "30 (thirty) days"."""
    if text[end : end + 2] != " (":
        return end
    match = _PARENTHESIS.match(text, end)
    if match is None:
        return end
    if match.group(1):
        return match.end() if Decimal(match.group(1)) == value else end
    spelled = read_words(text, match.start(2))
    return match.end() if spelled and spelled.end == match.end(2) and spelled.value == value else end


def read_words(text: str, at: int) -> Numeral | None:
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
        return Numeral(ratio(1, DENOMINATORS_ONE[match.group(2).lower()]), match.end(), True, fraction=True)
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
    total, power = Decimal(0), _NO_SCALE  # finished groups; the scale of the last one
    group = Decimal(CARDINALS[word])
    if scale:  # "a hundred and five": the scale word after the article is already read
        end = after
        if scale == "hundred":
            group = Decimal(100)
        else:
            total, power, group = Decimal(1).scaleb(SCALES[scale]), SCALES[scale], Decimal(0)
    for _ in range(_MOST_WORDS):
        match = _NEXT_WORD.match(text, end)
        if match is None:
            break
        joined, word = match.group(1), match.group(2).lower()
        number = CARDINALS.get(word)
        if number is not None:
            if not _fits(number, group, bool(joined), is_begun=group > 0 or power < _NO_SCALE):
                break
            group += number
        elif joined:
            break
        elif word == "hundred" and 0 < group < 100:
            group = Decimal(100) if group == 1 else group * 100
        elif word in SCALES and word != "hundred" and group > 0 and SCALES[word] < power:
            power = SCALES[word]
            total += group.scaleb(power)
            group = Decimal(0)
        elif word in _NUMBER_ENDINGS:
            if (ending := _word_ending(word, _sum(total, group), group, match)) is not None:
                return ending
            break
        else:
            break
        end = match.end()
    return _with_part(text, end, _sum(total, group))


def _sum(total: Decimal, group: Decimal) -> Decimal:
    """Without a group the exponent of the scale stays: "two million" is 2E+6."""
    return total if total and not group else total + group


def _fits(number: int, group: Decimal, joined: bool, *, is_begun: bool) -> bool:
    """May a number word follow what is read of a group: "five" after "hundred (and)" and after "twenty"?"""
    room = group % 100
    if number == 0 or (joined and room):
        return False
    return is_begun if room == 0 else 20 <= room <= 90 and room % 10 == 0 and number < 10


def _word_ending(word: str, value: Decimal, group: Decimal, match: re.Match[str]) -> Numeral | None:
    """ "two" + "thirds" is a fraction, "twenty" + "first" an ordinal."""
    if word in _GREAT_ORDINALS and not match.string.startswith(" of", match.end()):
        return Numeral(value * ORDINALS[word], match.end(), words=True, ordinal=True)
    denominators = DENOMINATORS_ONE if value == 1 else DENOMINATORS_MANY
    two_quarters = value == 2 and word == "quarters"  # two parts of a year rather than a half
    if word in denominators and 0 < value < denominators[word] and not two_quarters:
        return Numeral(ratio(int(value), denominators[word]), match.end(), words=True, fraction=True)
    ordinal = ORDINALS.get(word)
    if ordinal is not None and ordinal < 10 and group % 100 in range(20, 100, 10):
        return Numeral(value + ordinal, match.end(), words=True, ordinal=True)
    return None


def _with_part(text: str, end: int, value: Decimal) -> Numeral:
    following = text[end : end + 2]
    if (
        not following
        or following[0] in ".,;:)|\n"
        or (following in PLAIN_FOLLOWERS and following not in (" a", " p"))
    ):
        return Numeral(value, end, words=True)
    if following[0] in " -":
        part = _AND_PART.match(text, end)
        if part is not None:
            word = part.group(1) or part.group(2)
            added = _PARTS[word] if word else ratio(2, 3) if part.group(3) else ratio(3, 4)
            # "a million and a half" is a million and half a million.
            scale = value.adjusted() if value >= 1000 and len(value.normalize().as_tuple().digits) == 1 else 0
            value, end = value + added.scaleb(scale), part.end()
        elif part := _AND_FRACTION.match(text, end):
            below = (DENOMINATORS_ONE | DENOMINATORS_MANY)[part.group(2)]
            if CARDINALS[part.group(1)] < below:
                value, end = value + ratio(CARDINALS[part.group(1)], below), part.end()
    if end < len(text):
        value, end = scaled(text, end, value, False)
    return Numeral(value, skip_gloss(text, end, value), words=True)
