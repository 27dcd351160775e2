# SPDX-License-Identifier: Apache-2.0
"""Answers as bags of statements."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from faithstill.data import Label, Span, Triple
from faithstill.serve.model import lead_of_others
from faithstill.train.fit.statement_bags import SUPPORTED, UNKNOWN, UNSUPPORTED, Bags, known_of

Floats = NDArray[np.float64]

# Four answers: three statements, one, none (it only refuses), two (and it refuses besides).
OWNER = (0, 0, 0, 1, 3, 3)
LOGITS = np.array([2.0, -1.0, 1.0, 0.5, -3.0, -3.0])


def bags() -> Bags:
    matrix = np.column_stack([np.arange(6.0), LOGITS])
    known = np.array([1, 0, 1, 1, -1, -1])
    refused = np.array([math.inf, math.inf, 0.75, -4.0])
    return Bags(matrix, np.array(OWNER), known, refused)


def test_answers_keep_their_statements_when_some_are_chosen() -> None:
    some = bags().where(np.array([False, True, True, True]))
    assert (some.size, some.owner.tolist(), some.counts.tolist()) == (3, [0, 2, 2], [1, 0, 2])
    assert some.matrix[:, 0].tolist() == [3.0, 4.0, 5.0]
    assert some.known.tolist() == [1, -1, -1]
    assert some.refused.tolist() == [math.inf, 0.75, -4.0]


def test_no_answers_are_an_empty_bag() -> None:
    none = bags().where(np.zeros(4, dtype=bool))
    assert (none.size, none.matrix.shape) == (0, (0, 2))
    assert none.answers(LOGITS[:0], 1.0).tolist() == []
    assert none.worst(LOGITS[:0]).tolist() == []


def test_the_worst_statement_is_the_first_of_the_lowest() -> None:
    assert bags().worst(LOGITS).tolist() == [1, 3, -1, 4]
    assert bags().least(0).tolist() == [0.0, 3.0, 0.0, 4.0]


def test_an_answer_is_the_lower_of_its_statements_and_its_refusals() -> None:
    found = bags().answers(LOGITS, 0.5)
    assert found.tolist() == [-1.0 + 0.5 * 1.0, 0.5, 0.75, -4.0]
    bare = Bags(np.zeros((0, 1)), np.array([], dtype=np.int64), np.array([]), np.array([math.inf]))
    assert bare.answers(np.array([]), 1.0).tolist() == [-math.inf]


@given(st.lists(st.lists(st.floats(-30, 30), min_size=1, max_size=6), min_size=1, max_size=5))
def test_leads_are_those_that_serving_computes(answers: list[list[float]]) -> None:
    logits = np.array([logit for answer in answers for logit in answer])
    owner = np.array([i for i, answer in enumerate(answers) for _ in answer])
    found = Bags(
        logits[:, None], owner, np.zeros(len(logits), dtype=np.int64), np.full(len(answers), np.inf)
    ).leads(logits)
    assert found.tolist() == pytest.approx([lead_of_others(answer) for answer in answers], abs=1e-12)


def test_a_matrix_is_one_statement_per_answer() -> None:
    single = Bags.single([[1.0], [2.0]], [1, 0])
    assert (single.owner.tolist(), single.known.tolist()) == ([0, 1], [SUPPORTED, UNSUPPORTED])
    logits = np.array([-2.0, 3.0])
    assert single.answers(logits, 1.0).tolist() == logits.tolist()


ANSWER = "The fee is $5. It is due in May."
SPANS = ((0, 14), (15, 32))


@pytest.mark.parametrize(
    ("label", "marked", "spans", "known"),
    [
        (None, (), SPANS, [UNKNOWN, UNKNOWN]),
        (Label.FAITHFUL, (), SPANS, [SUPPORTED, SUPPORTED]),
        (Label.UNFAITHFUL, (), SPANS, [UNKNOWN, UNKNOWN]),
        (Label.PARTIAL, (), SPANS[:1], [UNSUPPORTED]),
        (Label.PARTIAL, ((28, 31),), SPANS, [SUPPORTED, UNSUPPORTED]),
        (Label.UNFAITHFUL, ((11, 13), (28, 31)), SPANS, [UNSUPPORTED, UNSUPPORTED]),
        (Label.UNFAITHFUL, ((13, 16),), SPANS, [UNSUPPORTED, UNSUPPORTED]),
        # Marked where no statement stands: nothing is known of those that do.
        (Label.UNFAITHFUL, ((14, 15),), SPANS, [UNKNOWN, UNKNOWN]),
        (Label.FAITHFUL, (), (), []),
    ],
)
def test_labels_and_marked_characters_tell_of_statements(
    label: Label | None,
    marked: tuple[tuple[int, int], ...],
    spans: tuple[tuple[int, int], ...],
    known: list[int],
) -> None:
    found = tuple(Span(start, end) for start, end in marked)
    triple = Triple.of(question="", contexts=["The fee is $5."], answer=ANSWER, label=label, spans=found)
    assert known_of(triple, spans) == known
