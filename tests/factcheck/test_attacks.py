# SPDX-License-Identifier: Apache-2.0
"""Faithful answers that an attack had refuted, and wrong ones beside them: what blocks an answer must be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from faithstill.data import Passage, Triple
from faithstill.factcheck import FactChecker, FactStatus

PAYMENT = '{"amount_cents": 9900, "fee_cents": 125}'
AMORTIZATION = (
    "For the years ended May 31, 2024 and 2023, amortization was $3.1 million and $2.7 million, respectively."
)
WIRES = "Wire fees: $15 incoming, $30 outgoing."
PLANS = "Fees for Basic, Plus and Premium are $5, $10 and $20, respectively."
REVENUE = "Revenue in 2022, 2023 and 2024 was $10m, $12m and $15m, respectively."
CASH_BACK = "Gold members get 3% and Silver members 2% cash back."
DEDUCTIBLE = "Lowering the deductible to $500 raises the premium to $940."
SECTIONS = "Gold Plan\nTransfers cost $1.\n\nSilver Plan\nTransfers cost $2."
TABLE = "| Item | 2024 | 2023 |\n|---|---|---|\n| Revenue | $500 | $450 |\n| Costs | $300 | $310 |"
TOTAL = '{"subtotal_cents": 12500, "tax_cents": 1000, "total_cents": 13500}'

INSTANT = "Instant transfers are limited to €15,000 a day."
PROOF = "Proofs of address must not be older than three months."
DOMESTIC = "Outgoing domestic wires cost $25, outgoing international wires $45."
TIERS = "Free tier: 100 requests per minute and 10,000 per day. Pro tier: 1,000 requests per minute and no daily limit."
DELIVERY = "Standard delivery: $4.90; free for orders of $50 or more. International delivery costs $19.90."
SAVER = "Breakfast is included in the flexible rate but not in the saver rate."
HERON = "The Heron plan includes roadside assistance but not rental cars. The Osprey plan includes both."
DAILY = "The daily withdrawal limit is $500."
WARRANTY = "The warranty lasts 24 months."
CHECK_IN = "Guests may check in until 10 pm."
PARCEL = "The maximum weight of a parcel is 30 kg."
DISCOUNTS = "Discounts are granted from 20 participants."

FAITHFUL = [
    (
        "Net cash used in operating activities decreased $14.2 million.",
        "Net cash from operating activities increased $14.2 million.",
    ),
    ("Delivery: $4.90; free for orders of $50 or more.", "Orders under $50 cost $4.90; from $50 it's free."),
    ("Version 3 supports dark mode; version 2 does not.", "Version 2 lacks dark mode, version 3 supports it."),
    (PAYMENT, "The payment of $99.00 had a fee of $1.25."),
    (PAYMENT, "You paid $99.00 with a fee of $1.25."),
    ("Credit limit: $5,000. Balance: $1,234.56.", "$1,234.56 is owed on a credit limit of $5,000."),
    (AMORTIZATION, "Amortization was $2.7 million in 2023 and $3.1 million in 2024."),
    (WIRES, "To send a wire costs $30, to receive one $15."),
    (WIRES, "Wires cost $30 out and $15 in."),
    ("Transfer fees: $15 domestic, $45 international.", "Abroad a transfer costs $45; within the country it is $15."),
    (PLANS, "Premium, Plus and Basic cost $20, $10 and $5."),
    (PLANS, "The fees of Premium and Basic are $20 and $5."),
    (REVENUE, "For 2024, 2023 and 2022 revenue came to $15m, $12m and $10m respectively."),
    (CASH_BACK, "Silver members and Gold members get 2% and 3% cash back, respectively."),
    ("GDP grew 1.2% in 2024, compared with 2.0% in 2023.", "GDP growth decreased to 1.2% in 2024 from 2.0% in 2023."),
    ("Loans increased 4.0% after 5.0% in May.", "Loan growth fell to 4.0%."),
    (
        "Revenue declined from $50 million to $45 million.",
        "Revenue in the prior year increased to $50 million before declining to $45 million.",
    ),
    ("The rate was cut from 5% to 4%.", "The rate had risen to 5% before it fell to 4%."),
    (DEDUCTIBLE, "The premium rises to $940 when the deductible is lowered to $500."),
    ("Raising the deductible to $1,000 cuts your premium by 12%.", "With a deductible of $1,000 it falls by 12%."),
    ("New equity of $30 million lowered leverage.", "Raised equity of $30 million reduced leverage."),
    ("Net loss decreased by $2 million.", "The net result grew by $2 million."),
    ("Operating loss fell by $15 million.", "Operating performance increased by $15 million."),
    ("Rates fell from 5% to 4%.", "Rates had climbed to 5%, then they fell to 4%."),
    (
        "Revenue fell from $50 million to $45 million, though Asia grew.",
        "Revenue grew in Asia but fell overall from $50 million to $45 million.",
    ),
    ('{"premium_cents": 9900, "deductible_cents": 125}', "A policy at $99.00 has a deductible of $1.25."),
    ('{"minimum_due_cents": 3500, "balance_cents": 123456}', "At least $35.00 of the balance of $1,234.56 is due."),
    (
        "The reduced rate of 7% applies to books; it rose from 5% in 2020.",
        "Books have a reduced 7% rate, which was raised to 7% in 2020 from 5%.",
    ),
    ('{"refund_amount_cents": 0}', "The refund is $0.00."),
    ("The limit is 100 requests per minute.", "You may send 100 API requests a minute."),
    (SAVER, "Breakfast is included in the flexible rate; with the saver rate you'd have to pay for it separately."),
    (HERON, "The Heron plan includes roadside assistance; for rental cars you'd need Osprey."),
    (TABLE, "In 2023 costs of $310 stood against revenue of $450; in 2024 it was $300 against $500."),
    (TIERS, "The free tier has a daily limit of 10,000."),
    ("The lease began on 1 February 2023 and runs for 18 months.", "It ends on 31 July 2024."),
    ("The film starts at 19:30 and runs for 2 hours and 10 minutes.", "It ends at 21:40."),
    ("A 500 ml bottle contains 40 doses.", "A dose is 12.5 ml."),
    ("The population was 40,000 in 2010 and has doubled since.", "The population is about 80,000 now."),
    ("New York\nRent is $3,000.\n\nLos Angeles\nRent is $2,500.", "Rent in LA is $2,500, less than in New York."),
    ("Marlin's fee is higher than Tern's.", "Tern's fee is lower than Marlin's."),
    ("Anna earns more than Ben.", "Ben earns less than Anna."),
    ("Overdrafts bear 3% above the base rate of 5.25%.", "Interest is 8.25% (3% above the base rate of 5.25%)."),
    ("Basic: $20 a month. Pro: $30 a month. Setup: $15 for Basic, $0 for Pro.", "Pro is not $20 but $30."),
    ("The plan has 25 seats at $12. Seats used: 22 of 25.", "Three seats are unused."),
    (
        "Warranty: 24 months. Extended cover costs $89. Original price $1,299, reduced to $1,099.",
        "It originally cost $1,299.",
    ),
    (
        "| Party | Seats 2019 | Seats 2024 |\n|---|---|---|\n| Unity | 12 | 9 |\n\n"
        "Turnout: 61.2% in 2024, up from 58.4%.",
        "Turnout was 58.4% in 2019.",
    ),
    ("Acme has 31 employees. 24 of the 31 employees answered.", "Seven employees did not answer."),
    (DELIVERY, "For a $49 order you pay $4.90."),
    (INSTANT, "Your transfers exceeded the €15,000 that can be sent by instant transfer in a day."),
    (PROOF, "The proof of address was older than three months."),
    ("The visa costs 95 Canadian dollars.", "The visa costs $95."),
    ("Baggage: deductible €75 per booking.", "The deductible is €75 per booking; you made one, so €75 in all."),
    ("No deposit is due for stays under 7 nights. For longer stays it is 20%.", "For 10 nights the deposit is 20%."),
    ("Delivery: $4.90; free for orders of $50 or more.", "Orders under $50 cost $4.90; from $50 it's free."),
    (TABLE, "Against costs of $300, revenue was $500 (2023: $310 and $450)."),
    ("Version 3 supports dark mode; version 2 does not.", "Version 2 lacks dark mode, version 3 supports it."),
    (
        "Net cash used in operating activities decreased $14.2 million.",
        "Net cash from operating activities increased $14.2 million.",
    ),
    (SECTIONS, "Unlike with the Gold Plan, a transfer costs you $2."),
    ("Saver One pays 3.25%. Saver Two pays 2.75%.", "Saver Two pays 0.5 percentage points less than Saver One."),
    # A case of what the evidence states in general.
    ("The shop is open until 6 pm.", "The shop is open at 5 pm."),
    ("Freight rates apply from 10 kg on.", "Freight rates apply to a parcel of 12 kg."),
    ("Shipping is free for orders from $50.", "Shipping is free for your order of $60."),
    (DAILY, "You can withdraw $300 in a day."),
    (WARRANTY, "After 18 months the warranty still applies."),
    ("Take one tablet every 8 hours.", "Take three tablets a day."),
    ("Parking: the first hour is free, each further hour costs $3.", "Three hours of parking cost $6."),
    (CHECK_IN, "If you arrive at 9 pm you can still check in."),
    (PARCEL, "A parcel of 22 kg can be sent."),
    ("Returns are accepted within 30 days of delivery.", "You can return it after 20 days."),
    (DISCOUNTS, "With 25 participants you get a discount."),
    ("The attachment limit is 25 MB.", "A file of 18 MB can be attached."),
    ("Inspections are due every 12 months.", "An inspection done 9 months ago is still valid."),
    ("Noise must not exceed 40 dB(A) at night.", "A pump that produces 45 dB(A) at night is too loud."),
]  # fmt: skip

LIMITS = [
    # A difference told of one that the evidence names with its own value.
    (DOMESTIC, "Sending a wire abroad costs $45."),
    ("Normally it is 19%. A reduced rate of 7% applies to books.", "Tea isn't taxed at the reduced rate; 19% applies."),
    ("1,000 points are worth $8.", "5,000 points are worth $40."),
    # A limit that no word of its clause tells.
    ("The credit line is EUR 10,000.", "You may borrow EUR 7,500 on the credit line."),
    ("The pool closes at 8 pm.", "You can swim at 7 pm."),
    ("Your plan includes 5 GB of data a month.", "You can use 3 GB this month without paying extra."),
    ("Applicants need an income of $40,000.", "With an income of $52,000 you can apply."),
    # The own title is told by its letters or not at all, the other's in full.
    ("Human Resources\nBudget is $2m.\n\nInformation Technology\nBudget is $5m.", "IT has $5m, human resources less."),
]  # fmt: skip

WRONG = [
    (SECTIONS, "With the Gold Plan a transfer costs $2."),
    (
        "SteadyPower. Variable. Standing charge 52 p.\n\nFlexiPower. Standing charge 58 p.",
        "SteadyPower's standing charge is 58 p.",
    ),
    (WIRES, "An outgoing wire costs $15 and an incoming one $30."),
    (PAYMENT, "The payment of $1.25 had a fee of $99.00."),
    (REVENUE, "Revenue in 2022, 2023 and 2024 was $15m, $12m and $10m, respectively."),
    (TOTAL, "The total is $133.00."),
    ("Turnout: 61.2% in 2024, up from 58.4% in 2019.", "Turnout was 61.2% in 2019."),
    # The rule itself, told otherwise.
    (DAILY, "The daily withdrawal limit is $300."),
    (WARRANTY, "The warranty lasts 18 months."),
    (CHECK_IN, "Guests may check in until 11 pm."),
    (PARCEL, "The maximum weight of a parcel is 20 kg."),
    (DISCOUNTS, "Discounts are granted from 25 participants."),
    ("The attachment limit is 25 MB.", "The attachment limit is 20 MB."),
    ("The pool closes at 8 pm.", "The pool closes at 9 pm."),
    ("The deposit is capped at $2,000.", "The deposit is capped at $1,500."),
    ("Each translated page costs $40.", "Each translated page costs $45."),
    ("Take 10 ml every 6 hours.", "Take 10 ml every 4 hours."),
]

OVERLOOKED = [
    (TOTAL, "The subtotal is $135.00 and the total $125.00."),
    (AMORTIZATION, "Amortization was $3.1 million in 2023 and $2.7 million in 2024."),
]


def limits(cases: Iterable[tuple[str, str]]) -> Iterator[Any]:
    """Cases of which is known that they fail."""
    for case in cases:
        yield pytest.param(*case, marks=pytest.mark.xfail(strict=True, reason="a known limit"))


@pytest.fixture(scope="module")
def checker() -> FactChecker:
    return FactChecker()


@pytest.mark.parametrize(
    ("evidence", "answer"),
    [
        *FAITHFUL,
        *(
            pytest.param(*case, marks=pytest.mark.xfail(strict=True, reason="a known limit"))
            for case in LIMITS
        ),
    ],
)
def test_faithful_answers_are_not_refuted(checker: FactChecker, evidence: str, answer: str) -> None:
    report = checker.check(question="", contexts=[evidence], answer=answer)
    assert report.status is not FactStatus.FAILED, report.findings


@pytest.mark.parametrize(("evidence", "answer"), [*WRONG, *limits(OVERLOOKED)])
def test_wrong_answers_are_refuted(checker: FactChecker, evidence: str, answer: str) -> None:
    assert checker.check(question="", contexts=[evidence], answer=answer).status is FactStatus.FAILED


# What once took minutes, divided by nothing or was too large for exact arithmetic.
HEAVY = [
    ("a" * 100_000 + " 5 and 6.", "It is 5 and 6."),
    ("It is " + ", ".join(f"${i}" for i in range(20_000)) + ".", "It is $5, $7 and $9."),
    ("rose to $5 " * 3_000, "It fell to $5. " * 100),
    ("x and " * 20_000 + "$5 and $6", "The x is $6 and $5."),
    ("Sales were $0. The change was -100%.", "Sales were $5 before, down from $7."),
    ("$1, " * 300, "1, " * 6_000 + "and 3 make 5."),
    ("$1, " * 300, "1 + 1 + " * 2_000 + "1 = 5."),
    # Numbers that no decimal context holds.
    (
        '{"amount_cents": 1e40, "limit": 999999999999999999999999}',
        "The amount is 1e45 of 3 x 10^38, up 1e40%.",
    ),
    (
        "| in £000 | 2024 |\n|---|---|\n| Sales | 1e45 |",
        "It rose from $12 to 1e29, up 999 trillion trillion.",
    ),
    # More pairs of figures or words than can be compared, and figures without end.
    ("1," * 50_000, "1," * 50_000),
    (
        " ".join(f"Plan {i} costs ${i}.50 a month." for i in range(2_000)),
        " ".join(f"Plan {i} costs ${i + 1}.50 a month." for i in range(400)),
    ),
    ("twice as many as half of three times " * 2_000, "double the triple of 5 times " * 1_000),
    ("You cannot not pay $5 unless you can. " * 500, "You can pay $5 unless you cannot. " * 200),
    ("A rate of 5% applies to balances over $9. " * 800, "A 6% rate applies to balances under $9. " * 100),
    (
        "9" * 500 + ' and {"fee": NaN, "rate": Infinity, "x": 1e400}',
        "$" + "8" * 499 + ", NaN%, 1e401, 9**9**9 = 7.",
    ),
    (
        "0000-00-00, 31 February 2024, 9999-12-31",
        "Due 0000-00-00, 30 days after 2024-02-30 or 9999-12-31, at 24:61.",
    ),
    (
        "The claim is due the day after, by the end of the previous year and the next 29 February.",
        "Made on 31 December 9999, 1 January 0001 or 5 March 2024, the claim is due on 28 February 2025.",
    ),
    ("[" * 20_000 + '{"fee": 12}' + "]" * 20_000, "The fee is $13."),
    ("\0 \ud83d fee \u202e$52\u202c", "fee \udc00 $25\0 5\ufe0f\u20e3"),
    ("A costs $1.5 million, B costs 1/9999999999.", "5 x -1e40 = 1e30 cents, a third of 1e28."),
]


@pytest.mark.parametrize(("evidence", "answer"), HEAVY, ids=range(len(HEAVY)))
def test_heavy_input_comes_to_an_end(checker: FactChecker, evidence: str, answer: str) -> None:
    assert checker.check_triple(Triple("", (Passage(evidence),), answer)).findings
