# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, Verdict

# Evidence, answer, value, the rule that proves it; beside each a value near by that no rule proves.
FORMS = [
    ("passengers_2019: 412", "It had 412 passengers in 2019.", "2019", "written"),
    ("Collection in the month: April", "Waste is collected in April.", "April", "written"),
    ("The tower was built in 1617.", "It is a 17th century tower.", "17th", "century"),
    ("Age: 34. Team: Reds.", "The 34-year-old plays for the Reds.", "34-year", "converted"),
]
NONE = [
    ("passengers_2019: 412", "It had 412 passengers in 2018.", "2018"),
    ("The tower was built in 1617.", "It is an 18th century tower.", "18th"),
    ("Age: 34. Team: Reds.", "The 35-year-old plays for the Reds.", "35-year"),
    ("The 34 players train.", "It takes 34 years.", "34 years"),
]


def verdict(evidence: str, answer: str, value: str) -> tuple[Verdict, str]:
    report = FactChecker().check(question="", contexts=[evidence], answer=answer)
    return next((f.verdict, f.rule.partition(".")[2]) for f in report.findings if f.text == value)


@pytest.mark.parametrize(("evidence", "answer", "value", "rule"), FORMS)
def test_a_value_in_another_form_is_proved(evidence: str, answer: str, value: str, rule: str) -> None:
    assert verdict(evidence, answer, value) == (Verdict.PROVED, rule)


@pytest.mark.parametrize(("evidence", "answer", "value"), NONE)
def test_another_value_is_not_proved(evidence: str, answer: str, value: str) -> None:
    assert verdict(evidence, answer, value)[0] is not Verdict.PROVED
