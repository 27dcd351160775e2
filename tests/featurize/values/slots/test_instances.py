# SPDX-License-Identifier: Apache-2.0
"""The value of a case that a rule is applied to, and the value of the rule."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, Verdict
from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.values.slots.contenders import is_name
from faithstill.featurize.values.slots.instances import is_example, is_limit, is_point_in_time

TESTS = {"example": is_example, "point": is_point_in_time, "limit": is_limit, "name": is_name}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A deposit of $700 is enough.", {"example"}),
        ("A tour with eight guests is called off.", {"example"}),
        ("A customer with two trades and $3,000 pays nothing.", {"example"}),
        ("Someone of 45 can open it.", {"example"}),
        ("A 35-year-old van is exempt.", {"example"}),
        ("Two weeks before departure, prices are fixed.", {"point", "limit"}),
        ("After half a year a member may leave.", {"point", "limit"}),
        ("The pump was bought six years ago.", {"point"}),
        ("Deposits from $500 to $100,000 are taken.", {"limit"}),
        ("A service is due within 14 months.", {"limit"}),
        ("Guests who stay three nights or more get a trip.", {"limit"}),
        ("The fee is $25.", set()),
        ("The deposit is $700.", set()),
        ("Claim 101 is pending.", {"name"}),
        ("She plays Anna Orr in round 9.", {"name"}),
        ("They claim 500 euros.", set()),
    ],
)
def test_what_a_first_value_is(text: str, expected: set[str]) -> None:
    document = Document(text, Extractor())
    value = next(m for m in document.mentions if m.low is not None)
    assert {name for name, test in TESTS.items() if test(document, value)} == expected


@pytest.mark.parametrize(
    ("context", "answer", "refuted"),
    [
        ("The Fixed Saver takes deposits from $500.", "For the Fixed Saver a deposit of $700 is enough.", False),
        ("The Saver is opened with a deposit of $500.", "The Saver is opened with a deposit of $700.", True),
        ("Each voter has seven votes, of which three may go to one name.", "A ballot with ten votes is void.", False),
        ("Each voter has seven votes.", "Each voter has ten votes.", True),
        ("The pump is under warranty for five years.", "A pump bought six years ago is out of warranty.", False),
        ("Plinth has 20 million shares; the bidder holds 30%.", "The bidder holds six million of the shares.", False),
        ("The book sold 210,000 copies, two thirds of them abroad.", "The book sold 140,000 copies abroad.", False),
        ("In the semi-final Ramsden scored three tries.", "Ramsden scored more than one try in the semi-final.", False),
        ("| Claim | Status |\n|---|---|\n| 101 | pending |\n| 102 | paid |", "Claim 101 is undecided.", False),
    ],
)  # fmt: skip
def test_a_case_is_not_refuted_by_the_rule(context: str, answer: str, refuted: bool) -> None:
    findings = FactChecker().check(question="", contexts=[context], answer=answer).findings
    assert any(finding.verdict is Verdict.CONFLICT for finding in findings) is refuted
