# SPDX-License-Identifier: Apache-2.0
"""How much the words say that run along verbatim beside two values."""

from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.align.slots.slot import running_along
from faithstill.featurize.extract import Extractor

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
