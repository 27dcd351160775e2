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
CARD = '{"balance": 1200, "credit_limit": 5000, "min_payment": 35, "due_in_days": 12}'
ORDER = '{"order": "A-17", "qty": 3, "unit_price": 15, "shipping": 4, "discount": 9, "total": 40}'
INVOICE = '{"invoice_no":5521,"amount_due":310,"days_overdue":12}'
LIMITS = '{"limits":{"daily_withdrawal":1000,"monthly_transfer":15000}}'
STAFF = '[{"name":"Ana","salary":5000,"bonus":700},{"name":"Bo","salary":6200,"bonus":900}]'
YEARS = (
    '{"company": "Dunmore Cask Spirits", "years": {\n"2024": {"revenue": 520, "gross_profit": 234, "eps": 0.40},\n'
    '"2025": {"revenue": 546, "gross_profit": 273, "eps": 0.50}}}'
)
SHARES = "date,open,close\n2024-03-01,181.20,179.66\n2024-03-04,176.15,175.10\n2024-03-05,170.76,170.12"
MONTHS = "month,revenue,costs\n2024-01,410,300\n2024-02,395,310\n2024-03,450,320"
ACCOUNTS = "($ in thousands) | 2022 | 2023\nRevenue | 4,100 | 4,800\nProfit | 500 | 700"
RACES = (
    '{"results": [{"meet": "Continental Final", "date": "2022-08-20", "place": 2}, '
    '{"meet": "Port Relle Classic", "date": "2022-09-03", "place": 5}]}'
)

RIGHT = [
    (PLANS, "Pro has 20 seats at a price of 375."),
    (USERS, "Plus costs 900 for 250 users."),
    (REGIONS, "The South grew 5% in 2023."),
    (REGIONS, "The North had a revenue of 1,320 in 2023."),
    (SCORES, "The scores are 120 and 345."),
    (QUEUE, "The queue is 90 minutes."),
    (CARD, "With a credit limit of $5,000, you owe $1,200."),
    (CARD, "Pay at least $35 within 12 days."),
    (ORDER, "Three items at $15 each, plus $4 shipping, less a $9 discount: $40 in total."),
    (INVOICE, "You are 12 days overdue with $310."),
    (LIMITS, "You can withdraw $1,000 a day and transfer $15,000 a month."),
    (STAFF, "Ana gets $700 on top of her salary."),
    (SHARES, "The stock closed at 175.10 on 4 March 2024."),
    (SHARES, "From 1 March to 4 March 2024 the close fell from 179.66 to 175.10."),
    (MONTHS, "Costs rose from 300 in January 2024 to 310 in February 2024."),
    (ACCOUNTS, "Profit was $500,000 in 2022 and $700,000 in 2023."),
    (ACCOUNTS, "Revenue was $4.8 million in 2023."),
    (RACES, "She ran at the Continental Final. Two weeks later she finished fifth at Port Relle."),
    (YEARS, "Gross profit was 273 in 2025. Measured against revenue, the margin came to 50%."),
]
WRONG = [
    (PLANS, "Pro costs $20,375."),
    (USERS, "Plus costs 500 for 250 users."),
    (REGIONS, "The South grew 10% in 2023."),
    (SCORES, "The score is 120,345."),
    (QUEUE, "The queue is 1 hour."),
    (CARD, "Your balance is $5,000."),
    (ORDER, "The total is $15."),
    (ORDER, "Shipping cost $9."),
    (LIMITS, "The daily withdrawal limit is $15,000."),
    (SHARES, "The close on 4 March 2024 was 170.12."),
    (SHARES, "On March 4, 2024, the open was 181.20."),
    (MONTHS, "Costs in January 2024 were 320."),
    (ACCOUNTS, "Profit was $500,000 in 2023."),
    (ACCOUNTS, "Revenue was $4,800 in 2023."),
    (STAFF, "Bo's bonus is $6,200."),
]


@pytest.mark.parametrize(("evidence", "answer"), RIGHT)
def test_right_answers_pass(checker: FactChecker, evidence: str, answer: str) -> None:
    report = checker.check(question="", contexts=[evidence], answer=answer)
    assert report.status is FactStatus.PASSED, report.findings


@pytest.mark.parametrize(("evidence", "answer"), WRONG)
def test_wrong_answers_do_not_pass(checker: FactChecker, evidence: str, answer: str) -> None:
    report = checker.check(question="", contexts=[evidence], answer=answer)
    assert report.status is not FactStatus.PASSED, report.findings
