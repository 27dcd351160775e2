# SPDX-License-Identifier: Apache-2.0
"""Values of another row or clause that the answer names in full: rows of our own."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer

PRICES = "Monthly prices: $20 for Basic, $30 for Pro, $55 for Team."
PLANS = "Basic plan: $20 a month, 5 GB. Pro plan: $30 a month, 50 GB. Team plan: $75 a month, 500 GB."
NOTICE = "After probation the notice period is one month for the employee and three months for the employer."
LIMITS = "Income limits per month: 1 person €1,350; 2 persons €1,850; 3 persons €2,250; 4 persons €2,600."
HISTORY = "File history: 30 days on Mini and Solo, 90 days on Family, 180 days on Studio."
STAFF = "The Zurich branch has 42 employees. The Geneva branch has 31 employees."
CLAIMS = "Claims for theft must be reported within 48 hours, claims for water damage within 7 days."
ORDERS = (
    "| Division | Orders 2025 | Revenue 2025 |\n|---|---|---|\n| Grid | 977 | 931 |\n| Rail | 812 | 790 |"
)
POCKETS = (
    '{"tool": "balances", "pockets": [{"ccy": "USD", "balance": 3120.00, "blocked": 120.00}, '
    '{"ccy": "SEK", "balance": 18500.00, "blocked": 0.00}]}'
)
QUARTERS = "The margin was 3.28% in the third quarter, compared with 3.21% in the second quarter of 2024."
FEES = (
    "| Account | Monthly fee | Minimum |\n|---|---|---|\n| Plus | £6 | £1,000 |\n| Premier | £15 | £5,000 |"
)
LOANS = (
    "Offer A from Lindqvist Bank: fixed for 10 years; monthly payment €1,230; arrangement fee €900. "
    "Offer B from Sava Credit: fixed for 5 years; monthly payment €1,187; arrangement fee €1,450."
)
BAND = "International transfers cost £20. Refunds take 3 days. International transfers over £10,000 cost £35."
TRANSFERS = (
    "Transfer fees: domestic transfers cost £1, SEPA transfers £5 and international transfers £20. Same-day domestic "
    "transfers cost £15. International transfers over £10,000 cost £35. Business customers pay £10 for international "
    "transfers. Refunds take 3 days for cards and 10 days for transfers."
)
BANDS = (
    "Domestic transfers cost £1. International transfers cost £20. International transfers over £10,000 cost £35. "
    "Business customers pay £10 for international transfers."
)
# The last part of the rule, evidence, answer, the answer's value.
ROWS = [
    ("other_slot", PRICES, "You would pay $20 a month for Pro.", "$20"),
    ("equal", PRICES, "You would pay $30 a month for Pro.", "$30"),
    ("other_slot", PRICES, "Basic is the cheapest plan, at $55 a month.", "$55"),
    ("equal", PRICES, "Pro costs $30, while Basic costs $20.", "$30"),
    ("other_slot", NOTICE, "After probation the employer must give one month's notice.", "one month"),
    ("equal", NOTICE, "After probation the employer must give three months' notice.", "three months"),
    ("other_slot", LIMITS, "For 4 persons, monthly income may not be above €2,250.", "€2,250"),
    ("other_slot", HISTORY, "On Studio, file history is kept for 90 days.", "90 days"),
    ("equal", HISTORY, "On Family, file history is kept for 90 days.", "90 days"),
    ("other_slot", STAFF, "The Zurich branch employs 31 people.", "31"),
    ("equal", STAFF, "The Geneva branch employs 31 people.", "31"),
    ("other_slot", CLAIMS, "You have to report a theft within 7 days.", "7 days"),
    ("equal", CLAIMS, "You have to report a theft within 48 hours.", "48 hours"),
    ("other_slot", ORDERS, "The Grid division booked orders of 931 in 2025.", "931"),
    ("equal", ORDERS, "The Grid division booked orders of 977 in 2025.", "977"),
    ("equal", PRICES, "Compared with Pro, the entry plan costs only $20.", "$20"),
    ("equal", PRICES, "A Pro customer who downgrades pays $20.", "$20"),
    ("other_slot", FEES, "Unlike Plus, Premier has a £6 fee.", "£6"),
    ("equal", FEES, "Unlike Plus, Premier has a £15 fee.", "£15"),
    ("equal", LOANS, "Lindqvist costs €1,230 a month and Sava €1,187.", "€1,230"),
    ("other_slot", LOANS, "Sava's fee is €1,187.", "€1,187"),
    ("equal", BANDS, "You pay £35 for an international transfer of more than £10,000.", "£35"),
    ("equal", BANDS, "An international transfer of £12,000 costs £35.", "£35"),
    ("other_slot", BAND, "An international transfer of £5,000 costs £35.", "£35"),
    ("absent", TRANSFERS, "An international transfer of £12,000 costs £35.", "£12,000"),
    ("equal", PLANS, "If you don't want Pro, you pay $20 a month.", "$20"),
    ("equal", PLANS, "Without Pro you only get 5 GB.", "5 GB"),
    ("equal", PLANS, "Before you move to Pro, you're on the $20 plan.", "$20"),
    ("other_slot", PLANS, "With Pro you pay $20 a month.", "$20"),
    # nothing that the answer says is the rival's alone
    ("equal", POCKETS, "- **USD:** 3,120.00, of which 120.00 blocked\n- **SEK:** 18,500.00, nothing blocked",
     "18,500.00"),
    ("equal", QUARTERS, "It was 3.28% in Q3 2024, up 7 points from the second quarter.", "3.28%"),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "context", "answer", "value"), ROWS)
def test_named_instead(featurizer: Featurizer, outcome: str, context: str, answer: str, value: str) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    found = {x.mention.text: x for x in analysis.alignments}[value]
    assert found.rule.rpartition(".")[2] == outcome
