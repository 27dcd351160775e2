# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray

from faithstill.serve.model import LinearModel
from faithstill.train.fit.onnx_export import check_onnx, to_onnx

Floats = NDArray[np.float64]
D = 7


@pytest.fixture
def model() -> LinearModel:
    rng = np.random.default_rng(5)
    low, high = -rng.random(D), 1 + rng.random(D)
    names = tuple(f"feature_{i}" for i in range(D))
    return LinearModel(
        names,
        low,
        high,
        rng.random(D),
        rng.random(D) + 0.5,
        rng.normal(size=D),
        -0.3,
        threshold=0.4321,
        others=0.3,
    )


def _session(data: bytes) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])


MATRICES = (
    ("inside the range", np.random.default_rng(1).random((200, D))),
    ("far beyond it", np.random.default_rng(2).normal(size=(200, D)) * 1e6),
    (
        "the largest doubles",
        np.array([np.full(D, np.finfo(np.float64).max), np.full(D, np.finfo(np.float64).min)]),
    ),
    ("the smallest doubles", np.full((1, D), np.finfo(np.float64).tiny)),
    ("one row", np.zeros((1, D))),
    ("no rows", np.zeros((0, D))),
)


@pytest.mark.parametrize("matrix", [m for _, m in MATRICES], ids=[name for name, _ in MATRICES])
def test_the_graph_gives_the_models_probabilities(model: LinearModel, matrix: Floats) -> None:
    assert check_onnx(to_onnx(model), model, matrix) <= 1e-12


def test_the_logit_is_the_models_too(model: LinearModel) -> None:
    matrix = np.random.default_rng(3).normal(size=(50, D)) * 3
    (logits,) = _session(to_onnx(model)).run(["logit"], {"features": matrix})
    np.testing.assert_allclose(logits, model.logits(matrix), rtol=0, atol=1e-12)


def test_a_logit_of_hundreds_neither_overflows_nor_leaves_zero_to_one() -> None:
    wide = LinearModel(
        ("x",), np.array([-1e3]), np.array([1e3]), np.zeros(1), np.ones(1), np.ones(1), 0.0, threshold=0.5
    )
    assert check_onnx(to_onnx(wide), wide, np.array([[-1e9], [-40.0], [0.0], [40.0], [1e9]])) <= 1e-12


def test_neighbours_change_a_row_by_no_more_than_rounding(model: LinearModel) -> None:
    session, matrix = _session(to_onnx(model)), np.random.default_rng(4).normal(size=(64, D))
    (together,) = session.run(["faithful"], {"features": matrix})
    alone = [session.run(["faithful"], {"features": row[None]})[0][0] for row in matrix]
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-15)


def test_the_difference_of_another_model_is_seen(model: LinearModel) -> None:
    other = LinearModel.from_json(model.as_json() | {"intercept": model.intercept + 0.1})
    assert check_onnx(to_onnx(other), model, np.zeros((1, D))) > 1e-3


def test_shapes_types_and_names_are_as_documented(model: LinearModel) -> None:
    session = _session(to_onnx(model))
    (features,) = session.get_inputs()
    assert (features.name, features.type, features.shape) == ("features", "tensor(double)", ["rows", D])
    found = [(o.name, o.type, o.shape) for o in session.get_outputs()]
    assert found == [("logit", "tensor(double)", ["rows"]), ("faithful", "tensor(double)", ["rows"])]


def test_metadata_say_what_a_reader_needs(model: LinearModel) -> None:
    metadata = _session(to_onnx(model)).get_modelmeta().custom_metadata_map
    assert json.loads(metadata["features"]) == list(model.names)
    assert float(metadata["threshold"]) == model.threshold
    assert metadata["positive_class"] == "faithful"
    assert (metadata["row"], float(metadata["others"])) == ("statement", model.others)


def test_the_oldest_supported_runtime_can_read_it(model: LinearModel) -> None:
    """onnxruntime 1.17 reads operator sets up to 20 and IR versions up to 9."""
    loaded = onnx.load_from_string(to_onnx(model))
    assert loaded.opset_import[0].version <= 20
    assert loaded.ir_version <= 9


def test_the_same_model_gives_the_same_bytes(model: LinearModel) -> None:
    assert to_onnx(model) == to_onnx(LinearModel.from_json(model.as_json()))
