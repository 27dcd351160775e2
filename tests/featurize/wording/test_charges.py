# SPDX-License-Identifier: Apache-2.0
"""Free in the answer, charged in the evidence."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker


@pytest.mark.parametrize(
    ("evidence", "answer", "refuted"),
    [
        ("The customer pays for return shipping.", "Return shipping is free of charge.", ["free of charge"]),
        ("Return shipping is free of charge.", "Return shipping is at your expense.", ["at your expense"]),
        (
            "Breakfast is not included and is charged separately.",
            "Breakfast is free of charge.",
            ["free of charge"],
        ),
        ("No fee is charged on a dormant account.", "There is no fee on a dormant account.", []),
        ("Breakfast is charged separately.", "Breakfast is not free.", []),
        ("Replacement cards are free.", "Nothing is charged for a replacement card.", []),
        ("The customer pays for return shipping.", "Delivery is free of charge.", []),
        # Both may hold, each in its case.
        ("The customer pays for delivery under $50.", "Delivery is free of charge.", []),
        ("Delivery is free for members. Others pay for delivery.", "Delivery is free.", []),
    ],
)
def test_charges(evidence: str, answer: str, refuted: list[str]) -> None:
    report = FactChecker().check(question="", contexts=[evidence], answer=answer)
    assert [finding.text for finding in report.conflicts] == refuted
