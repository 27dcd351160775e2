# SPDX-License-Identifier: Apache-2.0
"""Calculations that an answer writes out, recomputed: (text, calculation as read, what it gives, right or wrong)."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, Verdict
from faithstill.featurize.document import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.values.equations import equations

RIGHT = [
    ("12 months × $25/month = $300", "12 months x $25"),
    ("(12 * 25) + 100 = 400 dollars", "(12 x 25) + 100"),
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
    ("2 x 3 minutes = 360 seconds", "2 x 3 minutes"),
    ("$100 + 8% = $108", "$100 + 8%"),
    ("3% + 2% = 5%", "3% + 2%"),
    (r"Interest: $10,000 \times 5% = $500", "$10,000 x 5%"),
    ("(12 months × $25) plus the $100 set-up fee = $400.", "(12 months x $25) + $100"),
    ("$33.33 x 3 = $100", "$33.33 x 3"),
    ("1,000 / 3 ≈ 333", "1,000 / 3"),
    ("**4** × **$25** = **$100**", "4 x $25"),
    ("$300 = 12 × $25", "12 x $25"),
    ("((2 + 3) x (4 - 1)) = 15", "((2 + 3) x (4 - 1))"),
    ("EUR 100 x 1.08 = $108", "EUR 100 x 1.08"),
    ("12 months at $25 is $300, so you pay more.", "12 months x $25"),
    ("You owe $300: twelve times $25.", "twelve x $25"),
    ("€108, i.e. twelve times €9.", "twelve x €9"),
    ("£37.50, five twelfths of £90.", "five twelfths of £90"),
    ("5% of the $200 fee is $10.", "5% of $200"),
    ("The fee is $10 (5% of $200) and rises.", "5% of $200"),
    ("The $100 less a fee of $10 leaves $90.", "$100 - $10"),
]
WRONG = [
    ("(12 * 25) + 100 = 500 dollars", "(12 x 25) + 100 = 400"),
    ("x = 2 + 3 = 6", "2 + 3 = 5"),
    ("($84M - $60M) / $60M = 24%", "($84M - $60M) / $60M = 40%"),
    ("**Total:** 4 * $25 = **$110**", "4 x $25 = 100"),
    ("10% + 5% = 15.5%", "10% + 5% = 15%"),
    ("12 fees of $4 make $50.", "12 x $4 = 48"),
    ("You pay £25: 6 x £4.", "6 x £4 = 24"),
    ("$95: the $100 less a fee of $10.", "$100 - $10 = 90"),
    ("a third of $90 is $40", "a third of $90 = 30"),
]
# No calculation, one whose units do not go together, or one that rounding leaves open.
NEITHER = [
    "a = 5 and b = 7", "id=5", "5-2 = 3", "100/0 = 5", "$100 + €20 = $120", "((2 + 3) x 4 = 20", "2 x (3 = 5",
    "60 km/h x 2 h = 120 km", "90 minutes x $30/hour = $45", "1,284 - 1,194 = $90 million",
    "$4,321 x 12 ≈ $52,000", "25% of the 600 staff is based in 3 offices", "You pay $25, plus $100 is due in 3 months",
    "The fees are $5, 3 payments of $4 and 2% of $30", "1.1% of 400,000 is 4,400 less a discount of 10%",
    "On $300, 5% of $200 is paid in 3 days", "It has 3 branches, 2 of 5 counters are open at 9 pm",
    "1e45 x 1e45 = 1e30", "5 x = 2 = 3", "= 5 x 3", "5 x 3 =",
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


def test_a_long_chain_is_read_in_linear_time() -> None:
    assert not list(equations(Document(" + ".join(["1"] * 9000) + " = 9000", Extractor())))


FEES = ["The monthly fee is $25. The set-up charge is $100."]
CHECKED = [
    ("12 months x $25 = $300, so with the set-up charge $300 + $100 = $400.", "$400", Verdict.PROVED, "calculation"),
    ("12 months x $25 = $300.", "12 months", Verdict.UNCHECKED, "factor"),
    ("(12 * 25) + 100 = 500 dollars", "500 dollars", Verdict.CONFLICT, "calculation_conflict"),
    ("17 x $25 = $425.", "$425", Verdict.ABSENT, "absent"),  # nothing says 17
    ("2 x $70 = $140.", "$140", Verdict.ABSENT, "absent"),  # nothing says $70
]  # fmt: skip


@pytest.mark.parametrize(("answer", "value", "verdict", "rule"), CHECKED)
def test_a_calculation_proves_what_follows_from_the_evidence(
    answer: str, value: str, verdict: Verdict, rule: str
) -> None:
    report = FactChecker().check(question="What do I pay?", contexts=FEES, answer=answer)
    (found,) = [finding for finding in report.findings if finding.text == value]
    assert (found.verdict, found.rule.partition(".")[2]) == (verdict, rule)
