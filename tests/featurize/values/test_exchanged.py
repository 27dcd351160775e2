# SPDX-License-Identifier: Apache-2.0
"""Two values of a sentence exchanged."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status

RATES = "The amortisation for 2019, 2018 and 2017 was $95.1 million, $97.2 million and $80.0 million, respectively."
TURNED = "The amortisation for 2019, 2018 and 2017 was $97.2 million, $95.1 million and $80.0 million, respectively."
TIMES = "You may ask the bureau for a copy within 45 days of this notice and the bank for a review within 30 days."
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
    (LIMITS, "They are covered up to $5,000 a claim, with an excess of $500.", ()),
    (LIMITS, "They are covered up to $500 a claim, with an excess of $5,000.", ("$500", "$5,000")),
    (LIMITS, "The excess is $500 where $5,000 is covered.", ()),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "answer", "values"), EXCHANGED)
def test_exchanged_values_conflict_both(
    featurizer: Featurizer, evidence: str, answer: str, values: tuple[str, ...]
) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[evidence], answer=answer))
    wrong = [x for x in analysis.value_alignments if x.status is Status.CONFLICTING]
    assert tuple(x.mention.text for x in wrong) == values
    rivals = {x.mention.text: x.rival.mention.text for x in wrong if x.rival}
    assert rivals == dict(zip(values, reversed(values), strict=True))
