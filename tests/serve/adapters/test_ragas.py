# SPDX-License-Identifier: Apache-2.0
"""The metrics in RAGAS's own runners."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from faithstill.serve import Guard

from .adapter_inputs import HALF, RIGHT, WRONG, Row, adapter

ragas_adapter = adapter("ragas")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import ragas
    from ragas.dataset_schema import EvaluationDataset, SingleTurnSample

pytestmark = pytest.mark.filterwarnings("ignore")


def sample(row: Row) -> dict[str, Any]:
    return {
        "user_input": row.question,
        "response": row.answer,
        "retrieved_contexts": list(row.contexts),
    }


@pytest.mark.parametrize(
    ("row", "score", "said"),
    [
        (RIGHT, 1.0, "Safe to show"),
        (HALF, 0.5, "nothing in the evidence says so"),
        (WRONG, 0.0, '"$35" conflicts with "$25"'),
    ],
)
def test_a_response_is_scored(guard: Guard, row: Row, score: float, said: str) -> None:
    result = ragas_adapter.Grounding(guard).score(**sample(row))
    assert result.value == score
    assert said in result.reason


def test_responses_are_scored_in_batches(guard: Guard) -> None:
    found = ragas_adapter.Grounding(guard).batch_score([sample(row) for row in (RIGHT, HALF, WRONG)])
    assert [result.value for result in found] == [1.0, 0.5, 0.0]


def test_a_dataset_is_evaluated(guard: Guard) -> None:
    rows = (RIGHT, HALF, WRONG)
    dataset = EvaluationDataset(samples=[SingleTurnSample(**sample(row)) for row in rows])
    found = ragas.evaluate(dataset, [ragas_adapter.SampleGrounding(guard=guard)], show_progress=False)
    assert found["faithstill"] == [1.0, 0.5, 0.0]
