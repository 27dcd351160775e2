# SPDX-License-Identifier: Apache-2.0
"""From amounts to mentions: ranges, ordinals, "a year", and what is no value after all."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from .bounds import bound_of
from .lexicon import CARDINALS, DURATIONS
from .mention import Kind, Mention
from .numbers import read_numeral
from .ordinary import FUNCTION, is_ordinary
from .quantities import Amount, counted_noun, read_amount, read_unit

_LINK = re.compile(
    r"[ ]?(?:[–—−]|-{1,2})[ ]?|[ ](?:to|and|or|through|till|until)[ ](?:about[ ]|around[ ]|up[ ]to[ ])?"
)
_CHANGE = re.compile(
    r"\b(?:rose|rise|rises|risen|rising|fell|falls?|fallen|falling|grew|grows?|grown|growing|increas\w+|decreas\w+|"
    r"rais\w+|lower\w*|reduc\w+|cut|cuts|drop\w*|declin\w+|jump\w*|chang\w+|mov\w+|went|goes|going|up|down|improv\w+|"
    r"widen\w*|narrow\w*|climb\w*|slip\w*|shr[aiu]nk\w*|expand\w*|upgrad\w+|amend\w+|switch\w+|adjust\w*|extend\w*|"
    r"shorten\w*|revis\w+|doubl\w+|convert\w*)\b[^.;\n]{0,60}$",
    re.IGNORECASE,
)
_DIRECT_CHANGE = re.compile(
    r"\b(?:rose|rises?|risen|fell|falls?|grew|grows?|increased?s?|decreased?s?|up|down|declined|dropped|cut|reduced|"
    r"raised|lowered|changed|went|goes|moved)(?:[ ]by)?[ ]$"
)
_FROM = re.compile(r"\bfrom[ ](?:about[ ]|around[ ]|the[ ](?:current[ ])?)?$")
_RANGED = re.compile(
    r"\b(?:rang\w+|anywhere|var(?:y|ies)|span\w*|spread\w*|runn?\w*)[ ][^.;\n]{0,30}$", re.IGNORECASE
)
_BETWEEN = re.compile(r"\b[Bb]etween[ ](?:about[ ]|around[ ]|roughly[ ]|approximately[ ])?$")
_CELL_LEFT, _CELL_RIGHT = re.compile(r"(?:^|[|\t\n]|[ ]{2})[ ]?$"), re.compile(r"[ ]?(?:$|[|\t\n]|[ ]{2})")


def amount(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """A number with whatever belongs to it."""
    text, at = match.string, match.start()
    found = read_amount(text, at)
    if found is None or _is_saying(text, found):
        return None
    partner = _range_partner(text, found)
    if partner is None:
        return (_mention(text, found.start, found.end, found, found.value, found.value),)
    low, high = partner
    return (_mention(text, low.start, high.end, high, low.value, high.value),)


SIMPLE = re.compile(
    r"([$£])?(\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,4})?|\d{1,12}(?:\.\d{1,8})?)(?:(%)|(?![\d%]))(?="
    r"[ ]?(?:[|;)\]}\"]|[.,:](?![\d.])|$)(?![ ]?(?:and|or|to|[A-Z]{3}|-|–)\b)|"
    r"[ ](?:of|per(?! cent)|for|on|is|was|were|by|from|if|but|with|when|as|will|each|in|into|under|applies|are|than|unless)[ ])"
)
_SIMPLE_CODES = {"$": "USD", "£": "GBP"}


def simple_amount(match: re.Match[str]) -> tuple[Mention, ...]:
    """The short cut for "412.0 |", "£4.00,", "5% of": more than half of all values."""
    sign, digits, percent = match.groups()
    value = Decimal(digits.replace(",", ""))
    start, end = match.span()
    if sign:
        kind, unit = Kind.MONEY, _SIMPLE_CODES[sign]
    else:
        kind, unit = (Kind.PERCENT, "%") if percent else (Kind.NUMBER, "")
    bound = bound_of(match.string, start, end, kind)
    return (Mention(kind, start, end, match.group(), value, value, unit, "", bound),)


def _mention(text: str, start: int, end: int, amount: Amount, low: Decimal, high: Decimal) -> Mention:
    bound = bound_of(text, start, end, amount.kind)
    return Mention(
        amount.kind, start, end, text[start:end], low=low, high=high, unit=amount.unit, bound=bound
    )


def negative_word(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "minus 5%"."""
    found = read_amount(match.string, match.end())
    if found is None:
        return None
    value = -found.value
    return (_mention(match.string, match.start(), found.end, found, value, value),)


def accounting(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "(1,234)" alone in a table cell is minus 1,234."""
    text = match.string
    found = read_amount(text, match.start() + 1)
    if found is None or found.end != match.end() - 1:
        return None
    if not (
        _CELL_LEFT.search(text[max(0, match.start() - 4) : match.start()])
        and _CELL_RIGHT.match(text, match.end())
    ):
        return None
    value = -found.value
    return (Mention(found.kind, match.start(), match.end(), match.group(), value, value, found.unit),)


def _range_partner(text: str, low: Amount) -> tuple[Amount, Amount] | None:
    """Both ends when the text states a range; a change ("rose from 4% to 5%") is two values, not a range."""
    if low.end >= len(text) or text[low.end] not in " -–—−":
        return None
    link = _LINK.match(text, low.end)
    if link is None:
        return None
    word = link.group().strip()
    left = text[max(0, low.start - 80) : low.start]
    if word.startswith("or"):
        return None
    if word.startswith("and") and not _BETWEEN.search(left):
        return None
    if word.startswith(("to", "through", "till", "until")):
        if _FROM.search(left) and (
            _CHANGE.search(left) or not (low.bare or low.kind is Kind.NUMBER or _RANGED.search(left))
        ):
            return None
        if not low.bare and _DIRECT_CHANGE.search(left):
            return None
    high = read_amount(text, link.end())
    if high is None or (link.group() == "-" and text[link.end()] == "-"):
        return None
    return _unified(text, low, high, spaced_dash=word in "-–—−" and " " in link.group())


def _unified(text: str, low: Amount, high: Amount, *, spaced_dash: bool) -> tuple[Amount, Amount] | None:
    if low.kind is not high.kind or low.unit != high.unit:
        if low.bare and not high.prefixed:
            low = replace(
                low, kind=high.kind, unit=high.unit, factor=high.factor, value=low.raw * high.factor
            )
        elif low.prefixed and high.kind is Kind.NUMBER:
            high = replace(high, kind=Kind.MONEY, unit=low.unit, prefixed=True)
        elif high.bare and not spaced_dash and low.kind is Kind.NUMBER and low.unit != "fraction":
            high = replace(high, unit=low.unit)
        else:
            return None
    elif spaced_dash and low.bare and high.bare and "|" not in text[low.end : high.start]:
        return None if not text[low.start - 1 : low.start].isspace() and low.start else _lift(low, high)
    return _lift(low, high)


def _lift(low: Amount, high: Amount) -> tuple[Amount, Amount] | None:
    """The scale of the upper end covers both in "$5 to $10 million"."""
    exponent = high.raw.as_tuple().exponent
    if (
        isinstance(exponent, int)
        and exponent >= 3
        and abs(low.raw) < 1000
        and low.raw == low.raw.to_integral_value()
    ):
        low = replace(low, value=low.value.scaleb(_scale_of(high.raw)))
    elif isinstance(exponent, int) and abs(high.raw) >= 100000 and exponent > 0 and abs(low.raw) < 1000:
        low = replace(low, value=low.value.scaleb(_scale_of(high.raw)))
    return (low, high) if low.value < high.value else None


def _scale_of(value: Decimal) -> int:
    """3, 6, 9 or 12: the scale word that a value must have been written with."""
    return min(12, 3 * ((value.adjusted()) // 3))


_NOT_ONE_BEFORE = frozenset(
    "this that which the each any every no another other last next first new old previous right wrong same only-one "
    "such these those either neither whichever some current".split()
)
_NO_ONE_NOUN = (
    frozenset("shown dates made paid given taken held sold kept left sent set will".split()) | FUNCTION
)


def _is_saying(text: str, found: Amount) -> bool:
    """Words that look like a number and state none: "this one", "half-hearted", "one of the"."""
    if not found.words or found.kind is not Kind.NUMBER:
        return False
    following = text[found.end : found.end + 1]
    word = text[found.start : found.end].lower()
    if found.unit == "fraction":
        return _is_no_fraction(text, found, word, following)
    if word == "one":
        if following == "-" and found.unit in ("time", "off", "way", "stop", "to", "sided", "person", "size"):
            return True
        before = text[max(0, found.start - 14) : found.start].split()
        if (
            not is_ordinary(found.unit)
            or found.unit in _NO_ONE_NOUN
            or found.unit.endswith(("ly", "ed", "ing"))
        ):
            return True
        return bool(before and before[-1].lower() in _NOT_ONE_BEFORE)
    return _is_title(text, found.start, found.end)


def _is_title(text: str, start: int, end: int) -> bool:
    """A capitalised number word beside another capital belongs to a name: "Three Rivers Bank", "the Big Four"."""
    if not text[start].isupper():
        return False
    after = text[end : end + 2]
    if len(after) == 2 and after[0] == " " and after[1].isupper():
        return True
    before = text[max(0, start - 16) : start].split()
    return bool(before) and before[-1][0].isupper() and before[-1].isalpha() and text[start - 1] == " "


_FRACTION_FOLLOWERS = frozenset(
    "of the a an its their your our my his her this that these those as more less".split()
)


def _is_no_fraction(text: str, found: Amount, word: str, following: str) -> bool:
    if following == "-":
        return True
    after = text[found.end : found.end + 14].split()
    follower = after[0].lower() if after and following.isspace() else ""
    if word == "half":
        before = text[max(0, found.start - 14) : found.start].split()
        if before and before[-1].lower() in (
            "first",
            "second",
            "latter",
            "other",
            "last",
            "final",
            "1st",
            "2nd",
        ):
            return True
        return follower in (
            "year",
            "yearly",
            "term",
            "board",
            "day",
            "back",
            "life",
            "time",
            "marathon",
            "hour",
            "way",
        )
    if word in (
        "a third",
        "a quarter",
        "a fifth",
        "a fourth",
        "a sixth",
        "a seventh",
        "a eighth",
        "an eighth",
        "a tenth",
    ):
        if word == "a quarter":
            return follower != "of" or after[1:2] in (["2024"], ["2025"], ["the-year"])
        return bool(follower) and follower not in _FRACTION_FOLLOWERS and follower not in FUNCTION
    return False


_A_UNIT = re.compile(
    r"an?[ ](?:(?:full|whole|single|further|(?P<work>working|business))[ ])?"
    r"(?P<unit>second|minute|hour|day|week|fortnight|month|year|decade|century)(?![\w-])"
    r"(?P<more>[ ]and[ ](?:a[ ](?P<part>half|quarter)|three[ -]quarters)\b)?",
    re.IGNORECASE,
)
_A_UNIT_CUE = re.compile(
    r"(?:\b(?:for|within|after|in|over|than|least|most|about|approximately|nearly|almost|roughly|around|under|lasts?|"
    r"takes?|took|to|until|is|was|requires?|needs?|gives?|have|has|below|above|exceeds?|every[ ]half|half|with)|"
    r"\b(?:period|term|notice|minimum|maximum|delay|duration|gap|limit|maturity|life)[ ]of)\s$",
    re.IGNORECASE,
)
_RATE_BEFORE = re.compile(
    r"\b(?:once|twice|times|thrice|\d+[%x]?|days?|hours?|fee|paid|charged)[ ](?:in|over|for)?[ ]?$",
    re.IGNORECASE,
)


def article(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "a dozen", "a third of", "a year and a half", "within a month"; "$5 a month" is a rate."""
    text, at = match.string, match.start()
    unit = _A_UNIT.match(text, at)
    if unit is None:
        return amount(match)
    left = text[max(0, at - 28) : at]
    following = text[unit.end() : unit.end() + 14].split()
    if (
        unit["unit"].lower() == "second"
        and following
        and following[0].isalpha()
        and following[0] not in FUNCTION
    ):
        return None  # "a second home"
    told = unit["more"] or unit["work"]
    if not told and (not _A_UNIT_CUE.search(left) or _RATE_BEFORE.search(left)):
        return None
    _, base, factor = DURATIONS[unit["unit"].lower()]
    if unit["work"]:
        base, factor = "business_day", Decimal(5) if unit["unit"].lower() == "week" else Decimal(1)
    value = factor
    if unit["more"]:
        value += (
            factor * {"half": Decimal("0.5"), "quarter": Decimal("0.25"), None: Decimal("0.75")}[unit["part"]]
        )
    bound = bound_of(text, at, unit.end(), Kind.DURATION)
    return (Mention(Kind.DURATION, at, unit.end(), unit.group(), value, value, base, bound=bound),)


PROPORTION = re.compile(
    rf"(?P<n>\d{{1,3}}|(?i:{'|'.join(CARDINALS)}))[ ](?:(?P<of>out[ ]of)|in)(?:[ ]every)?[ ]"
    rf"(?P<d>\d{{1,4}}|{'|'.join(CARDINALS)})(?![\w-]|[.,:/]\d|[ ]?%)"
)


def proportion(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "one in five", "3 out of 4"; "two in 30 days" is none."""
    top, bottom = (
        Decimal(word) if word.isdigit() else Decimal(CARDINALS[word.lower()])
        for word in (match["n"], match["d"])
    )
    if not 0 < top < bottom <= 1000 or (match["of"] is None and top > 1):
        return None
    text, start, end = match.string, match.start(), match.end()
    if read_unit(text, end) is not None:
        return None
    share = top / bottom
    return (
        Mention(
            Kind.NUMBER,
            start,
            end,
            match.group(),
            share,
            share,
            "fraction",
            bound=bound_of(text, start, end, Kind.NUMBER),
        ),
    )


DIGIT_ORDINAL = re.compile(r"(?P<n>\d{1,5})(?:st|nd|rd|th)(?![\w])")
_ORDINAL_BEFORE = frozenset(
    "the its our your their his her my a an each every this that on from since until by in after before to of only and "
    "no any at for".split()
)
_NO_ORDINAL_AFTER = frozenset(
    "party parties hand aid class name thought thoughts opinion nature rate time place person world line place of all "
    "come served things and or half quarter".split()
)


def digit_ordinal(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "3rd", "15th"."""
    value = Decimal(match["n"])
    return (Mention(Kind.ORDINAL, match.start(), match.end(), match.group(), value, value),)


def word_ordinal(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "the third instalment"; not "per second", "third party", "first, ..."."""
    text, start = match.string, match.start()
    read = read_ordinal(text, start)
    if read is None:
        return None
    value, end = read
    word = text[start:end]
    before = text[max(0, start - 14) : start].split()
    last = before[-1].lower() if before and text[start - 1].isspace() else ""
    after = text[end : end + 14].split()
    follower = after[0].strip(".,;:)*").lower() if after and text[end : end + 1].isspace() else ""
    lower = word.lower()
    if text[end : end + 1] == "-" or follower in _NO_ORDINAL_AFTER and lower in ("first", "second", "third"):
        return None
    if lower == "second" and (
        last in ("per", "a", "one", "every", "each") and not follower or last in ("per",)
    ):
        return None
    if follower in CARDINALS or follower[:1].isdigit() or follower.startswith(("$", "£", "€")):
        return None
    if lower == "first" and (last not in _ORDINAL_BEFORE or last in ("at", "and", "by") or not follower):
        return None
    if (
        lower in ("second", "third", "fourth", "fifth")
        and last not in _ORDINAL_BEFORE
        and (not follower or follower in FUNCTION)
    ):
        return None
    if _is_title(text, start, end):
        return None
    noun = counted_noun(text, end, Decimal(1))
    return (Mention(Kind.ORDINAL, start, end, word, value, value, noun),)


def read_ordinal(text: str, at: int) -> tuple[Decimal, int] | None:
    """Value and end of an ordinal in words.

    >>> read_ordinal("twenty-first", 0)
    (Decimal('21'), 12)
    """
    numeral = read_numeral(text, at)
    return (numeral.value, numeral.end) if numeral is not None and numeral.ordinal else None
