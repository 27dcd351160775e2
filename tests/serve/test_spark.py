# SPDX-License-Identifier: Apache-2.0
"""Scoring on Spark: columns, errors, what is shipped and how often; the scores themselves in test_every_way.py."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from faithstill.serve import Scorer
from faithstill.serve.kept import COLUMNS

from .mlflow_and_spark import FOREIGN_ROWS
from .same_rows import MODEL, ROWS

Found = Mapping[str, Any]


def test_the_columns_are_those_of_predict_batch(spark_found: Found) -> None:
    ours = [name for name in COLUMNS if name not in ("id", "label")]
    assert spark_found["columns"] == ["id", "question", "contexts", "answer", *ours, "statements"]


def test_columns_of_the_input_keep_names_types_and_cells(spark_found: Found) -> None:
    names = ["input_Status", "query", "context_1", "context_2", "response", "hallucination", "n"]
    for row, given in zip(spark_found["foreign"], FOREIGN_ROWS, strict=True):
        assert [row[name] for name in names] == [*given]
        score = Scorer.load(MODEL).score(question=given[1], contexts=given[2:4], answer=given[4])
        assert (row["faithful"], row["status"]) == (score.faithful, "ok")
        assert json.loads(row["statements"]) == [one.as_dict() for one in score.statements]
    assert [row["label"] for row in spark_found["foreign"]] == ["faithful", "unfaithful"]
    assert not [row for row in spark_found["foreign"] if "id" in row]


def test_a_threshold_takes_the_place_of_the_bundles(spark_found: Found) -> None:
    assert spark_found["strict"] == [{"threshold": 1.0, "is_faithful": False}]


def test_a_worker_loads_the_bundle_once_and_it_is_shipped_once(spark_found: Found) -> None:
    assert len(spark_found["rows"]) == len(ROWS)
    assert {worker["loaded"] for worker in spark_found["loads"]} == {1}
    assert len(spark_found["archives"]) == 1


def test_rows_that_cannot_be_read_are_named_with_the_cure(spark_found: Found) -> None:
    ((_, identity), (_, error)) = spark_found["bad"][0].items()
    assert (len(spark_found["bad"]), identity) == (1, "torn")
    assert "row 1: answer has a null byte at character 0: remove it" in error
    assert error in spark_found["stopped"]


def test_columns_that_are_missing_are_refused_before_anything_runs(spark_found: Found) -> None:
    assert spark_found["refused"].startswith("DataFrame: no column for answer: name one answer, response")
