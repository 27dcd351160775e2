# SPDX-License-Identifier: Apache-2.0
"""The value of a case that a rule is applied to, and the value of the rule."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, Verdict
from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.values.slots.contenders import numbered_word
from faithstill.featurize.values.slots.instances import is_example, is_limit, is_point_in_time

TESTS = {"example": is_example, "point": is_point_in_time, "limit": is_limit, "name": numbered_word}


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
        ("It has a warranty of five years.", set()),
        ("The rent is paid for a child of ten.", {"example"}),
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
        ("The Fixed Saver takes deposits from $500.", "A deposit of $700 is enough for the Fixed Saver.", False),
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


@pytest.mark.parametrize(
    ("context", "question", "answer"),
    [
        ("Dr Lee works in room 12. Dr Kim works in room 31.", "Where does Dr Kim work?", "Dr Kim works in room 12."),
        ("Bus 5 goes to the harbour. Bus 8 goes to the airport.", "Which bus?", "The airport is served by bus 5."),
        ("Acme is invoice 77. Bolt is invoice 93.", "Which invoice is Bolt's?", "Bolt's is invoice 77."),
        ("Ann won race 3 and Bea won race 9.", "Which race did Bea win?", "Bea won race 3."),
        ("The meeting is in room 204.", "Where is the meeting?", "The meeting is in room 310."),
        ("In the first half, revenue was $40 million.", "", "In the first half, revenue was $55 million."),
        ("The parking permit costs $30 a quarter.", "", "The parking permit costs $50 a quarter."),
        ("Half board costs $80 per night.", "", "Half board costs $95 per night."),
        ("Take 20 mg twice a day.", "", "Take 50 mg twice a day."),
        ("Revenue was $40 million, half of it from exports.", "What was revenue?", "Revenue was $47 million."),
        ("The board requires four directors for a quorum.", "How many are needed?", "The quorum is three directors."),
        ("We ship every order in 3 boxes.", "How many boxes?", "We ship an order in 6 boxes."),
        ("Refunds must be requested within 30 days.", "When?", "Refunds must be requested within 60 days."),
        ("The warranty lasts two years.", "How long is it?", "It has a warranty of five years."),
        ("Permits need four signatures.", "How many signatures?", "Permits need at least two signatures."),
    ],
)  # fmt: skip
def test_the_value_that_is_asked_for_is_refuted(context: str, question: str, answer: str) -> None:
    findings = FactChecker().check(question=question, contexts=[context], answer=answer).findings
    assert any(finding.verdict is Verdict.CONFLICT for finding in findings)
