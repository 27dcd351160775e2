# SPDX-License-Identifier: Apache-2.0
"""Units and currencies by their words and signs: generated tables and our own additions, put together."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from faithstill.featurize.read.tables import resource, toml

from .mention import Kind

Unit = tuple[Kind, str, Decimal]  # kind, base unit, factor

_DURATIONS = ("day", "month", "second", "business_day")
_OPEN = (
    "?"  # money of a currency that the text leaves open: cents, crowns and pesos exist in several countries
)
_LONGEST = 3  # words of a unit


def _unit(base: str, factor: str) -> Unit:
    if base in _DURATIONS:
        kind = Kind.DURATION
    elif base in ("%", "pp"):
        kind = Kind.PERCENT
    else:
        kind = Kind.MONEY if base == _OPEN or re.fullmatch("[A-Z]{3}", base) else Kind.QUANTITY
    return kind, base.replace(_OPEN, ""), Decimal(f"{Decimal(factor):f}")


def _own(text: str) -> Iterator[tuple[str, Unit]]:
    """The units of our own table, whose lines read "base factor: words"."""
    for line in text.strip().splitlines():
        head, _, names = line.partition(": ")
        found = head.split()
        if len(found) != 2 or not names:
            raise ValueError(f"own_units.toml: {line!r} is no unit; write `base factor: words`")
        yield from ((name, _unit(*found)) for name in names.split())


def _generated(field: str) -> Iterator[tuple[str, Unit]]:
    return ((name, _unit(row["base"], row["factor"])) for row in _UNITS for name in row[field])


_UNITS: list[dict[str, Any]] = json.loads(resource("units.json"))
_MONEY: list[dict[str, Any]] = json.loads(resource("currencies.json"))
_OWN: Mapping[str, Any] = toml("own_units.toml")

DURATIONS: dict[str, Unit] = dict(_own(_OWN["durations"]))
PERCENTS: dict[str, Unit] = dict(_own(_OWN["percents"]))
# Written as they stand: "M" is not "m", "MW" is not "mW".
SYMBOLS: dict[str, Unit] = {**dict(_generated("symbols")), **dict(_own(_OWN["symbols"]))}
UNIT_WORDS: dict[str, Unit] = {**dict(_generated("names")), **dict(_own(_OWN["words"]))}
# "12 more months", "two full years": words that may stand between a number and its unit.
BETWEEN_UNIT = frozenset(_OWN["between"].split())

LOWER_CODES = frozenset(_OWN["money"]["lower_codes"].split())
# "MEUR 120", "1,250 TEUR".
SCALED_CODES = {
    f"{letter}{code}": (code, power)
    for letter, power in (("M", 6), ("K", 3), ("T", 3))
    for code in ("EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN")
}
# Where "3.350" means three thousand three hundred and fifty.
POINT_GROUPING = frozenset(_OWN["money"]["point_grouping"].split())
CURRENCY_SIGNS: dict[str, str] = {sign: row["code"] for row in _MONEY for sign in row["signs"]} | {
    sign: code.replace(_OPEN, "") for code, signs in _OWN["signs"].items() for sign in signs.split()
}


def _named_money() -> Iterator[tuple[tuple[str, ...], Unit]]:
    """The words of each name of a currency: ("hong", "kong", "dollars"), with its cents."""
    for row in _MONEY:
        for name in row["names"]:
            *before, last = name.split()
            if len(before) < _LONGEST and all(word.isalpha() for word in (*before, last)):
                yield (*before, last), _unit(row["code"], "1")
                if last.startswith("dollar"):
                    yield (*before, last.replace("dollar", "cent")), _unit(row["code"], "0.01")


def _single_names(named: Iterable[tuple[tuple[str, ...], Unit]]) -> dict[str, Unit]:
    """The last words that name one currency alone: "zloty", but not "peso"."""
    found: dict[str, set[Unit]] = defaultdict(set)
    for names, unit in named:
        found[names[-1]].add(unit)
    no_money = _OWN["money"]["other_words"].split()
    return {
        name: next(iter(units)) for name, units in found.items() if len(units) == 1 and name not in no_money
    }


CURRENCY_NAMES: dict[str, Unit] = {**_single_names(_named_money()), **dict(_own(_OWN["money"]["names"]))}
CURRENCY_CODES = (
    frozenset(row["code"] for row in _MONEY)
    | frozenset(_OWN["money"]["codes"].split())
    | frozenset(CURRENCY_SIGNS.values())
    | frozenset(unit for _, unit, _ in CURRENCY_NAMES.values())
) - {""}


def _pairs() -> dict[str, dict[str, Unit]]:
    found: dict[str, dict[str, Unit]] = defaultdict(dict)
    for names, unit in _named_money():
        if len(names) > 1:
            found[" ".join(names[:-1])][names[-1]] = unit
    for name, unit in UNIT_WORDS.items():
        if "-" in name:
            first, _, rest = name.partition("-")
            found[first][rest] = unit
    for power, base, litres, openers in ((2, "m2", 1, "square sq sq."), (3, "l", 1000, "cubic cu")):
        for opener in openers.split():
            found[opener] |= {
                name: (Kind.QUANTITY, base, unit[2] ** power * litres)
                for name, unit in {**UNIT_WORDS, **SYMBOLS}.items()
                if unit[1] == "m"
            }
    for openers, text in _OWN["pairs"].items():
        for opener in openers.split(","):
            found[opener.strip()] |= dict(_own(text))
    for opener in [name for name in found if " " in name]:
        found.setdefault(opener.split()[0], {})
    return dict(found)


# Units of two and three words: the words before the last -> the last -> unit.
PAIRS = _pairs()

_MARKS = sorted((s for s in CURRENCY_SIGNS if not s.replace(".", "").isalpha()), key=len, reverse=True)
MARKED_SIGN = "|".join(map(re.escape, _MARKS))  # a pattern: "US$", "€"; no "Rs", "kr"
SINGLE_SIGNS = "".join(sorted({mark[-1] for mark in _MARKS}))
LETTER_SIGNS = frozenset(CURRENCY_SIGNS) - frozenset(_MARKS)
