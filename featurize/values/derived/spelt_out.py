# SPDX-License-Identifier: Apache-2.0
"""Ways in which one sentence spells a formula out, operands, operation and result: a table of patterns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from faithstill.featurize.extract import Kind, Mention

from .operands import Statement

_LETTERS = {Kind.MONEY: "A", Kind.NUMBER: "A", Kind.QUANTITY: "A", Kind.PERCENT: "P", Kind.DURATION: "D"}
_LETTERS |= dict.fromkeys((Kind.DATE, Kind.PERIOD), "C")

NEARLY = Decimal("0.1")  # how far a value "about" may lie from the exact one
ABOUT = r"(?:about |roughly |nearly |exactly |just |only |some |around |approximately )?"
_THE = r"(?:the |its |your |their |a |an )?"
_IS = (
    r"(?:,? (?:(?:which|that|this) )?(?:is|are|was|were|makes?|made|comes? to|came to|amounts? to|equals?|totals?|"
    r"gives?|adds? up to|would be|would make|leaves?)| =|:) " + ABOUT
)
_WHEN = r"(?: in <C\d+>)?"
CHANGED = (
    r"(?:rose|grew|increased|climbed|jumped|gained|improved|fell|dropped|declined|decreased|shrank|went up|went down|"
    r"(?:rise|growth|increase|fall|drop|decline|decrease) of|up|down)(?: by)? "
)
_PART = r"<A\d+>(?:(?!\b(?:with|before|after|except|less|each|per|or)\b)[^<>.;:+×*/=]){0,40}?"
_SUMMED = (
    r"(?:together |all |both )?"
    r"(?:makes?|adds? up to|add to|come to|total|totals|sum to|=|for a total of|a total of) "
)


def _ratio(x: Decimal, y: Decimal) -> Decimal:
    return x * 100 / y


def change(x: Decimal, y: Decimal) -> Decimal:
    """By how many percent the second differs from the first."""
    return abs(y - x) * 100 / abs(x)


@dataclass(frozen=True, slots=True)
class Spelled:
    """Words of one sentence, values in brackets by kind and `<T>` the result, and what they give."""

    rule: str
    pattern: re.Pattern[str]
    sign: str
    forward: Callable[[Decimal, Decimal], Decimal]


def _spelled(rule: str, words: str, sign: str, forward: Callable[[Decimal, Decimal], Decimal]) -> Spelled:
    return Spelled(rule, re.compile(words, re.IGNORECASE), sign, forward)


_X, _Y = r"<A(?P<x>\d+)>", r"<A(?P<y>\d+)>"
_FROM_TO = rf"from {_X}{_WHEN} to {_Y}"
# One row for each way of spelling an operation out; `x` and `y` are its operands in order.
SPELLED = (
    _spelled(
        "share",
        rf"{_X} (?:is|are|was|makes|represents|equals) {ABOUT}<T> of {_THE}{_Y}",
        "{0} / {1}",
        _ratio,
    ),
    _spelled("percent_change", rf"{CHANGED}{ABOUT}<T>,? {_FROM_TO}", "{0} -> {1}", change),
    _spelled(
        "percent_change",
        rf"{_FROM_TO}{_WHEN}, (?:or |a |an )?(?:{CHANGED})?{ABOUT}<T>",
        "{0} -> {1}",
        change,
    ),
)
LISTED = re.compile(
    rf"(?<![-+×*/^(√])(?<![-+×*/^(√] )(?P<list>(?:{_PART}(?:, and |, | and ))+{_PART}),? {_SUMMED}{ABOUT}<T>",
    re.IGNORECASE,
)
SHIFTED = re.compile(
    rf"<D(?P<y>\d+)> (?P<side>after|from|following|before) {_THE}<C(?P<x>\d+)>{_IS}<T>", re.IGNORECASE
)


def masked(target: Mention, said: Statement) -> str:
    """The sentence with `<T>` for the target and a bracket with kind and number for each other value."""
    pieces, end = [], 0
    places = sorted([(target, "T"), *((m, f"{_LETTERS.get(m.kind, 'O')}{n}") for n, m in enumerate(said.beside))],
                    key=lambda pair: pair[0].start)  # fmt: skip
    for mention, name in places:
        pieces += [said.text[end : mention.start - said.start], f"<{name}>"]
        end = mention.end - said.start
    return " ".join("".join([*pieces, said.text[end:]]).replace("*", "").split())
