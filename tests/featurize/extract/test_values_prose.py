# SPDX-License-Identifier: Apache-2.0
"""Rows for digits that are no values, and for whole sentences: a text and its values.

Provenance: written by hand for this project before the extractor was run on them; the sentences follow the
style of banking, insurance, law, support, science, news and tool results, with invented facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Values = Callable[[str], list[str]]
Row = tuple[str, list[str]]

NO_VALUES: tuple[str, ...] = (
    "Call +1 (415) 555-0132.",
    "Call 415.555.0132.",
    "Call 020 7946 0018.",
    "Call 0800 123 4567.",
    "Call (020) 7946 0018.",
    "Dial +49 30 901820.",
    "Phone: 555-0132",
    "ext. 204",
    "card ending in 4471",
    "account ending 9921",
    "acct ****9921",
    "account number 00123456",
    "IBAN GB29 NWBK 6016 1331 9268 19",
    "sort code 12-34-56",
    "SSN 123-45-6789",
    "EIN 12-3456789",
    "VAT number GB123456789",
    "order 4821",
    "order no. 4821",
    "order #4821-B",
    "ticket #90233",
    "invoice INV-2024-001",
    "claim ref. CLM/2025/00817",
    "tracking number 1Z999AA10123456784",
    "policy number POL-778210",
    "ISBN 978-3-16-148410-0",
    "IP 192.168.0.1",
    "commit 3f2a9c1",
    "123e4567-e89b-12d3-a456-426614174000",
    "CVE-2021-44228",
    "ISO 27001",
    "ISO/IEC 27001:2022",
    "RFC 2616",
    "Section 12.3(a)",
    "Sections 4, 5 and 6",
    "Clause 7.2.1",
    "Article 17(1)(b) of the Regulation",
    "§ 501(c)(3)",
    "26 U.S.C. § 501",
    "12 CFR 226.5",
    "Rule 10b-5",
    "Form 10-K",
    "Form 1040",
    "Schedule 14A",
    "Exhibit 99.1",
    "Appendix 2",
    "Regulation (EU) 2016/679",
    "Python 3.8",
    "version 3.8",
    "v3.8.1",
    "release 2.4",
    "iOS 17.2",
    "Java 17",
    "see page 12",
    "see pp. 12-15",
    "Figure 3",
    "Table 2",
    "Fig. 4",
    "Chapter 7",
    "Step 3: confirm",
    "Note 12",
    "1. Introduction",
    "2) Scope",
    "(3) Scope",
    "1.2 Scope of cover",
    "as shown [4]",
    "as shown [4, 7]",
    "as shown [4]-[7]",
    "as shown [p3]",
    "as shown [doc 2]",
    "https://example.com/2024/09/17?id=5",
    "COVID-19",
    "PM2.5",
    "CO2 and H2O",
    "5G and Wi-Fi 6",
    "Vitamin B12",
    "Omega-3",
    "type 2 diabetes",
    "Tier 1 capital",
    "Level 3 assets",
    "the S&P 500",
    "the FTSE 100",
    "the Fortune 500",
    "Boeing 747",
    "Flight 370",
    "Room 204",
    "Suite 500",
    "10 Downing Street",
    "1600 Pennsylvania Avenue",
    "PO Box 1234",
    "San Diego, CA 92101",
    "Formula 1",
    "the G20",
    "the 9/11 attacks",
    "24/7",
    "50/50",
    "20/20 vision",
    "T+2 settlement",
    "one of the banks",
    "no one else",
    "this one",
    "one another",
    "a one-off payment",
    "a one-stop shop",
    "Three Rivers Bank",
    "the Big Four",
    "Six Sigma",
    "Forever 21",
    "zero-sum game",
    "half-hearted",
    "halfway through",
    "the second half",
    "two-way and three-way",
    "the third-party insurer",
    "user_id_42",
    "error E1027",
    "ERR-5003",
    "gpt-4",
    "Room B12",
    "seat 14C",
    "gate 22",
    "lot 7A",
    "the Model 3",
    "Windows 11",
)

BANKING_INSURANCE_LAW: tuple[Row, ...] = (
    (
        "A late fee of $39 applies when a payment is more than 10 days overdue.",
        ["money <$39> 39 USD", "duration <10 days> 10 day more_than"],
    ),
    (
        "The overdraft is free up to £500; above that we charge 39.9% EAR.",
        ["money <£500> 500 GBP at_most", "percent <39.9%> 39.9 %"],
    ),
    (
        "Transfers above EUR 10,000 settle within 2 business days.",
        ["money <EUR 10,000> 10000 EUR more_than", "duration <2 business days> 2 business_day"],
    ),
    (
        "Tenant shall give sixty (60) days' prior written notice.",
        ["duration <sixty (60) days> 60 day"],
    ),
    (
        "Liability is capped at the lesser of £1,000,000 and 150% of the Charges.",
        ["money <£1,000,000> 1000000 GBP", "percent <150%> 150 %"],
    ),
    (
        "The excess is €250 per claim, €500 for drivers under 25.",
        ["money <€250> 250 EUR", "money <€500> 500 EUR", "number <25> 25 less_than"],
    ),
    (
        "Interest accrues at SOFR plus 275 basis points, payable quarterly.",
        ["percent <275 basis points> 2.75 %"],
    ),
    (
        "The facility matures five years after July 1, 2021.",
        ["duration <five years> 60 month", "date <July 1, 2021> 2021-07-01"],
    ),
    (
        "Premium: USD 1,240.50 p.a., payable in 12 instalments.",
        ["money <USD 1,240.50> 1240.5 USD", "number <12> 12"],
    ),
    (
        "The court fined the firm $1.5 million on 4 March 2024 under Section 5.",
        ["money <$1.5 million> 1500000 USD", "date <4 March 2024> 2024-03-04"],
    ),
    (
        "Free accounts are limited to 1,000 requests per day.",
        ["number <1,000> 1000 at_most"],
    ),
    (
        "A minimum balance of $2,500.00 waives the $12 monthly fee.",
        ["money <$2,500.00> 2500 USD at_least", "money <$12> 12 USD"],
    ),
    (
        "You have 14 days (30 days if bought online) to cancel.",
        ["duration <14 days> 14 day", "duration <30 days> 30 day"],
    ),
    (
        "Deposits are protected up to £85,000 per person, £170,000 for joint accounts.",
        ["money <£85,000> 85000 GBP at_most", "money <£170,000> 170000 GBP"],
    ),
)

FILINGS_NEWS_SCIENCE: tuple[Row, ...] = (
    (
        "Revenue rose 12% to $4.2 billion in Q1 2018, from $3.75 billion a year earlier.",
        [
            "percent <12%> 12 %",
            "money <$4.2 billion> 4200000000 USD",
            "period <Q1 2018> 2018-Q1",
            "money <$3.75 billion> 3750000000 USD",
        ],
    ),
    (
        "Operating margin widened by 140 bps to 21.3%.",
        ["percent <140 bps> 1.4 %", "percent <21.3%> 21.3 %"],
    ),
    (
        "In fiscal 2023, net income was $(12.4) million.",
        ["period <fiscal 2023> FY2023", "money <$(12.4) million> -12400000 USD"],
    ),
    (
        "The company cut 1,200 jobs, or 8% of its workforce.",
        ["number <1,200> 1200", "percent <8%> 8 %"],
    ),
    (
        "The tower is 330 metres tall and was built between 1887 and 1889.",
        ["quantity <330 metres> 330 m", "period <1887> 1887", "period <1889> 1889"],
    ),
    (
        "Patients received 75 mg twice daily for 12 weeks.",
        ["quantity <75 mg> 0.000075 kg", "duration <12 weeks> 84 day"],
    ),
    (
        "The probe flew at 61,500 km/h, 1.2 million km from Earth.",
        ["quantity <61,500 km/h> 61500 km/h", "quantity <1.2 million km> 1200000000 m"],
    ),
    (
        "Turnout was 62.4%, up 3.1 percentage points on 2019.",
        ["percent <62.4%> 62.4 %", "percent <3.1 percentage points> 3.1 pp", "period <2019> 2019"],
    ),
    (
        "The quake, magnitude 6.8, struck at 11:11 p.m. on 8 September 2023.",
        ["number <6.8> 6.8", "time <11:11 p.m.> 23:11", "date <8 September 2023> 2023-09-08"],
    ),
    (
        "Two-thirds of the 3,000 respondents agreed; one in ten did not.",
        ["number <Two-thirds> 0.6667 fraction", "number <3,000> 3000", "number <one in ten> 0.1 fraction"],
    ),
    (
        "Scores improved from 85.19 to 91.4 (p < 0.05).",
        ["number <85.19> 85.19", "number <91.4> 91.4", "number <0.05> 0.05 less_than"],
    ),
    (
        "The mine shipped 816 000 t in 2024, about 5% less than in 2023.",
        [
            "quantity <816 000 t> 816000000 kg",
            "period <2024> 2024",
            "percent <5%> 5 % about",
            "period <2023> 2023",
        ],
    ),
)

SUPPORT_AND_TOOLS: tuple[Row, ...] = (
    (
        "Premium users may send 1000 requests per minute; free users 500.",
        ["number <1000> 1000", "number <500> 500"],
    ),
    (
        "The file limit is 25 MB (10 MB for guests).",
        [
            "quantity <25 MB> 25000000 byte",
            "quantity <10 MB> 10000000 byte",
        ],
    ),
    (
        "Retry after 30s; the timeout is 5 minutes.",
        [
            "duration <30s> 30 second",
            "duration <5 minutes> 300 second",
        ],
    ),
    (
        '{"holds": [{"amount": -12.50, "currency": "EUR"}], "count": 3}',
        [
            "number <-12.50> -12.5",
            "number <3> 3",
        ],
    ),
    ('{"rate": 1e-05, "limit": null, "tries": 4}', ["number <1e-05> 0.00001", "number <4> 4"]),
    ('{"price": "19.99", "phone": "+44 20 7946 0958"}', ["number <19.99> 19.99"]),
    (
        '{"created_at": "2026-03-04T10:15:00Z"}',
        [
            "date <2026-03-04> 2026-03-04",
            "time <10:15:00Z> 10:15 UTC",
        ],
    ),
    (
        "| Plan | Price | Users |\n|---|---|---|\n| Team | $49 | 10 |",
        ["money <$49> 49 USD", "number <10> 10"],
    ),
    (
        "| 2024 | 2023 |\n| 1,204 | (87) |",
        [
            "period <2024> 2024",
            "period <2023> 2023",
            "number <1,204> 1204",
            "number <(87)> -87",
        ],
    ),
    ("2024-03-04,1500.00,EUR", ["date <2024-03-04> 2024-03-04", "number <1500.00> 1500"]),
    ("Uptime: 99.95 %", ["percent <99.95 %> 99.95 %"]),
    ("Total: 3 items, EUR 59,97", ["number <3> 3", "money <EUR 59,97> 59.97 EUR"]),
    ("Status: shipped (2 of 3)", ["number <2> 2", "number <3> 3"]),
    ("We are open 9am-5pm, Monday to Friday.", ["time <9am> 09:00", "time <5pm> 17:00"]),
    ("- **Price:** $5/month\n- **Limit:** 10 GB", ["money <$5> 5 USD", "quantity <10 GB> 10000000000 byte"]),
    ("**12** months at **0%**", ["duration <12** months> 12 month", "percent <0%> 0 %"]),
    ("the Model 3 sold 5, the 500e 7", ["number <5> 5", "number <7> 7"]),
    ("Rated 4.5/5 by 1,204 users", ["number <4.5> 4.5", "number <5> 5", "number <1,204> 1204"]),
)


def limit(text: str, expected: list[str], reason: str) -> Any:
    """A row that the extractor is known to miss."""
    return pytest.param(text, expected, marks=pytest.mark.xfail(strict=True, reason=reason))


RUN_ON_LISTS: tuple[Row, ...] = (
    (
        "Minimum age for the account: 18. The tax year ends on 30 June.",
        ["number <18> 18", "date <30 June> --06-30"],
    ),
    ("Take these steps: 1. Open the app. 2. Choose a card.", []),
    ("Causes: 1. Low rain 2. Poor soil 3. Heat", []),
    ("The fee was 3. It is now 4. We pay it.", ["number <3> 3", "number <4> 4"]),
)

LIMITS: tuple[Any, ...] = (
    limit(
        "Q1,100,200",
        ["period <Q1> --Q1", "number <100> 100", "number <200> 200"],
        "without its header a row of CSV reads as one grouped number",
    ),
    limit(
        "Gate opens at 9.",
        ["time <9> 09:00|21:00"],
        "a bare hour is a number",
    ),
)


@pytest.mark.parametrize("text", NO_VALUES)
def test_no_values(values: Values, text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [*BANKING_INSURANCE_LAW, *FILINGS_NEWS_SCIENCE, *SUPPORT_AND_TOOLS, *RUN_ON_LISTS, *LIMITS],
)
def test_values(values: Values, text: str, expected: list[str]) -> None:
    assert values(text) == expected
