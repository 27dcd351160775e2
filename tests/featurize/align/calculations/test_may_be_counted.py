# SPDX-License-Identifier: Apache-2.0
"""Which small counts may have been counted: in the answer's own list or the evidence's rows."""

from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.align.calculations.may_be_counted import may_be_counted
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Extractor
from faithstill.featurize.overlap import Overlap

WORDS = ("two", "three", "four", "five")

LOANS = (
    "| Lender | Loan |\n|---|---|\n| Ribera | 70 |\n| Nordhavn | 60 |\n| Stellan | 50 |\n| Ile | 20 |\n"
    "| Total | 200 |"
)
MODELS = "model,month,sold\nTern,January,40\nTern,March,30\nHeron,January,20\nHeron,March,15\nKite,March,5\nKite,May,4"
CASES = (
    '{"merchant": "Pinewick", "disputes": [{"id": "D-71", "status": "won"}, {"id": "D-74", "status": "open"}, '
    '{"id": "D-75", "status": "lost"}, {"id": "D-78", "status": "open"}], "currency": "EUR", "reserve": 5}'
)
TOOLS = (
    "| Item | Deduction |\n|---|---|\n| Tools | price |\n| Training | actual cost |\n| Dues | actual cost |\n"
    "| Travel | 5 a day |"
)


# The evidence, an answer with # for the count, and the counts of `WORDS` that it may tell.
@pytest.mark.parametrize(
    ("evidence", "answer", "expected"),
    [
        # what the answer names behind
        ("", "There were # proposals. One came from Orsk, the other from Pohl.", {"two"}),
        ("", "There are # acts, Odile Marsh and The Herons.", {"two"}),
        ("", "# of the four taxes rose: VAT and gift tax.", {"two"}),
        ("", "#: Brohl and Dorn.", {"two"}),
        # rows, records and what they say
        (LOANS, "It takes the consent of all # lenders to do so.", {"four", "five"}),
        (MODELS, "It sells best of the # models.", {"three"}),
        (CASES, "Of the # disputes, D-75 has been lost.", {"four", "five"}),
        (CASES, "# are open.", {"two", "four", "five"}),
        (TOOLS, "# items are deducted at actual cost.", {"two", "four", "five"}),
        (TOOLS, "# cases were quickly and wholly charged at actual cost, price unknown.", {"two"}),
        (TOOLS, "# cases pass.", set()),
    ],
)
def test_which_counts_may_be_counted(evidence: str, answer: str, expected: set[str]) -> None:
    reader = Extractor()
    found = set()
    for word in WORDS:
        told = Document(answer.replace("#", word.capitalize() if answer[0] == "#" else word), reader)
        mention = next(m for m in told.mentions if m.start == answer.index("#"))
        passages = [Document(evidence, reader)]
        values = EvidenceValues(passages, Overlap(passages))
        if may_be_counted(mention, told, values):
            found.add(word)
    assert found == expected
