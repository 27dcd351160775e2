# SPDX-License-Identifier: Apache-2.0
"""Bounds that a stated value proves: wanted status, evidence, answer, its value. Our own words."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status

ROWS = [
    ("equal", "The town of Ashby has 8,760 residents.", "Ashby has more than 8,000 residents.", "8,000"),
    ("equal", "The town of Ashby has 8,760 residents.", "Ashby has fewer than 10,000 residents.", "10,000"),
    ("equal", "The town of Ashby has 8,760 residents.", "Ashby has just under 9,000 residents.", "9,000"),
    ("equal", "The library holds 214,300 volumes.", "It holds almost 215,000 volumes.", "215,000"),
    ("equal", "The tower is 31.2 m high.", "The tower is a little over 31 metres high.", "31 metres"),
    ("equal", "The tower is 31.2 m high.", "The tower is more than 30 m high.", "30 m"),
    ("equal", "The tower is 31.2 m high.", "The tower is nearly 32 m high.", "32 m"),
    ("equal", "He served for 19 years and 7 months.", "He served for more than 19 years.", "19 years"),
    ("equal", "The film runs for 118 minutes.", "The film runs just under two hours.", "two hours"),
    ("equal", "The crossing takes 62 minutes.", "The crossing takes over an hour.", "an hour"),
    (
        "equal",
        "The tunnel is 3,054 m long.",
        "The tunnel is more than three kilometres long.",
        "three kilometres",
    ),
    ("equal", "Noise made up 54% of complaints.", "More than half of complaints were about noise.", "half"),
    ("equal", "Turnover was $3.27 million.", "Turnover exceeded $3 million.", "$3 million"),
    (
        "conflicting",
        "The town of Ashby has 8,760 residents.",
        "Ashby has more than 9,000 residents.",
        "9,000",
    ),
    (
        "conflicting",
        "The town of Ashby has 8,760 residents.",
        "Ashby has just under 8,000 residents.",
        "8,000",
    ),
    ("conflicting", "The tower is 31.2 m high.", "The tower is just under 31 m high.", "31 m"),
    ("conflicting", "The film runs for 128 minutes.", "The film runs just under two hours.", "two hours"),
    ("absent", "The town of Ashby has 8,760 residents.", "Ashby has more than 6,000 residents.", "6,000"),
    ("absent", "Paid in USD: 2,750.00 to the expert.", "The payment is above EUR 2,500.", "EUR 2,500"),
    # Whole counts have a next one.
    (
        "conflicting",
        "Groups of fewer than 10 people pay in full.",
        "Groups of up to 8 people pay in full.",
        "8",
    ),
    ("conflicting", "Loans of less than $10 are free.", "Loans of up to $9 are free.", "$9"),
    # What a bound of one thing leaves room for is no proof at another rate, nor of another thing's value.
    ("absent", "Loyal customers get a discount of £48 a year.", "You pay less than £50 a month.", "£50"),
]


@pytest.mark.parametrize(("status", "context", "answer", "value"), ROWS)
def test_a_bound_is_proved_by_what_it_cuts_off(
    featurizer: Featurizer, status: str, context: str, answer: str, value: str
) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    found = {x.mention.text: x.status for x in analysis.alignments}
    assert found[value] is Status(status)
