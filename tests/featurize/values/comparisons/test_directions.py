# SPDX-License-Identifier: Apache-2.0
"""Rises told as falls."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status
from faithstill.featurize.document import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.values.comparisons.directions import NOWHERE, direction

# A text, and which way its last value moved.
DIRECTIONS = [
    ("Revenue rose to $45 million.", (1, "to")),
    ("Revenue fell sharply to about $45 million.", (-1, "to")),
    ("Net income increased by 12% to $4 million.", (1, "to")),
    ("Net income rose 5% to $4 million.", (1, "to")),
    ("Net income dropped by 1.2 percent to $4 million.", (-1, "to")),
    ("Fees fell from $5 to $4.", (-1, "to")),
    ("There was a 12% decline.", (-1, "by")),
    ("This is growth of 7%.", (1, "by")),
    ("Costs were up 5%.", (1, "by")),
    ("Costs were down by about 5%.", (-1, "by")),
    ("The rate was hiked to 5%.", (1, "to")),
    # Where it started, what somebody got, and what changes something else.
    ("Revenue declined from $50 million.", NOWHERE),
    ("The company raised $30 million.", NOWHERE),
    ("Lowering the deductible to $500 raises the premium.", (-1, "to")),
    ("A deductible of $500 raises the premium.", NOWHERE),
    ("Cover is up to $300.", NOWHERE),
    ("Rates did not rise to 5%.", NOWHERE),
    ("Rates could fall to 5%.", NOWHERE),
    ("If costs rise to $5, ask us.", NOWHERE),
    ("The fee is $5.", NOWHERE),
    ("Growth was good and the fee is $5.", NOWHERE),
]


@pytest.mark.parametrize(("text", "way"), DIRECTIONS)
def test_direction(text: str, way: tuple[int, str]) -> None:
    document = Document(text, Extractor())
    assert direction(document, document.mentions[-1]) == way


CLAIMS = [
    ("Revenue fell to $45 million.", "Revenue fell to $45 million.", Status.EQUAL),
    ("Revenue fell to $45 million.", "Revenue dropped to $45 million.", Status.EQUAL),
    ("Revenue fell to $45 million.", "Revenue was $45 million.", Status.EQUAL),
    ("Revenue was $45 million.", "Revenue rose to $45 million.", Status.EQUAL),
    ("Revenue fell to $45 million.", "Revenue rose to $45 million.", Status.CONFLICTING),
    ("Income was down 5%.", "Income increased by 5%.", Status.CONFLICTING),
    ("Margin fell to 12% and costs rose by 3%.", "Margin fell while costs rose by 3%.", Status.EQUAL),
    ("Revenue rose 5% to $45 million.", "Revenue declined to $45 million.", Status.CONFLICTING),
    # Of something else, of which the opposite may be true.
    ("Net loss decreased by $2 million.", "The net result grew by $2 million.", Status.EQUAL),
    ("Loans increased 4.0%.", "Loan growth fell to 4.0%.", Status.EQUAL),
    ("The discount was increased by 5%.", "Prices dropped 5%.", Status.EQUAL),
    ("Revenue fell to $45 million. In May revenue rose to $45 million.", "Revenue rose to $45 million.", Status.EQUAL),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "answer", "status"), CLAIMS)
def test_a_rise_told_as_a_fall_is_a_conflict(
    featurizer: Featurizer, evidence: str, answer: str, status: Status
) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[evidence], answer=answer))
    assert [x.status for x in analysis.value_alignments] == [status]
