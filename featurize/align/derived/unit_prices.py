# SPDX-License-Identifier: Apache-2.0
"""What so many cost at so much each: "£129 per camera" for ten cameras, where a word joins price and count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.extract.numbers import figure

from .formula import Formula, Wanted
from .formula_search import CALLED_FOR, alike
from .operands import Operand

_COUNTS = frozenset({Kind.NUMBER, Kind.DURATION, Kind.QUANTITY})
_PRICED = frozenset({Kind.MONEY, Kind.NUMBER, Kind.QUANTITY})
_DIGITS = re.compile(r"[\d.,-]+")
_STOP = re.compile(r"[.;|,(\n](?:\s|$)")
_PER = re.compile(r"(?:\bper|\beach|/)[ _]?([a-z]+)", re.IGNORECASE)
_REACH = 40  # characters around a price that say of what it is the price
_WORDS = 2  # behind a count, that say what it counts


def products(target: Mention, wanted: Wanted, operands: Sequence[Operand]) -> Iterator[Formula]:
    """Yield the products of a price and a count of what the price is for, that give the wanted value.

    The answer or the question tells the count, or it stands beside a price per so much.
    """
    if target.kind not in _PRICED:
        return
    counts = [(o, _nouns(o)) for o in operands if o.mention.kind in _COUNTS]
    for price in (o for o in operands if alike(o.mention, target)):
        around = _around(price)
        stems, each = (
            frozenset(content_stems(around)),
            frozenset(content_stems(" ".join(_PER.findall(around)))),
        )
        for count, nouns in counts:
            times = figure(count.mention.text)
            joined = stems if count.named else each if count.place == price.place else frozenset[str]()
            if count is price or times is None or times <= 1 or nouns.isdisjoint(joined):
                continue
            if count.mention.low == count.mention.high and wanted.is_met(price.point * times):
                yield Formula("product", (price, count), "{0} x {1}", price.point * times, ground=CALLED_FOR)


def _around(price: Operand) -> str:
    """The clause of a price and the header of its column."""
    before, behind = _STOP.split(price.lead)[-1][-_REACH:], _STOP.split(price.tail)[0][:_REACH]
    return f"{before} {behind} {price.column.replace('_', ' ')}"


def _nouns(o: Operand) -> frozenset[str]:
    """The stems of what a value counts: its own unit and the words behind it."""
    behind = " ".join(_STOP.split(o.tail)[0].split()[:_WORDS])
    return frozenset(content_stems(f"{_DIGITS.sub(' ', o.mention.text)} {behind}"))
