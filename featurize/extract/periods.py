# SPDX-License-Identifier: Apache-2.0
"""Months, quarters, halves, years, fiscal years and decades with ISO-like keys."""

from __future__ import annotations

import re

from .dates import MONTH, YEAR_DIGITS, century, keyed, month_of
from .lexicon import DATE_CUES
from .mention import Kind, Mention
from .years import second_year

MONTH_RANGE = re.compile(
    rf"(?P<month>{MONTH})\.?(?:[ ](?P<y1>{YEAR_DIGITS}))?\s?(?:to|-|–|through|until)\s?"
    rf"(?P<month2>{MONTH})\.?[ ](?P<y>{YEAR_DIGITS})(?!\w)"
)

MONTH_YEAR = re.compile(
    rf"(?P<month>{MONTH})(?![A-Za-z])\.?(?:,?[ ](?:of[ ])?|-)(?P<y>{YEAR_DIGITS})(?![\w%]|[.,]\d)|"
    rf"(?P<month2>{MONTH})(?:-|[ ]?['’])(?P<yy>\d\d)(?!\w)"
)

MONTH_ALONE = re.compile(rf"(?P<month>{MONTH})(?![\w'’-])")

YEAR_QUARTER = re.compile(
    rf"(?P<y>{YEAR_DIGITS})[ -]?(?P<part>[QH])(?P<n>[1-4])(?!\w)|(?P<n2>[1-4])(?P<part2>[QH])[ ]?['’]?"
    rf"(?P<y2>{YEAR_DIGITS}|\d\d)(?!\w)"
)

QUARTER = re.compile(
    rf"(?P<part>[QqHh])(?P<n>[1-4])(?:(?:[ ,/-]{{0,2}}|[ ]of[ ])(?P<fy>FY[ ]?)?(?P<y>{YEAR_DIGITS})|[ ]?"
    rf"(?:['’]|FY)(?P<yy>\d\d))?(?!\w)"
)

WORD_QUARTER = re.compile(
    rf"(?P<n>(?i:first|second|third|fourth|last|final)|[1-4](?:st|nd|rd|th))[ -](?P<part>(?i:quarter|half))"
    rf"(?![\w-])"
    rf"(?:(?:[ ]of)?(?:[ ]the)?(?P<fy>[ ](?:fiscal|financial)(?:[ ]year)?)?(?:[ ](?:calendar[ ])?year)?[ ]"
    rf"(?P<y>{YEAR_DIGITS})(?![\d,]\d))?"
)

FISCAL = re.compile(
    rf"(?:(?P<fy>FY|(?i:fiscal|financial)(?i:[ ]years?)?)|(?i:tax|policy|calendar|plan|benefit|assessment)"
    rf"(?i:[ ]years?))"
    rf"[ ]?['’]?(?P<y>{YEAR_DIGITS}|(?<=FY)\d\d|(?<=FY[ '’])\d\d)(?:[/–-](?P<y2>\d{{4}}|\d\d))?(?!\w|[.,]\d)"
)

DECADE = re.compile(r"(?P<y>1[0-7]0|(?:1[89]|20)\d)0['’]?s(?!\w)|(?P<short>[1-9])0['’]?s(?!\w)")


def month_range(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "January to March 2025"."""
    first, last, year = month_of(match["month"]), month_of(match["month2"]), match["y"]
    begin = match["y1"] or year
    if (int(begin), first) >= (int(year), last):
        return None
    return keyed(Kind.PERIOD, match, f"{begin}-{first:02d}/{year}-{last:02d}")


def month_year(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "March 2026", "Mar-26"."""
    year = match["y"] or century(match["yy"])
    return keyed(Kind.PERIOD, match, f"{year}-{month_of(match['month'] or match['month2']):02d}")


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
    return keyed(Kind.PERIOD, match, f"--{month_of(word):02d}")


def _part_key(year: str | None, part: str, number: str) -> str | None:
    if part == "H" and int(number) > 2:
        return None
    return f"{year}-{part}{number}" if year else f"--{part}{number}"


def year_quarter(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "2026-Q1", "1Q26", "1H 2025"."""
    year = match["y"] or match["y2"]
    year = century(year) if len(year) == 2 else year
    key = _part_key(year, match["part"] or match["part2"], match["n"] or match["n2"])
    return keyed(Kind.PERIOD, match, key) if key else None


def quarter(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "Q1 2026", "Q1'26", "H1"."""
    year = match["y"] or (century(match["yy"]) if match["yy"] else None)
    key = _part_key(year, match["part"].upper(), match["n"])
    return keyed(Kind.PERIOD, match, key) if key else None


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
    return keyed(Kind.PERIOD, match, key) if key else None


def fiscal(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "FY2026", "fiscal year 2025", "tax year 2024/25"."""
    year = match["y"] if len(match["y"]) == 4 else century(match["y"])
    if match["y2"]:
        following = second_year(year, match["y2"])
        return keyed(Kind.PERIOD, match, f"{year}/{following}") if following else None
    return keyed(Kind.PERIOD, match, f"FY{year}" if match["fy"] else year)


_TENS = {
    "twenties": 2, "thirties": 3, "forties": 4, "fifties": 5, "sixties": 6, "seventies": 7, "eighties": 8,
    "nineties": 9,
}  # fmt: skip
DECADE_WORD = re.compile(rf"(?i:(?P<word>{'|'.join(_TENS)}))(?![\w-])")
_DECADE_BEFORE = re.compile(r"\b(?:in|of|since|until|during|from|to|by)[ ]the[ ](?:(?:early|late|mid)[ -])?$")
_SHARE = re.compile(r"\b(?:(?P<E>early)|(?P<M>mid|middle)|(?P<L>late))[ -]['’]?$", re.IGNORECASE)


_BEFORE_HUNDRED = ("the ", "The ", "early ", "late ", "mid-", "mid ")  # "a time-out of 1200s"


def decade_word(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "in the late eighties"."""
    if not _DECADE_BEFORE.search(match.string, max(0, match.start() - 20), match.start()):
        return None
    return _decade(match, f"19{_TENS[match['word'].lower()]}")


def decade(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "1970s" has the key "197X", "the late 1970s" "197L"; "in her 70s" is an age."""
    before = match.string[max(0, match.start() - 8) : match.start()]
    if match["y"]:
        is_named = match["y"] >= "18" or before.endswith(_BEFORE_HUNDRED)
        return _decade(match, match["y"]) if is_named else None
    if before[-1:] in ("'", "’") or before.endswith((" the ", "the ", "early ", "late ", "mid-")):
        return _decade(match, f"{20 if match['short'] < '3' else 19}{match['short']}")
    return () if before.endswith(("his ", "her ", "their ", "my ", "your ", "our ")) else None


def _decade(match: re.Match[str], tens: str) -> tuple[Mention, ...]:
    """With the word that names a part of it: its early, middle or late years.

    "The 1700s" are a century, "the 1900s" that or a decade.
    """
    text, share = match.string, _SHARE.search(match.string, max(0, match.start() - 8), match.start())
    part = share.lastgroup if share else "X"
    keys = [f"{tens}{part}"] if tens >= "18" else []
    keys += [f"{tens[:2]}C{part}"] if tens[2] == "0" and tens < "2" else []
    start = share.start() if share else match.start()
    return (Mention(Kind.PERIOD, start, match.end(), text[start : match.end()], key="|".join(keys)),)
