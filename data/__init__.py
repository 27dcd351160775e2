# SPDX-License-Identifier: Apache-2.0
"""What a row is and where rows come from."""

from .triple import Label, Passage, PassageKind, Span, Triple

__all__ = ["Label", "Passage", "PassageKind", "Span", "Triple"]
