# SPDX-License-Identifier: Apache-2.0
"""Sentences taken out of an answer, or named as unconfirmed, with grammar, lists and citations kept whole."""

from .text import hedged, removed, unhedged, without

__all__ = ["hedged", "removed", "unhedged", "without"]
