# SPDX-License-Identifier: Apache-2.0
"""Which extra brings a package that is missing."""

from __future__ import annotations

from collections.abc import Mapping

from faithstill.serve.adapters.extra import ADAPTERS

# Extra, to the modules of its packages and the packages' own names where these differ.
EXTRAS: Mapping[str, Mapping[str, str]] = {
    "train": {
        "sklearn": "scikit-learn",
        **{name: name for name in ("scipy", "threadpoolctl", "mlflow", "onnx", "pyarrow", "jinja2")},
    },
    "nli": {
        "torch": "torch",
        "transformers": "transformers",
        "sentence_transformers": "sentence-transformers",
        "build": "build",
        "setuptools": "setuptools",
    },
    "spacy": {"spacy": "spacy"},
    "llm": {"openai": "openai", "pydantic": "pydantic"},
    "server": {
        **{name: name for name in ("fastapi", "uvicorn", "pydantic")},
        "prometheus_client": "prometheus-client",
    },
    "spark": {"pyspark": "pyspark", "pandas": "pandas"},
    **ADAPTERS,
}
_CURES = {
    module: f'{package} is not installed: pip install "faithstill[{extra}]"'
    for extra, packages in EXTRAS.items()
    for module, package in packages.items()
}


def import_error_in_words(error: ImportError) -> str:
    """The package that is missing and the extra that brings it; what was said of it where it is none of an extra's.

    >>> import_error_in_words(ModuleNotFoundError("No module named 'sklearn.svm'", name="sklearn.svm"))
    'scikit-learn is not installed: pip install "faithstill[train]"'
    """
    module = (error.name or "").partition(".")[0]
    return _CURES.get(module, str(error)) if isinstance(error, ModuleNotFoundError) else str(error)
