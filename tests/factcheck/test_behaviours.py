# SPDX-License-Identifier: Apache-2.0
"""What a reviewer expects of the check, case by case: wrong tier, wrong quarter, off by one, misreported status."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker

TIERS = "Premium accounts may send 5000 requests per minute. Free accounts may send 1000 requests per minute."
REVENUE = "Revenue was $4.1 million in Q1 2025, $4.8 million in Q2 2025 and $5.3 million in Q3 2025."
TOWER = "The Lantern Tower is 312 metres tall. It was built between 1931 and 1934 for the Harbour Exhibition."
CLOSED = "The Brindle works closed in 1987 after a fire."
TRANSFER = '{"transfer": {"id": "TR-204", "amount": 350.0, "currency": "EUR", "status": "pending"}}'
NOTICE = "Either party may end the agreement on thirty (30) days' prior written notice."

# Question, passage, answer, status with reasons, conflicting spans, absent spans, corrected answer.
BEHAVIOURS: list[tuple[str, str, str, str, list[str], list[str], str | None]] = [
    (
        "How many requests may premium users send?",
        TIERS,
        "Premium users may send 1000 requests per minute.",
        "failed NUMERIC_CONFLICT",
        ["1000"],
        [],
        "Premium users may send [CORRECTED: 5000] requests per minute.",
    ),
    (
        "How many requests may free users send?",
        TIERS,
        "Free users may send 1000 requests per minute.",
        "passed",
        [],
        [],
        None,
    ),
    (
        "What was revenue in Q2 2025?",
        REVENUE,
        "Revenue in Q2 2025 was $5.3 million.",
        "failed NUMERIC_CONFLICT",
        ["$5.3 million"],
        [],
        "Revenue in Q2 2025 was [CORRECTED: $4.8 million].",
    ),
    (
        "What was revenue in Q2 2025?",
        REVENUE,
        "Revenue in Q2 2025 was $4.8 million, up from $4.1 million in Q1 2025.",
        "passed",
        [],
        [],
        None,
    ),
    (
        "How tall is the tower, and when was it built?",
        TOWER,
        "The Lantern Tower is 312 metres tall, was built between 1931 and 1934 and has 1,710 steps.",
        "skipped NUMERIC_ABSENT",
        [],
        ["1,710"],
        None,
    ),
    (
        "Who built the tower?",
        TOWER,
        "The Lantern Tower was built between 1931 and 1934 by Otto Brenning.",
        "skipped ENTITY_ABSENT",
        [],
        ["Otto Brenning"],
        None,
    ),
    (
        "When did the Brindle works close?",
        CLOSED,
        "The Brindle works closed in 1986 after a fire.",
        "failed NUMERIC_CONFLICT",
        ["1986"],
        [],
        "The Brindle works closed in [CORRECTED: 1987] after a fire.",
    ),
    (
        "Has transfer TR-204 gone through?",
        TRANSFER,
        "Yes, transfer TR-204 of €350 has been completed.",
        "failed STATE_CONFLICT",
        ["completed"],
        [],
        "Yes, transfer TR-204 of €350 has been [CORRECTED: pending].",
    ),
    (
        "Has transfer TR-204 gone through?",
        TRANSFER,
        "No, transfer TR-204 of €350 is still pending.",
        "passed",
        [],
        [],
        None,
    ),
    (
        "How can the agreement be ended?",
        NOTICE,
        "Either party may end the agreement on 60 days' notice.",
        "failed NUMERIC_CONFLICT",
        ["60 days"],
        [],
        "Either party may end the agreement on [CORRECTED: thirty (30) days]' notice.",
    ),
]


@pytest.mark.parametrize(
    ("question", "passage", "answer", "status", "conflicts", "absent", "corrected"), BEHAVIOURS
)
def test_behaviour(
    checker: FactChecker,
    question: str,
    passage: str,
    answer: str,
    status: str,
    conflicts: list[str],
    absent: list[str],
    corrected: str | None,
) -> None:
    report = checker.check(question=question, contexts=[passage], answer=answer)
    assert [f.text for f in report.conflicts] == conflicts
    assert [f.text for f in report.findings if f.verdict == "absent"] == absent
    assert " ".join((report.status, *report.reasons)) == status
    assert report.corrected == corrected
