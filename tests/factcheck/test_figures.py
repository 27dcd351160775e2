# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker

# Our own tables, in the style of filings.
SALES = (
    " | Years ended June 30, | \n | 2021 | 2020\nPaper | $1,250.5 | $1,100.4\nInk | 310.2 | 345.8\n"
    "Shipping | (40.6) | (52.1)\nTotal sales | $1,520.1 | $1,394.1"
)
IN_MILLIONS = "Sales by product are as follows (in millions):"
RATES = " | 2021 | 2020\nGross margin | 41.5% | 38.0%\nTax rate | 21.0% | 24.5%\nDebt ratio | 12.0% | 13.5%"
STAFF = " | 2021 | 2020 | 2019\nDrivers | 412 | 390 | 377\nCooks | 58 | 61 | 70\nClerks | 130 | 129 | 117"

# Question, contexts, answer, the rule of its one figure.
RULES = [
    # scales: stated elsewhere, in the table, nowhere
    ("What were total sales in 2021?", (SALES, IN_MILLIONS), "$1,520.1 million", "money.equal"),
    ("What were total sales in 2021?", (SALES, IN_MILLIONS), "$1.5 billion", "money.rounded"),
    ("What were total sales in 2021?", (f"$’000{SALES}",), "$1,520.1 thousand", "money.equal"),
    ("What were total sales in 2021?", (SALES,), "$1,520.1 million", "money.unproved_scale"),
    # one cell asked for
    ("How many were there?", (STAFF,), "3,900", "number.absent"),
    ("How many drivers were there in 2020?", (STAFF,), "412", "number.asked_cell"),
    ("How many drivers were there in 2020?", (STAFF,), "61", "number.asked_cell"),
    ("How many drivers were there?", (STAFF,), "412", "number.equal"),
    ("What were ink sales in 2021?", (f"in millions{SALES}",), "310.2 thousand", "number.absent"),
    # formulas that the question licenses
    (
        "What was the change in ink sales from 2020 to 2021?",
        (SALES, IN_MILLIONS),
        "-35.6 million",
        "difference",
    ),
    (
        "What was the decrease in ink sales from 2020 to 2021?",
        (SALES, IN_MILLIONS),
        "35.6 million",
        "difference",
    ),
    ("What was the change in paper sales from 2020 to 2021?", (SALES, IN_MILLIONS), "-140.1 million", ""),
    (
        "What was the percentage change in paper sales from 2020 to 2021?",
        (SALES,),
        "13.64%",
        "percent_change",
    ),
    ("What was the percentage change in paper sales from 2020 to 2021?", (SALES,), "14.36%", ""),
    ("What was the percentage change in ink from 2020 to 2021?", (SALES,), "11.48%", "percent.asked_result"),
    ("What was the change in drivers from 2020 to 2021?", (STAFF,), "802", "number.asked_result"),
    ("What was the change in drivers from 2020 to 2021?", (STAFF,), "-22", "number.absent"),
    ("What was the average number of cooks in 2020 and 2021?", (STAFF,), "119", "number.asked_result"),
    ("What percentage of total sales was ink in 2021?", (SALES,), "490%", "percent.absent"),
    ("What was average shipping in 2020 and 2021?", (SALES, IN_MILLIONS), "46.35 million", "average"),
    ("What was the average number of drivers from 2019 to 2021?", (STAFF,), "393", "average"),
    ("What were drivers and cooks together in 2021?", (STAFF,), "470", "sum"),
    ("What was the ratio of cooks to drivers in 2021?", (STAFF,), "0.141", "quotient"),
    ("What proportion of total sales did ink make up in 2021?", (SALES,), "20.41%", "share"),
    ("What was the change in gross margin from 2020 to 2021?", (RATES,), "3.5%", "difference"),
    ("What was the difference between drivers and clerks in 2020?", (STAFF,), "261", "difference"),
    ("What was the difference between drivers and clerks in 2020?", (STAFF,), "268", ""),
]


@pytest.mark.parametrize(("question", "contexts", "answer", "rule"), RULES)
def test_the_figure_of_an_answer(question: str, contexts: tuple[str, ...], answer: str, rule: str) -> None:
    (finding,) = FactChecker().check(question=question, contexts=contexts, answer=answer).findings
    if "." in rule:
        assert finding.rule == rule
    else:
        assert finding.verdict.value == ("proved" if rule else "absent")
        assert finding.rule.endswith(rule)


def test_a_proof_is_the_formula_with_its_cells() -> None:
    question = "What was the percentage change in cooks from 2020 to 2021?"
    (finding,) = FactChecker().check(question=question, contexts=[STAFF], answer="-4.92%").findings
    assert finding.evidence == "(58 - 61) / 61"


# Told by itself, what was worked out backwards: no proof.
BACKWARDS = [
    ("What was the change in ink sales from 2020 to 2021?", "35.6 million", "absent"),
    ("What was the decrease in ink sales from 2020 to 2021?", "35.6 million", "proved"),
    ("What was the change in paper sales from 2020 to 2021?", "-150.1 million", "absent"),
    ("What was the percentage change in paper sales from 2020 to 2021?", "12.00%", "absent"),
    ("What was the change in paper sales from 2021 to 2020?", "-150.1 million", "proved"),
]


@pytest.mark.parametrize(("question", "answer", "verdict"), BACKWARDS)
def test_a_change_is_reckoned_from_the_earlier_period(question: str, answer: str, verdict: str) -> None:
    findings = FactChecker().check(question=question, contexts=[SALES, IN_MILLIONS], answer=answer).findings
    assert [finding.verdict.value for finding in findings] == [verdict]
