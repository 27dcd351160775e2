# SPDX-License-Identifier: Apache-2.0
"""The only value that evidence and question leave."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status

FEE = "A late fee of $25 applies after ten days."


@pytest.mark.parametrize(
    ("question", "evidence", "answer", "status"),
    [
        ("", FEE, "A late fee of $35 applies.", Status.CONFLICTING),
        ("", FEE, "$35.", Status.CONFLICTING),
        ("What do I pay?", FEE, "It is $35.", Status.CONFLICTING),
        ("", FEE, "A late fee of $25 applies.", Status.EQUAL),
        ("May I pay $35?", FEE, "Yes, $35.", Status.GIVEN),
        # A sentence before that the evidence tells elsewhere changes nothing, unless the value is that of its matter.
        ("", f"{FEE} The garden is open.", "The garden is open. The late fee is $35.", Status.CONFLICTING),
        (
            "What is the fee?",
            f"{FEE} The garden has cats.",
            "The garden has cats. It is $35.",
            Status.CONFLICTING,
        ),
        ("", f"{FEE} Couriers bring cards.", "Couriers bring cards. It is $35.", Status.ABSENT),
        # Two values could be meant.
        ("", "One fee is $25. Another is $6.", "You owe $35.", Status.ABSENT),
        # The evidence speaks of it elsewhere, without a value.
        (
            "",
            f"{FEE} Couriers bring replacement cards.",
            "Couriers bring replacement cards for $35.",
            Status.ABSENT,
        ),
        # Another time or unit.
        ("", "The bag may weigh 23 kg.", "The bag may be 32 cm.", Status.ABSENT),
        # No slip makes so much of it.
        # A day that may follow from the one and what is said beside it.
        (
            "",
            "The lease began on 1 February 2023 and runs for 18 months.",
            "It ends on 1 July 2024.",
            Status.ABSENT,
        ),
        ("", "Three men are meant.", "Besides two other men are meant.", Status.ABSENT),
    ],
)
def test_one_value_refutes_another(question: str, evidence: str, answer: str, status: Status) -> None:
    triple = Triple.of(question=question, contexts=[evidence], answer=answer)
    assert Featurizer().analyse(triple).value_alignments[0].status is status


CRACKS, RENT, ARRIVES = "It closes cracks of 0.4 mm.", "Rent is $520.", "A new card arrives in four days."


@pytest.mark.parametrize(
    ("evidence", "answer"),
    [
        (CRACKS, "It will still close cracks of 0.5 mm."),
        (CRACKS, "A crack of 0.5 mm is one that it closes."),
        (RENT, "The rent is $1,040."),
    ],
)
def test_without_a_question_a_value_may_be_that_of_a_case(evidence: str, answer: str) -> None:
    found = Featurizer().analyse(Triple.of(question="", contexts=[evidence], answer=answer))
    assert found.value_alignments[0].rule.split(".")[1] != "only_conflict"
