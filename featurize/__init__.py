# SPDX-License-Identifier: Apache-2.0
"""Text in, named numbers out."""

from .align import Alignment, Status
from .analysis import Analysis, Match
from .document import Document, Sentence
from .families.feature import Feature
from .featurizer import Featurizer
from .schema import FAMILIES, SCHEMA_VERSION, FeatureSchema, families_of
from .settings import Settings
from .slots import Located

__all__ = [
    "FAMILIES",
    "SCHEMA_VERSION",
    "Alignment",
    "Analysis",
    "Document",
    "Feature",
    "FeatureSchema",
    "Featurizer",
    "Located",
    "Match",
    "Sentence",
    "Settings",
    "Status",
    "families_of",
]
