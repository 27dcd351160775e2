# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.featurize import Document
from faithstill.featurize.analysis import containment
from faithstill.featurize.extract import Extractor
from faithstill.featurize.overlap import Overlap, Runs

PASSAGES = ("The wire fee is $25. The card is free.", "", "Loans end in May. A fee applies to loans.")


def overlap(*texts: str) -> Overlap:
    return Overlap([Document(text, Extractor()) for text in texts])


def test_sentences_are_numbered_over_passages() -> None:
    found = overlap(*PASSAGES)
    assert found.sentences == ((0, 0), (0, 1), (2, 0), (2, 1))
    assert found.firsts.tolist() == [0, 2, 2, 4]


def test_weights_and_shares() -> None:
    wanted = {"fee": 3.0, "loan": 1.0, "wire": 2.0}
    assert overlap(*PASSAGES).weights(wanted).tolist() == [5, 0, 1, 4]
    assert overlap(*PASSAGES).shares(wanted).tolist() == pytest.approx([5 / 6, 0, 1 / 6, 4 / 6])


def test_shares_are_containments() -> None:
    wanted = {"fee": 2.5, "loan": 1.5, "may": 0.3, "zebra": 7.0}
    bags = [bag for text in PASSAGES for bag in Document(text, Extractor()).sentence_bags]
    assert overlap(*PASSAGES).shares(wanted).tolist() == pytest.approx(
        [containment(wanted, bag) for bag in bags]
    )


@pytest.mark.parametrize("texts", [(), ("",), (" \n", "")])
def test_without_sentences(texts: tuple[str, ...]) -> None:
    assert overlap(*texts).weights({"fee": 1.0}).shape == (0,)


def test_nothing_wanted() -> None:
    assert overlap(*PASSAGES).shares({}).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("one", "other", "longest"),
    [
        ("", "", 0),
        ("a", "", 0),
        ("", "a", 0),
        ("a b c", "a b c", 3),
        ("a b c", "x a b y b c", 2),
        ("a b a b c", "a b a b a b c", 5),
        ("c b a", "a b c", 1),
        ("a a a a", "a a", 2),
    ],
)
def test_longest(one: str, other: str, longest: int) -> None:
    assert Runs(one.split()).longest_in(other.split()) == longest


_WORDS = st.lists(st.sampled_from("abc"), max_size=14)


@given(_WORDS, _WORDS)
def test_is_what_trying_all_runs_gives(one: list[str], other: list[str]) -> None:
    runs = {tuple(one[i:j]) for i in range(len(one)) for j in range(i + 1, len(one) + 1)}
    tried = (j - i for i in range(len(other)) for j in range(i, len(other) + 1) if tuple(other[i:j]) in runs)
    assert Runs(one).longest_in(other) == max(tried, default=0)


def test_long_texts() -> None:
    words = [f"w{i % 977}" for i in range(60_000)]
    assert Runs(words[:8_000]).longest_in(words[500:]) == 8_000
