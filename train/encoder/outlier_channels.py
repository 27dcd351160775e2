# SPDX-License-Identifier: Apache-2.0
"""Channels of activations that dwarf the rest, levelled before a model is quantised.

One INT8 scale serves all channels of a matrix product's input. In larger encoders a few channels are a hundred times
as large as the others, the same few for every text (Dettmers et al. 2022, "LLM.int8()"), and leave the others two or
three of the 256 steps. Dividing these channels and multiplying the rows of the weights changes nothing in exact numbers
(Xiao et al. 2023, "SmoothQuant"), and costs one elementwise product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ABOVE = 10.0  # times the median channel's peak: what a channel above that is brought down to

Feed = Mapping[str, NDArray[np.int64]]
Peaks = dict[str, NDArray[np.float32]]  # of a tensor: the largest magnitude of each channel


def level(path: Path, feeds: Sequence[Feed]) -> None:
    """Level the outlier channels of an ONNX model in place; `feeds` are inputs to find them with."""
    import onnx
    from onnx import numpy_helper

    model = onnx.load(path)
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    products = _products(model, weights)
    peaks = _peaks(path, sorted({node.input[0] for nodes in products.values() for node in nodes}), feeds)
    divided: dict[str, str] = {}  # by the outputs of products
    for name, nodes in products.items():
        scale = _scale(np.max([peaks[node.input[0]] for node in nodes], axis=0))
        if not (scale > 1).any():
            continue
        rows = numpy_helper.to_array(weights[name]) * scale[:, None]
        weights[name].CopyFrom(numpy_helper.from_array(rows, name))
        divisor = f"{name}_levels"
        model.graph.initializer.append(numpy_helper.from_array(1 / scale, divisor))
        divided |= {node.output[0]: divisor for node in nodes}
    _insert(model, divided)
    onnx.save(model, path)


def _products(model: Any, weights: Mapping[str, Any]) -> dict[str, list[Any]]:
    """By the name of each matrix of weights the products with it; one that is used otherwise is left out."""
    products, otherwise = defaultdict(list), set()
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            if name in weights and node.op_type == "MatMul" and place == 1 and len(weights[name].dims) == 2:
                products[name].append(node)
            elif name in weights:
                otherwise.add(name)
    return {name: nodes for name, nodes in products.items() if name not in otherwise}


def _peaks(path: Path, names: Sequence[str], feeds: Sequence[Feed]) -> Peaks:
    import onnx
    import onnxruntime

    model = onnx.load(path)
    model.graph.output.extend(
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names
    )
    probe = path.with_suffix(".probe")
    onnx.save(model, probe)
    session = onnxruntime.InferenceSession(str(probe), providers=["CPUExecutionProvider"])
    peaks: Peaks = {}
    for feed in feeds:
        for name, value in zip(names, session.run(list(names), dict(feed)), strict=True):
            peak = np.abs(value).reshape(-1, value.shape[-1]).max(axis=0)
            peaks[name] = np.maximum(peaks.get(name, peak), peak)
    return peaks


def _scale(peak: NDArray[np.float32]) -> NDArray[np.float32]:
    most = _ABOVE * float(np.median(peak))
    return np.maximum(1.0, peak / most).astype(np.float32) if most else np.ones_like(peak)


def _insert(model: Any, divided: Mapping[str, str]) -> None:
    """Put the elementwise products before the nodes that they are for."""
    import onnx

    ordered = []
    for node in model.graph.node:
        if divisor := divided.get(node.output[0]):
            levelled = f"{node.output[0]}_levelled"
            ordered.append(onnx.helper.make_node("Mul", [node.input[0], divisor], [levelled], name=levelled))
            node.input[0] = levelled
        ordered.append(node)
    del model.graph.node[:]
    model.graph.node.extend(ordered)


__all__ = ["Feed", "level"]
