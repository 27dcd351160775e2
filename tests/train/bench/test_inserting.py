# SPDX-License-Identifier: Apache-2.0
"""A sentence that nothing supports raises no answer that it is put into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from faithstill.data import Triple, read_triples
from faithstill.data.sources import TWIN_ANSWERS
from faithstill.featurize.claims import answer_sentences
from faithstill.serve import Scorer
from faithstill.serve.scorer import SHIPPED_BUNDLES
from faithstill.train.planting.unsupported_statements import written_sentences

SLACK = 0.01
OWN_ROWS = TWIN_ANSWERS.with_name("finance.csv")


@lru_cache(maxsize=1)
def held_out() -> Sequence[Triple]:
    return [triple for triple in read_triples(OWN_ROWS).triples if triple.split == "test"]


@lru_cache(maxsize=len(SHIPPED_BUNDLES))
def scorer_of(bundle: str) -> Scorer:
    return Scorer.load(bundle)


def with_sentence(answer: str, sentence: str, place: int) -> str:
    """The answer with a sentence before its first or behind some sentence, whatever is around left as it was."""
    ends = [0, *(found.unit.end for found in answer_sentences(answer))]
    at = ends[place % len(ends)]
    return f"{answer[:at]} {sentence}{answer[at:]}" if at else f"{sentence} {answer}"


def rise(scorer: Scorer, triple: Triple, sentence: str, place: int) -> float:
    """How much more likely an answer is called faithful with the sentence in it."""
    spoilt = replace(triple, answer=with_sentence(triple.answer, sentence, place))
    before, after = scorer.score_triple(triple), scorer.score_triple(spoilt)
    assert before.faithful is not None
    assert after.faithful is not None
    return after.faithful - before.faithful


@pytest.mark.parametrize("bundle", SHIPPED_BUNDLES)
def test_no_answer_is_raised_by_an_unsupported_sentence(bundle: str) -> None:
    rng = Random(7)
    scorer, written = scorer_of(bundle), written_sentences("test")
    for triple in rng.sample(held_out(), 40 if bundle == "light" else 12):  # an encoder takes its time
        sentence = rng.choice(written)["text"]
        assert rise(scorer, triple, sentence, rng.randrange(20)) <= SLACK, (triple.id, sentence)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 10_000), st.integers(0, 20))
def test_wherever_it_stands(row: int, sentence: int, place: int) -> None:
    written = written_sentences("test")
    triple, text = held_out()[row % len(held_out())], written[sentence % len(written)]["text"]
    # What refutes a value is weighed by the words around it, the sentence before it among them.
    assume(scorer_of("light").score_triple(triple).why != "refuted")
    assert rise(scorer_of("light"), triple, text, place) <= SLACK


def test_most_of_them_take_the_answer_down() -> None:
    rng = Random(8)
    scorer, written = scorer_of("light"), written_sentences("test")
    faithful = [t for t in held_out() if t.label is not None and t.label.positive]
    found = [
        rise(scorer, triple, rng.choice(written)["text"], rng.randrange(20))
        for triple in rng.sample(faithful, 25)
    ]
    assert sum(change < -SLACK for change in found) > 18
