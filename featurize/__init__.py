# SPDX-License-Identifier: Apache-2.0
"""Text in, named numbers out."""

from importlib import import_module
from typing import TYPE_CHECKING

from .align.alignment import Alignment, Status
from .align.slots.slots import Located
from .analysis import Analysis
from .extract.document import Document, Sentence
from .families.feature import Feature
from .featurizer import Featurizer
from .material import Match
from .schema import FAMILIES, SCHEMA_VERSION, FeatureSchema, families_of
from .settings import Settings

if TYPE_CHECKING:
    from .claims import extract_claims
    from .encoders.nli import OnnxNli
    from .evidence import Evidence

# Imported when first asked for: only recipes with an encoder need them, and their patterns take time to compile.
_LATER = {"extract_claims": "claims", "Evidence": "evidence", "OnnxNli": "encoders.nli"}

__all__ = [
    "FAMILIES", "SCHEMA_VERSION", "Alignment", "Analysis", "Document", "Evidence", "Feature", "FeatureSchema",
    "Featurizer", "Located", "Match", "OnnxNli", "Sentence", "Settings", "Status", "extract_claims", "families_of",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LATER[name]}", __name__), name)
