# SPDX-License-Identifier: Apache-2.0
"""The independent digit and word scan: numerals with what stands beside them, and text that is not to be touched."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from .vocabulary import (
    CURRENCY_PREFIXES,
    CURRENCY_WORDS,
    MEASURES,
    ONES,
    PERCENT_WORDS,
    SCALES,
    SPELLED,
    TENS,
    TIME_UNITS,
)


class Role(StrEnum):
    """What a numeral states."""

    MONEY = "money"
    PERCENT = "percent"
    TIME = "time"
    MEASURE = "measure"
    YEAR = "year"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number at `start:end` of a text; `first:last` reaches over currency, scale and unit."""

    start: int
    end: int
    first: int
    last: int
    text: str
    value: Decimal
    role: Role
    currency: str = ""
    scale: str = ""
    unit: str = ""
    spelled: bool = False

    @property
    def amount(self) -> Decimal:
        """The value times its scale."""
        return self.value * SCALES.get(self.scale, Decimal(1))

    @property
    def decimals(self) -> int:
        """Digits after the point."""
        return 0 if self.spelled else len(self.text.partition(".")[2])

    @property
    def like(self) -> tuple[Role, str]:
        """What another numeral must share to be mistaken for this one."""
        return self.role, self.currency or self.unit.removesuffix("s")


def _either(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))


_LABEL = (
    r"sections?|clauses?|articles?|chapters?|schedules?|appendix|annex|exhibits?|forms?|rules?|regulation|"
    r"directive|version|pages?|steps?|tables?|figures?|fig|items?|notes?|parts?|questions?|lines?|rows?|"
    r"paragraphs?|sources?|documents?|docs?|passages?|order|ticket|account|invoice|policy|claim|case|ref|"
    r"reference|cards?|ending|ends in|no|nr|id|transaction|payment|booking|contract|file|docket|permit|serial|"
    r"phone|tel|fax|pin|code|flight|room|gate|route|highway|interstate|us|type|model|windows|ios|android|"
    r"python|series|season|episode|volume|vol|issue|isbn|grade|level|class|channel|apollo|act|scene|psalm|"
    r"mark|number|zip|lot|unit|apt|suite|box|bus|tram|ifrs|ias|iso|tier|zone|stage|phase|instalment|matter"
)
# Order matters little: whatever any of these claims stays as it is.
_UNTOUCHED = (
    r"(?i:https?://|www\.)\S+",
    r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}",
    r"```[\s\S]*?(?:```|\Z)|`[^`\n]{1,200}`",
    r"\[\^?\d{1,3}(?:[ ]?[,;–-][ ]?\^?\d{1,3}){0,12}\]",
    r"\[(?i:p|d|t|c|r|doc|source|passage|chunk|context|document|ref|tool)[ _-]?\d{1,3}[^\]\n]{0,40}\]",
    r"(?m:^[ \t>*•–-]*\(?\d{1,3}(?:\.\d{1,2}){0,3}[.):](?=[ \t*]))",
    r"(?<=[.;:,] )\(?\d{1,2}\)(?= )",
    r"(?<=[.:;?!)\]]\s)\s?\d{1,2}\.(?=\s{1,2}[A-Z*`\"])|(?<=:\s)\d{1,2}(?=\[\d)|(?m:^[ \t]*\d{1,2}(?=\[\d+\]\.?$))",
    rf"\b(?i:{_LABEL})\.?[ \u00a0]#?\d[\w.()/-]*(?:(?:, | and | to | or |[-–])\d[\w.()/-]*)*",
    r"[§#]{1,2}[ \u00a0]?\d[\w.()-]*",
    r"\b(?!Q[1-4]\b|FY)[A-Z][A-Za-z]{0,40}[-.]?\d[\w-]*",
    r"\d{1,24}[-_]?[A-Z]{1,4}\d[\w-]*",
    r"\+?\d{1,3}(?:[ .-]\d{2,4}){3,5}(?!\d)|\d{3}-\d{3,4}(?:-\d{4})?(?!\d)|\(\d{3,5}\)[ ]?\d{3,4}[- ]\d{3,4}",
    r"\d{1,5}(?:\.\d{1,5}){2,4}(?!\d)",
    r"\d{1,2}:\d{2}(?::\d{2})?(?:[ ]?[ap]\.?m\b)?|\d{1,2}[ ]?[ap]\.?m\b",
    r"\d+(?:[/:]\d+)+",
    r"(?<![\d.,])\d{9,}(?![\d,])|(?<![\d.,])(?<!\d[ \u00a0\u202f’'])0\d+(?![\d.,])",
    r"(?<!\d)(?:1[5-9]|20)\d\d[-–/]\d\d(?!\d)",
    r"40[13]\([kb]\)|(?<=Hot )\d+|(?<=Mach )\d+",
    r"\*{3,}\d+|\d+-[A-Z]\w*",
)
_MASK = re.compile("|".join(f"(?:{pattern})" for pattern in _UNTOUCHED))

_GROUPED = r"\d{1,3}(?P<sep>[,\u00a0\u202f’'\u2009 ])\d{3}(?:(?P=sep)\d{3})*(?!\d)(?:\.\d+)?"
_INDIAN = r"\d{1,2}(?:,\d\d)+,\d{3}(?!\d)(?:\.\d+)?"
_DIGITS = rf"{_GROUPED}|{_INDIAN}|\d+(?:\.\d+)?"
_PREFIX = _either(list(CURRENCY_PREFIXES))
_SCALE = _either([scale for scale in SCALES if len(scale) > 1])
_AFTER = _either([*CURRENCY_WORDS, *PERCENT_WORDS, *TIME_UNITS, *MEASURES])
_NUMERAL = re.compile(
    rf"(?:(?<![A-Za-z])(?P<prefix>{_PREFIX})[ \u00a0]?)?"
    rf"(?<!\w)(?<![A-Za-z][-/.])(?<!\d[.,:/])(?P<number>{_DIGITS})(?![\d/:]|[.,]\d)(?![A-Za-z_]*\d)"
    rf"(?:(?:(?P<glued>[kKmMB])|[ \u00a0-]?(?P<scale>{_SCALE}))(?![A-Za-z]))?"
    rf"(?:[ \u00a0-]{{0,1}}(?P<after>{_AFTER})(?![A-Za-z]))?"
    rf"(?![A-Za-z])"
)
_UNITS_WORDS = _either([word for word, value in ONES.items() if 0 < value < 10])
_COMPOUND = rf"(?:{_either(list(TENS))})(?:[- ](?:{_UNITS_WORDS}))?"
_WORDS = re.compile(
    rf"(?<![\w-])(?P<number>(?i:{_COMPOUND}|{_either(list(SPELLED))}))(?![A-Za-z])"
    rf"(?:[ \u00a0-](?P<scale>hundred|thousand|million|billion)(?![A-Za-z]))?"
    rf"(?:[ \u00a0-](?P<after>{_AFTER})(?![A-Za-z]))?"
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_NOT_COUNTED = re.compile(
    r"[ ](?:of which|thirds?|quarters?|fifths?|eighths?|halves)\b|-(?:thirds?|quarters?|way|fold)\b"
)
SENTENCE = re.compile(
    r"[^\n]+?(?:(?<!\b[A-Z])(?<!\b(?:Mr|Dr|St|vs|No))(?<!Inc|Mrs|Ltd|e\.g|i\.e)[.!?](?=[\s\"”')\]*]|$)[\"”')\]*]*|(?=\n)|$)"
)


class Untouched:
    """Stretches of a text that no edit may reach into."""

    def __init__(self, text: str) -> None:
        self._spans = [match.span() for match in _MASK.finditer(text)]
        self._starts = [start for start, _ in self._spans]

    def covers(self, start: int, end: int) -> bool:
        """Does any of `start:end` lie inside one?"""
        at = bisect_right(self._starts, end - 1)
        return any(stop > start for _, stop in self._spans[max(0, at - 3) : at])


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end; a line break ends one."""
    for match in SENTENCE.finditer(text):
        if match.group().strip():
            yield match.span()


def numerals(text: str) -> tuple[WrittenNumber, ...]:
    """All numbers in digits and words, in order; ids, citations, list marks and clock times are none."""
    untouched = Untouched(text)
    found = [_in_digits(match) for match in _NUMERAL.finditer(text)]
    found += [
        _in_words(match)
        for match in _WORDS.finditer(text)
        if not _NOT_COUNTED.match(text, match.end("number"))
    ]
    kept = (n for n in found if not untouched.covers(n.start, n.end))
    return tuple(sorted(kept, key=lambda n: n.start))


def _in_digits(match: re.Match[str]) -> WrittenNumber:
    text = match["number"]
    value = Decimal(re.sub(r"[^\d.]", "", text))
    return _numeral(match, value, CURRENCY_PREFIXES.get(match["prefix"] or "", ""), spelled=False)


def _in_words(match: re.Match[str]) -> WrittenNumber:
    parts = re.split(r"[- ]", match["number"].lower())
    value = sum((SPELLED | ONES).get(part, 0) for part in parts)
    return _numeral(match, Decimal(value), "", spelled=True)


def _numeral(match: re.Match[str], value: Decimal, prefix: str, *, spelled: bool) -> WrittenNumber:
    after, scale, text = match["after"] or "", match["scale"] or "", match["number"]
    scale = scale or (match["glued"] or "" if not spelled else "")
    if prefix and after in ("m", "t", "g", "C", "A", "V", "W"):
        after = ""
    currency = prefix or CURRENCY_WORDS.get(after, "")
    role = _role(text, after, scale, currency, spelled)
    first = match.start() if spelled or not match["prefix"] else match.start("prefix")
    return WrittenNumber(
        *match.span("number"),
        first,
        match.end(),
        text,
        value,
        role,
        currency,
        scale,
        "" if currency else after,
        spelled,
    )


def _role(text: str, after: str, scale: str, currency: str, spelled: bool) -> Role:
    if currency:
        return Role.MONEY
    if after in PERCENT_WORDS:
        return Role.PERCENT
    if after in TIME_UNITS:
        return Role.TIME
    if after:
        return Role.MEASURE
    return Role.YEAR if not spelled and not scale and _YEAR.fullmatch(text) else Role.COUNT
