# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.serve.model import LinearModel, lead_of_others, probability

NUMBERS = st.floats(-1e6, 1e6)


def small(**changes: Any) -> LinearModel:
    model = LinearModel(
        names=("precision", "conflict"),
        low=np.array([0.0, 0.0]),
        high=np.array([1.0, 2.0]),
        mean=np.array([0.5, 1.0]),
        scale=np.array([0.25, 2.0]),
        coef=np.array([1.0, -3.0]),
        intercept=0.5,
        threshold=0.4,
    )
    return replace(model, **changes)


def test_contributions_are_standardised_weights_that_add_up_to_the_logit() -> None:
    row = np.array([1.0, 0.0])
    assert small().contributions(row).tolist() == [2.0, 1.5]
    assert small().logit(row) == 4.0
    assert small().probabilities(row[None])[0] == 1 / (1 + math.exp(-4.0))


def test_beyond_the_range_of_training_a_feature_counts_as_its_end() -> None:
    assert small().logit(np.array([9.0, -9.0])) == small().logit(np.array([1.0, 0.0]))


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=9))
def test_a_row_gets_the_same_bits_alone_and_among_others(rows: list[tuple[float, float]]) -> None:
    model, matrix = small(), np.array(rows)
    assert model.logits(matrix).tolist() == [model.logit(row) for row in matrix]
    assert model.probabilities(matrix).tolist() == [model.probabilities(row[None])[0] for row in matrix]


@given(st.lists(NUMBERS, min_size=2, max_size=2), NUMBERS, st.floats(0, 1))
def test_json_keeps_every_bit(coef: list[float], intercept: float, threshold: float) -> None:
    model = small(coef=np.array(coef), intercept=intercept, threshold=threshold)
    again = LinearModel.from_json(json.loads(json.dumps(model.as_json())))
    assert again.as_json() == model.as_json()
    assert again.logit(np.array([0.3, 0.7])) == model.logit(np.array([0.3, 0.7]))


@given(st.floats(-1e308, 1e308))
def test_probabilities_stay_within_bounds_and_mirror(logit: float) -> None:
    assert 0 <= probability(logit) <= 1
    assert math.isclose(probability(logit) + probability(-logit), 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"coef": np.ones(3)}, r"coef has shape \(3,\); 2 names need \(2,\)"),
        ({"coef": np.array([1.0, np.nan])}, "coef must be finite"),
        ({"scale": np.array([1.0, 0.0])}, "scale is positive: not so for conflict"),
        ({"low": np.array([2.0, 0.0])}, "low is at most high: not so for precision"),
        ({"intercept": math.inf}, "intercept is inf"),
        ({"threshold": 1.5}, "threshold is 1.5"),
        ({"others": 1.1}, "others is 1.1; it must be a weight from 0 to 1"),
        ({"others": math.nan}, "others is nan"),
        ({"threshold": math.nan}, "threshold is nan"),
    ],
)
def test_a_model_that_makes_no_sense_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        small(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "forest"}, "kind 'logistic'"),
        ({"features": None}, "list of objects 'features'"),
        ({"features": [3]}, "list of objects 'features'"),
        ({"features": [{"name": "a", "low": "0"}]}, "feature 'a': low is '0'; it must be a number"),
        ({"intercept": None}, "intercept is None"),
        ({"threshold": True}, "threshold is True"),
    ],
)
def test_broken_json_is_refused_naming_what_is_wrong(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LinearModel.from_json(small().as_json() | changes)


LOGITS = st.lists(st.floats(-50, 50), min_size=1, max_size=12)


def answer_logit(logits: list[float], others: float) -> float:
    """What the scorer makes of the statements of an answer."""
    return min(logits) + others * lead_of_others(logits)


@given(LOGITS, st.floats(-50, 0), st.floats(0, 1))
def test_a_statement_more_likely_wrong_than_right_never_raises_an_answer(
    logits: list[float], added: float, others: float
) -> None:
    assert answer_logit([*logits, added], others) <= answer_logit(logits, others) + 1e-9


@given(st.lists(st.floats(0, 50), min_size=1, max_size=12), st.floats(0, 1))
def test_an_answer_lies_between_its_worst_statement_and_the_mean(logits: list[float], others: float) -> None:
    found = answer_logit(logits, others)
    assert min(logits) <= found <= math.fsum(logits) / len(logits) + 1e-9


def test_a_model_of_before_statements_counts_no_others() -> None:
    raw = small(others=0.5).as_json()
    del raw["others"]
    assert LinearModel.from_json(raw).others == 0


def test_rows_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="a model of 2 features"):
        small().logit(np.zeros(3))
    with pytest.raises(ValueError, match="not so: conflict"):
        small().logits(np.array([[0.0, 1.0], [0.0, np.nan]]))
