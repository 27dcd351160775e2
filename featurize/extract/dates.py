# SPDX-License-Identifier: Apache-2.0
"""Days of the calendar with ISO-like keys."""

from __future__ import annotations

import re
from calendar import monthrange
from decimal import Decimal

from .lexicon import MONTHS, MONTHS_OR_WORDS, counted_noun
from .mention import Kind, Mention
from .units import read_unit

MONTH = (
    r"(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct"
    r"(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)

YEAR_DIGITS = r"(?:1[89]|20|21)\d\d"

_ANY_YEAR = r"(?:1\d|20|21)\d\d"  # beside a day and a month

# "3 Apr 26." dates, "3 Apr 26 people" and "3 Apr 26%" count.
_ENDS = r"(?:[ ]?(?:[|;)\]\"\n]|[.,:](?![\d]|[ ]?\d)|$))"

NTH = r"(?:st|nd|rd|th)?"

ISO_DATE = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?!\d)"
    r"(?:[T ](?P<time>(?P<hh>\d\d):(?P<mm>\d\d)(?::\d\d(?:[.,]\d{1,9})?)?)(?P<off>Z|[+-](?:0\d|1[0-4]):?\d\d)?(?!\d))?"
)

NUMERIC_DATE = re.compile(r"(\d{1,4})([/.-])(\d{1,2})\2(\d{4}|\d{1,2})(?![\d/]|[.-]\d)")

_DATED = re.compile(
    r"\b(?:on|by|due|paid|sent|[a-z]{3,}ed|dated?|since|until|from|before|after|of)[ ]?:?[ ]$", re.IGNORECASE
)

DAY_MONTH = re.compile(
    rf"(?P<d>\d{{1,2}}){NTH}(?:\s?(?:-|–|to|(?P<and>and|or))\s?(?P<d2>\d{{1,2}}){NTH})?(?:\s(?:day\s)?(?:of\s)?|-|)"
    rf"(?P<month>{MONTH})(?![A-Za-z])\.?(?:(?:,?\s|-|)(?P<y>{_ANY_YEAR})|(?:-|\s?['’]|\s(?=\d\d{_ENDS}))(?P<yy>\d\d))?"
    r"(?!\w)"
)

MONTH_DAY = re.compile(
    rf"(?P<month>{MONTH})(?![A-Za-z])\.?[ ](?P<d>\d{{1,2}}){NTH}(?![\d:/]|[.,]\d|[ ]?%)"
    rf"(?:\s?[-–]\s?(?P<d2>\d{{1,2}}){NTH}(?!\d))?(?:(?:,\s?|\s)(?P<y>{_ANY_YEAR})(?![\d,]\d))?(?!\w)"
)

_YEAR_LATER = re.compile(
    rf"\s?(?:to|and|until|through|or|-|–)\s?(?:\d{{1,2}}{NTH}\s(?:of\s)?{MONTH}|"
    rf"{MONTH}\s\d{{1,2}}{NTH})\.?,?\s({YEAR_DIGITS})\b"
)

_MANY = Decimal(2000)
_SHORTEST_MONTH = 28  # days

# "on 5 may", "monday 2 march": what stands before a day whose month is also another word.
_LEADS_TO_DAY = re.compile(
    r"(?:\b(?:on|by|due|paid|sent|[a-z]{3,}ed|dated?|since|until|till|from|before|after|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day),?[ ]"
    r"(?:the[ ])?|\b(?:today|it|now)(?:['’]s|[ ]is)[ ])$",
    re.IGNORECASE,
)
_LED = 14
_DAY_ENDS = re.compile(
    r"[ ]?(?:[?!;)\n]|[.,](?!\d)|$)|"
    r"[ ](?:and|or|but|to|until|till|at|in|for|as|is|was|with|we|i|it|am|the|when|what|how|if)\b",
    re.IGNORECASE,
)


def keyed(kind: Kind, match: re.Match[str], key: str, unit: str = "") -> tuple[Mention, ...]:
    return (Mention(kind, match.start(), match.end(), match.group(), key=key, unit=unit),)


def _valid(year: int | None, month: int, day: int) -> bool:
    return 1 <= month <= 12 and (
        1 <= day <= _SHORTEST_MONTH or 1 <= day <= monthrange(year or 2000, month)[1]
    )


def _day_key(year: str | None, month: int, day: int) -> str:
    return f"{year}-{month:02d}-{day:02d}" if year else f"--{month:02d}-{day:02d}"


def century(two_digits: str) -> str:
    return f"20{two_digits}" if int(two_digits) < 70 else f"19{two_digits}"


def month_of(word: str) -> int:
    return MONTHS[word.rstrip(".").lower()]


def iso_date(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "2026-03-04T10:15:00Z" is a date and a time."""
    year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
    if not (year >= 1 and _valid(year, month, day)):
        return ()  # no date, and no numbers either
    start, end = match.start(), match.end("d")
    date = Mention(Kind.DATE, start, end, match.string[start:end], key=_day_key(match["y"], month, day))
    if match["time"] is None or int(match["hh"]) > 24 or int(match["mm"]) > 59:
        return (date,)
    start, end = match.span("time")
    zone = "UTC" if match["off"] == "Z" else match["off"] or ""
    if zone:
        end = match.end("off")
    return date, Mention(
        Kind.TIME, start, end, match.string[start:end], unit=zone, key=f"{match['hh']}:{match['mm']}"
    )


def numeric_date(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "03/04/2026" keeps both readings: "2026-03-04|2026-04-03"."""
    first, separator, middle, last = match.groups()
    if len(first) == 4:
        if len(last) == 4 or not _valid(int(first) or 1, int(middle), int(last)):
            return None
        return keyed(Kind.DATE, match, _day_key(first, int(middle), int(last)))
    if len(first) == 3 or len(last) == 1:
        return None
    if len(last) == 2 and separator != "/":
        left = match.string[max(0, match.start() - 10) : match.start()]
        if separator == "-" or len(first + middle) != 4 or not _DATED.search(left):
            return None  # a version or a sort code
    year = last if len(last) == 4 else century(last)
    if not 1000 <= int(year) <= 2999:
        return None
    readings = (
        ((int(first), int(middle)), (int(middle), int(first)))
        if separator != "."
        else ((int(middle), int(first)),)
    )
    keys = sorted({_day_key(year, month, day) for month, day in readings if _valid(int(year), month, day)})
    return keyed(Kind.DATE, match, "|".join(keys)) if keys else None


def day_month(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "3 March 2026", "March 3rd, 2026", "3-5 March", "31 December"."""
    word, year, found = match["month"], match["y"], match.groupdict()
    if found.get("yy"):
        year = century(found["yy"])
    if word in MONTHS_OR_WORDS and not year and not _is_month(match):
        return None  # "may 3 people", "5 may apply"
    month, day = month_of(word), int(match["d"])
    end = match.end()
    if year is None:
        later = _YEAR_LATER.match(match.string, match.end())
        year = later.group(1) if later else None
        if match.end("month") < match.start("d") and read_unit(match.string, match.end("d")):
            return None  # "in March 30 days"
        if year is None and match.end("month") < match.start("d") and match.group()[-1].isdigit():
            noun = counted_noun(match.string, match.end("d"), _MANY)
            if noun and not match["d2"]:
                return None  # "in March 5 customers left"
    if not _valid(int(year) if year else None, month, day):
        return None
    key = _day_key(year, month, day)
    if found.get("and"):  # "10 and 14 May" are two dates
        later_key = _day_key(year, month, int(match["d2"]))
        if not _valid(int(year) if year else None, month, int(match["d2"])):
            return None
        start = match.start("d2")
        return (
            Mention(Kind.DATE, match.start("d"), match.end("d"), match["d"], key=key),
            Mention(Kind.DATE, start, end, match.string[start:end], key=later_key),
        )
    if match["d2"]:
        if not _valid(int(year) if year else None, month, int(match["d2"])) or int(match["d2"]) <= day:
            return None
        key += "/" + _day_key(year, month, int(match["d2"]))
    text = match.string[match.start() : end]
    if text.endswith((".", ",")):
        text, end = text[:-1], end - 1
    return (Mention(Kind.DATE, match.start(), end, text, key=key),)


def _is_month(match: re.Match[str]) -> bool:
    """Do the words around say that "5 may" is a day, not five that may?"""
    text, word = match.string, match["month"]
    ahead = text[max(0, match.start() - _LED) : match.start()]
    ends = match.group().endswith(".") or _DAY_ENDS.match(text, match.end()) is not None
    if word == "march":
        return ends
    return word == "may" and ends and _LEADS_TO_DAY.search(ahead) is not None
