# SPDX-License-Identifier: Apache-2.0
"""A value and itself in another year, and a row against all others of its column. Our own words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

TWO = "Revenue was $60 million in 2020 and $84 million in 2021."
APART = "In 2020, revenue was $60 million. In 2021, revenue was $84 million."
THREE = "Emissions were 50 kt in 2019, 40 kt in 2020 and 45 kt in 2021."
COLUMNS = "| £m | 2021 | 2022 | 2023 |\n|---|---|---|---|\n| Loans | 810 | 920 | 900 |\n| Deposits | 415 | 377 | 390 |"
ROWS = "| Year | Revenue | Costs |\n|---|---|---|\n| 2020 | 60 | 50 |\n| 2021 | 70 | 44 |"
AREAS = "| Area | Revenue 2020 | Revenue 2021 |\n|---|---|---|\n| North | 60 | 50 |\n| South | 70 | 84 |"
BILL = "| Item | Cost |\n|---|---|\n| Rent | $10 |\n| Food | $8 |\n| Heat | $9 |\n| Total | $27 |"
PLANS = "| Plan | Price | Users |\n|---|---|---|\n| Basic | $10 | 5 |\n| Pro | $25 | 25 |\n| Enterprise | $99 | 100 |"

# Whether it holds, the passages, the answer.
RISEN = "Acme's revenue was $60m in 2020, $84m in 2021 and $71m in 2022."

YEARS = [
    (True, (TWO,), "Revenue rose from 2020 to 2021."),
    (False, (TWO,), "Revenue fell from 2020 to 2021."),
    (False, (TWO,), "Revenue doubled from 2020 to 2021."),
    (False, (TWO,), "Revenue fell."),
    (False, (TWO,), "Revenue fell in 2021."),
    (False, (APART,), "Revenue fell in 2021."),
    (False, ("Revenue was $60 million in 2020.", "Revenue was $84 million in 2021."), "Revenue fell."),
    (False, (TWO,), "Revenue was lower in 2021 than in 2020."),
    (True, (TWO,), "Revenue was higher in 2021 than in 2020."),
    (True, (TWO,), "Revenue was lower in 2020 than in 2021."),
    (False, (THREE,), "Emissions rose from 2019 to 2021."),
    (True, (THREE,), "Emissions rose in 2021."),
    (False, (COLUMNS,), "Loans rose in 2023."),
    (True, (COLUMNS,), "Loans rose from 2021 to 2023."),
    (False, (COLUMNS,), "Deposits rose from 2021 to 2023."),
    (False, (ROWS,), "Costs rose from 2020 to 2021."),
    (False, (ROWS,), "Revenue was lower in 2021 than in 2020."),
    (False, (AREAS,), "Revenue in the South fell."),
    (True, (AREAS,), "Revenue in the North fell."),
    (False, (AREAS,), "Revenue fell in the South."),
    # What follows is another change.
    (True, (RISEN,), "Acme's revenue rose in 2021 and fell in 2022."),
    (True, (RISEN,), "Acme's revenue grew 40% in 2021 and shrank 15% in 2022."),
    (True, (RISEN,), "Acme's revenue rose to $84m in 2021 before falling to $71m in 2022."),
    (False, (RISEN,), "Acme's revenue fell in 2021 and rose in 2022."),
    # Rates of growth are changes themselves.
    (None, ("Exports rose 4% in 2021, 6% in 2022 and 2% in 2023.",), "Exports grew from 2022 to 2023."),
    # Of another time, of another thing, or of one of several.
    (None, (TWO,), "Revenue fell in 2020."),
    (None, (TWO,), "Revenue fell in 2022."),
    (None, (TWO,), "Revenue fell in the second quarter of 2021."),
    (None, (TWO,), "Revenue in Spain fell from 2020 to 2021."),
    (None, (THREE,), "Emissions fell."),
    (None, ("Revenue was $60 million in 2020 and costs were $84 million in 2021.",), "Revenue fell."),
    (None, ("Revenue was $60 million in Spain in 2020 and $84 million in Italy in 2021.",), "Revenue fell."),
    (None, ("Sales were 60 in 2020 (restated: 90) and 84 in 2021.",), "Sales fell."),
    (None, ("Revenue was $60 million in Q1 2020 and $84 million in Q1 2021.",), "Revenue fell."),
    (True, (TWO, "In Asia revenue was $9 million in 2020 and $7 million in 2021."), "Revenue fell in Asia."),
]  # fmt: skip

EXTREMES = [
    (True, (PLANS,), "The cheapest plan is Basic."),
    (False, (PLANS,), "The cheapest plan is Pro."),
    (False, (PLANS,), "Pro is the cheapest plan."),
    (True, (BILL,), "Rent is the most expensive item."),
    (False, (BILL,), "Heat has the highest cost."),
    (False, (PLANS,), "Of all plans, the most expensive plan is Pro."),
]

SILENT = [
    (TWO, "Revenue growth fell."),
    (TWO, "Revenue fell short of the plan."),
    (TWO, "Revenue never fell."),
    ("The net loss was $84 million in 2020 and $60 million in 2021.", "The net loss improved."),
    (PLANS, "The second cheapest plan is Pro."),
]


@pytest.mark.parametrize(("holds", "contexts", "answer"), YEARS + EXTREMES)
def test_comparison(
    compared: Callable[..., list[bool | None]], holds: bool | None, contexts: tuple[str, ...], answer: str
) -> None:
    assert compared(answer, *contexts) == [holds]


@pytest.mark.parametrize(("context", "answer"), SILENT)
def test_no_comparison(compared: Callable[..., list[bool | None]], context: str, answer: str) -> None:
    assert compared(answer, context) == []
