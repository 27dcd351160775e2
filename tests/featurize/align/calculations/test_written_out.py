# SPDX-License-Identifier: Apache-2.0
"""Calculations that an answer writes out, recomputed: (text, calculation as read, what it gives, right or wrong)."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, Verdict
from faithstill.featurize.align.calculations.written_out import equations
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document

RIGHT = [
    ("12 months × $25/month = $300", "12 months x $25"),
    ("(12 * 25) + 100 = 400 dollars", "12 x 25 + 100"),
    ("$500 × 3.4% = $17", "$500 x 3.4%"),
    ("2 hours x $30/h = $60", "2 hours x $30"),
    ("£1,200 / 12 = £100", "£1,200 / 12"),
    ("£1,200 ÷ 7 = £171.43", "£1,200 / 7"),
    ("$4.2 million x 3 = $12.6 million", "$4.2 million x 3"),
    ("$100 − $25 = $75", "$100 - $25"),
    ("Total = 12 + 13 = 25", "12 + 13"),
    ("(120 − 100) / 100 = 20%", "(120 - 100) / 100"),
    ("20% × (1,000 − 200) = 160", "20% of (1,000 - 200)"),
    ("5 years - 2 years = 3 years", "5 years - 2 years"),
    (r"\(12 \times \$25 = \$300\)", "12 x $25"),
    ("25 multiplied by 12 is 300.", "25 x 12"),
    ("$100 + 8% = $108", "$100 + 8%"),
    ("3% + 2% = 5%", "3% + 2%"),
    (r"Interest: $10,000 \times 5% = $500", "$10,000 x 5%"),
    ("(12 months × $25) plus the $100 set-up fee = $400.", "12 months x $25 + $100"),
    ("$33.33 x 3 = $100", "$33.33 x 3"),
    ("1,000 / 3 ≈ 333", "1,000 / 3"),
    ("**4** × **$25** = **$100**", "4 x $25"),
    ("((2 + 3) x (4 - 1)) = 15", "(2 + 3) x (4 - 1)"),
    ("EUR 100 x 1.08 = $108", "EUR 100 x 1.08"),
    ("12 months at $25 is $300, so you pay more.", "12 months x $25"),
    ("5% of the $200 fee is $10.", "5% of $200"),
]
WRONG = [
    ("(12 * 25) + 100 = 500 dollars", "12 x 25 + 100 = 400"),
    ("x = 2 + 3 = 6", "2 + 3 = 5"),
    ("($84M - $60M) / $60M = 24%", "($84M - $60M) / $60M = 40%"),
    ("**Total:** 4 * $25 = **$110**", "4 x $25 = 100"),
    ("10% + 5% = 15.5%", "10% + 5% = 15%"),
    ("12 months x $25/month = $275", "12 months x $25 = 300"),
    ("1/3 × $90,000 = $35,000", "1/3 of $90,000 = 30,000"),
    ("$200 x 0.9 = $170", "$200 x 0.9 = 180"),
    ("A set-up charge of $100, and 12 months: 12 × $25 = $350.", "12 x $25 = 300"),
]
# No calculation, one that is not whole, whose units do not go together, or that rounding leaves open.
NEITHER = [
    "a = 5 and b = 7", "id=5", "5-2 = 3", "100/0 = 5", "$100 + €20 = $120", "((2 + 3) x 4 = 20", "2 x (3 = 5",
    "1e45 x 1e45 = 1e999", "5 x = 2 = 3", "= 5 x 3", "5 x 3 =",
    # steps
    "Total = (3 × $20) + (2 × $10) = $60 + $20 = $80.", "$400 − $100 = 12 × $25", "10 = 2 × 5 = 5 × 2",
    "0.4 × 50 + 0.6 × 70 = 20 + 42 = 62", "12 × ($1,200 + $50 + $30) = 12 × $1,280 = $15,360",
    # what comes before
    "Set-up charge + 12 × $25 = $400", "The set-up charge plus 12 × $25 is $400", "$100 [1] + $25 × 12 = $400 [1]",
    "$5 (per user) × 10 × 12 = $600", "SOFR + 2.25% + 0.25% = 7.80%", "√(9 + 16) = 5", "2($10 + $5) = $30",
    "log(100) + 1 = 3", "Twice $4,000 + $2,000 = $10,000", "$1 + $2 + … + $9 + $10 = $55",
    "Rent is $1,200; adding $50 + $30 = $1,280.", "3 × $20 and 2 × $10 = $80", "3 x $20, 2 x $10: $80",
    "40% of 50 and 60% of 70 is 62", "$100 set-up, then 12 × $25 = $400 in total",
    # what comes behind
    "$400 (12 × $25, and $100 for set-up)", "$400 (12 × $25; $100 set-up)", "$400: twelve times $25, as well as $100",
    "You owe $400: 8% of $10,000 for half a year", "Together they pay $6,200: 6.2% of $50,000 each",
    "$1,102.50 = $1,000 × 1.05^2", "1.1% of 400,000 is 4,400 less a discount of 10%",
    "10 users at $5/month = $600/year", "10 users at $5 a month is $600 a year", "8% of $10,000 is $98.63 for 45 days",
    # a result told by "so" or "or"
    "3 nights at $80 plus a $20 cleaning fee, so $260 in all.", "3 nights at $80 and breakfast, so $260 in all.",
    "Including tax, 3 nights at $80, so $260 in all.", "If you book 3 nights at $80, so $260 in all with tax.",
    "12 payments of $30, so $10 more than before.", "12 payments of $30, or $400 if you pay late.",
    "12 payments of $30, so $180 is due by June.", "12 payments of $30, i.e. $60 every two months.",
    "3 nights at $80, or $70 for members.", "3 nights at $80, so $40 each.", "8% of $1,500, or $100.",
    "For two people, 3 nights at $80, so $480 in all.", "Each pays for 3 nights at $80, so $480 in all.",
    "10 users at $5 a month, so $600.", "10 users at $5, that is $600 per year.", "4 weeks at $50, so $180 net of tax.",
    "8% of $1,500, so $1,620.", "8% on $1,500, so $1,380 is left.", "Two adults at $14 and a child, so $35 in total.",
    "3 nights at about $80, so $250 in all.", "Roughly 33% of $300, so $100.",
    "12 payments of $33.33, so $400 in total.",
    "It costs $5 less than the $20 before and $2 less for members, so $13.",
    "$5 less than the $20 before, so $180 a year.",
    "$200 less 10% and a further 5%, so $171.", "$1,000 less the $250 deposit, so $700 remains after fees of $50.",
    # other facts
    "Two withdrawals of $300 are $100 over the limit", "the two instalments of $100 are 30 days overdue",
    "3 payments of $100: 1 on signing and 2 on delivery", "Year 1: 12 × $25 + $100 = $400",
    "For 12 months, 10 users at $5 comes to $600", "10 seats at $90 leaves $100", "Branches: 5, 12 × $25 for each",
    "The fees are $5, 3 payments of $4 and 2% of $30", "On $300, 5% of $200 is paid in 3 days",
    "25% of the 600 staff is based in 3 offices", "It has 3 branches, 2 of 5 counters are open at 9 pm",
    # percentages of, on top of and times a hundred
    "A 10% discount on the $200 plan leaves $180", "20% VAT on £100 makes £120", "(120 − 100) / 100 × 100 = 20%",
    "5.30 + 2.25 = 7.55%",
    # units and scales
    "60 km/h x 2 h = 120 km", "90 minutes x $30/hour = $45", "1,284 - 1,194 = $90 million", "5 miles × 1.609 = 8.05 km",
    "5 weeks × 5 days = 25 days", "3 years × 12 = 36 months", "1 hour 30 minutes × $150 = $225",
    "30 × 24 × 60 × 0.1% = 43.2 minutes",
    # rounding
    "$4,321 x 12 ≈ $52,000", "$8,333 × 12 = $100,000, roughly", "$33.33 x 3 = $100", "33% of 300 is about 100.",
]  # fmt: skip


@pytest.mark.parametrize(("text", "calculation"), RIGHT)
def test_a_right_calculation(text: str, calculation: str) -> None:
    (found,) = equations(Document(text, Extractor()))
    assert found.text == calculation
    assert found.is_right
    assert not found.is_wrong


@pytest.mark.parametrize(("text", "formula"), WRONG)
def test_a_wrong_calculation(text: str, formula: str) -> None:
    (found,) = equations(Document(text, Extractor()))
    assert found.derivation.formula == formula
    assert found.is_wrong
    assert not found.is_right


@pytest.mark.parametrize("text", NEITHER)
def test_nothing_is_refuted(text: str) -> None:
    assert not [found.text for found in equations(Document(text, Extractor())) if found.is_wrong]


def test_results_follow_from_each_other() -> None:
    text = "3 nights x $120 per night = $360 + $40 tax = $400"
    assert [found.text for found in equations(Document(text, Extractor()))] == ["3 x $120", "$360 + $40"]


STEPS = [
    ("((9 - 6) / 6) x 100 = (3 / 6) x 100 = 0.5 x 100 = 50%", ["9 - 6", "3 / 6", "0.5 x 100"]),
    ("(3 x $20) + (2 x $10) = $60 + $20 = $80", ["3 x $20", "2 x $10", "$60 + $20"]),
    ("12 x ($1,200 + $50 + $30) = 12 x $1,280 = $15,360", ["$1,200 + $50 + $30", "12 x $1,280"]),
    ("12 x $25 = $300 + $100 = $400", ["12 x $25", "$300 + $100"]),
    ("2 x 5 = 5 x 2", ["2 x 5"]),
]


@pytest.mark.parametrize(("text", "steps"), STEPS)
def test_each_step_of_a_chain_is_read_by_itself(text: str, steps: list[str]) -> None:
    assert [found.text for found in equations(Document(text, Extractor()))] == steps


# What an earlier step has rounded is carried along as it was.
CARRIED = [
    ("2 / 3 = 0.67 x 100 = 66.67%", True),
    ("2 / 3 = 0.67 x 100 = 67%", True),
    ("2 / 3 = 0.67. 0.67 x $900 = $600.", True),
    ("2 / 3 = 0.67. 0.68 x $900 = $600.", False),
    ("2 / 3 = 0.67. 0.67 x $900 = $630.", False),
]


@pytest.mark.parametrize(("text", "right"), CARRIED)
def test_rounding_is_carried_along(text: str, right: bool) -> None:
    assert list(equations(Document(text, Extractor())))[-1].is_right is right


def test_a_long_chain_is_read_in_linear_time() -> None:
    found = equations(Document(" + ".join(["1"] * 9000) + " = 9000", Extractor()))
    assert not any(equation.is_wrong for equation in found)


FEES = ["The monthly fee is $25. The set-up charge is $100."]
CHECKED = [
    ("12 months x $25 = $300, so with the set-up charge $300 + $100 = $400.", "$400", Verdict.PROVED, "calculation"),
    ("(12 * 25) + 100 = 500 dollars", "500 dollars", Verdict.CONFLICT, "calculation_conflict"),
    ("17 x $25 = $425.", "$425", Verdict.ABSENT, "absent"),  # nothing says 17
    ("2 x $70 = $140.", "$140", Verdict.ABSENT, "absent"),  # nothing says $70
    ("12 months at $25 each add $310.", "$310", Verdict.ABSENT, "absent"),  # too loose to refute
    ("3 users at $20, so $160 in all.", "$160", Verdict.ABSENT, "absent"),  # with the set-up charge
    ("The set-up charge is $100. 3 users at $25, so $175 in all.", "$175", Verdict.ABSENT, "absent"),  # it comes on top
    ("2 people use it. 3 users at $25, so $150 in all.", "$150", Verdict.ABSENT, "absent"),  # for each of them
]  # fmt: skip


@pytest.mark.parametrize(("answer", "value", "verdict", "rule"), CHECKED)
def test_a_calculation_proves_what_follows_from_the_evidence(
    answer: str, value: str, verdict: Verdict, rule: str
) -> None:
    report = FactChecker().check(question="What do I pay?", contexts=FEES, answer=answer)
    (found,) = [finding for finding in report.findings if finding.text == value]
    assert (found.verdict, found.rule.partition(".")[2]) == (verdict, rule)
