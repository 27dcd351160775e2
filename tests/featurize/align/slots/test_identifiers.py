# SPDX-License-Identifier: Apache-2.0
"""Figures that name one thing of many and are no amounts: rows of our own."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status

LINES = "invoice_no: 5521\namount_due: 1,240.00\ncurrency: USD"
RECORD = '{"account_id": 88123, "customer_number": 40417, "balance": 2310.55, "currency": "USD"}'
TABLE = "| Customer no. | Due |\n|---|---|\n| 5521 | 300 |\n| 5522 | 410 |"
FEES = "| Item | Fee |\n|---|---|\n| Lost PIN code | 500 |\n| New card | 300 |"
# Is it proved, evidence, answer, the answer's value.
ROWS = [
    (True, LINES, "You owe $1,240.", "$1,240"),
    (False, RECORD, "The account holds $40,417.", "$40,417"),
    (False, RECORD, "The account holds $88,123.", "$88,123"),
    (True, RECORD, "Account 88123 holds $2,310.55.", "$2,310.55"),
    (True, RECORD, "It is the account with the id 88123.", "88123"),
    (False, TABLE, "Your customer owes $5,521.", "$5,521"),
    (True, TABLE, "Customer 5521 owes $300.", "$300"),
    (True, FEES, "A lost PIN code costs $500.", "$500"),
    (True, '{"members_no": 120}', "There are 120 of them.", "120"),
]  # fmt: skip


@pytest.mark.parametrize(("proved", "context", "answer", "value"), ROWS)
def test_no_identifier_proves_an_amount(
    featurizer: Featurizer, proved: bool, context: str, answer: str, value: str
) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    found = {x.mention.text: x for x in analysis.alignments}[value]
    assert (found.status is Status.EQUAL) is proved
