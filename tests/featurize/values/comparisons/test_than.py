# SPDX-License-Identifier: Apache-2.0
"""Two subjects against each other: more than, as many times as, faster than. Our own words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

PLANES = "The A380 carries 525 passengers; the A320 carries 180."
WARES = "Alpha has 3 ports and weighs 40 kg. Beta has 9 ports and weighs 20 kg."
PRICES = "Basic costs $10. Pro costs $25."
USERS = "| Plan | Users |\n|---|---|\n| Basic | 5 |\n| Pro | 25 |\n| Enterprise | 100 |"
GROWTH = "Revenue grew 4% and costs grew 2%."
RIVERS = ("The Nile is 6,650 km long.", "The Amazon is 6,400 km long.")

# Whether it holds, the passages, the answer.
CASES = [
    (True, (PLANES,), "The A380 carries more passengers than the A320."),
    (False, (PLANES,), "The A320 carries more passengers than the A380."),
    (False, RIVERS, "The Amazon is longer than the Nile."),
    (True, RIVERS, "The Nile is longer than the Amazon."),
    (False, (" ".join(RIVERS),), "The Amazon is longer than the Nile."),
    (False, (PRICES,), "Pro costs $15 less than Basic."),
    (True, (PRICES,), "Pro costs $15 more than Basic."),
    (None, (PRICES,), "Pro costs $5 less than Basic."),
    (False, (USERS,), "Enterprise has 75 fewer users than Pro."),
    (None, ("Basic costs $10 a month. Pro costs $90 a year.",), "Basic costs less than Pro."),
    (None, (PRICES, "In 2019 Basic cost $30.", "Pro costs $20."), "Pro costs more than Basic."),
    # As many times as.
    (False, (PRICES,), "Pro costs twice as much as Basic."),
    (True, (PRICES,), "Pro costs 2.5 times as much as Basic."),
    (True, ("Basic costs $10. Pro costs $19.99.",), "Pro costs twice as much as Basic."),
    (False, (USERS,), "Enterprise has 5 times as many users as Pro."),
    (True, (USERS,), "Enterprise has 4 times as many users as Pro."),
    (True, (USERS,), "Pro has five times as many users as Basic."),
    (None, (USERS,), "Pro has five times as many users as Free."),
    (None, ("Basic costs $10 a month. Pro costs $240 a year.",), "Pro costs twice as much as Basic."),
    # Faster than.
    (False, (GROWTH,), "Costs grew faster than revenue."),
    (True, (GROWTH,), "Revenue grew faster than costs."),
    (True, (GROWTH,), "Costs grew more slowly than revenue."),
    (None, ("Revenue grew 4% in 2020. Costs grew 6% in 2021.",), "Revenue grew faster than costs."),
    (None, (GROWTH + " At constant rates costs grew 5%.",), "Costs grew faster than revenue."),
    (False, ("Loans rose from $10 to $12.", "Fees rose from $10 to $11."), "Fees rose faster than loans."),
]  # fmt: skip

YEARS = "In 2023 Alder earned $5m and Birch $8m. In 2022 Alder earned $4m and Birch $9m."

SILENT = [
    # One subject at two times.
    (YEARS, "Birch earned less in 2023 than in 2022."),
    (
        "Norden in 2000: 31,000; in 2010: 35,500; in 2020: 33,200.",
        "Norden had more people in 2010 than in 2020.",
    ),
    (PRICES, "Pro costs more than three times as much as Basic."),
    (PRICES, "Pro costs about twice as much as Basic."),
]


@pytest.mark.parametrize(("holds", "contexts", "answer"), CASES)
def test_comparison(
    compared: Callable[..., list[bool | None]], holds: bool | None, contexts: tuple[str, ...], answer: str
) -> None:
    assert compared(answer, *contexts) == [holds]


@pytest.mark.parametrize(("context", "answer"), SILENT)
def test_no_comparison(compared: Callable[..., list[bool | None]], context: str, answer: str) -> None:
    assert compared(answer, context) == []
