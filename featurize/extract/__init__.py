# SPDX-License-Identifier: Apache-2.0
"""The type-aware extractor: typed values and names with exact offsets; `.agree` compares them."""

from .extractor import EXTRACTOR_VERSION, Extractor
from .mention import VALUE_KINDS, Bound, Kind, Mention
from .spacy_fusion import fuse

__all__ = ["EXTRACTOR_VERSION", "VALUE_KINDS", "Bound", "Extractor", "Kind", "Mention", "fuse"]
