# SPDX-License-Identifier: Apache-2.0
"""Text in, named numbers out."""

from .analysis import Analysis, Match
from .claims import extract_claims
from .document import Document, Sentence
from .evidence import Evidence
from .families.feature import Feature
from .featurizer import Featurizer
from .nli import OnnxNli
from .schema import FAMILIES, SCHEMA_VERSION, FeatureSchema, families_of
from .settings import Settings
from .values.align import Alignment, Status
from .values.slots import Located

__all__ = [
    "FAMILIES", "SCHEMA_VERSION", "Alignment", "Analysis", "Document", "Evidence", "Feature", "FeatureSchema",
    "Featurizer", "Located", "Match", "OnnxNli", "Sentence", "Settings", "Status", "extract_claims", "families_of",
]  # fmt: skip
