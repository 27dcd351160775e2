# SPDX-License-Identifier: Apache-2.0
"""Results of all sorts: derived where words call for the formula, and never refuted by their own operand."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker

TARIFF = "| Charger | Member | Guest |\n|---|---|---|\n| AC | $0.29/kWh | $0.33/kWh |\n| DC | $0.42/kWh | $0.49/kWh |"
SPACE = "| Plan | Storage |\n|---|---|\n| Basic | 500 GB |\n| Family | 2,000 GB |"
# Question, evidence, answer, value: what is right must not be refuted, whether it is proved or not.
NOT_REFUTED = [
    (
        "What do 1,000 GB cost in Cool?",
        "Cool costs $0.012 per GB and month.",
        "It costs $12 per month.",
        "$12",
    ),
    ("", "Six offers came in; one was withdrawn.", "Five offers remained.", "Five"),
    ("", "You need 80 points and have 76.", "You are four points short.", "four"),
    ("", TARIFF, "At DC chargers guests pay 7 cents more per kWh.", "7 cents"),
    ("", "Of the 24,000 residents, 71 percent rent.", "Roughly 17,000 of them (71%) rent.", "17,000"),
    (
        "",
        "The default rate is 3.00% above prime.",
        "It is 3 percentage points above prime.",
        "3 percentage points",
    ),
    ("", "Team A scored 80 points. Team B scored 75 points.", "Team A won by 5 points.", "5"),
    ("", "Team A scored 80 points. Team B scored 75 points.", "Team A beat Team B by 5 points.", "5"),
    (
        "",
        "The trial had 1,204 patients, of whom 602 got a placebo.",
        "Half of the 1,204 patients got a placebo.",
        "1,204",
    ),
    ("", "The desk fee is $85, plus $45 per extra day.", "That is $85 plus 2 x $45 = $90.", "$90"),
]
DERIVED = [
    ("What do ten sensors cost?", "The kit costs £129 per sensor.", "Ten sensors cost £1,290.", "£1,290"),
    ("What does a 10-hour job cost?", "The fee is $290 per hour.", "A 10-hour job costs $2,900.", "$2,900"),
    ("", '{"quota_gb": 500, "used_gb": 471.6}', "You have 28.4 GB left.", "28.4 GB"),
    ("", "Team A scored 180 points. Team B scored 155 points.", "Team A won by 25 points.", "25"),
    ("", "You need 80 points and have 76.", "With 76 you are four points short.", "four"),
]
# Evidence, answer, value: formulas that only happen to give a value, or that give it from itself.
CHANCE = [
    ("Up to $50 is covered in full, 100% of it.", "Up to €50 is covered.", "€50"),
    ("Interest is 2.8%, of which 1.4% is a bonus.", "The base rate is 1.9%.", "1.9%"),
    ("The kit costs £129 per sensor.", "Ten sensors cost £1,390.", "£1,390"),
    (SPACE, "Family offers 2,000 GB, three times as much as Basic.", "three"),
    ("The deductible is $500 and the premium $80.", "The premium is $420.", "$420"),
    ("North sold $40 million and South sold $55 million.", "South sold $95 million.", "$95 million"),
]


# Question, evidence, answer, value: the evidence states the value asked for, and it is another.
REFUTED = [
    ("What is the late fee?", "A late fee of $25 applies. A card costs $10.", "It is $35.", "$35"),
    ("What is the late fee?", "A late fee of $25 applies.", "$35", "$35"),
    ("", "Team A scored 80 points. Team B scored 75 points.", "Team A won by 15 points.", "15"),
    (
        "What does a missed payment cost?",
        "A late fee of $25 applies after a ten-day grace period.",
        "A late fee of $35 applies after ten days.",
        "$35",
    ),
]


def verdict(question: str, evidence: str, answer: str, value: str) -> tuple[str, str]:
    report = FactChecker().check(question=question, contexts=[evidence], answer=answer)
    return next((f.verdict.value, f.rule) for f in report.findings if f.text == value)


@pytest.mark.parametrize(("question", "evidence", "answer", "value"), [*NOT_REFUTED, *DERIVED])
def test_a_right_result_is_not_refuted(question: str, evidence: str, answer: str, value: str) -> None:
    assert verdict(question, evidence, answer, value)[0] != "conflict"


@pytest.mark.parametrize(("question", "evidence", "answer", "value"), DERIVED)
def test_words_that_call_for_a_formula_prove_its_result(
    question: str, evidence: str, answer: str, value: str
) -> None:
    assert verdict(question, evidence, answer, value)[0] in ("derived", "proved")


@pytest.mark.parametrize(("evidence", "answer", "value"), CHANCE)
def test_chance_proves_nothing(evidence: str, answer: str, value: str) -> None:
    assert verdict("", evidence, answer, value)[0] not in ("derived", "proved")


@pytest.mark.parametrize(("question", "evidence", "answer", "value"), REFUTED)
def test_another_value_than_the_one_asked_for_is_refuted(
    question: str, evidence: str, answer: str, value: str
) -> None:
    assert verdict(question, evidence, answer, value)[0] == "conflict"
