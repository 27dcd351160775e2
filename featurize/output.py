# SPDX-License-Identifier: Apache-2.0
"""What a transformer returns where scikit-learn's `set_output` asks for a table; scikit-learn is not imported."""

from __future__ import annotations

import sys
from typing import Any, Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

Container = Literal["default", "pandas", "polars"]
# The attribute that scikit-learn's own transformers keep it in, and that `clone` copies.
CONFIG = "_sklearn_output_config"


def output_config(container: str) -> dict[str, str]:
    """The configuration of `set_output`; ValueError for an unknown container."""
    if container not in get_args(Container):
        raise ValueError(f"transform={container!r} is none of {', '.join(get_args(Container))}")
    return {"transform": container}


def contained(matrix: NDArray[np.float64], rows: Any, transformer: Any) -> Any:
    """The matrix in the container that the transformer's or scikit-learn's configuration names."""
    container = _container(transformer)
    names = list(transformer.get_feature_names_out())
    if container == "pandas":
        index = getattr(rows, "index", None) if hasattr(rows, "columns") else None
        return _package("pandas").DataFrame(matrix, index=index, columns=names, copy=False)
    if container == "polars":
        return _package("polars").DataFrame(matrix, schema=names, orient="row")
    return matrix


def _container(transformer: Any) -> str:
    own: str | None = getattr(transformer, CONFIG, {}).get("transform")
    sklearn = sys.modules.get("sklearn")  # what is not imported cannot have been configured
    if own or not hasattr(sklearn, "get_config"):
        return own or "default"
    return str(cast(Any, sklearn).get_config()["transform_output"])


def _package(name: str) -> Any:
    try:
        return __import__(name)
    except ImportError as error:
        raise ImportError(f'set_output(transform="{name}") needs {name}: pip install {name}') from error
