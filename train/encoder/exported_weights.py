# SPDX-License-Identifier: Apache-2.0
"""The weights of an exported encoder, back from INT8, so that training goes on where that encoder ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from faithstill.featurize.encoders.encoder_manifest import MODEL_FILE, EncoderManifest

_PREFIX = "model."  # the exporter wraps the model
_MATRIX = re.compile(r"\A/model/(?P<module>.+)/(?:Gemm_)?(?P<operation>MatMul|Gather)(?:_quant)?\Z")


def exported_weights(folder: Path) -> dict[str, torch.Tensor]:
    """Name and value of every weight of an encoder folder, float32; EncoderError where its files are not its own.

    A weight differs from the one that was exported by half a step of its INT8 scale at most.
    """
    import onnx
    from onnx.numpy_helper import to_array

    EncoderManifest.read(folder).check_files(folder)
    graph = onnx.load(str(folder / MODEL_FILE)).graph
    held = {one.name: to_array(one) for one in graph.initializer}
    plain = {
        name.removeprefix(_PREFIX): values
        for name, values in held.items()
        if name.startswith(_PREFIX) and not re.search(r"_(?:quantized|scale|zero_point)\Z", name)
    }
    found = plain | dict(_matrices(graph.node, held))
    return {name: torch.tensor(values, dtype=torch.float32) for name, values in found.items()}


def _matrices(nodes: Any, held: Mapping[str, NDArray[Any]]) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """The quantized matrices, by the module that uses them: their own names are lost where a matrix was turned."""
    for node in nodes:
        stored = next((name for name in node.input if name in held and name.endswith("_quantized")), "")
        if stored and (found := _MATRIX.match(node.name)):
            base = stored.removesuffix("_quantized")
            values = held[stored].astype(np.float32) - held[f"{base}_zero_point"].astype(np.float32)
            values = values * held[f"{base}_scale"]
            turned = values.T if found["operation"] == "MatMul" else values
            yield found["module"].replace("/", ".") + ".weight", turned
