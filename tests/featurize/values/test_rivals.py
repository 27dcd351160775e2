# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status
from faithstill.featurize.document import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.values.running import running_along

# Two texts with one value each, from the one whose words run along farther to the one where none do.
ALONG = [
    ("The levy starts at 28 a tonne of carbon.", "The levy starts at 31 a tonne of carbon."),
    ("The levy starts at 28 a tonne of carbon.", "Now the levy starts at 31 for all."),
    ("The levy starts at 28 a tonne of carbon.", "It starts at 31 for all."),
    ("The levy starts at 28 a tonne of carbon.", "The committee cast 31 votes."),
]


def run(first: str, second: str) -> float:
    a, b = Document(first, Extractor()), Document(second, Extractor())
    return running_along(a, a.mentions[0], b, b.mentions[0])


def test_the_farther_words_run_along_the_more_it_says() -> None:
    found = [run(first, second) for first, second in ALONG]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(found)
    assert found[-1] == 0.0


@pytest.mark.parametrize(
    ("first", "second"), [("It is 30 GR here.", "Pay 50 GR soon."), ("Two of us.", "One. Two. Three.")]
)
def test_what_a_value_is_counted_in_says_nothing(first: str, second: str) -> None:
    assert run(first, second) == 0.0


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("The late fee is $35.", Status.CONFLICTING),
        ("The late fee: $35.", Status.CONFLICTING),
        ("A late fee of about $35 applies.", Status.CONFLICTING),
        ("The card costs $35.", Status.ABSENT),
    ],
)
def test_the_same_word_leading_to_both_values_makes_a_rival(answer: str, status: Status) -> None:
    triple = Triple.of(question="", contexts=["A late fee of $25 applies."], answer=answer)
    assert [x.status for x in Featurizer().analyse(triple).value_alignments] == [status]
