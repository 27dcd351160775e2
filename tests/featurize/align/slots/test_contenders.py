# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.align.slots.contenders import other_rate, rates
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document

# Text that begins with one value, what it is for.
RATES = [
    ("$310 a month is due.", "month"),
    ("$310/month is due.", "month"),
    ("$310 per year is due.", "year"),
    ("$310 annually is due.", "year"),
    ("$310 p.a. is due.", "year"),
    ("$310 is due each year.", ""),
    ("$310 paid.", ""),
    ("100 requests per minute.", "minute"),
    ("100 requests each hour.", "hour"),
    ("100 requests that a day brings.", ""),
    ("100 is per day.", ""),
    ("$2 per user per month.", "month"),
    ("$2 per seat/month.", "month"),
    ("5% every four years.", ""),
    ("€0.30 per km.", "km"),
    ("€0.30/kWh.", "kwh"),
    ("$5 each time.", ""),
    ("$90 per 100 km.", ""),
]


@pytest.mark.parametrize(("text", "period"), RATES)
def test_rates(text: str, period: str) -> None:
    document = Document(text, Extractor())
    assert " ".join(sorted(rates(document, document.mentions[0]))) == period


@pytest.mark.parametrize(
    ("first", "second", "differs"),
    [
        ("$310 a month", "$310 a year", True),
        ("$310 a month", "$310 per month", False),
        ("$310 a month", "$310", False),
        ("$2 per user per year", "$2 per user per month", True),
        ("$2 per user", "$2 per month", False),
        ("$2 per month", "$2 per user per month", False),
        ("$2 per head", "$2 per guest", False),
        ("$2 per shift", "$2 per hour", True),
        ("€0.30 per mile", "€0.30 per kWh", True),
    ],
)
def test_other_rate(first: str, second: str, differs: bool) -> None:
    a, b = Document(first, Extractor()), Document(second, Extractor())
    assert other_rate(a, a.mentions[0], b, b.mentions[0]) is differs
