# SPDX-License-Identifier: Apache-2.0
"""The options of commands that compute features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from faithstill.serve.cli import (
    chosen_encoder,
)
from faithstill.train.output_paths import name_or_folder

if TYPE_CHECKING:  # imported where they are needed
    from faithstill.featurize import Settings


SpacyOption = Annotated[
    bool, typer.Option("--use-spacy-fusion", help="add spaCy's entities to the extractor's")
]


PosOption = Annotated[
    bool, typer.Option("--enable-pos-metrics", help="add part-of-speech features from spaCy")
]


SpacyModelOption = Annotated[
    str, typer.Option("--spacy-model", help="installed spaCy pipeline or its folder")
]


EmbedderOption = Annotated[
    str, typer.Option("--embedder", help='"static" or a sentence-transformers name or folder')
]


def settings_of(
    use_spacy_fusion: bool,
    enable_pos_metrics: bool,
    spacy_model: str,
    embedder: str,
    encoder: str,
    without: list[str] | None,
) -> Settings:
    """The settings that the options ask for."""
    from faithstill.featurize import Settings

    return Settings(
        use_spacy_fusion=use_spacy_fusion,
        enable_pos_metrics=enable_pos_metrics,
        spacy_model=name_or_folder(spacy_model),
        embedder=name_or_folder(embedder),
        encoder=chosen_encoder(encoder, without),
    )
