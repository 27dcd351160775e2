# SPDX-License-Identifier: Apache-2.0
"""Opposite bounds on one value: wrong, or the other case. Outcome, evidence, answer, the value. Our own words."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer

ROWS = [
    ("bound", "Orders must be at least $100.", "Orders must be at most $100.", "$100"),
    ("bound", "Do not exceed 20 mg per day.", "You must take at least 20 mg per day.", "20 mg"),
    ("bound", "Store the syrup below 30 °C.", "Store the syrup above 30 °C.", "30 °C"),
    (
        "bound",
        "Absences of 30 days or more are reported.",
        "Absences of at most 30 days are reported.",
        "30 days",
    ),
    (
        "bound",
        "Customers who hold $1,200 or more pay no fee.",
        "Customers who hold less than $1,200 pay no fee.",
        "$1,200",
    ),
    (
        "bound",
        "Meetings of more than 50 people were banned.",
        "Meetings of fewer than 50 people were banned.",
        "50",
    ),
    (
        "bound",
        "The horn sounds if pressure is above 8 bar.",
        "The horn sounds if pressure is below 8 bar.",
        "8 bar",
    ),
    (
        "equal",
        "The fee is waived from $1,200 or more.",
        "If your balance is less than $1,200, you pay the fee.",
        "$1,200",
    ),
    (
        "equal",
        "Up to 50 flags are included.",
        "You have to upgrade as soon as you need more than 50 flags.",
        "50",
    ),
    (
        "equal",
        "Stays of up to 90 days need no visa.",
        "A visa is required for stays of more than 90 days.",
        "90 days",
    ),
    ("equal", "Never charge the battery below 5 °C.", "Only charge the battery above 5 °C.", "5 °C"),
    (
        "equal",
        "Income above $60,000 is taxed at 40%.",
        "Income up to $60,000 is taxed at lower rates.",
        "$60,000",
    ),
    ("equal", "At least 15 people must sign.", "With fewer than 15 signatures the petition fails.", "15"),
    ("equal", "Parcels over 20 kg are not accepted.", "We accept parcels up to 20 kg.", "20 kg"),
    (
        "equal",
        "Bids need at least 7 judges.",
        "If there are fewer than 7 judges, the round is repeated.",
        "7",
    ),
    (
        "bound",
        "Site changes above £900 need the council's written consent.",
        "The council must consent in writing only if the site change is below £900.",
        "£900",
    ),
    (
        "bound",
        "Cover ends if rent is more than 90 days overdue.",
        "Dunmore ends the cover if rent is less than 90 days overdue.",
        "90 days",
    ),
    (
        "bound",
        "Notice: no later than 15 days after the event.",
        "Notice: no earlier than 15 days after the event.",
        "15 days",
    ),
    (
        "equal",
        "Claims above $500 sent by post are read by a manager.",
        "Claims below $500 sent by post are read by an assistant.",
        "$500",
    ),
    (
        "equal",
        "The bank may cancel if you are more than 90 days overdue.",
        "You can be up to 90 days overdue before the bank may cancel.",
        "90 days",
    ),
    ("equal", "Teams of more than 10 need Pro.", "The Basic plan is for teams of up to 10.", "10"),
    ("equal", "The pump starts below 18 °C.", "The pump switches off above 18 °C.", "18 °C"),
    (
        "equal",
        "The first two lines are free up to 9 km.",
        "More than 9 km is not free on the first two lines.",
        "9 km",
    ),
    (
        "equal",
        "File the request at least 15 working days before leaving.",
        "File the request no later than 15 working days (three weeks) before you leave.",
        "15 working days",
    ),
    (
        "equal",
        "Small exports are less than 20 GB, larger ones wait.",
        "Exports of more than 20 GB wait.",
        "20 GB",
    ),
]


@pytest.mark.parametrize(("outcome", "context", "answer", "value"), ROWS)
def test_opposite_bounds(featurizer: Featurizer, outcome: str, context: str, answer: str, value: str) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    found = {x.mention.text: x for x in analysis.alignments}[value]
    assert found.rule.rpartition(".")[2] == outcome
