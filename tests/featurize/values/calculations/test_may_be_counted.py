# SPDX-License-Identifier: Apache-2.0
"""Which small counts may have been counted: in the answer's own words, the question's, or the evidence's rows."""

from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.overlap import Overlap
from faithstill.featurize.values.calculations.may_be_counted import may_be_counted
from faithstill.featurize.values.slots.slots import EvidenceValues

WORDS = ("two", "three", "four", "five")

BONDS = "In order:\n1. Commercial paper\n2. Bond A, 2027\n3. Term loan\n4. Bond B, 2029\n\n"
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


# The question, the evidence, an answer with # for the count, and the counts of `WORDS` that it may tell.
@pytest.mark.parametrize(
    ("question", "evidence", "answer", "expected"),
    [
        # what the question names
        ("What if me and my wife lose bags?", "", "For the # of you it is $90.", {"two"}),
        ("We go to Ghana, me and my son.", "", "The # of you pay $90.", {"two"}),
        ("Compare Base and Prime please.", "", "The # plans differ:\n- Fee\n- Term\n- Limit", {"three"}),
        (
            "Compare Base and Prime please.",
            "",
            "The # plans differ in nearly every column:\n- Fee\n- Term\n- Limit",
            {"two", "three"},
        ),
        ("Cost of dollars, euros and yen?", "", "Holding all # costs $12.", {"three"}),
        ("Cost of dollars, euros and yen?", "", "One is free and the other # cost $6.", {"two"}),
        ("Is it late?", "", "The # of you pay $90.", set()),
        ("Is it late and dear?", "", "# of you pay $90.", set()),
        # what the answer names before
        ("", "", "Orsk and Pohl spoke. How these # voted is not told.", {"two"}),
        ("", "", "Orsk, Lune and Pohl spoke. How these # voted is not told.", {"three"}),
        ("", "", BONDS + "The # bonds make up $5m.", {"two", "four"}),
        ("", "", "- Oak, the larger of the # towns\n- Elm\n\nIt rains.", {"two"}),
        ("Are six draws free?", "", "The first four are free and the other # cost $2 each.", {"two"}),
        # what the answer names behind
        ("", "", "There were # proposals. One came from Orsk, the other from Pohl.", {"two"}),
        ("", "", "There are # acts, Odile Marsh and The Herons.", {"two"}),
        ("", "", "# of the four taxes rose: VAT and gift tax.", {"two"}),
        ("", "", "#: Brohl and Dorn.", {"two"}),
        # rows, records and what they say
        ("", LOANS, "It takes the consent of all # lenders to do so.", {"four", "five"}),
        ("", MODELS, "It sells best of the # models.", {"three"}),
        ("", CASES, "Of the # disputes, D-75 has been lost.", {"four", "five"}),
        ("", CASES, "# are open.", {"two", "four", "five"}),
        ("", TOOLS, "# items are deducted at actual cost.", {"two", "four", "five"}),
        ("", TOOLS, "# cases were quickly and wholly charged at actual cost, price unknown.", {"two"}),
        ("", TOOLS, "# cases pass.", set()),
    ],
)
def test_which_counts_may_be_counted(question: str, evidence: str, answer: str, expected: set[str]) -> None:
    reader = Extractor()
    found = set()
    for word in WORDS:
        told = Document(answer.replace("#", word.capitalize() if answer[0] == "#" else word), reader)
        mention = next(m for m in told.mentions if m.start == answer.index("#"))
        passages = [Document(evidence, reader)]
        values = EvidenceValues(passages, Overlap(passages))
        if may_be_counted(mention, told, Document(question, reader), values):
            found.add(word)
    assert found == expected
