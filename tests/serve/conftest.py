# SPDX-License-Identifier: Apache-2.0
"""A small bundle with hand-set weights: what it says is foreseeable, and nothing is trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from faithstill.featurize import FeatureSchema, Featurizer
from faithstill.serve import LinearModel, Scorer, save_bundle

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
