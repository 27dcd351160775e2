# SPDX-License-Identifier: Apache-2.0
"""Answers about the cells of tables and tool results: each right one, and a wrong one made of its neighbours."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, FactStatus

PLANS = "plan,seats,price\nBasic,10,250\nPro,20,375"
USERS = "Plan,Fee,Users\nBasic,500,150 users\nPlus,900,250 users"
REGIONS = "region,year,revenue,growth\nNorth,2022,1200,5%\nNorth,2023,1320,10%\nSouth,2022,900,3%\nSouth,2023,945,5%"
SCORES = '{"scores":[120,345]}'
QUEUE = '{"queue":"1h30"}'

RIGHT = [
    (PLANS, "Pro has 20 seats at a price of 375."),
    (USERS, "Plus costs 900 for 250 users."),
    (REGIONS, "The South grew 5% in 2023."),
    (REGIONS, "The North had a revenue of 1,320 in 2023."),
    (SCORES, "The scores are 120 and 345."),
    (QUEUE, "The queue is 90 minutes."),
]
WRONG = [
    (PLANS, "Pro costs $20,375."),
    (USERS, "Plus costs 500 for 250 users."),
    (REGIONS, "The South grew 10% in 2023."),
    (SCORES, "The score is 120,345."),
    (QUEUE, "The queue is 1 hour."),
]


@pytest.mark.parametrize(("evidence", "answer"), RIGHT)
def test_right_answers_pass(checker: FactChecker, evidence: str, answer: str) -> None:
    report = checker.check(question="", contexts=[evidence], answer=answer)
    assert report.status is FactStatus.PASSED, report.findings


@pytest.mark.parametrize(("evidence", "answer"), WRONG)
def test_wrong_answers_do_not_pass(checker: FactChecker, evidence: str, answer: str) -> None:
    report = checker.check(question="", contexts=[evidence], answer=answer)
    assert report.status is not FactStatus.PASSED, report.findings
