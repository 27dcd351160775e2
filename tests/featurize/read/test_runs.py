# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.featurize.overlap import Runs


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
