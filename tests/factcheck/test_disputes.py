# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, Reason, Verdict

FEE = "The standard wire fee is $25."
ANSWER = "The standard wire fee is $25."

# Passages, and whether the evidence is at odds with itself on the answer's $25.
DISPUTES = [
    ([FEE, "The standard wire fee is $30."], True),
    (["The standard wire fee is $30.", FEE], True),
    ([FEE, "The standard wire fee is $25.00."], False),
    ([FEE, "The express wire fee is $30."], False),
    ([FEE, "The standard wire fee was $30 in 2019."], False),
    ([FEE, "The standard wire fee is 30 days late."], False),
    ([FEE + " " + "The standard wire fee is $30."], False),  # of one text, the order of its sentences tells
    ([FEE], False),
]


@pytest.mark.parametrize(("contexts", "disputed"), DISPUTES)
def test_disputed(checker: FactChecker, contexts: list[str], disputed: bool) -> None:
    report = checker.check(question="", contexts=contexts, answer=ANSWER)
    assert (Reason.EVIDENCE_CONFLICT in report.reasons) is disputed
    assert [f.verdict for f in report.findings] == [Verdict.DISPUTED if disputed else Verdict.PROVED]


def test_both_places_are_named(checker: FactChecker) -> None:
    contexts = [{"text": FEE, "id": "2024.txt"}, {"text": "The standard wire fee is $30.", "id": "2025.txt"}]
    report = checker.check(question="", contexts=contexts, answer=ANSWER)
    assert str(report) == (
        '"$25" is stated as "$25" (p1 2024.txt, 25-28), but the evidence also states "$30" '
        "(p2 2025.txt, 25-28) of the same [money.equal]\nskipped: EVIDENCE_CONFLICT"
    )
