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

BRANCHES = (
    "| Branch | Deposits 2021 | Deposits 2020 | Loans 2021 |\n|---|---|---|---|\n| Rome | 412 | 390 | 98 |\n"
    "| Oslo | 458 | 461 | 402 |\n| Bonn | 95 | 97 | 88 |\n| Total | 965 | 948 | 588 |"
)
SEGMENTS = (
    " | Retail | Wholesale | Online | Total\nRevenue | 1,200 | 800 | 1,050 | 3,050\n"
    "Costs | 900 | 700 | 1,010 | 2,610"
)
ASSETS = (
    " | 2021 | 2020\nCurrent assets: | |\nCash | 120 | 90\nInventory | 80 | 130\nReceivables | 210 | 60\n"
    "Total current assets | 410 | 280\nProperty | 700 | 720"
)

BARE = "| | 2021 | 2020 |\n|---|---|---|\n| Revenue | 6,577 | 6,100 |\n| Net loss | (1,234) | (980) |"
HTML = (
    "<table>\n<thead><tr><th></th><th>2021</th><th>2020</th></tr></thead>\n<tbody>\n"
    "<tr><td>Revenue</td><td>6,577</td><td>6,100</td></tr>\n<tr><td>Costs</td><td>4,100</td><td>3,900</td></tr>\n"
    "</tbody></table>"
)
FIXED = "Item          2021      2020\nRevenue      6,577     6,100\nCosts        4,100     3,900"

# Question, contexts, answer, the rule of its one figure.
RULES = [
    # scales: stated elsewhere, in the table, nowhere
    ("What were total sales in 2021?", (SALES, IN_MILLIONS), "$1,520.1 million", "money.equal"),
    ("What were total sales in 2021?", (SALES, IN_MILLIONS), "$1.5 billion", "money.rounded"),
    ("What were total sales in 2021?", (f"$’000{SALES}",), "$1,520.1 thousand", "money.equal"),
    ("What were total sales in 2021?", (SALES,), "$1,520.1 million", "money.unproved_scale"),
    (
        "What was revenue in 2021?",
        (BARE, "Results are as follows (in millions):"),
        "$6.6 billion",
        "money.converted",
    ),
    (
        "What was revenue in 2021?",
        (BARE, "Results are as follows (in millions):"),
        "6,577 thousand",
        "number.unproved_scale",
    ),
    ("What was the net loss in 2021?", (f"In thousands\n\n{BARE}",), "1,234 thousand", "rounded"),
    # HTML, and columns between wide blanks
    ("What was revenue in 2021?", (HTML,), "6,577", "number.equal"),
    ("What was revenue in 2021?", (HTML,), "6,100", "number.asked_cell"),
    ("What was the change in revenue from 2020 to 2021?", (HTML.replace("\n", ""),), "477", "difference"),
    ("What was revenue in 2021?", (FIXED,), "6,100", "number.asked_cell"),
    ("What was the change in costs from 2020 to 2021?", (FIXED,), "200", "difference"),
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
    ("What percentage of total sales was ink in 2021?", (SALES,), "490%", "percent.asked_result"),
    ("What was average shipping in 2020 and 2021?", (SALES, IN_MILLIONS), "46.35 million", "average"),
    ("What was the average number of drivers from 2019 to 2021?", (STAFF,), "393", "average"),
    ("What were drivers and cooks together in 2021?", (STAFF,), "470", "sum"),
    ("What was the ratio of cooks to drivers in 2021?", (STAFF,), "0.141", "quotient"),
    ("What proportion of total sales did ink make up in 2021?", (SALES,), "20.41%", "share"),
    ("What was the change in gross margin from 2020 to 2021?", (RATES,), "3.5%", "difference"),
    ("What was the difference between drivers and clerks in 2020?", (STAFF,), "261", "difference"),
    ("What was the difference between drivers and clerks in 2020?", (STAFF,), "268", ""),
    (
        "How many times larger was the number of drivers than that of cooks in 2021?",
        (STAFF,),
        "7.1 times",
        "share",
    ),
    (
        "How many times larger was the number of drivers than that of cooks in 2021?",
        (STAFF,),
        "6.1 times",
        "",
    ),
    (
        "What was the compound annual growth of drivers from 2019 to 2021?",
        (STAFF,),
        "4.54%",
        "compound_growth",
    ),
    ("What was the CAGR of drivers from 2019 to 2021?", (STAFF,), "9.28%", "percent.asked_result"),
    # which of two things is divided by the other, and taken from it
    ("What was the ratio of cooks to drivers in 2021?", (STAFF,), "7.103", "number.asked_result"),
    ("What were cooks as a percentage of drivers in 2021?", (STAFF,), "14.08%", "share"),
    ("What were cooks as a percentage of drivers in 2021?", (STAFF,), "710.34%", "percent.asked_result"),
    (
        "What was the percentage of cooks out of all drivers in 2020?",
        (STAFF,),
        "639.34%",
        "percent.asked_result",
    ),
    ("What was the difference between drivers and clerks in 2020?", (STAFF,), "-261", "number.absent"),
    ("What was the difference between clerks and drivers in 2020?", (STAFF,), "-261", "difference"),
    # what a usual mistake makes of the result
    (
        "What was the percentage change in drivers from 2020 to 2021?",
        (STAFF,),
        "5.34%",
        "percent.asked_result",
    ),
    ("What was the average number of drivers in 2020 and 2021?", (STAFF,), "802", "number.asked_result"),
    # openly rounded
    (
        "What was the percentage change in revenue from 2020 to 2021?",
        (BARE,),
        "approximately 7.7%",
        "percent_change",
    ),
    ("What was the percentage change in revenue from 2020 to 2021?", (BARE,), "approximately 7.5%", ""),
    # figures above or below a value
    ("In how many years were drivers above 380?", (STAFF,), "2", "number.asked_years"),
    ("In how many years were drivers above 380?", (STAFF,), "3", "number.asked_result"),
    ("How many years did cooks fall below 60?", (STAFF,), "1", "number.asked_years"),
    ("How many years did paper exceed $1,100 million?", (SALES, IN_MILLIONS), "2", "number.asked_years"),
    ("How many years did gross margin exceed 40%?", (RATES,), "2", "number.asked_result"),
    ("How many years did staff exceed 380?", (STAFF,), "2", ""),
    ("How many branches had deposits above $400 in 2021?", (BRANCHES,), "Two", "number.asked_items"),
    ("How many branches had deposits above $400 in 2021?", (BRANCHES,), "3", "number.asked_result"),
    ("How many branches had deposits below $400 in 2020?", (BRANCHES,), "2", "number.asked_items"),
    ("How many of the branches had more than $90 of loans in 2021?", (BRANCHES,), "2", "number.asked_items"),
    ("How many segments had revenue above 1,000?", (SEGMENTS,), "2", "number.asked_items"),
    ("How many products had sales above $300 million in 2021?", (SALES, IN_MILLIONS), "2", ""),
    ("How many current assets exceeded 100 in 2021?", (ASSETS,), "2", "number.asked_items"),
    ("How many current assets exceeded 100 in 2021?", (ASSETS,), "3", "number.asked_result"),
    ("How many branches abroad had deposits above $400?", (BRANCHES,), "2", ""),
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


# A form that the question's words allow is named.
FORMS = [
    (
        "What was the decrease in ink sales from 2020 to 2021?",
        "35.6 million",
        "345.8 - 310.2, told without its sign",
    ),
    ("What was the change in ink sales from 2020 to 2021?", "-35.6 million", "310.2 - 345.8"),
    (
        "What was the percentage decrease in ink from 2020 to 2021?",
        "10.29%",
        "(310.2 - 345.8) / 345.8, told without its sign",
    ),
    (
        "What was average shipping in 2020 and 2021?",
        "46.35 million",
        "((40.6) + (52.1)) / 2, told without its sign",
    ),
    ("What was the difference between ink and paper in 2021?", "940.3 million", "$1,250.5 - 310.2"),
]


@pytest.mark.parametrize(("question", "answer", "proof"), FORMS)
def test_a_form_that_is_allowed_is_named(question: str, answer: str, proof: str) -> None:
    (finding,) = FactChecker().check(question=question, contexts=[SALES, IN_MILLIONS], answer=answer).findings
    assert (finding.verdict.value, finding.evidence) == ("proved", proof)


# Told by itself, what was worked out backwards: no proof.
BACKWARDS = [
    ("What was the change in ink sales from 2020 to 2021?", "35.6 million", "absent"),
    ("What was the decrease in ink sales from 2020 to 2021?", "35.6 million", "proved"),
    ("What was the change in paper sales from 2020 to 2021?", "-150.1 million", "absent"),
    ("What was the percentage change in paper sales from 2020 to 2021?", "12.00%", "conflict"),
    ("What was the change in paper sales from 2021 to 2020?", "-150.1 million", "proved"),
]


@pytest.mark.parametrize(("question", "answer", "verdict"), BACKWARDS)
def test_a_change_is_reckoned_from_the_earlier_period(question: str, answer: str, verdict: str) -> None:
    findings = FactChecker().check(question=question, contexts=[SALES, IN_MILLIONS], answer=answer).findings
    assert [finding.verdict.value for finding in findings] == [verdict]


# An answer and the rules of its figures.
_STATED = ("equal", "equal", "equal")
WRITTEN_OUT = [
    ("$31,357 / $36,087 x 100 = 86.89%", ("equal", "equal", "to_percent", "share")),
    ("$31,357 / $36,087 x 100% = 86.89 %", ("equal", "equal", "to_percent", "share")),
    ("$31,357 / $36,087 x 100 = 84.89%", ("equal", "equal", "to_percent", "calculation_conflict")),
    ("$31,537 / $36,087 x 100 = 87.39%", ("absent", "equal", "to_percent", "absent")),
    ("$31,537 / $36,087 x 100 = 86.89%", ("calculation_slip", "equal", "to_percent", "share")),
    ("$31,357 / $36,087 = 0.8689 x 100 = 86.89%", ("equal", "equal", "calculation", "to_percent", "share")),
    ("$31,357 x 100 = $3,135,700", ("equal", "absent", "calculation")),
    # chains of steps
    (
        "(($36,087 - $31,357) / $36,087) x 100 = ($4,730 / $36,087) x 100 = 0.1311 x 100 = 13.11%",
        (*_STATED, "to_percent", "difference", "equal", "to_percent", "calculation", "to_percent", "share"),
    ),
    (
        "(($36,087 - $31,357) / $36,087) x 100 = ($4,830 / $36,087) x 100 = 13.11%",
        (*_STATED, "to_percent", "calculation_conflict", "equal", "to_percent", "absent"),
    ),
    ("$31,357 / $36,087 = 0.87 x 100 = 86.89%", ("equal", "equal", "calculation", "to_percent", "share")),
    (
        "$31,357 / $36,087 = 0.8689. 0.8689 x 100 = 86.89%",
        ("equal", "equal", "calculation", "calculation", "to_percent", "share"),
    ),
]


@pytest.mark.parametrize(("answer", "rules"), WRITTEN_OUT)
def test_the_steps_of_a_written_out_percentage(answer: str, rules: tuple[str, ...]) -> None:
    contexts = ["Sales were $31,357 in 2010 and $36,087 in 2009."]
    report = FactChecker().check(question="What was the percentage?", contexts=contexts, answer=answer)
    assert tuple(finding.rule.partition(".")[2] for finding in report.findings) == rules
