# SPDX-License-Identifier: Apache-2.0
"""One pass over the text: each token that may open a value is offered to the recognisers in turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from string import ascii_letters

from . import amounts, dates, identifiers, ordinals, periods, times
from .lexicon import CARDINALS, CURRENCY_CODES, LABELS, MONTHS, NUMBERED, ORDINALS, POINTERS, VULGAR
from .mention import Mention
from .names import GRAMMAR, Word, find_names
from .quantities import CURRENCY_PREFIX

EXTRACTOR_VERSION = 1
"""Raised by one whenever the mentions of some text change: models trained on other mentions are refused."""


class Anchor(Enum):
    """What kind of token may open a mention."""

    DIGIT = auto()
    SIGN = auto()  # currency signs, minus, a decimal point, vulgar fractions
    BRACKET = auto()
    MARK = auto()  # '#', '*', '+', '§'
    CODE = auto()  # letters and digits or underscores
    CURRENCY = auto()
    MONTH = auto()
    NUMBER = auto()
    ARTICLE = auto()
    ORDINAL = auto()
    PERIOD = auto()
    LABEL = auto()
    NOON = auto()
    MINUS = auto()
    URL = auto()


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Tried where a token of `anchors` starts; `build` gives mentions, () to claim silently, None to decline.

    Only for speed, a recogniser of digits may say how long its first run of digits is and what follows it.
    """

    anchors: tuple[Anchor, ...]
    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], tuple[Mention, ...] | None]
    runs: tuple[int, ...] = ()
    after: str = ""

    def may_open(self, run: int, following: str) -> bool:
        """Whether `run` digits and then the character `following` ("" for any unlisted one) can match."""
        return (not self.runs or run in self.runs) and (
            not self.after or (following in self.after and following != "")
        )


_HERE = re.compile("")
_D, _C, _M = Anchor.DIGIT, Anchor.CODE, Anchor.MONTH
_BLANK = " \n\t\u00a0\u202f\u2009"
_LETTERS = ascii_letters + "_"
_SHORT, _LONG = (1, 2), 6  # runs of _LONG digits and more are treated alike

# The first that accepts claims its span. Why this order:
# - marks and identifiers of a fixed shape come first, since their digits are no values;
# - dates, times and periods, each from its longest form to its shortest, all of them before amounts, so that
#   "3 March 2026" gives neither 3 nor 2026;
# - amounts before identifiers of any shape, so that "6kg" is a mass and "6X1" a code.
RECOGNISERS: tuple[Recogniser, ...] = (
    Recogniser((Anchor.URL,), identifiers.URL, identifiers.silent),
    Recogniser((_D, Anchor.BRACKET), identifiers.LIST_MARK, identifiers.list_mark, after=".)"),
    Recogniser((Anchor.BRACKET,), identifiers.CITATION, identifiers.citation),
    Recogniser((_D,), dates.ISO_DATE, dates.iso_date, (4,), "-"),
    Recogniser((_D,), dates.NUMERIC_DATE, dates.numeric_date, (1, 2, 4), "/.-"),
    Recogniser((_D,), dates.DAY_MONTH, dates.day_month, _SHORT, _BLANK + "-–" + _LETTERS),
    Recogniser((_D,), times.CLOCK, times.clock, _SHORT, ":"),
    Recogniser((_D,), times.MERIDIEM, times.clock, _SHORT, _BLANK + ".:apAP"),
    Recogniser((_D,), times.HOUR_RANGE, times.clock, _SHORT, _BLANK + ".:-–ta"),
    Recogniser((_D,), times.OCLOCK, times.oclock, _SHORT, " "),
    Recogniser((_D, _C), periods.YEAR_QUARTER, periods.year_quarter, (1, 4), " -QH"),
    Recogniser((_D, Anchor.ORDINAL, Anchor.PERIOD), periods.WORD_QUARTER, periods.word_quarter, (1,), "snrt"),
    Recogniser((Anchor.ORDINAL, Anchor.PERIOD), dates.WORD_DAY_MONTH, dates.word_day_month),
    Recogniser((_M,), periods.MONTH_RANGE, periods.month_range),
    Recogniser((_M,), dates.MONTH_DAY, dates.day_month),
    Recogniser((_M, _C), periods.MONTH_YEAR, periods.month_year),
    Recogniser((_M,), periods.MONTH_ALONE, periods.month_alone),
    Recogniser((_C,), periods.QUARTER, periods.quarter),
    Recogniser((_C, Anchor.PERIOD), periods.FISCAL, periods.fiscal),
    Recogniser((Anchor.NOON,), times.NOON, times.noon),
    Recogniser((_D, Anchor.BRACKET, Anchor.MARK), identifiers.PHONE, identifiers.phone, (1, 3, 4, 5), " -."),
    Recogniser((_D,), identifiers.CARD_NUMBER, identifiers.card_number, (2, 3, 4), " -"),
    Recogniser((_D,), periods.YEAR_RANGE, periods.year_range, (4,), _BLANK + "-–/"),
    Recogniser((_D,), periods.DECADE, periods.decade, (2, 4), "'’s"),
    Recogniser((_D,), periods.YEAR, periods.year_alone, (4,)),
    Recogniser((_D,), identifiers.VERSION, identifiers.version, after="."),
    Recogniser((_D,), identifiers.FORM_CODE, identifiers.form_code, after="-("),
    Recogniser((_D,), identifiers.ZERO_LED, identifiers.exact),
    Recogniser((_D,), identifiers.QUOTED, identifiers.quoted, after='"'),
    Recogniser((_D,), identifiers.LONG, identifiers.exact, (_LONG,)),
    Recogniser((_D,), identifiers.RATIO, identifiers.ratio, after=":/⁄"),
    Recogniser((Anchor.LABEL, Anchor.MARK), identifiers.LABELLED, identifiers.labelled),
    Recogniser((Anchor.LABEL,), identifiers.NUMBERED_ID, identifiers.numbered),
    Recogniser((Anchor.MARK,), identifiers.HASH, identifiers.marked),
    Recogniser((Anchor.MARK, _C), identifiers.MASKED, identifiers.marked),
    Recogniser((_D,), ordinals.DIGIT_ORDINAL, ordinals.digit_ordinal, after="snrt"),
    Recogniser((Anchor.BRACKET,), re.compile(r"\([$£€]?\d[\d,.]{0,24}\)"), amounts.accounting),
    Recogniser((Anchor.MINUS,), re.compile(r"(?i:minus|negative)[ ](?=[\d$£€])"), amounts.negative_word),
    Recogniser((_C, Anchor.CURRENCY), CURRENCY_PREFIX, amounts.amount),
    Recogniser((_D, Anchor.NUMBER), amounts.PROPORTION, amounts.proportion, after=" "),
    Recogniser((_D, Anchor.SIGN), amounts.SIMPLE, amounts.simple_amount),
    Recogniser((_D, Anchor.SIGN, Anchor.NUMBER), _HERE, amounts.amount),
    Recogniser((Anchor.ARTICLE,), amounts.ARTICLE, amounts.article),
    Recogniser((Anchor.NUMBER, Anchor.ORDINAL), _HERE, ordinals.word_ordinal),
    Recogniser((_C,), identifiers.IBAN, identifiers.iban),
    Recogniser((_C,), identifiers.CODE, identifiers.code),
    Recogniser((_D,), identifiers.ALNUM, identifiers.exact, after=_LETTERS),
)

Tried = tuple[
    tuple[Callable[[str, int], re.Match[str] | None], Callable[[re.Match[str]], tuple[Mention, ...] | None]],
    ...,
]


def _tried_at(anchor: Anchor) -> Tried:
    return tuple((r.pattern.match, r.build) for r in RECOGNISERS if anchor in r.anchors)


def _tried_at_digits(run: int, following: str) -> Tried:
    return tuple(
        (r.pattern.match, r.build) for r in RECOGNISERS if _D in r.anchors and r.may_open(run, following)
    )


_FOLLOWERS = "".join(sorted({character for r in RECOGNISERS for character in r.after}))
_TRIED_DIGITS: dict[tuple[int, str], Tried] = {
    (run, following): _tried_at_digits(run, following)
    for run in range(1, _LONG + 1)
    for following in ("", *_FOLLOWERS)
}
_TRIED: dict[Anchor, Tried] = {anchor: _tried_at(anchor) for anchor in Anchor}
_WORD_ANCHORS: dict[str, Anchor] = (
    dict.fromkeys(LABELS | POINTERS | NUMBERED, Anchor.LABEL)
    | dict.fromkeys(CARDINALS, Anchor.NUMBER)
    | dict.fromkeys(ORDINALS, Anchor.ORDINAL)
    | dict.fromkeys(MONTHS, Anchor.MONTH)
    | dict.fromkeys(("noon", "midday", "midnight"), Anchor.NOON)
    | dict.fromkeys(("minus", "negative"), Anchor.MINUS)
    | dict.fromkeys(("a", "an"), Anchor.ARTICLE)
    | dict.fromkeys(
        ("fiscal", "financial", "fy", "tax", "policy", "calendar", "benefit", "assessment", "last", "final"),
        Anchor.PERIOD,
    )
    | {"half": Anchor.NUMBER}
)
_TRIED_WORDS: dict[str, Tried] = {word: _TRIED[anchor] for word, anchor in _WORD_ANCHORS.items()} | {
    "www": _TRIED[Anchor.URL],
    "kr": _TRIED[Anchor.CURRENCY],
    "policy": _TRIED[Anchor.PERIOD] + _TRIED[Anchor.LABEL],
    "plan": _TRIED[Anchor.PERIOD] + _TRIED[Anchor.LABEL],
}
_TOKEN = re.compile(
    r"[ ]?(?:([a-z]+)(?!\w)"
    r"|([^\W\d]\w*+)(?![$])"
    r"|(\d+)"
    r"|((?<![\w)\]−-])[-−](?=[$£€¥₹A-Z]{0,3}\.?\d)|(?:US|AU|CA|NZ|HK|SG|MX|NT|[ACSR])?[$£€¥₹₩₽₺₴₫฿₱₦₪]"
    r"(?=[ \u00a0]?[-−]?[.\d])"
    rf"|(?<![\w.])\.(?=\d)|[{''.join(VULGAR)}])"
    r"|([\[(](?=[\w$£€^]))"
    r"|([#§](?=[ §]?\w)|[*•]{3,8}+(?=[ *•-]{0,20}\d)|\+(?=\d))"
    r"|(://|@(?=\w)))"
)
_LOWER, _WORD, _DIGIT, _SIGN, _BRACKET, _MARK, _URL = 1, 2, 3, 4, 5, 6, 7
_TRIED_TOKENS: dict[int, Tried] = {
    _SIGN: _TRIED[Anchor.SIGN],
    _BRACKET: _TRIED[Anchor.BRACKET],
    _MARK: _TRIED[Anchor.MARK],
    _URL: _TRIED[Anchor.URL],
}
_TRIED_CODE, _TRIED_CURRENCY = _TRIED[Anchor.CODE], _TRIED[Anchor.CURRENCY]
_CODE_SHAPE = re.compile(r"[A-Za-z]{1,10}[-/]\w*\d")
_CURRENCY_WORDS = CURRENCY_CODES | {"Rs", "kr", "Kč", "zł"}


@dataclass(frozen=True, slots=True)
class Extractor:
    """Finds typed values and names; stateless, so it may be shared between threads and pickled.

    >>> [(m.kind.value, m.text) for m in Extractor().extract("Harrow Vale charges 2.5% on 3 March 2026.")]
    [('name', 'Harrow Vale'), ('percent', '2.5%'), ('date', '3 March 2026')]
    """

    def extract(self, text: str) -> tuple[Mention, ...]:
        """All mentions, sorted by start, none overlapping another."""
        found: list[Mention] = []
        capitals: list[Word] = []
        lower: set[str] = set()
        at = 0
        for token in _TOKEN.finditer(text):
            group = token.lastindex or _SIGN
            start, end = token.span(group)
            if start < at:
                continue
            if group == _LOWER:
                word = token.group(_LOWER)
                lower.add(word)
                tried = _TRIED_WORDS.get(word)
                if tried is None:
                    continue
            else:
                tried = _tried(text, group, start, end)
            claimed = _claim(text, start, tried) if tried else None
            if claimed is not None:
                mentions, at = claimed
                found.extend(mentions)
            elif group == _WORD and _may_name(text, start, end):
                capitals.append(Word(start, end, text[start:end], text[start:end].lower()))
        if capitals:
            return _merged(found, find_names(text, capitals, lower))
        return tuple(found)


def _claim(text: str, start: int, tried: Tried) -> tuple[tuple[Mention, ...], int] | None:
    """What the first willing recogniser finds, and where its claim ends."""
    for match, build in tried:
        hit = match(text, start)
        if hit is not None:
            mentions = build(hit)
            if mentions is not None:
                return mentions, mentions[-1].end if mentions else hit.end()
    return None


def _start(mention: Mention) -> int:
    return mention.start


def _merged(values: list[Mention], names: list[Mention]) -> tuple[Mention, ...]:
    """Values and names in order; a name that reaches into a value is dropped ("B.S. 4" holds section 4)."""
    kept: list[Mention] = []
    end = 0
    for mention in sorted(values + names, key=_start):
        if mention.start >= end:
            kept.append(mention)
            end = mention.end
        elif kept[-1] in names and mention not in names:
            kept[-1] = mention
            end = mention.end
    return tuple(kept)


def _may_name(text: str, start: int, end: int) -> bool:
    """A word with a capital: the first letter, or inside as in "eBay" unless that is a field name."""
    word = text[start:end]
    if not word.isalpha() or word.lower() in GRAMMAR:
        return False
    return word[0].isupper() or not (
        text[start - 1 : start] in ('"', ".", "=", "_", "'", "`") or text[end : end + 1] in '"(=:`'
    )


def _tried(text: str, group: int, start: int, end: int) -> Tried:
    """The recognisers for a token that is no word in small letters."""
    if group == _WORD:
        return _tried_word(text, text[start:end], end)
    if group != _DIGIT:
        return _TRIED_TOKENS[group]
    if text[start - 1 : start] == "." and text[start - 2 : start - 1].isdigit():
        return ()  # the rest of a number or version too long to read
    following = text[end] if end < len(text) else ""
    run = min(end - start, _LONG)
    return _TRIED_DIGITS.get((run, following)) or _TRIED_DIGITS[run, ""]


def _tried_word(text: str, word: str, end: int) -> Tried:
    """What a word with a capital, a digit or an underscore may open besides a name."""
    tried = _TRIED_WORDS.get(word.lower(), ())
    if word[0] in VULGAR:  # numeric characters are letters to `re`
        return _TRIED[Anchor.SIGN]
    if not word.isalpha() or (
        end < len(text) and text[end] in "-/" and _CODE_SHAPE.match(text, end - len(word))
    ):
        return tried + _TRIED_CODE
    return tried or (_TRIED_CURRENCY if word in _CURRENCY_WORDS else ())
