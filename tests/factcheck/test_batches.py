# SPDX-License-Identifier: Apache-2.0
"""Batches of evidence hold all of it, each within its budget, the best at both ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.data import Passage
from faithstill.factcheck.batches import batches
from faithstill.featurize.evidence.lines import estimate

TEXTS = st.text(alphabet="ab1 .,$\n|-é漢", max_size=400)
PASSAGES = st.lists(st.builds(Passage, TEXTS, score=st.none() | st.floats(allow_nan=True)), max_size=6)


@given(passages=PASSAGES, tokens=st.integers(16, 80))
def test_nothing_is_lost_and_no_batch_is_too_large(passages: list[Passage], tokens: int) -> None:
    found = batches(passages, tokens=tokens)
    excerpts = sorted((e for batch in found for e in batch), key=lambda e: (e.passage, e.start))
    for number, passage in enumerate(passages):
        own = [e for e in excerpts if e.passage == number]
        assert "".join(e.text for e in own) == (passage.text if passage.text.strip() else "")
        assert all(e.text == passage.text[e.start : e.end] for e in own)
    assert all(sum(estimate(e.text) for e in batch) <= tokens for batch in found)
    assert all(found)


@pytest.mark.parametrize(
    ("scores", "order"),
    [
        ([0.1, 0.9, 0.5], "102"),  # the second best stands last
        ([None, 0.2, None], "120"),
        ([None, None, None, None], "0231"),
        ([float("nan"), -1.0], "10"),
        ([0.5, 0.5, 0.5], "021"),
    ],
)
def test_the_best_comes_first_and_the_second_best_last(scores: list[float | None], order: str) -> None:
    wanted = [Passage(f"Passage {n}.", score=score) for n, score in enumerate(scores)]
    (batch,) = batches(wanted)
    assert "".join(str(excerpt.passage) for excerpt in batch) == order


def test_a_long_passage_is_cut_between_sentences() -> None:
    text = " ".join(f"Sentence number {n} says what it says." for n in range(40))
    parts = [e.text for batch in batches([Passage(text)], tokens=50) for e in batch]
    assert len(parts) > 5
    assert all(part.rstrip().endswith(".") for part in parts)


def test_a_budget_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 16"):
        batches([Passage("a")], tokens=5)
