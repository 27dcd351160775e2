# SPDX-License-Identifier: Apache-2.0
"""A small bundle with hand-set weights, of which nothing is trained; and what MLflow and Spark make of rows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faithstill.featurize import FeatureSchema, Featurizer
from faithstill.serve import LinearModel, Scorer, save_bundle
from faithstill.train.report.mlflow_run import QUIET

from .mlflow_and_spark import why_no_spark
from .same_rows import MODEL, ROWS

WEIGHTS = {
    "answer_precision": 1.5,
    "numeric_agreement": 2.0,
    "entity_match.precision": 1.0,
    "sentence_semantic.min": 0.7,
    "severity_score": -1.5,
    "negation_mismatch": -0.8,
}


def weighted(schema: FeatureSchema) -> LinearModel:
    size = len(schema.names)
    return LinearModel(
        names=schema.names,
        low=np.zeros(size),
        high=np.full(size, 5.0),
        mean=np.full(size, 0.6),
        scale=np.full(size, 0.3),
        coef=np.array([WEIGHTS.get(name, 0.001) for name in schema.names]),
        intercept=0.1,
        threshold=0.41,
        others=0.5,
    )


@pytest.fixture(scope="session")
def schema() -> FeatureSchema:
    return Featurizer().schema


@pytest.fixture(scope="session")
def model(schema: FeatureSchema) -> LinearModel:
    return weighted(schema)


@pytest.fixture(scope="session")
def bundle_folder(
    tmp_path_factory: pytest.TempPathFactory, schema: FeatureSchema, model: LinearModel
) -> Path:
    folder = tmp_path_factory.mktemp("models") / "small"
    save_bundle(
        folder,
        schema=schema,
        model=model,
        report={"answer_precision": {"auc": 0.8}},
        card="# A model for tests\n",
        onnx=b"not read by serving",
        fingerprint={"rows": "0" * 64, "n": 0, "seed": 42},
        probes=b"not read by scoring",
    )
    return folder


@pytest.fixture(scope="session")
def scorer(bundle_folder: Path) -> Scorer:
    return Scorer.load(bundle_folder)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What MLflow and Spark made of the rows that every way is given; `folder` holds the MLflow store."""

    folder: Path
    found: dict[str, Any]


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    """One process for all tests: MLflow's database and Spark's session take their time."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "rows.json").write_text(json.dumps(ROWS), encoding="utf-8")
    script = Path(__file__).with_name("mlflow_and_spark.py")
    more = {"PYTHONPATH": os.pathsep.join(sys.path), "PYSPARK_PYTHON": sys.executable, **QUIET}
    more |= {"OTEL_SDK_DISABLED": "false"}  # MLflow evaluates traces; tests of adapters switch them off
    ended = subprocess.run(
        [sys.executable, str(script), MODEL],
        cwd=folder,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return Elsewhere(folder, json.loads((folder / "found.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="session")
def spark_found(elsewhere: Elsewhere) -> dict[str, Any]:
    """The part of it that needs Spark."""
    if why := why_no_spark():
        pytest.skip(why)
    return elsewhere.found
