# SPDX-License-Identifier: Apache-2.0
"""The metric in DeepEval's own runners."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve import Guard

from .adapter_inputs import HALF, RIGHT, WRONG, Row, adapter

deepeval_adapter = adapter("deepeval")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import deepeval
    from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig
    from deepeval.test_case import LLMTestCase

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """DeepEval writes a folder where it runs."""
    monkeypatch.chdir(tmp_path)


def case(row: Row) -> Any:
    return LLMTestCase(input=row.question, actual_output=row.answer, retrieval_context=list(row.contexts))


@pytest.mark.parametrize(
    ("row", "score", "said"),
    [
        (RIGHT, 1.0, "Safe to show"),
        (HALF, 0.5, "nothing in the evidence says so"),
        (WRONG, 0.0, '"$35" conflicts with "$25"'),
    ],
)
def test_a_case_is_measured(guard: Guard, row: Row, score: float, said: str) -> None:
    metric = deepeval_adapter.GroundingMetric(guard)
    assert metric.measure(case(row)) == score
    assert metric.is_successful() is (score == 1.0)
    assert said in metric.reason


@pytest.mark.parametrize("in_tasks", [False, True])
def test_cases_are_evaluated(guard: Guard, in_tasks: bool) -> None:
    quiet = DisplayConfig(show_indicator=False, print_results=False)
    found = deepeval.evaluate(
        [case(RIGHT), case(WRONG)],
        [deepeval_adapter.GroundingMetric(guard)],
        display_config=quiet,
        async_config=AsyncConfig(run_async=in_tasks),
        cache_config=CacheConfig(write_cache=False),
    )
    by_output = {result.actual_output: result for result in found.test_results}
    assert [by_output[row.answer].success for row in (RIGHT, WRONG)] == [True, False]
    assert "conflicts" in by_output[WRONG.answer].metrics_data[0].reason


def test_a_failing_case_fails_a_test(guard: Guard) -> None:
    deepeval.assert_test(case(RIGHT), [deepeval_adapter.GroundingMetric(guard)], run_async=False)
    with pytest.raises(AssertionError, match="Faithstill Grounding"):
        deepeval.assert_test(case(WRONG), [deepeval_adapter.GroundingMetric(guard)], run_async=False)
