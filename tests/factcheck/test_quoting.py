# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck.quoting import quoted
from faithstill.featurize import Featurizer

QUOTES = [
    ("Ended on thirty (30) days' prior written notice by either party.", "thirty (30) days' prior written notice"),
    ("It takes 30 days notice to end it.", "30 days notice"),
    ("It takes 30 days unless agreed.", "30 days"),
    ("It takes 30 days.", "30 days"),
    ("A fee of $25 per month applies.", "$25 per month"),
    ("A fee of $25 a month applies.", "$25 a month"),
    ("A fee of $25 and a charge apply.", "$25"),
    ("A fee of $25, a charge of nothing.", "$25"),
    ("Up to 5,000 requests per minute are served.", "Up to 5,000 requests per minute"),
    ("There are 45 branches in Wales.", "45 branches"),
    ("The rate is 4.5%/year.", "4.5%/year"),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "expected"), QUOTES)
def test_a_value_is_quoted_with_the_words_it_goes_with(evidence: str, expected: str) -> None:
    analysis = Featurizer().analyse(Triple.of(question="", contexts=["", evidence], answer=""))
    first = min(analysis.evidence_values.values, key=lambda e: e.mention.start)
    quote = quoted(analysis, first)
    assert quote.text in (expected, expected.removeprefix("Up to "))
    assert (quote.passage, evidence[quote.start : quote.end]) == (2, quote.text)
