# SPDX-License-Identifier: Apache-2.0
"""The recognisers in their order of precedence, and which of them a token may open."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from string import ascii_letters, ascii_uppercase

from . import amounts, dates, identifiers, ordinals, periods, references, times, years
from .lexicon import CAPITAL_LABELS, CARDINALS, LABELS, MONTHS, NUMBERED, ORDINALS, POINTERS, VULGAR
from .mention import Mention
from .names import GRAMMAR
from .quantities import CURRENCY_PREFIX
from .units import CURRENCY_CODES, LETTER_SIGNS, SCALED_CODES


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
    DECADE = auto()
    URL = auto()


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Tried where a token of `anchors` starts; `build` gives mentions, () to claim silently, None to decline.

    Only for speed, a recogniser of digits may say how long its first run of digits is, what follows it, and
    what comes after that when a blank follows.
    """

    anchors: tuple[Anchor, ...]
    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], tuple[Mention, ...] | None]
    runs: tuple[int, ...] = ()
    after: str = ""
    beyond: str = ""

    def may_open(self, run: int, following: str) -> bool:
        """Whether `run` digits and then the characters `following`, at most two, can match."""
        if self.runs and run not in self.runs:
            return False
        if self.after and following[:1] not in tuple(self.after):
            return False
        return not (self.beyond and following[:1] in tuple(_BLANK)) or following[1:] in tuple(self.beyond)


_HERE = re.compile("")
_D, _C, _M = Anchor.DIGIT, Anchor.CODE, Anchor.MONTH
_BLANK = " \n\t\u00a0\u202f\u2009"
_LETTERS = ascii_letters + "_"
_DIGITS = "0123456789("
_MONTHLY = "jfmasondtJFMASOND-–'’0123456789"  # "3 March", "3 to 5 March", "3 of March", "3 - 5 March"
_SHORT, LONG = (1, 2), 6  # runs of LONG digits and more are treated alike

# The first that accepts claims its span. Why this order:
# - marks and identifiers of a fixed shape come first, since their digits are no values;
# - dates, times and periods, each from its longest form to its shortest, all of them before amounts, so that
#   "3 March 2026" gives neither 3 nor 2026;
# - amounts before identifiers of any shape, so that "6kg" is a mass and "6X1" a code.
RECOGNISERS: tuple[Recogniser, ...] = (
    Recogniser((Anchor.URL,), identifiers.URL, identifiers.silent),
    Recogniser((_D, Anchor.BRACKET), identifiers.LIST_MARK, identifiers.list_mark, after=".)"),
    Recogniser((Anchor.BRACKET,), identifiers.CITATION, identifiers.citation),
    Recogniser((_D,), references.LAW, identifiers.exact, (1, 2, 3), " ", "UC"),
    Recogniser((_D,), references.ZIP, references.zip_code, (5,)),
    Recogniser((_D,), dates.ISO_DATE, dates.iso_date, (4,), "-"),
    Recogniser((_D,), dates.NUMERIC_DATE, dates.numeric_date, (1, 2, 4), "/.-"),
    Recogniser((_D,), dates.DAY_MONTH, dates.day_month, _SHORT, _BLANK + "-–" + _LETTERS, _MONTHLY),
    Recogniser((_D,), times.CLOCK, times.clock, _SHORT, ":"),
    Recogniser((_D,), times.MERIDIEM, times.clock, _SHORT, _BLANK + ".:apAP", "apAP"),
    Recogniser((_D,), times.HOUR_RANGE, times.clock, _SHORT, _BLANK + ".:-–ta", "-–ta"),
    Recogniser((_D,), times.NOON, times.noon, (2,), " ", "nmNM"),
    Recogniser((_D, _C), periods.YEAR_QUARTER, periods.year_quarter, (1, 4), " -QH", "QH"),
    Recogniser((_D, Anchor.ORDINAL, Anchor.PERIOD), periods.WORD_QUARTER, periods.word_quarter, (1,), "snrt"),
    Recogniser((_M,), periods.MONTH_RANGE, periods.month_range),
    Recogniser((_M,), dates.MONTH_DAY, dates.day_month),
    Recogniser((_M, _C), periods.MONTH_YEAR, periods.month_year),
    Recogniser((_M,), periods.MONTH_ALONE, periods.month_alone),
    Recogniser((_C,), periods.QUARTER, periods.quarter),
    Recogniser((_C, Anchor.PERIOD), periods.FISCAL, periods.fiscal),
    Recogniser((Anchor.NOON,), times.NOON, times.noon),
    Recogniser((Anchor.NUMBER,), times.WORD_HOUR, times.word_hour),
    Recogniser(
        (_D, Anchor.BRACKET, Anchor.MARK), identifiers.PHONE, identifiers.phone, (1, 3, 4, 5), " -.", _DIGITS
    ),
    Recogniser((_D,), identifiers.CARD_NUMBER, identifiers.card_number, (2, 3, 4), " -", _DIGITS),
    Recogniser((_D,), references.GROUPS, identifiers.exact, after="-"),
    Recogniser((Anchor.DECADE,), periods.DECADE_WORD, periods.decade_word),
    Recogniser((_D,), years.YEAR_RANGE, years.year_range, (4,), _BLANK + "-–/", "-–/"),
    Recogniser((_D,), periods.DECADE, periods.decade, (2, 4), "'’s"),
    Recogniser((_D,), years.YEAR, years.year_alone, (4,)),
    Recogniser((_D,), identifiers.VERSION, identifiers.version, after="."),
    Recogniser((_D,), identifiers.FORM_CODE, identifiers.form_code, after="-("),
    Recogniser((_D,), references.STREET, references.street, after=" ", beyond=ascii_uppercase),
    Recogniser((_D,), identifiers.QUOTED, identifiers.quoted, after='"'),
    Recogniser((_D,), identifiers.LONG, identifiers.exact, (LONG,)),
    Recogniser((_D,), identifiers.RATIO, identifiers.ratio, after=":/⁄"),
    Recogniser((Anchor.LABEL, Anchor.MARK), identifiers.LABELLED, identifiers.labelled),
    Recogniser((Anchor.LABEL,), identifiers.NUMBERED_ID, identifiers.numbered),
    Recogniser((Anchor.MARK,), re.compile(r"(?<=\bT)\+\d{1,2}\b"), identifiers.silent),
    Recogniser((Anchor.MARK,), identifiers.HASH, identifiers.marked),
    Recogniser((Anchor.MARK, _C), identifiers.MASKED, identifiers.marked),
    Recogniser((_D,), ordinals.DIGIT_ORDINAL, ordinals.digit_ordinal, after="snrt"),
    Recogniser((Anchor.BRACKET,), amounts.BRACKETED_PERCENT, amounts.bracketed_percent),
    Recogniser((Anchor.BRACKET,), re.compile(r"\([$£€]?\d[\d,.]{0,24}[ ]?%?\)"), amounts.accounting),
    Recogniser((Anchor.MINUS,), amounts.MINUS, amounts.negative_word),
    Recogniser((_D, Anchor.NUMBER), amounts.PROPORTION, amounts.proportion, after=" ", beyond="oi"),
    Recogniser((_D,), identifiers.ZERO_LED, identifiers.exact),
    Recogniser((_C, Anchor.CURRENCY), CURRENCY_PREFIX, amounts.amount),
    Recogniser((_D, Anchor.SIGN, Anchor.NUMBER), _HERE, amounts.amount),
    Recogniser((Anchor.ARTICLE,), amounts.ARTICLE, amounts.article),
    Recogniser((Anchor.NUMBER, Anchor.ORDINAL), _HERE, ordinals.word_ordinal),
    Recogniser((_C,), identifiers.IBAN, identifiers.iban),
    Recogniser((_C,), identifiers.CODE, identifiers.code),
    Recogniser((_D,), identifiers.ALNUM, identifiers.exact, after=_LETTERS),
)

# What a token offers itself to, in turn: how a recogniser matches, and what it builds.
Tried = tuple[
    tuple[Callable[[str, int], re.Match[str] | None], Callable[[re.Match[str]], tuple[Mention, ...] | None]],
    ...,
]
TRIED: dict[Anchor, Tried] = {
    anchor: tuple((r.pattern.match, r.build) for r in RECOGNISERS if anchor in r.anchors) for anchor in Anchor
}
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
    | dict.fromkeys(
        ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"],
        Anchor.DECADE,
    )
    | dict.fromkeys(CAPITAL_LABELS, Anchor.LABEL)
    | {"half": Anchor.NUMBER}
)
PERIOD_WORDS = frozenset(word for word, anchor in _WORD_ANCHORS.items() if anchor is Anchor.PERIOD) | {"plan"}
TRIED_WORDS: dict[str, Tried] = {word: TRIED[anchor] for word, anchor in _WORD_ANCHORS.items()} | {
    "www": TRIED[Anchor.URL],
    "kr": TRIED[Anchor.CURRENCY],
    "policy": TRIED[Anchor.PERIOD] + TRIED[Anchor.LABEL],
    "plan": TRIED[Anchor.PERIOD] + TRIED[Anchor.LABEL],
}
_CURRENCY_WORDS = CURRENCY_CODES | LETTER_SIGNS | SCALED_CODES.keys()
for _word in _CURRENCY_WORDS:
    TRIED_WORDS.setdefault(_word, TRIED[Anchor.CURRENCY])


_CODE_SHAPE = re.compile(r"[-/]\w*\d")


@lru_cache(maxsize=20_000)
def about(word: str) -> tuple[Tried, str]:
    """The recognisers of a word with a capital, a digit or an underscore; its small letters where it may name."""
    if word[0] in VULGAR:  # numeric characters are letters to `re`
        return TRIED[Anchor.SIGN], ""
    small = word.lower()
    tried = TRIED_WORDS.get(word) or TRIED_WORDS.get(small, ())
    if not word.isalpha():
        return tried + TRIED[Anchor.CODE], ""
    return tried, "" if word.islower() or small in GRAMMAR else small


def tried_before_dash(tried: Tried, text: str, end: int) -> Tried:
    """The same where a dash or a slash follows a word of letters: "ORD-4821" is a code."""
    return tried + TRIED[Anchor.CODE] if _CODE_SHAPE.match(text, end) else tried


@lru_cache(maxsize=4096)
def tried_at_digits(run: int, following: str) -> Tried:
    """The recognisers of `run` digits before the (at most two) characters `following`."""
    return tuple(
        (r.pattern.match, r.build) for r in RECOGNISERS if _D in r.anchors and r.may_open(run, following)
    )
