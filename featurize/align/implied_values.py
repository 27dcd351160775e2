# SPDX-License-Identifier: Apache-2.0
"""Values that the evidence implies: by a bound or a hedge, in two pieces, as a bare year or a century.

Another form is tried last, before a value counts as absent or refuted, and can only prove it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from enum import StrEnum
from itertools import pairwise

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import agree, comparable, readings, same_type
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.lexicon import MONTHS
from faithstill.featurize.extract.mention import covers, granularity
from faithstill.featurize.extract.numbers import read_numeral

from .derived.formula import Derivation
from .slots.contenders import is_bound
from .slots.slots import EvidenceValues, Located

_REACH = 40  # characters before a value in which the words of its bound stand
_NEARLY = re.compile(
    r"\b(?:nearly|almost|approaching|not[ ]quite|(?:just|a[ ]little)[ ](?:short|shy)[ ]of)[ ](?:an?[ ]|the[ ])?\W?$",
    re.IGNORECASE,
)
_TENTH = Decimal("0.1")
_TO_NEXT_PART = Decimal("1.3")  # from a half to not quite two thirds, from a quarter to a third
_SAME_SIZE = 2


class BoundSide(StrEnum):
    """Where a bound says that the value lies."""

    ABOVE = "above"
    BELOW = "below"


def side_of(document: Document, mention: Mention) -> BoundSide | None:
    """Where the true value lies by an answer's bound; "nearly 32" says below.

    "At least" and "at most" set a rule, of which no other value says anything.
    """
    if mention.bound is Bound.MORE_THAN:
        return BoundSide.ABOVE
    if mention.bound is Bound.LESS_THAN:
        return BoundSide.BELOW
    start = max(0, mention.start - _REACH)
    is_near = mention.bound is Bound.ABOUT and _NEARLY.search(document.text, start, mention.start)
    return BoundSide.BELOW if is_near else None


def leaves_room(side: BoundSide, mention: Mention, stated: Mention) -> bool:
    """Does a bound hold for a value of about its size, so that it is no rival: $60 of "more than $50"?"""
    if is_bound(stated) or not comparable(mention, stated):
        return False
    return any(_holds(side, ours, theirs) for ours, theirs in _pairs(side, mention, stated))


def implied(document: Document, mention: Mention, stated: Mention) -> bool:
    """Is a bound what an author makes of a stated value: "more than 8,000", "nearly 9,000" of 8,760?

    A bare bound must be the value cut off at its own last digit, "nearly" close to it.
    """
    side = side_of(document, mention)
    if side is None or stated.low != stated.high or not _is_like(mention, stated):
        return False
    if not leaves_room(side, mention, stated):
        return False
    is_near = mention.bound is Bound.ABOUT
    return any(
        abs(ours - theirs) <= abs(ours) * _TENTH if is_near else _is_cut(side, mention, ours, theirs)
        for ours, theirs in _pairs(side, mention, stated)
    )


def _is_like(mention: Mention, stated: Mention) -> bool:
    """Of one kind and currency, or a part and a percentage: the bare 2,750 of a table is not above "EUR 2,500"."""
    if mention.kind is not stated.kind:
        return mention.unit == "fraction" and stated.kind is Kind.PERCENT
    return mention.kind is not Kind.MONEY or mention.unit == stated.unit


def _pairs(side: BoundSide, mention: Mention, stated: Mention) -> Iterator[tuple[Decimal, Decimal]]:
    """A single bounded value beside the end of the stated one that comes nearest to breaking the bound."""
    if mention.low == mention.high:
        for ours, theirs in readings(mention, stated):
            yield ours[0], theirs[0] if side is BoundSide.ABOVE else theirs[1]


def _holds(side: BoundSide, bound: Decimal, value: Decimal) -> bool:
    if bound <= 0 or value <= 0:
        return False
    if side is BoundSide.ABOVE:
        return bound < value <= _SAME_SIZE * bound
    return bound / _SAME_SIZE <= value < bound


def _is_cut(side: BoundSide, mention: Mention, bound: Decimal, value: Decimal) -> bool:
    """Is the bound the value cut off at a step of its own last digit, or of five of them: 8,500 of 8,760?"""
    if mention.unit == "fraction":
        return side is BoundSide.ABOVE and value <= bound * _TO_NEXT_PART
    numeral = read_numeral(mention.text, 0)
    printed = numeral.value if numeral else bound if mention.kind is Kind.MONEY else Decimal(1)
    if not printed:
        return False
    value = value * printed / bound
    exponent = printed.normalize().as_tuple().exponent
    step = Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)
    rounding = ROUND_FLOOR if side is BoundSide.ABOVE else ROUND_CEILING
    return any((value / s).quantize(Decimal(1), rounding) * s == printed for s in (step, 5 * step))


_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_NAMES = {number: "|".join(n for n, m in MONTHS.items() if m == number) for number in range(1, 13)}
_CENTURY = re.compile(r"[ -]century\b(?! BC)", re.IGNORECASE)
_DATED = frozenset({"D", "M", "Q", "H", "Y"})


def restated(
    mention: Mention, answer: Document, question: Document, evidence: EvidenceValues
) -> Derivation | None:
    """Return the proof that the evidence states a value in another form."""
    if pattern := _written(mention):
        return _in_text(pattern, question, evidence)
    if mention.kind is Kind.ORDINAL and _CENTURY.match(answer.text, mention.end):
        return _of_century(mention, evidence)
    return None


def _written(mention: Mention) -> re.Pattern[str] | None:
    """The pattern of a year or a month as texts write it, in keys and headings too.

    >>> _written(Mention(Kind.PERIOD, 0, 4, "2019", key="2019")).findall("passengers_2019, 12019")
    ['2019']
    """
    is_number = mention.kind is Kind.NUMBER and not mention.unit and _YEAR.fullmatch(mention.text)
    year = mention.text if is_number else mention.key
    if is_number or (mention.kind is Kind.PERIOD and granularity(year) == "Y" and year.isdigit()):
        return re.compile(rf"(?<!\d)(?<!\d[.,]){year}(?!\d|[.,]\d)")
    if mention.kind is Kind.PERIOD and granularity(mention.key) == "M" and mention.key.startswith("--"):
        return re.compile(rf"(?<![A-Za-z])(?=[A-Z])(?i:{_NAMES[int(mention.key[-2:])]})(?![A-Za-z])")
    return None


def _in_text(pattern: re.Pattern[str], question: Document, evidence: EvidenceValues) -> Derivation | None:
    for document in (*evidence.passages, question):
        if found := pattern.search(document.text):
            return Derivation("written", found.group(), (), 1.0)
    return None


def _of_century(mention: Mention, evidence: EvidenceValues) -> Derivation | None:
    """ "In the 19th century" of a date or year of it."""
    for e in evidence.by_sort.get("calendar", ()):
        key = e.mention.key.split("|")[0]
        if granularity(key) in _DATED and key[:4].isdigit() and (int(key[:4]) - 1) // 100 + 1 == mention.low:
            return Derivation("century", e.mention.text, (e.mention,), 1.0)
    return None


_TO = re.compile(r"\s(?:up )?to\s|\s?[-–]\s?")
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})
_SIZES = frozenset({"D", "M", "Q"})  # what has a year to complete it


def pieced(mention: Mention, answer: Document, evidence: EvidenceValues) -> Sequence[Located]:
    """The evidence mentions that state a value together, if it is one that may come in pieces."""
    if mention.kind in _CALENDAR:
        return _dated(mention, evidence)
    return _range_ends(mention, evidence) or _ranges(mention, answer, evidence)


def _dated(mention: Mention, evidence: EvidenceValues) -> Sequence[Located]:
    """ "3 March" where some text of the evidence speaks of 2026."""
    if granularity(mention.key) == "R":
        return _both_ends(mention, evidence)
    if granularity(mention.key) not in _SIZES:
        return ()
    keys = mention.key.split("|")
    if not {key[:4] for key in keys} <= evidence.years:
        return ()
    yearless = [f"-{key[4:]}" for key in keys]
    return [
        e
        for located in evidence.like(mention)
        if any(_states(located[0].mention, key) for key in yearless)
        for e in located
    ]


def _both_ends(mention: Mention, evidence: EvidenceValues) -> Sequence[Located]:
    """ "2014-2015" where a sentence has both years."""
    places: list[dict[tuple[int, int], Located]] = [{}, {}]
    for located in evidence.like(mention):
        for end, found in zip(mention.key.split("|")[0].split("/"), places, strict=False):
            if located[0].mention.key == end:
                found |= {(e.passage, e.sentence): e for e in located}
    return [e for place, low in places[0].items() if place in places[1] for e in (low, places[1][place])]


def _states(stated: Mention, key: str) -> bool:
    """ "9 April" states 9 April and April; "in April" does not state the 9th."""
    return stated.key.startswith("--") and covers(key, stated.key)


def _ranges(mention: Mention, answer: Document, evidence: EvidenceValues) -> Sequence[Located]:
    """ "From $200 to $2,500", read as two values, where the evidence has the range."""
    if mention.low is None:
        return ()  # two times are no range: each must be stated
    at = answer.mentions.index(mention)
    for low, high in pairwise(answer.mentions[max(0, at - 1) : at + 2]):
        if same_type(low, high) and _TO.fullmatch(answer.text, low.end, high.start):
            whole = replace(low, high=high.high)
            return [e for found in evidence.like(whole) if agree(whole, found[0].mention) for e in found]
    return ()


def _range_ends(mention: Mention, evidence: EvidenceValues) -> Sequence[Located]:
    """ "Between 1% and 4%" where a sentence or row has a floor of 1% and a cap of 4%."""
    if mention.low is None or mention.high is None or mention.low == mention.high:
        return ()
    ends = replace(mention, high=mention.low), replace(mention, low=mention.high)
    places: list[dict[tuple[int, int], Located]] = [{}, {}]
    for located in evidence.like(mention):
        for end, found in zip(ends, places, strict=True):
            if agree(end, located[0].mention):
                found |= {(e.passage, e.sentence): e for e in located}
    return [e for place, low in places[0].items() if place in places[1] for e in (low, places[1][place])]
