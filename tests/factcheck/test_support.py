# SPDX-License-Identifier: Apache-2.0
"""Whatever texts meet, a quotation is judged, and a place that is named reads as the quotation does."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from faithstill.data import Passage
from faithstill.data.locate import locate
from faithstill.factcheck.facts import FactChecker
from faithstill.factcheck.judge import claim_of
from faithstill.factcheck.support import CONTRADICTS, SUPPORTS, objection

WORDS = st.lists(
    st.sampled_from(
        [
            "the",
            "fee",
            "is",
            "$5",
            "not",
            "if",
            "...",
            "\n",
            '"',
            ".",
            "?",
            "5,000",
            "Ann",
            "é",
            "\u200b",
            "|",
        ]
    ),
    max_size=14,
).map(" ".join)
TEXTS = WORDS | st.text(max_size=40)
CHECKER = FactChecker()


@settings(max_examples=150)
@given(quote=TEXTS, claim=TEXTS, passages=st.lists(TEXTS, max_size=3))
@example(quote="...", claim="", passages=[""])
@example(quote="the fee ... the fee", claim="the fee is $5", passages=["the fee. " * 30])
@example(quote="\ud800 fee", claim="\ud800", passages=["\ud800 fee"])
def test_any_quotation_is_judged(quote: str, claim: str, passages: list[str]) -> None:
    for checks in (SUPPORTS, CONTRADICTS):
        why, source = objection(quote, claim_of(claim), list(map(Passage, passages)), checks, checker=CHECKER)
        assert bool(why) is (source is None)
        if source:
            text = passages[source.passage - 1]
            assert text[source.start : source.end] == source.text
            assert locate(source.text, text)
