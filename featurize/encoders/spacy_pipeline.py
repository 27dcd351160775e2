# SPDX-License-Identifier: Apache-2.0
"""A spaCy pipeline behind two questions: which entities, which parts of speech (extra `spacy`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faithstill.featurize.extract import Extractor, Mention, fuse


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A loaded spaCy pipeline with the name and version that a bundle records."""

    nlp: Any
    fingerprint: str

    def __call__(self, text: str) -> Any:
        return self.nlp(text)

    def tags(self, text: str) -> tuple[tuple[str, str], ...]:
        """(lower-cased lemma, universal part of speech) of each token."""
        return tuple(((token.lemma_ or token.text).lower(), token.pos_) for token in self.nlp(text))


@dataclass(frozen=True, slots=True)
class FusedExtractor(Extractor):
    """The extractor with spaCy's entities added where they overlap none of its own mentions."""

    pipeline: Pipeline

    def extract(self, text: str) -> tuple[Mention, ...]:
        """All mentions, sorted by start, none overlapping another."""
        return fuse(Extractor.extract(self, text), text, self.pipeline.nlp)


def load_pipeline(name: str) -> Pipeline:
    """Load an installed spaCy pipeline or one from a folder.

    Raises ImportError without spaCy and ValueError when no such pipeline is installed.
    """
    try:
        import spacy
    except ImportError as error:
        raise ImportError('spaCy is not installed: pip install "faithstill[spacy]"') from error
    try:
        nlp = spacy.load(name)
    except OSError as error:
        raise ValueError(
            f"no spaCy pipeline {name!r}: python -m spacy download {name}, or name a folder"
        ) from error
    return Pipeline(nlp, f"{nlp.meta['name']}-{nlp.meta['version']}")
