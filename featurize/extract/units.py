# SPDX-License-Identifier: Apache-2.0
"""Units and currencies by their words and signs, and the unit that stands behind a number."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from faithstill.featurize.read.word_classes import resource, toml

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
    form: code.replace(_OPEN, "")
    for code, signs in _OWN["signs"].items()
    for sign in signs.split()
    for form in (sign, sign.removesuffix("."))  # "Rs." and "Rs"
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


_WORD_UNITS: dict[str, Unit] = UNIT_WORDS | DURATIONS | CURRENCY_NAMES | PERCENTS
_SIGNED_UNITS: dict[str, Unit] = SYMBOLS | {
    sign: (Kind.MONEY, code, Decimal(1))
    for sign, code in CURRENCY_SIGNS.items()
    if sign not in ("R", "RM", "Rp")  # "5 R" is no rand
}
_AFTER = re.compile(
    r"\*{0,2}([ \u00a0\u202f\t]{1,2}|\n(?=[a-z])|-|)"
    rf"(%|‰|[¢{SINGLE_SIGNS}](?![\d])|°[CF]?(?![A-Za-z])|"
    r"(?:light|acre|(?:kilo|mega|giga|tera)?watt)-[a-z]{4,5}(?![a-z])|"
    r"[A-Za-zµμłč]{1,20}(?:[²³/][A-Za-z]{0,12}|[23](?!\w))?)"
)


def read_unit(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit that stands right after a number, and where it ends.

    >>> read_unit("5 business days", 1)
    ((<Kind.DURATION: 'duration'>, 'business_day', Decimal('1')), 15)
    """
    match = _AFTER.match(text, at)
    if match is None or text.startswith("=", match.end()):
        return None  # "tp=88301 year=2030": a key
    gap, word = match.group(1), match.group(2)
    found = _signed_unit(text, gap, word, match)
    if found is not None:
        return found
    lower = word.lower()
    pair = PAIRS.get(lower)
    if pair is not None:
        paired = _paired(text, match.end(), lower, pair)
        if paired is not None:
            return paired
    if lower in _DEGREES and not text.startswith(" of", match.end()):
        return _DEGREE, match.end()
    if lower in BETWEEN_UNIT:
        second = _AFTER.match(text, match.end())
        if second is None:
            return None
        unit = DURATIONS.get(second.group(2).lower())
        return (unit, second.end(2)) if unit else None
    unit = _WORD_UNITS.get(lower)
    if unit is None:
        return _before_slash(word, match.start(2)) if "/" in word else None
    if len(lower) <= 2 and (word != lower or gap == "-" or (lower in ("s", "h", "mo") and gap == "\n")):
        return None
    if lower == "won" and not _GREAT.search(text[max(0, at - 12) : at]):
        return None
    if unit[0] is Kind.MONEY and lower in ("pound", "pounds") and _weighs(text, at, match.end()):
        unit = (Kind.QUANTITY, "kg", Decimal("0.45359237"))
    return unit, match.end()


_DEGREES, _DEGREE = ("°", "degree", "degrees"), (Kind.QUANTITY, "°", Decimal(1))
_GREAT = re.compile(r"(?:,\d{3}|illion|thousand)$")  # before "won", which is also a verb
_MONEY_P = (Kind.MONEY, "GBP", Decimal("0.01"))
_PRICES: dict[str, Unit] = {"p": _MONEY_P, "ct": (Kind.MONEY, "", Decimal("0.01"))}  # "38.4 p/kWh"


def _before_slash(word: str, start: int) -> tuple[Unit, int] | None:
    """ "50 micrograms/hour": what stands before the slash is counted."""
    first = word.split("/")[0]
    end = start + len(first)
    if unit := _PRICES.get(first) or SYMBOLS.get(first):
        return unit, end
    unit = _WORD_UNITS.get(first.lower())
    is_measured = unit is not None and unit[0] is Kind.QUANTITY and len(first) > 2
    return (unit, end) if unit is not None and is_measured else None


def _paired(text: str, at: int, first: str, pair: dict[str, Unit]) -> tuple[Unit, int] | None:
    """The rest of a unit of two or three words: "business days", "sq. ft.", "New Zealand dollars"."""
    dotted = first in ("sq", "cu", "fl") and text[at : at + 1] == "."
    second = _AFTER.match(text, at + dotted)
    if second is None:
        return None
    word, end = second.group(2), second.end(2)
    unit = pair.get(word.lower()) or pair.get(word)
    if unit is not None:
        return unit, end + (dotted and text[end : end + 1] == ".")
    triple = PAIRS.get(f"{first} {word.lower()}")
    third = _AFTER.match(text, end) if triple else None
    unit = triple.get(third.group(2).lower()) if triple and third else None
    return (unit, third.end(2)) if unit and third else None


def _signed_unit(text: str, gap: str, word: str, match: re.Match[str]) -> tuple[Unit, int] | None:
    """Units whose letters are significant: "MW", "km/h", "EUR", "€"."""
    unit = _SIGNED_UNITS.get(word)
    if unit is not None:
        if len(word) == 1 and word.isalpha() and gap in ("-", "\n"):
            return None
        return unit, match.end()
    if len(word) == 3 and (word in CURRENCY_CODES or word in LOWER_CODES):
        return (Kind.MONEY, word.upper(), Decimal(1)), match.end()
    if word in SCALED_CODES:
        code, power = SCALED_CODES[word]
        return (Kind.MONEY, code, Decimal(1).scaleb(power)), match.end()
    if word == "p" and not gap:
        return _MONEY_P, match.end()
    return None


def _weighs(text: str, at: int, end: int) -> bool:
    return "weigh" in text[max(0, at - 40) : at].lower() or text.startswith((" of weight", " in weight"), end)
