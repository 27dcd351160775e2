# SPDX-License-Identifier: Apache-2.0
"""From amounts to mentions: values with their bounds and ranges, proportions, "a year"."""

from __future__ import annotations

import re
from decimal import Decimal

from .bounds import bound_of
from .lexicon import CARDINALS, FUNCTION
from .mention import Kind, Mention
from .ordinals import is_saying
from .quantities import Amount, read_amount
from .ranges import range_partner, with_lent_unit
from .units import DURATIONS, read_unit

_CELL_LEFT, _CELL_RIGHT = (
    re.compile(r"(?:(?:^|\n|([|\t]|[ ]{2}))[ ]?|(;))$"),
    re.compile(r"[ ]?(?:$|\n|([|\t]|[ ]{2}))|(;)(?=\S)"),
)


# A blank and the first letter of no word that links two amounts: the common case.
_UNLINKED = frozenset(f" {letter}" for letter in "bcdefghijklmnpqrsvwxyz|(")


def amount(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """A number with whatever belongs to it."""
    text, at = match.string, match.start()
    found = read_amount(text, at)
    if found is None or is_saying(text, found):
        return None
    partner = range_partner(text, found) if text[found.end : found.end + 2] not in _UNLINKED else None
    if partner is None:
        if found.bare and text[found.end : found.end + 2] not in _UNLINKED:
            found = with_lent_unit(text, found)
        return (_mention(text, found.start, found.end, found, found.value, found.value),)
    low, high = partner
    return (_mention(text, low.start, high.end, high, low.value, high.value),)


def _mention(text: str, start: int, end: int, amount: Amount, low: Decimal, high: Decimal) -> Mention:
    bound = bound_of(text, start, end, amount.kind)
    first, last = (None, None) if amount.key else (low, high)
    return Mention(amount.kind, start, end, text[start:end], first, last, amount.unit, amount.key, bound)


MINUS = re.compile(rf"(?i:minus|negative)[ ](?=[\d$£€.]|(?:{'|'.join(CARDINALS)})\b)")


def negative_word(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "minus 5%"."""
    found = read_amount(match.string, match.end())
    if found is None:
        return None
    value = -found.value
    return (_mention(match.string, match.start(), found.end, found, value, value),)


BRACKETED_PERCENT = re.compile(r"\((\d{1,6}(?:[.,]\d{1,4})?)\)[ ]?%")


def bracketed_percent(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "(2.3)%" of accounts is minus 2.3%."""
    value = -Decimal(match.group(1).replace(",", "."))
    return (Mention(Kind.PERCENT, match.start(), match.end(), match.group(), value, value, "%"),)


def accounting(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "(1,234)" alone in a table cell is minus 1,234."""
    text = match.string
    found = read_amount(text, match.start() + 1)
    if found is None or found.end != match.end() - 1:
        return None
    left = _CELL_LEFT.search(text[max(0, match.start() - 4) : match.start()])
    right = _CELL_RIGHT.match(text, match.end())
    if left is None or right is None or not (left.lastindex or right.lastindex):
        return None
    value = -found.value
    return (Mention(found.kind, match.start(), match.end(), match.group(), value, value, found.unit),)


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


ARTICLE = re.compile(
    r"an?[ -](?=(?:dozen|hundred|thousand|million|billion|trillion|half|third|quarter|fifth|sixth|seventh|eighth|"
    r"ninth|tenth|twentieth|hundredth|"
    r"full|whole|single|further|working|business|second|minute|hour|day|week|"
    r"fortnight|month|year|decade|century)\b)",
    re.IGNORECASE,
)
_A_UNIT = re.compile(
    r"an?[ ](?:(?:full|whole|single|further|(?P<work>working|business))[ ])?"
    r"(?P<unit>second|minute|hour|day|week|fortnight|month|year|decade|century)(?![\w-])"
    r"(?P<more>[ ]and[ ](?:a[ ](?P<part>half|quarter)|three[ -]quarters)\b)?",
    re.IGNORECASE,
)

_A_UNIT_CUE = re.compile(
    r"(?:\b(?:for|within|after|over|than|least|most|about|approximately|nearly|almost|roughly|around|"
    r"under|lasts?|"
    r"takes?|took|to|until|requires?|needs?|below|above|exceeds?|every[ ]half|half|"
    r"with)|"
    r"\b(?:period|term|notice|minimum|maximum|delay|duration|gap|limit|maturity|life)[ ]of)\s$",
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
        and (follower := following[0].rstrip(".,;:)*")).isalpha()
        and follower not in FUNCTION
    ):
        return None  # "a second home"
    told = unit["more"] or unit["work"]
    if not told and not _A_UNIT_CUE.search(left):
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
