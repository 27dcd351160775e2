# SPDX-License-Identifier: Apache-2.0
"""The tables of units and currencies hold together: generated rows and our own."""

from __future__ import annotations

from decimal import Decimal

import pytest

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.units import (
    CURRENCY_CODES,
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    DURATIONS,
    PAIRS,
    PERCENTS,
    SYMBOLS,
    UNIT_WORDS,
)

UNITS = (
    (UNIT_WORDS, "kilometres", (Kind.QUANTITY, "m", Decimal(1000))),  # from pint
    (UNIT_WORDS, "tons", (Kind.QUANTITY, "kg", Decimal(1000))),  # our own: pint's ton is the short one
    (SYMBOLS, "MWh", (Kind.QUANTITY, "J", Decimal(3_600_000_000))),
    (DURATIONS, "fortnight", (Kind.DURATION, "day", Decimal(14))),
    (PERCENTS, "bps", (Kind.PERCENT, "%", Decimal("0.01"))),
    (CURRENCY_NAMES, "zlotys", (Kind.MONEY, "PLN", Decimal(1))),  # from CLDR
    (CURRENCY_NAMES, "pesos", (Kind.MONEY, "", Decimal(1))),  # of several countries
    (PAIRS["hong kong"], "cents", (Kind.MONEY, "HKD", Decimal("0.01"))),
    (PAIRS["square"], "feet", (Kind.QUANTITY, "m2", Decimal("0.09290304"))),
    (PAIRS["nautical"], "miles", (Kind.QUANTITY, "m", Decimal(1852))),
)


@pytest.mark.parametrize(("table", "word", "unit"), UNITS, ids=[word for _, word, _ in UNITS])
def test_unit(
    table: dict[str, tuple[Kind, str, Decimal]], word: str, unit: tuple[Kind, str, Decimal]
) -> None:
    assert table[word] == unit


def test_signs_name_known_currencies() -> None:
    assert set(CURRENCY_SIGNS.values()) - {""} <= CURRENCY_CODES
    assert CURRENCY_SIGNS["€"] == "EUR"
