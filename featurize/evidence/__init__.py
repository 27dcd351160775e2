# SPDX-License-Identifier: Apache-2.0
"""All evidence of an answer in one bundle, searched claim by claim."""

from .evidence_set import TOKENS, Evidence, Piece, Window

__all__ = ["TOKENS", "Evidence", "Piece", "Window"]
