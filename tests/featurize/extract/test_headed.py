# SPDX-License-Identifier: Apache-2.0
"""Bare figures in the unit of their key or header. Our own words."""

from __future__ import annotations

import pytest

from faithstill.featurize.extract import Extractor, Kind
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.headed import measure_of

HEADERS = [
    ("Area (km²)", "m2"),
    ("Reject rate (ppm)", "ppm"),
    ("Height in metres", "m"),
    ("Depth (m)", "m"),
    ("Revenue (m)", None),
    ("length m", "m"),
    ("revenue m", None),
    ("wait minutes", "second"),
    ("duration min", "second"),
    ("price min", None),
    ("wind kmh", "km/h"),
    ("size gb", "byte"),
    ("down mbps", "bit/s"),
    ("discount pct", "%"),
    ("Share, %", "%"),
    ("Average days to close", "day"),
    ("Notice (working days)", "business_day"),
    ("service months in year", "month"),
    ("Opening hours", None),
    ("Sales in the last months", None),
    ("Orders after 30 days", None),
    ("month", None),
    ("Item(s)", None),
    ("Fee", None),
]
CELLS = [
    ('{"bridge": "Orla", "length_m": 130}', "130", Kind.QUANTITY),
    ('{"clinic": "North", "wait_minutes": 45}', "45", Kind.DURATION),
    ('{"discount_pct": 15}', "15", Kind.PERCENT),
    ("| Peak | Height (m) |\n|---|---|\n| Orn | 1990 |", "1990", Kind.QUANTITY),
    ("| Property | Value |\n|---|---|\n| Mass (kg) | 40 |", "40", Kind.QUANTITY),
    ("Name | Area (km²) | Depth (m)\nOrm | 18.5 | 42\nTarn | 3.1 | 12", "3.1", Kind.QUANTITY),
    ("| Pass | Length (km) |\n|---|---|\n| Orm | 12 bends |", "12", Kind.NUMBER),
    ("| Firm | Revenue (m) |\n|---|---|\n| Orm | 412 |", "412", Kind.NUMBER),
]


@pytest.mark.parametrize(("header", "unit"), HEADERS)
def test_headers(header: str, unit: str | None) -> None:
    found = measure_of(header)
    assert (found[1] if found else None) == unit


@pytest.mark.parametrize(("text", "figure", "kind"), CELLS)
def test_cells(text: str, figure: str, kind: Kind) -> None:
    mentions = {m.text: m.kind for m in Document(text, Extractor()).mentions}
    assert mentions[figure] is kind
