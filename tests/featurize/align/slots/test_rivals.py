# SPDX-License-Identifier: Apache-2.0
"""Values in the place of another of the evidence, from whole answers."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("The late fee is $35.", Status.CONFLICTING),
        ("The late fee: $35.", Status.CONFLICTING),
        ("A late fee of about $35 applies.", Status.CONFLICTING),
        ("The card costs $35.", Status.CONFLICTING),  # by the only amount there is
    ],
)
def test_the_same_word_leading_to_both_values_makes_a_rival(answer: str, status: Status) -> None:
    triple = Triple.of(question="", contexts=["A late fee of $25 applies."], answer=answer)
    assert [x.status for x in Featurizer().analyse(triple).value_alignments] == [status]


# What an attack found: faithful answers that were called refuted, and one beside each that must be.
ATTACKS = [
    (
        "Sales were $40 million, up from $36 million. Guidance for sales is $180 million, compared with $170 million.",
        "Sales were $40 million compared with $36 million.",
        [Status.EQUAL, Status.EQUAL],
    ),
    (
        "The deductible is $1,200. The premium is $100 a month.",
        "The premium is $1,200 a year.",
        [Status.DERIVED],
    ),
    (
        "The deductible is $1,200. The premium is $100 a month.",
        "The premium is $1,200.",
        [Status.CONFLICTING],
    ),
    (
        "Fees fall due 4 times per year. Plan A is $20, plan B is $10.",
        "Plan A is 2 times plan B.",
        [Status.ABSENT],
    ),
    ("Fees fall due 4 times per year.", "Fees fall due 5 times per year.", [Status.CONFLICTING]),
    ("Interest is 1.5% per month on late rent.", "Interest is 18% per year on late rent.", [Status.ABSENT]),
    (
        "Interest is 1.5% per month on late rent.",
        "Interest is 2.5% per month on late rent.",
        [Status.CONFLICTING],
    ),
    ("The limit is 100 requests per minute.", "The limit is 200 requests per second.", [Status.ABSENT]),
    ("The limit is 100 requests per minute.", "The limit is 100 requests a minute.", [Status.EQUAL]),
    # A limit leaves room for a value that keeps to it.
    ("Deposits above $10,000 earn 3%.", "A deposit of $12,000 earns 3%.", [Status.ABSENT, Status.EQUAL]),
    (
        "Deposits above $10,000 earn 3%.",
        "Deposits above $12,000 earn 3%.",
        [Status.CONFLICTING, Status.EQUAL],
    ),
    # A part is no rival of its sum.
    (
        "There are 45 staff in Leeds, 30 staff in Hull and 25 in York.",
        "There are 100 staff.",
        [Status.ABSENT],
    ),
    (
        "There are 45 staff in Leeds, 30 staff in Hull and 25 in York.",
        "There are 110 staff.",
        [Status.CONFLICTING],
    ),
    # Values that others were past, in another year; of all that never passed it.
    (
        "Revenue was $5m in 2022, $6m in 2023 and $7m in 2024.",
        "Revenue exceeded $5m in 2023.",
        [Status.EQUAL, Status.EQUAL],
    ),
    ("Margin was 11.2% in 2024 and 12.0% in 2022.", "Margin never fell below 10%.", [Status.ABSENT]),
    ("Exports rose 4% in 2021, 6% in 2022 and 2% in 2023.", "Exports rose in 2023.", [Status.EQUAL]),
    # The name that the answer gives it outweighs a verb that is told of another name alone.
    (
        "Alice scored 90 points in the first round, Bob 85, and 70 went to Carol.",
        "Bob scored 85 points.",
        [Status.EQUAL],
    ),
    (
        "Apple Inc. and Microsoft Corp. reported revenue of $90.1 billion and $50.1 billion, respectively.",
        "Microsoft's revenue was $50.1 billion.",
        [Status.EQUAL],
    ),
    ("The Arno is 241 km long. The Po is 652 km long.", "The Arno isn't 652 km long.", [Status.EQUAL]),
    ("The Arno is 241 km long. The Po is 652 km long.", "The Arno is 652 km long.", [Status.CONFLICTING]),
    (
        "Lagos has about 15.4 million inhabitants, Cairo 10.1 million and Kinshasa 16.3 million.",
        "Kinshasa is larger than Lagos: 16.3 against 15.4 million.",
        [Status.ABSENT, Status.EQUAL],
    ),
    (
        "Room 210 seats 40 people, room 310 seats 65.",
        "Room 210 has 40 seats and 310 has 65.",
        [Status.EQUAL] * 3,
    ),
]


@pytest.mark.parametrize(("evidence", "answer", "statuses"), ATTACKS)
def test_another_relation_or_rate_is_no_refutation(
    evidence: str, answer: str, statuses: list[Status]
) -> None:
    found = Featurizer().analyse(Triple.of(question="", contexts=[evidence], answer=answer))
    assert [x.status for x in found.value_alignments] == statuses
