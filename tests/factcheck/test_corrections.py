# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, FactStatus
from faithstill.factcheck.corrections import without_markers

CLOSING = "The agreement may be ended on thirty (30) days' prior written notice. The monthly fee is $25."
QUARTERS = "Revenue was $4.1 million in Q1 2025, $4.8 million in Q2 2025 and $5.3 million in Q3 2025."
TRANSFER = '{"transfer": {"id": "TR-204", "amount": 350.0, "status": "PENDING"}}'

# Question, passage, answer, the corrected answer or None.
CORRECTED: list[tuple[str, str, str, str | None]] = [
    (
        "",
        CLOSING,
        "The agreement may be ended on 60 days' notice; the monthly fee is $25.",
        "The agreement may be ended on [CORRECTED: thirty (30) days]' notice; the monthly fee is $25.",
    ),
    ("", CLOSING, "The monthly fee is $52.", "The monthly fee is [CORRECTED: $25]."),
    (
        "What was revenue in Q2 2025?",
        QUARTERS,
        "Revenue in Q2 2025 was $5.3 million.",
        "Revenue in Q2 2025 was [CORRECTED: $4.8 million].",
    ),
    (
        "",
        TRANSFER,
        "The transfer TR-204 has been completed.",
        "The transfer TR-204 has been [CORRECTED: pending].",
    ),
    ("", "Interest of 2% is paid annually in May.", "Interest of 2% is paid monthly in May.", None),  # or "annual"?
    ("", "The quota of 5% is an annual minimum.", "The quota of 5% is a monthly minimum.", None),
    # Of another period: "annual" would stay beside what is for a month.
    ("", "The rent is €1,450.00 per month, payable in advance.", "The annual rent is €18,400.", None),
    ("", "Rent: EUR 1,450.00 per month, in advance. The deposit is EUR 4,350.", "The annual rent is €18,400.", None),
    ("", "The monthly rent is €1,450.00. The deposit is €4,350.", "The annual rent is €18,400.", None),
    ("", "The rent is €1,450.00 per month.", "The fortnightly rent is €1,540.00.", None),
    ("", "The rent is €1,450.00 per month.", "The semiannual rent is €1,540.00.", None),
    ("", "The rent is €1,450.00 per month.", "Per night, the rent is €1,540.00.", None),
    ("", "The rent is €1,450.00 per month.", "The rent is €1,540.00 for the year.", None),
    ("", "The rent is €1,450 per month.", "The monthly rent is €1,540.", "The monthly rent is [CORRECTED: €1,450]."),
    ("", CLOSING, "The monthly fee is $25.", None),  # nothing is refuted
    ("", CLOSING, "The office weighs 40 kg.", None),  # nothing is there to replace it by
    ("", "Set A costs $310. Set B costs $450.", "A set costs $700.", None),  # either could be meant
    ("", "The plan has one owner and two users.", "The plan has three users.", None),  # a small count
    ("", "It came to 60 in May and 84 in June.", "It grew 24 percent from 60 in May to 84 in June.", None),
]  # fmt: skip


@pytest.mark.parametrize(("question", "passage", "answer", "expected"), CORRECTED)
def test_corrected(
    checker: FactChecker, question: str, passage: str, answer: str, expected: str | None
) -> None:
    assert checker.check(question=question, contexts=[passage], answer=answer).corrected == expected


@pytest.mark.parametrize(("question", "passage", "answer", "expected"), CORRECTED)
def test_a_corrected_answer_passes_with_its_markers_and_without(
    checker: FactChecker, question: str, passage: str, answer: str, expected: str | None
) -> None:
    if expected is None:
        return
    for text in (expected, expected.replace("[CORRECTED: ", "").replace("]", "")):
        report = checker.check(question=question, contexts=[passage], answer=text)
        assert (report.status, report.corrected) == (FactStatus.PASSED, None)


def test_findings_of_a_marked_answer_point_into_it(checker: FactChecker) -> None:
    answer = "The monthly fee is [CORRECTED: $25]."
    (finding,) = checker.check(question="", contexts=[CLOSING], answer=answer).findings
    assert answer[finding.start : finding.end] == "$25"


@pytest.mark.parametrize(
    "text", ["", "no marker", "[CORRECTED: a] and [CORRECTED: b]", "[CORRECTED: ", "[CORRECTED: [x]]", "[1]"]
)
def test_blanks_keep_the_length(text: str) -> None:
    assert len(without_markers(text)) == len(text)
