# SPDX-License-Identifier: Apache-2.0
"""Amounts that begin with "a": "a dozen", "a year and a half", "a percentage point"."""

from __future__ import annotations

import re
from decimal import Decimal

from .amounts import amount
from .bounds import bound_of
from .mention import Kind, Mention
from .ordinary import FUNCTION
from .unit_table import DURATIONS

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
