# SPDX-License-Identifier: Apache-2.0
"""What changes the meaning of a feature: the part of the recipe that users choose and a bundle records."""

from __future__ import annotations

from dataclasses import dataclass

# The entailment encoder inside the package.
SHIPPED_ENCODER = "shipped"


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices of a featurization recipe.

    `embedder` is "static" (shipped) or a sentence-transformers name or folder; `encoder` is "shipped", the folder
    of an exported entailment encoder, or "" for none; `max_context_chars` and `max_answer_chars` bound what is
    read: a longer input is scored on its beginning and marked TRUNCATED.
    """

    use_spacy_fusion: bool = False
    enable_pos_metrics: bool = False
    spacy_model: str = "en_core_web_sm"
    embedder: str = "static"
    self_report: bool = False
    encoder: str = SHIPPED_ENCODER
    max_context_chars: int = 4_000_000
    max_answer_chars: int = 40_000
