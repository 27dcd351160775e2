# SPDX-License-Identifier: Apache-2.0
"""Bare years and spans of years, where the words around them allow any."""

from __future__ import annotations

import re
from decimal import Decimal

from .dates import YEAR_DIGITS, keyed
from .lexicon import DATE_CUES, counted_noun
from .mention import Kind, Mention
from .units import read_unit

_MANY = Decimal(2000)

YEAR_RANGE = re.compile(
    rf"(?P<y>1\d\d\d|{YEAR_DIGITS})(?P<link>\s?[-–/]\s?)(?P<y2>{YEAR_DIGITS}|1\d\d\d|\d\d)(?!\w|[-/.]\d|,\d|[ ]?%)"
)
YEAR = re.compile(r"(?P<y>1\d\d\d|20\d\d|2100)(?![\w%]|[.,:/]\d|-\d)")
_NOT_BARE_YEAR = frozenset(
    "least most than over above under below exceed exceeds exceeding maximum minimum to".split()
)


def second_year(year: str, second: str) -> str | None:
    following = second if len(second) == 4 else year[:2] + second
    return following if int(year) < int(following) <= int(year) + 60 else None


def _in_brackets(match: re.Match[str]) -> bool:
    text = match.string
    return text[match.start() - 1 : match.start()] == "(" and text[match.end() : match.end() + 1] in (
        ")",
        ";",
        ",",
    )


def year_range(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "2012-13", "2019-2023"; "2011-12" may also be December 2011."""
    year, link, second = match["y"], match["link"], match["y2"]
    before = match.string[max(0, match.start() - 8) : match.start()]
    if year < "1800" and not _in_brackets(match) and not _CIRCA.search(before):
        return None  # "1564–1616" may count
    following = second_year(year, second)
    month = f"{year}-{second}" if link == "-" and len(second) == 2 and 1 <= int(second) <= 12 else ""
    if following is None or (len(second) == 2 and link.strip() != link):
        return keyed(Kind.PERIOD, match, month) if month else None
    return keyed(Kind.PERIOD, match, f"{year}/{following}" + (f"|{month}" if month else ""))


_CIRCA = re.compile(r"(?:\bcirca|\bca?\.)[ ]$")
_OLD_YEAR_CUES = frozenset("in since circa year during until around c. ca. by".split())
# "2017 people" counts; "2017 results" dates.
_COUNTED = frozenset(
    "person customer user employee member share unit vote copy home job student patient".split()
)


def _old_year(match: re.Match[str], before: list[str], last: str) -> tuple[Mention, ...] | None:
    """Years before 1900 need a word that dates: "founded in 1776", "between 1887 and 1889"."""
    text, end = match.string, match.end()
    if last == "between":
        dated = _AND_YEAR.match(text, end) is not None
    elif last in ("and", "to", "or"):
        dated = len(before) > 1 and _YEARISH.fullmatch(before[-2]) is not None
    else:
        dated = last in _OLD_YEAR_CUES or (last == "from" and _AND_YEAR.match(text, end) is not None)
    if not dated or read_unit(text, end) is not None or counted_noun(text, end, _MANY):
        return None
    return keyed(Kind.PERIOD, match, match["y"])


_AND_YEAR = re.compile(r"[ ](?:and|to|until)[ ]1\d\d\d(?![\w,.]\d|\w)")
_OWN_YEAR = re.compile(r"[ ](?:[a-z]{3,9}[ ])?year\b")  # "the 2015 tax year"
_YEARISH = re.compile(r"1\d\d\d")


def year_alone(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """A bare year where the words around it allow one."""
    text, start, end = match.string, match.start(), match.end()
    left = text[max(0, start - 20) : start]
    before = left.split()
    last = before[-1].lower() if before and left[-1:].isspace() else ""
    cued = last in DATE_CUES and last not in ("to", "about", "approximately", "or", "than")
    year = int(match["y"])
    if year < 1900:
        return _old_year(match, before, last)
    if left.endswith(('": ', '":')):
        return keyed(Kind.PERIOD, match, match["y"]) if "year" in left.lower() else None
    if not cued:
        if last in _NOT_BARE_YEAR and last != "to":
            return None
        if left[-1:] in ("+", "~", "=", "<", ">") or not 1950 <= year <= 2060:
            return None
        if last == "to" and not any(word.isdigit() and len(word) == 4 for word in before):
            return None
        if year % 100 == 0 and last:
            return None
    if text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha():
        return keyed(Kind.PERIOD, match, match["y"]) if 1950 <= year <= 2060 else None
    if read_unit(text, end) is not None and not _OWN_YEAR.match(text, end):
        return None
    if not cued and counted_noun(text, end, _MANY) in _COUNTED:
        return None
    if year % 100 == 0 and last in ("the", "of", "for", "from", "by", "") and counted_noun(text, end, _MANY):
        return None
    return keyed(Kind.PERIOD, match, match["y"])
