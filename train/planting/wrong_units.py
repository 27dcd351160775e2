# SPDX-License-Identifier: Apache-2.0
"""Wrong units: days for weeks, miles for kilometres, euros for dollars, a year for a month."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from .edit import Edit
from .numerals import Role, WrittenNumber
from .scene import PlantingScene
from .vocabulary import CURRENCY_PREFIXES, CURRENCY_WORDS, OTHER_CURRENCIES, OTHER_RATES, OTHER_UNITS

_RATE = re.compile(
    "|".join(rf"(?<![\w]){re.escape(rate)}\b" for rate in sorted(OTHER_RATES, key=len, reverse=True))
)


def wrong_units(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Days for weeks, miles for kilometres, euros for dollars, a year for a month."""
    for numeral in scene.numerals:
        edits = [*_other_unit(scene, numeral), *_other_currency(scene, numeral), *_other_rate(scene, numeral)]
        if edits:
            yield rng.choice(edits)


def _other_unit(scene: PlantingScene, numeral: WrittenNumber) -> Iterator[Edit]:
    at = scene.answer.find(numeral.unit, numeral.end, numeral.last) if numeral.unit else -1
    for other in OTHER_UNITS.get(numeral.unit, ()) if at >= 0 else ():
        replaced = scene.answer[numeral.start : at] + other
        if not scene.occurs(replaced) and scene.answer[at - 1] != "(":
            yield Edit(numeral.start, numeral.last, replaced)


def _other_currency(scene: PlantingScene, numeral: WrittenNumber) -> Iterator[Edit]:
    if numeral.role is not Role.MONEY:
        return
    stated = {n.currency for n in scene.known_numerals if n.amount == numeral.amount}
    whole = scene.answer[numeral.first : numeral.last]
    sign = scene.answer[numeral.first : numeral.start].strip(" \u00a0")
    word = "" if sign else re.split(r"[ \u00a0-]", whole)[-1]
    for other in OTHER_CURRENCIES.get(sign or word, ()):
        if (CURRENCY_PREFIXES | CURRENCY_WORDS).get(other) not in stated:
            yield Edit(numeral.first, numeral.last, other.join(whole.rsplit(sign or word, 1)))


def _other_rate(scene: PlantingScene, numeral: WrittenNumber) -> Iterator[Edit]:
    rate = _RATE.search(scene.answer, numeral.last, min(len(scene.answer), numeral.last + 14))
    if rate and rate.start() - numeral.last <= 1 and numeral.role is not Role.YEAR:
        yield Edit(
            numeral.start, rate.end(), scene.answer[numeral.start : rate.start()] + OTHER_RATES[rate.group()]
        )
