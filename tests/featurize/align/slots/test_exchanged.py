# SPDX-License-Identifier: Apache-2.0
"""Two values of a sentence exchanged."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status
from faithstill.featurize.extract.agree import agree

RATES = "The amortisation for 2019, 2018 and 2017 was $95.1 million, $97.2 million and $80.0 million, respectively."
TURNED = "The amortisation for 2019, 2018 and 2017 was $97.2 million, $95.1 million and $80.0 million, respectively."
TIMES = "You may ask the bureau for a copy within 45 days of this notice and the bank for a review within 30 days."
DATES = '{"opened": "2025-03-01", "closed": "2025-06-30", "rate": "4%"}'
HOLDS = "Hold H-1: USD 1,200.00, Larkspur Car Rental\nHold H-2: USD 145.00, Pinegate Hotel"
RATES_OF_TAX = "- Standard rate 18%: all other supplies.\n- Reduced rate 7%: printed books, district heating."
SHARES = "Policy L-11. Beneficiaries: Lea Renner 60%, Jonas Renner 40%"
COVER = "The buildings limit rises to EUR 399,000. The contents limit stays at EUR 60,000."
PAY = (
    "Hosts got $60,000 a show in season two, $70,000 in season three, $80,000 in season four, $90,000 in season "
    "five and $600,000 in seasons six and seven."
)
WEEKS = "In its second week the record dropped to ninth, selling 4,100 copies. In its third it held, selling 3,900."
GROUPS = (
    "Group 1 lost 4.2 kg in week 12 and group 2 lost 6.8 kg in week 12. In week 24 group 1 had lost 6.8 kg and "
    "group 2 4.2 kg."
)
LIMITS = "Outdoor items are covered up to $5,000 a claim, with an excess of $500."

# Evidence, answer, the values that stand in each other's place.
EXCHANGED = [
    (RATES, RATES, ()),
    (RATES, TURNED, ("$97.2 million", "$95.1 million")),
    (TIMES, "You may ask the bank for a review within 30 days, and the bureau for a copy within 45 days.", ()),
    (
        TIMES,
        "You may ask the bank for a review within 45 days, and the bureau for a copy within 30 days.",
        ("45 days", "30 days"),
    ),
    (WEEKS, "In its second week it sold 4,100 copies and in its third 3,900.", ()),
    (GROUPS, "By week 12, group 1 was down 4.2 kg, group 2 6.8 kg.", ()),
    (WEEKS, "In its second week it sold 3,900 copies and in its third 4,100.", ("3,900", "4,100")),
    (PAY, "In season two they got $60,000, in season four $80,000.", ()),
    (PAY, "In season two they got $80,000, in season four $60,000.", ("$80,000", "$60,000")),
    (
        PAY,
        PAY.replace("$60,000", "$").replace("$600,000", "$60,000").replace("$ ", "$600,000 "),
        ("$600,000", "$60,000"),
    ),
    (LIMITS, "They are covered up to $5,000 a claim, with an excess of $500.", ()),
    (LIMITS, "They are covered up to $500 a claim, with an excess of $5,000.", ("$500", "$5,000")),
    (LIMITS, "The excess is $500 where $5,000 is covered.", ()),
    (DATES, "It was opened on 1 March 2025 and closed on 30 June 2025.", ()),
    (DATES, "It was opened on 30 June 2025 and closed on 1 March 2025.", ("30 June 2025", "1 March 2025")),
    (DATES, "30 June 2025 and 1 March 2025.", ()),
    ("| 31 May 2019 | 31 May 2018 | 1 May 2018 |", "1 May 2018, 31 May 2018, 31 May 2019", ()),
    (HOLDS, "There is $1,200.00 for Larkspur Car Rental and $145.00 for Pinegate Hotel.", ()),
    (
        HOLDS,
        "There is $145.00 for Larkspur Car Rental and $1,200.00 for Pinegate Hotel.",
        ("$145.00", "$1,200.00"),
    ),
    (SHARES, "There are two: Lea with 60% and Jonas with 40%.", ()),
    (SHARES, "There are two: Lea with 40% and Jonas with 60%.", ("40%", "60%")),
    (COVER, "Contents are insured up to EUR 60,000 and buildings up to EUR 399,000.", ()),
    (
        COVER,
        "Contents are insured up to EUR 399,000 and buildings up to EUR 60,000.",
        ("EUR 399,000", "EUR 60,000"),
    ),
    (RATES_OF_TAX, "Printed books have the reduced rate of 7%, e-books the standard rate of 18%.", ()),
    (
        RATES_OF_TAX,
        "Printed books have the reduced rate of 18%, e-books the standard rate of 7%.",
        ("18%", "7%"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "answer", "values"), EXCHANGED)
def test_exchanged_values_conflict_both(
    featurizer: Featurizer, evidence: str, answer: str, values: tuple[str, ...]
) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[evidence], answer=answer))
    wrong = [x for x in analysis.value_alignments if x.status is Status.CONFLICTING]
    assert tuple(x.mention.text for x in wrong) == values
    rivals = [x.rival.mention for x in wrong if x.rival]
    assert all(agree(x.mention, rival) for x, rival in zip(wrong, reversed(rivals), strict=True))


@pytest.mark.parametrize(("evidence", "cut"), [(HOLDS, "\n"), (RATES_OF_TAX, "\n"), (COVER, ". ")])
def test_the_same_where_the_evidence_is_cut_and_turned_round(
    featurizer: Featurizer, evidence: str, cut: str
) -> None:
    for whole, answer, values in EXCHANGED:
        if whole == evidence:
            parts = evidence.split(cut)
            for contexts in (parts, parts[::-1]):
                triple = Triple.of(question="", contexts=contexts, answer=answer)
                found = featurizer.analyse(triple).value_alignments
                wrong = tuple(x.mention.text for x in found if x.status is Status.CONFLICTING)
                assert wrong == values
