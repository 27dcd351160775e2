# SPDX-License-Identifier: Apache-2.0
"""The type-aware extractor: typed values and names with exact offsets; `.agree` compares them."""

from .extractor import Extractor
from .mention import VALUE_KINDS, Bound, Kind, Mention

__all__ = ["VALUE_KINDS", "Bound", "Extractor", "Kind", "Mention"]
