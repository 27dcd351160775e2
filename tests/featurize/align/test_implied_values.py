# SPDX-License-Identifier: Apache-2.0
"""Values that the evidence implies: wanted status or rule, evidence, answer, its value. Our own words."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck import FactChecker, Verdict
from faithstill.featurize import Featurizer, Status
from faithstill.featurize.align.implied_values import pieced
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document
from faithstill.featurize.overlap import Overlap

ROWS = [
    ("equal", "The town of Ashby has 8,760 residents.", "Ashby has more than 8,000 residents.", "8,000"),
    ("equal", "The town of Ashby has 8,760 residents.", "Ashby has fewer than 10,000 residents.", "10,000"),
    ("equal", "The town of Ashby has 8,760 residents.", "Ashby has just under 9,000 residents.", "9,000"),
    ("equal", "The library holds 214,300 volumes.", "It holds almost 215,000 volumes.", "215,000"),
    ("equal", "The tower is 31.2 m high.", "The tower is a little over 31 metres high.", "31 metres"),
    ("equal", "The tower is 31.2 m high.", "The tower is more than 30 m high.", "30 m"),
    ("equal", "The tower is 31.2 m high.", "The tower is nearly 32 m high.", "32 m"),
    ("equal", "He served for 19 years and 7 months.", "He served for more than 19 years.", "19 years"),
    ("equal", "The film runs for 118 minutes.", "The film runs just under two hours.", "two hours"),
    ("equal", "The crossing takes 62 minutes.", "The crossing takes over an hour.", "an hour"),
    (
        "equal",
        "The tunnel is 3,054 m long.",
        "The tunnel is more than three kilometres long.",
        "three kilometres",
    ),
    ("equal", "Noise made up 54% of complaints.", "More than half of complaints were about noise.", "half"),
    ("equal", "Turnover was $3.27 million.", "Turnover exceeded $3 million.", "$3 million"),
    (
        "conflicting",
        "The town of Ashby has 8,760 residents.",
        "Ashby has more than 9,000 residents.",
        "9,000",
    ),
    (
        "conflicting",
        "The town of Ashby has 8,760 residents.",
        "Ashby has just under 8,000 residents.",
        "8,000",
    ),
    ("conflicting", "The tower is 31.2 m high.", "The tower is just under 31 m high.", "31 m"),
    ("conflicting", "The film runs for 128 minutes.", "The film runs just under two hours.", "two hours"),
    ("absent", "The town of Ashby has 8,760 residents.", "Ashby has more than 6,000 residents.", "6,000"),
    ("absent", "Paid in USD: 2,750.00 to the expert.", "The payment is above EUR 2,500.", "EUR 2,500"),
    # Whole counts have a next one.
    (
        "conflicting",
        "Groups of fewer than 10 people pay in full.",
        "Groups of up to 8 people pay in full.",
        "8",
    ),
    ("conflicting", "Loans of less than $10 are free.", "Loans of up to $9 are free.", "$9"),
    # What a bound of one thing leaves room for is no proof at another rate, nor of another thing's value.
    ("absent", "Loyal customers get a discount of £48 a year.", "You pay less than £50 a month.", "£50"),
]


@pytest.mark.parametrize(("status", "context", "answer", "value"), ROWS)
def test_a_bound_is_proved_by_what_it_cuts_off(
    featurizer: Featurizer, status: str, context: str, answer: str, value: str
) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    found = {x.mention.text: x.status for x in analysis.alignments}
    assert found[value] is Status(status)


# Evidence, answer, value, the rule that proves it; beside each a value near by that no rule proves.
FORMS = [
    ("passengers_2019: 412", "It had 412 passengers in 2019.", "2019", "written"),
    ("Collection in the month: April", "Waste is collected in April.", "April", "written"),
    ("The tower was built in 1617.", "It is a 17th century tower.", "17th", "century"),
    ("Age: 34. Team: Reds.", "The 34-year-old plays for the Reds.", "34-year", "converted"),
]
NONE = [
    ("passengers_2019: 412", "It had 412 passengers in 2018.", "2018"),
    ("The tower was built in 1617.", "It is an 18th century tower.", "18th"),
    ("Age: 34. Team: Reds.", "The 35-year-old plays for the Reds.", "35-year"),
    ("The 34 players train.", "It takes 34 years.", "34 years"),
]


def verdict(evidence: str, answer: str, value: str) -> tuple[Verdict, str]:
    report = FactChecker().check(question="", contexts=[evidence], answer=answer)
    return next((f.verdict, f.rule.partition(".")[2]) for f in report.findings if f.text == value)


@pytest.mark.parametrize(("evidence", "answer", "value", "rule"), FORMS)
def test_a_value_in_another_form_is_proved(evidence: str, answer: str, value: str, rule: str) -> None:
    assert verdict(evidence, answer, value) == (Verdict.PROVED, rule)


@pytest.mark.parametrize(("evidence", "answer", "value"), NONE)
def test_another_value_is_not_proved(evidence: str, answer: str, value: str) -> None:
    assert verdict(evidence, answer, value)[0] is not Verdict.PROVED


# A value, the passages, the values that state it together.
PIECED = [
    ("between 1% and 4%", ["A floor of 1% and a cap of 4% apply."], ["1%", "4%"]),
    ("between 1% and 4%", ["A floor of 1% applies. The cap is 4%."], []),
    ("between 1% and 4%", ["A floor of 1% and a cap of 5% apply."], []),
    ("$5 to $9", ['{"low": 5, "high": 9}'], ["5", "9"]),
    ("9 April 2011", ["It was on 9 April.", "It toured in 2011."], ["9 April"]),
    ("9 April 2011", ["It was on 9 April.", "It toured in 2012."], []),
    ("9 April 2011", ["It was in April.", "It toured in 2011."], []),
    ("April 2011", ["It was on 9 April.", "It toured in 2011."], ["9 April"]),
    ("9 April", ["It toured in 2011."], []),
    ("$5", ["It is $5."], []),
    ("9:00 to 18:00", ["It is open from 9:00 to 17:00."], []),
    ("$200 up to $2,500", ["It costs $200 to $2,500."], ["$200 to $2,500"]),
]


@pytest.mark.parametrize(("value", "passages", "pieces"), PIECED)
def test_pieced(value: str, passages: list[str], pieces: list[str]) -> None:
    documents = [Document(text, Extractor()) for text in passages]
    answer = Document(value, Extractor())
    found = pieced(answer.mentions[0], answer, EvidenceValues(documents, Overlap(documents)))
    assert [e.mention.text for e in found] == pieces
