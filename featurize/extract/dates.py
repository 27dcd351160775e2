# SPDX-License-Identifier: Apache-2.0
"""Dates, times and calendar periods with ISO-like keys."""

from __future__ import annotations

import re
from calendar import monthrange
from decimal import Decimal

from .lexicon import DATE_CUES, MONTHS
from .mention import Kind, Mention
from .quantities import counted_noun, read_unit

_MONTH = (
    r"(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_YEAR = r"(?:1[89]|20|21)\d\d"
_NTH = r"(?:st|nd|rd|th)?"
_ZONE = r"(?:[ ]?(?P<zone>ET|EST|EDT|CT|CST|CDT|MT|MST|MDT|PT|PST|PDT|UTC|GMT|BST|CET|CEST|EET|IST|JST|SGT|AEST|AEDT)\b)?"

ISO_DATE = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?!\d)"
    r"(?:[T ](?P<time>(?P<hh>\d\d):(?P<mm>\d\d)(?::\d\d(?:[.,]\d{1,9})?)?)(?P<off>Z|[+-]\d\d:?\d\d)?(?!\d))?"
)
NUMERIC_DATE = re.compile(r"(\d{1,4})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?![\d/]|[.-]\d)")
DAY_MONTH = re.compile(
    rf"(?P<d>\d{{1,2}}){_NTH}(?:\s?(?:-|–|to)\s?(?P<d2>\d{{1,2}}){_NTH})?(?:\s(?:day\s)?(?:of\s)?|-|)"
    rf"(?P<month>{_MONTH})(?![A-Za-z])\.?(?:(?:,?\s|-)(?P<y>{_YEAR})|(?:-|\s?['’])(?P<yy>\d\d))?(?!\w)"
)
WORD_DAY_MONTH = re.compile(
    rf"(?i:the[ ])?(?P<word>[Ff]irst|[Ll]ast)[ ](?:day[ ])?of[ ](?P<month>{_MONTH})(?:[ ](?P<y>{_YEAR}))?\b"
)
MONTH_DAY = re.compile(
    rf"(?P<month>{_MONTH})(?![A-Za-z])\.?[ ](?P<d>\d{{1,2}}){_NTH}(?![\d:/]|[.,]\d|[ ]?%)"
    rf"(?:\s?[-–]\s?(?P<d2>\d{{1,2}}){_NTH}(?!\d))?(?:(?:,\s?|\s)(?P<y>{_YEAR})(?![\d,]\d))?(?!\w)"
)
MONTH_RANGE = re.compile(
    rf"(?P<month>{_MONTH})\.?(?:[ ](?P<y1>{_YEAR}))?\s?(?:to|-|–|through|until)\s?(?P<month2>{_MONTH})\.?[ ](?P<y>{_YEAR})(?!\w)"
)
MONTH_YEAR = re.compile(rf"(?P<month>{_MONTH})(?![A-Za-z])\.?(?:,?[ ](?:of[ ])?|-)(?P<y>{_YEAR})(?![\w%]|[.,]\d)|"
                        rf"(?P<month2>{_MONTH})(?:-|[ ]?['’])(?P<yy>\d\d)(?!\w)")  # fmt: skip
MONTH_ALONE = re.compile(rf"(?P<month>{_MONTH})(?![\w'’-])")
_YEAR_LATER = re.compile(
    rf"\s?(?:to|and|until|through|or|-|–)\s?(?:\d{{1,2}}{_NTH}\s(?:of\s)?{_MONTH}|{_MONTH}\s\d{{1,2}}{_NTH})\.?,?\s({_YEAR})\b"
)

CLOCK = re.compile(
    rf"(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::[0-5]\d(?:\.\d{{1,6}})?)?(?![\d:])(?:\s?(?P<ap>[aApP])\.?[mM]\b\.?)?{_ZONE}"
)
MERIDIEM = re.compile(
    rf"(?P<h>1[0-2]|0?[1-9])(?:[.:](?P<m>[0-5]\d))?[ \u00a0]?(?P<ap>[aApP])(?:[mM](?!\w)|\.[ ]?[mM]\.?(?!\w)){_ZONE}"
)
HOUR_RANGE = re.compile(
    r"(?P<h>1[0-2]|0?[1-9])(?:[.:](?P<m>[0-5]\d))?(?=\s?(?:-|–|to|and)\s?(?P<last>1[0-2]|0?[1-9])(?:[.:][0-5]\d)?[ ]?(?P<ap>[aApP])\.?[mM]\b)"
)
OCLOCK = re.compile(r"(?P<h>1[0-2]|[1-9])[ ]o['’]clock\b")
NOON = re.compile(r"(?i:noon|midday|midnight)(?![\w-])")

YEAR_QUARTER = re.compile(
    rf"(?P<y>{_YEAR})[ -]?(?P<part>[QH])(?P<n>[1-4])(?!\w)|(?P<n2>[1-4])(?P<part2>[QH])[ ]?['’]?(?P<y2>{_YEAR}|\d\d)(?!\w)"
)
QUARTER = re.compile(
    rf"(?P<part>[QqHh])(?P<n>[1-4])(?:(?:[ ,/-]{{0,2}}|[ ]of[ ])(?P<fy>FY[ ]?)?(?P<y>{_YEAR})|[ ]?(?:['’]|FY)(?P<yy>\d\d))?(?!\w)"
)
WORD_QUARTER = re.compile(
    rf"(?P<n>(?i:first|second|third|fourth|last|final)|[1-4](?:st|nd|rd|th))[ -](?P<part>(?i:quarter|half))(?![\w-])"
    rf"(?:(?:[ ]of)?(?:[ ]the)?(?P<fy>[ ](?:fiscal|financial)(?:[ ]year)?)?(?:[ ](?:calendar[ ])?year)?[ ](?P<y>{_YEAR})(?![\d,]\d))?"
)
FISCAL = re.compile(
    rf"(?:(?P<fy>FY|(?i:fiscal|financial)(?i:[ ]years?)?)|(?i:tax|policy|calendar|plan|benefit|assessment)(?i:[ ]years?))"
    rf"[ ]?['’]?(?P<y>{_YEAR}|(?<=FY)\d\d|(?<=FY[ ])\d\d)(?:[/–-](?P<y2>\d{{4}}|\d\d))?(?!\w|[.,]\d)"
)
YEAR_RANGE = re.compile(rf"(?P<y>{_YEAR})(?P<link>\s?[-–/]\s?)(?P<y2>{_YEAR}|\d\d)(?!\w|[-/.]\d|,\d|[ ]?%)")
DECADE = re.compile(r"(?P<y>(?:1[89]|20)\d)0['’]?s(?!\w)|(?P<short>[1-9])0['’]?s(?!\w)")
YEAR = re.compile(r"(?P<y>19\d\d|20\d\d|2100)(?![\w%]|[.,:/]\d|-\d)")

_MANY = Decimal(2000)
_NOT_BARE_YEAR = frozenset(
    "least most than over above under below exceed exceeds exceeding maximum minimum to".split()
)


def _mention(kind: Kind, match: re.Match[str], key: str, unit: str = "") -> tuple[Mention, ...]:
    return (Mention(kind, match.start(), match.end(), match.group(), key=key, unit=unit),)


def _valid(year: int | None, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= monthrange(year or 2000, month)[1]


def _day_key(year: str | None, month: int, day: int) -> str:
    return f"{year}-{month:02d}-{day:02d}" if year else f"--{month:02d}-{day:02d}"


def _century(two_digits: str) -> str:
    return f"20{two_digits}" if int(two_digits) < 70 else f"19{two_digits}"


def _month_of(word: str) -> int:
    return MONTHS[word.rstrip(".").lower()]


def iso_date(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "2026-03-04T10:15:00Z" is a date and a time."""
    year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
    if not (1 <= year and _valid(year, month, day)):
        return None
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
        if len(last) != 2 or not _valid(int(first) or 1, int(middle), int(last)):
            return None
        return _mention(Kind.DATE, match, _day_key(first, int(middle), int(last)))
    if len(first) == 3 or (len(last) == 2 and separator != "/"):
        return None
    year = last if len(last) == 4 else _century(last)
    if not 1000 <= int(year) <= 2999:
        return None
    readings = (
        ((int(first), int(middle)), (int(middle), int(first)))
        if separator != "."
        else ((int(middle), int(first)),)
    )
    keys = sorted({_day_key(year, month, day) for month, day in readings if _valid(int(year), month, day)})
    return _mention(Kind.DATE, match, "|".join(keys)) if keys else None


def day_month(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "3 March 2026", "March 3rd, 2026", "3-5 March", "31 December"."""
    word, year, found = match["month"], match["y"], match.groupdict()
    if found.get("yy"):
        year = _century(found["yy"])
    if word in ("may", "march", "mar", "dec", "sep", "jan") and not year:
        return None  # "may 3 people", "5 may apply"
    month, day = _month_of(word), int(match["d"])
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
    if match["d2"]:
        if not _valid(int(year) if year else None, month, int(match["d2"])) or int(match["d2"]) <= day:
            return None
        key += "/" + _day_key(year, month, int(match["d2"]))
    end = match.end()
    text = match.string[match.start() : end]
    if text.endswith("."):
        text, end = text[:-1], end - 1
    return (Mention(Kind.DATE, match.start(), end, text, key=key),)


def word_day_month(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "the first of March", "last day of February 2026"."""
    month, year = _month_of(match["month"]), match["y"]
    day = 1 if match["word"].lower() == "first" else monthrange(int(year) if year else 2001, month)[1]
    return _mention(Kind.DATE, match, _day_key(year, month, day))


def month_range(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "January to March 2025"."""
    first, last, year = _month_of(match["month"]), _month_of(match["month2"]), match["y"]
    begin = match["y1"] or year
    if (int(begin), first) >= (int(year), last):
        return None
    return _mention(Kind.PERIOD, match, f"{begin}-{first:02d}/{year}-{last:02d}")


def month_year(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "March 2026", "Mar-26"."""
    year = match["y"] or _century(match["yy"])
    return _mention(Kind.PERIOD, match, f"{year}-{_month_of(match['month'] or match['month2']):02d}")


def month_alone(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "in May" is a period, "may" and "March to the branch" are not."""
    word, text = match["month"], match.string
    if not word[0].isupper() or word.isupper():
        return None
    before, after = (
        text[max(0, match.start() - 16) : match.start()].split(),
        text[match.end() : match.end() + 2],
    )
    if len(after) == 2 and after[0] == " " and after[1].isupper():
        return None  # "April Jones"
    cued = bool(before) and before[-1].lower() in DATE_CUES
    if not cued and (len(word) <= 4 or word in ("March", "April", "August")):
        return None
    return _mention(Kind.PERIOD, match, f"--{_month_of(word):02d}")


def clock(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "17:00", "5 p.m. ET", "9 to 11 am"."""
    found = match.groupdict()
    hour, minute, half = int(match["h"]), found.get("m") or "00", (found.get("ap") or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        if half == "p" and found.get("last") and hour % 12 > int(found["last"]) % 12:
            half = "a"  # "9 to 5 pm"
        hour = hour % 12 + (12 if half == "p" else 0)
    mention = _mention(Kind.TIME, match, f"{hour % 24:02d}:{minute}", unit=found.get("zone") or "")[0]
    if mention.text.endswith(".") and not re.search(r"[ap]\.[ ]?m\.$", mention.text, re.IGNORECASE):
        return (
            Mention(
                Kind.TIME,
                mention.start,
                mention.end - 1,
                mention.text[:-1],
                unit=mention.unit,
                key=mention.key,
            ),
        )
    return (mention,)


def oclock(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "5 o'clock" leaves morning or evening open."""
    hour = int(match["h"])
    return _mention(Kind.TIME, match, f"{hour % 24:02d}:00|{(hour + 12) % 24:02d}:00")


def noon(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "noon", "midnight"."""
    return _mention(Kind.TIME, match, "00:00" if match.group().lower() == "midnight" else "12:00")


def _part_key(year: str | None, part: str, number: str) -> str | None:
    if part == "H" and int(number) > 2:
        return None
    return f"{year}-{part}{number}" if year else f"--{part}{number}"


def year_quarter(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "2026-Q1", "1Q26", "1H 2025"."""
    year = match["y"] or match["y2"]
    year = _century(year) if len(year) == 2 else year
    key = _part_key(year, match["part"] or match["part2"], match["n"] or match["n2"])
    return _mention(Kind.PERIOD, match, key) if key else None


def quarter(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "Q1 2026", "Q1'26", "H1"."""
    year = match["y"] or (_century(match["yy"]) if match["yy"] else None)
    key = _part_key(year, match["part"].upper(), match["n"])
    return _mention(Kind.PERIOD, match, key) if key else None


_WORD_NUMBERS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}


def word_quarter(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "first quarter of 2026", "second half of 2025"; "the first half of the fee" is none."""
    word, half, year = match["n"].lower(), match["part"].lower() == "half", match["y"]
    number = _WORD_NUMBERS.get(word) or (word[0] if word[0].isdigit() else "2" if half else "4")
    if year is None:
        following = match.string[match.end() : match.end() + 13]
        if word in ("last", "final") or (
            following.startswith(" of ") and not following.startswith(" of the year")
        ):
            return None
        if half:
            return None
    key = _part_key(year, "H" if half else "Q", number)
    return _mention(Kind.PERIOD, match, key) if key else None


def fiscal(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "FY2026", "fiscal year 2025", "tax year 2024/25"."""
    year = match["y"] if len(match["y"]) == 4 else _century(match["y"])
    if match["y2"]:
        following = _second_year(year, match["y2"])
        return _mention(Kind.PERIOD, match, f"{year}/{following}") if following else None
    return _mention(Kind.PERIOD, match, f"FY{year}" if match["fy"] else year)


def _second_year(year: str, second: str) -> str | None:
    following = second if len(second) == 4 else year[:2] + second
    return following if int(year) < int(following) <= int(year) + 60 else None


def year_range(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "2012-13", "2019-2023"; "2011-12" may also be December 2011."""
    year, link, second = match["y"], match["link"], match["y2"]
    following = _second_year(year, second)
    month = f"{year}-{second}" if link == "-" and len(second) == 2 and 1 <= int(second) <= 12 else ""
    if following is None or (len(second) == 2 and link.strip() != link):
        return _mention(Kind.PERIOD, match, month) if month else None
    return _mention(Kind.PERIOD, match, f"{year}/{following}" + (f"|{month}" if month else ""))


def decade(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "1970s" has the key "197X"; "in her 70s" is an age."""
    if match["y"]:
        return _mention(Kind.PERIOD, match, f"{match['y']}X")
    before = match.string[max(0, match.start() - 8) : match.start()]
    if before[-1:] in ("'", "’") or before.endswith((" the ", "the ", "early ", "late ", "mid-")):
        return _mention(Kind.PERIOD, match, f"{20 if match['short'] < '3' else 19}{match['short']}X")
    return () if before.endswith(("his ", "her ", "their ", "my ", "your ", "our ")) else None


def year_alone(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """A bare year where the words around it allow one."""
    text, start, end = match.string, match.start(), match.end()
    left = text[max(0, start - 20) : start]
    before = left.split()
    last = before[-1].lower() if before and left[-1:].isspace() else ""
    cued = last in DATE_CUES and last not in ("to", "about", "approximately", "or", "than")
    year = int(match["y"])
    if left.endswith('": ') or left.endswith('":'):
        return _mention(Kind.PERIOD, match, match["y"]) if "year" in left.lower() else None
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
        return _mention(Kind.PERIOD, match, match["y"]) if 1950 <= year <= 2060 else None
    if read_unit(text, end) is not None:
        return None
    if year % 100 == 0 and last in ("the", "of", "for", "from", "by", "") and counted_noun(text, end, _MANY):
        return None
    return _mention(Kind.PERIOD, match, match["y"])
