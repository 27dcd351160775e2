# SPDX-License-Identifier: Apache-2.0
"""The linear model as an ONNX graph in double precision, for runtimes that do not speak Python.

A row is one statement of an answer. What an answer has of them is left to the caller: the lowest
logit, plus `others` (in the metadata) times how far the mean stands above the lowest, both counted from 0 up.
"""

from __future__ import annotations

import json
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from faithstill.serve.model import LinearModel

Floats = NDArray[np.float64]

# The oldest that has all operators in double precision: onnxruntime 1.17 and anything newer reads it.
OPSET, IR_VERSION = 13, 8
INPUT, LOGIT, PROBABILITY = "features", "logit", "faithful"
POSITIVE = "faithful"
CURE = 'the onnx package is missing: pip install "faithstill[train]"'
# Operator, inputs, output: clip to what training saw, standardise and weigh in the order of `LinearModel`,
# add up, squash. A sum by row, not a matrix product, which rounds a row by the size of its batch.
NODES = (
    ("Max", (INPUT, "low"), "raised"),
    ("Min", ("raised", "high"), "clipped"),
    ("Sub", ("clipped", "mean"), "centred"),
    ("Mul", ("coef", "centred"), "weighed"),
    ("Div", ("weighed", "scale"), "contributions"),
    ("ReduceSum", ("contributions", "axis"), "sum"),
    ("Add", ("sum", "intercept"), LOGIT),
    ("Sigmoid", (LOGIT,), PROBABILITY),
)


def to_onnx(model: LinearModel) -> bytes:
    """The graph `features (rows, d) -> logit (rows,), faithful (rows,)` of statements, all float64.

    Names, threshold, `others` and positive class are in the metadata; raises ImportError with the cure.
    """
    onnx = _onnx()
    helper, double = onnx.helper, onnx.TensorProto.DOUBLE
    constants = {name: getattr(model, name) for name in ("low", "high", "mean", "scale", "coef")}
    constants |= {"intercept": np.float64(model.intercept), "axis": np.array([1], dtype=np.int64)}
    graph = helper.make_graph(
        [
            helper.make_node(operator, list(inputs), [output], **_options(operator))
            for operator, inputs, output in NODES
        ],
        "faithfulness",
        [helper.make_tensor_value_info(INPUT, double, ["rows", len(model.names)])],
        [helper.make_tensor_value_info(name, double, ["rows"]) for name in (LOGIT, PROBABILITY)],
        [onnx.numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )
    whole = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="faithstill",
    )
    helper.set_model_props(whole, _metadata(model))
    onnx.checker.check_model(whole)
    data: bytes = whole.SerializeToString(deterministic=True)
    return data


def check_onnx(data: bytes, model: LinearModel, matrix: Floats) -> float:
    """The largest difference between the graph's probabilities and the model's own."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    rows = np.asarray(matrix, dtype=np.float64)
    (found,) = session.run([PROBABILITY], {INPUT: rows})
    return float(np.max(np.abs(found - model.probabilities(rows)), initial=0.0))


def _options(operator: str) -> dict[str, int]:
    return {"keepdims": 0} if operator == "ReduceSum" else {}


def _metadata(model: LinearModel) -> dict[str, str]:
    return {
        "features": json.dumps(list(model.names)),
        "threshold": repr(float(model.threshold)),
        "positive_class": POSITIVE,
        "row": "statement",
        "others": repr(float(model.others)),
    }


def _onnx() -> ModuleType:
    try:
        import onnx
        import onnx.numpy_helper
    except ModuleNotFoundError as error:
        raise ImportError(CURE) from error
    found: ModuleType = onnx
    return found
