# SPDX-License-Identifier: Apache-2.0
"""What so many cost at so much each: a rate times the count of what it is for, which words must name.

"£129 per camera" for ten cameras, "$0.40 per 1,000 requests" for 68,000, "€15 a month" over a year; and how long a
limit lasts at a rate: "0.5% per day, at most 8%".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.lexicon import CARDINALS
from faithstill.featurize.extract.numbers import figure

from .formulas import CALLED_FOR, Formula, Wanted, alike
from .operands import Operand, Origin, Statement

_ONE = Decimal(1)
_COUNTS = frozenset({Kind.NUMBER, Kind.DURATION, Kind.QUANTITY})
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})
_PER = (
    r"(?:/|\b(?:per|an?|each|every|for each|for every)\s)\s?(?:(?:further|additional|extra|full|started)\s)?"
)
_CHARGED = (
    r"(?:\s(?:is|are|will be)\s(?:charged|due|added|payable|levied|paid|deducted|owed|earned|credited))"
)
_BEHIND = re.compile(rf"(?:{_CHARGED}|\s(?:of\s)?[a-z]+)?[\s-]?{_PER}", re.IGNORECASE)
_THING = re.compile(r"[a-z\d$£€]\S*", re.IGNORECASE)
_OF_EACH = re.compile(
    rf"(?:{_PER}|\band\s)(?P<per>[$£€]?\d[\d,]*(?:\.\d+)?\s?)?(?P<noun>[a-z]+)?", re.IGNORECASE
)
_BEFORE = re.compile(
    r"(?P<per>\d[\d,]*)\s(?P<noun>[a-z]+)\s(?:per|equals?|=|(?:is|are) worth|buys?|gives?)\s(?:an?\s)?$"
)
_LABEL = re.compile(
    r"\bper[\s_-](?P<noun>[a-z]+)|\b(?P<adverb>hour|dai|night|week|month|quarter|annual|year)(?:ly)?\b(?!\s\d)",
    re.I,
)
_ADVERBS = {"dai": "day", "annual": "year"}
_COUNT = rf"(?P<count>\d{{1,2}}|twice|thrice|{'|'.join(CARDINALS)})"
_PERIOD = (
    r"(?:(?:an?|per|each|every)\s(?P<period>day|week|month|year)\b|(?P<adverb>daily|weekly|monthly|yearly)\b)"
)
_TIMES = re.compile(rf"(?:\s[a-z]+)?,?\s{_COUNT}(?:\s?[x×]|\stimes)?\s{_PERIOD}", re.IGNORECASE)
_OF_PERIOD = re.compile(rf"(?:\s[a-z]+)?\s{_PERIOD}", re.IGNORECASE)
_DOSES = re.compile(rf"\b{_COUNT}\s[a-z]{{3,}}s\sof\s$", re.IGNORECASE)
_EACH = re.compile(r"\seach\b")
_PARTS = re.compile(rf"\b{_COUNT}\s[a-z]{{3,}}s\s(?:of\s|at\s|for\s|\()$", re.IGNORECASE)
_TWICE = {"twice": 2, "thrice": 3}
_END = re.compile(r"[.;|(\n]\s|[;|(\n]")
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_LABEL_LENGTH = 40
_NOUN = r"(?!(?:per|each|every|an?)\b)[a-z]+"
_NOUN_WORDS = re.compile(rf"[\s-]?{_NOUN}(?:\s{_NOUN}){{0,2}}", re.IGNORECASE)
# What turns a value for one period into that for another: rule, words shown, factor.
_PERIODS = {
    ("month", "year"): ("yearly", "{} x 12 months", Decimal(12)),
    ("quarter", "year"): ("yearly", "{} x 4 quarters", Decimal(4)),
    ("week", "year"): ("yearly", "{} x 52 weeks", Decimal(52)),
    ("month", "quarter"): ("product", "{} x 3 months", Decimal(3)),
    ("day", "week"): ("product", "{} x 7 days", Decimal(7)),
    ("year", "month"): ("monthly", "{} / 12 months", 1 / Decimal(12)),
    ("quarter", "month"): ("quotient", "{} / 3 months", 1 / Decimal(3)),
    ("year", "quarter"): ("quarterly", "{} / 4 quarters", Decimal("0.25")),
}
_PERIOD_WORDS = {
    "year": frozenset("year years yearly annually annual annum".split()),
    "month": frozenset("month months monthly".split()),
    "quarter": frozenset("quarter quarters quarterly".split()),
    "week": frozenset("week weeks weekly".split()),
}


def rated(target: Mention, wanted: Wanted, operands: Sequence[Operand], said: Statement) -> Iterator[Formula]:
    """Every formula that takes a rate as many times as the words say that it applies."""
    rates = [(o, per) for o in operands for per in _rates(o)]
    own = frozenset[str]().union(*(nouns for _, nouns in _rates(_in_sentence(target, said))))
    for rate, (per, nouns) in rates:
        if alike(rate.mention, target) and own.isdisjoint(nouns):
            yield from _times(rate, per, nouns, wanted, operands)
            yield from _periods(rate, nouns, wanted, said)
    yield from (f for o in operands if alike(o.mention, target) for f in _several(o, wanted, said))
    if target.kind in _COUNTS and target.kind is not Kind.QUANTITY:
        yield from _lasting(target, rates, operands, said)


def _in_sentence(target: Mention, said: Statement) -> Operand:
    """The value itself with the text behind it."""
    return Operand(target, 0.0, tail=said.text[target.end - said.start :])


def _rates(o: Operand) -> Iterable[tuple[Decimal, frozenset[str]]]:
    """For how many of what a value is, where it is for each: (1, {"camera"}), (1000, {"request"})."""
    return () if o.mention.kind in _CALENDAR else _rates_between(o.lead, o.tail, o.column)


@lru_cache(maxsize=500)  # of one place as often as values of an answer are to be formed
def _rates_between(lead: str, tail: str, column: str) -> Sequence[tuple[Decimal, frozenset[str]]]:
    return tuple(_rates_read(lead, tail, column))


def _rates_read(lead: str, tail: str, column: str) -> Iterator[tuple[Decimal, frozenset[str]]]:
    behind = _END.split(tail, 1)[0][:_LABEL_LENGTH]
    if _BEHIND.match(behind):
        found = list(_OF_EACH.finditer(behind))
        nouns = frozenset(stem for f in found for stem in content_stems(f["noun"] or ""))
        per = _figure(found[0]["per"] or "") if found else None
        yield (
            per or _ONE,
            nouns | ({"$"} if found and (found[0]["per"] or "").startswith(("$", "£", "€")) else set()),
        )
    before = _BEFORE.search(lead)
    if before and (per := _figure(before["per"])):
        yield per, frozenset(content_stems(before["noun"]))
    label = _LABEL.search(f"{column.replace('_', ' ')} {_END.split(lead)[-1][-_LABEL_LENGTH:]}")
    if label:
        noun = label["noun"] or _ADVERBS.get(label["adverb"].lower(), label["adverb"])
        yield _ONE, frozenset(content_stems(noun.lower()))


def each_of(text: str) -> str | None:
    """The word for what a value is for each, if the text right behind it says so.

    >>> each_of(" per GB."), each_of(" tokens per 1,000 words"), each_of(" in all")
    ('GB.', '1,000', None)
    """
    found = _BEHIND.match(text)
    word = _THING.match(text, found.end()) if found else None
    return word[0] if word else None


def _figure(text: str) -> Decimal | None:
    found = _FIGURE.search(text)
    return Decimal(found[0].replace(",", "")) if found else None


def _times(
    rate: Operand, per: Decimal, nouns: frozenset[str], wanted: Wanted, operands: Sequence[Operand]
) -> Iterator[Formula]:
    for o in operands:
        count = printed(o.mention)
        if o is rate or count in (None, 0, 1) or count is None:
            continue
        if o.mention.kind is Kind.MONEY:
            fits = "$" in nouns and o.mention != rate.mention and o.point != per
        else:
            fits = o.mention.kind in _COUNTS and not nouns.isdisjoint(nouns_of(o))
        value = rate.point * count / per
        if fits and wanted.is_met(value):
            shown = "{0} x {1}" if per == 1 else f"{{0}} x {{1}} / {per:,f}"
            yield Formula("product", (rate, o), shown, value, ground=CALLED_FOR)


def printed(mention: Mention) -> Decimal | None:
    """The figure of a value as it stands there: two for "2 hours"."""
    if mention.low is None or mention.low != mention.high:
        return None
    if mention.kind not in _UNITED:
        return mention.low
    return figure(mention.text)


def nouns_of(o: Operand) -> frozenset[str]:
    """The stems of what a value counts: its own unit, the words behind it, the header of its column."""
    words = _NOUN_WORDS.match(o.tail)
    # As it is written: "four years", which are kept in months, are no four months.
    own = re.sub(r"[\d.,-]+", " ", o.mention.text) if o.mention.kind in _UNITED else o.mention.unit
    unit = own if own.strip() else o.mention.unit
    return frozenset(content_stems(f"{unit} {words[0] if words else ''} {o.column.replace('_', ' ')}"))


def _several(o: Operand, wanted: Wanted, said: Statement) -> Iterator[Formula]:
    """ "2,000 mg a day" of "500 mg four times a day" and of "four doses of 500 mg a day"."""
    each = _EACH.match(o.tail) and _PARTS.search(o.lead)
    if each and wanted.is_met(o.point * _count(each)):
        yield Formula("product", (o,), f"{{}} x {each['count']}", o.point * _count(each), ground=CALLED_FOR)
    times = _TIMES.match(o.tail)
    period = times or _OF_PERIOD.match(o.tail)
    of = None if times else _DOSES.search(o.lead)
    if not period or not (times or of):
        return
    count = _count(times or of or period)
    bare = (period["adverb"] or "").lower().removesuffix("ly")
    unit = (period["period"] or _ADVERBS.get(bare, bare)).lower()
    if count > 1 and unit in _stemmed(said.near | said.asked) and wanted.is_met(o.point * count):
        yield Formula("product", (o,), f"{{}} x {count}", o.point * count, ground=CALLED_FOR)


def _count(match: re.Match[str]) -> Decimal:
    word = match["count"].lower()
    return Decimal(word) if word.isdigit() else Decimal(_TWICE.get(word) or CARDINALS.get(word, 0))


def _stemmed(words: frozenset[str]) -> frozenset[str]:
    """Words with the periods that they name: "daily" is of a day."""
    bare = (word.removesuffix("ly") for word in words if word.endswith("ly"))
    return words | {_ADVERBS.get(word, word) for word in bare}


def _periods(rate: Operand, nouns: frozenset[str], wanted: Wanted, said: Statement) -> Iterator[Formula]:
    if rate.mention.kind is Kind.PERCENT:
        return  # which compounds
    for (of, to), (rule, pattern, factor) in _PERIODS.items():
        if nouns.isdisjoint(content_stems(of)) or _PERIOD_WORDS[to].isdisjoint(said.near | said.asked):
            continue
        if wanted.is_met(rate.point * factor):
            yield Formula(rule, (rate,), pattern, rate.point * factor, ground=CALLED_FOR)


def _lasting(
    target: Mention,
    rates: Sequence[tuple[Operand, tuple[Decimal, frozenset[str]]]],
    operands: Sequence[Operand],
    said: Statement,
) -> Iterator[Formula]:
    """ "Reached after 16 days" of 0.5% per day and at most 8%."""
    length = printed(target)
    nouns = nouns_of(_in_sentence(target, said))
    for rate, (per, each) in rates:
        if length is None or nouns.isdisjoint(each) or not rate.point:
            continue
        for o in operands:
            same = (o.mention.kind, o.mention.unit) == (rate.mention.kind, rate.mention.unit)
            told = same and o.origin is not Origin.ANSWER and o.point > rate.point
            if told and o.point == length * rate.point / per:
                yield Formula("quotient", (o, rate), "{0} / {1}", length, ground=CALLED_FOR)
