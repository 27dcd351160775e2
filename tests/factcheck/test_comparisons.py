# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker

CARDS = "The Basic card costs $5 a year. The Plus card costs $9 a year. The minimum balance is $600."

COMPARISONS = [
    (
        "",
        "The Plus card costs less than the Basic card.",
        [
            '"The Plus card costs less than the Basic card" does not hold: "$9 a year" (p1, 52-61) against '
            '"$5 a year" (p1, 21-30) [comparison.conflict]'
        ],
    ),
    ("", "The Plus card costs more than the Basic card.", []),
]


@pytest.mark.parametrize(("question", "answer", "expected"), COMPARISONS)
def test_what_does_not_hold_is_a_conflict(
    checker: FactChecker, question: str, answer: str, expected: list[str]
) -> None:
    report = checker.check(question=question, contexts=[CARDS], answer=answer)
    assert [str(finding) for finding in report.conflicts] == expected
    assert ("COMPARISON_CONFLICT" in report.reasons) is bool(expected)
