# SPDX-License-Identifier: Apache-2.0
"""A spaCy pipeline behind two questions: which entities, which parts of speech (extra `spacy`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from faithstill.featurize.extract import Extractor, Kind, Mention
from faithstill.featurize.extract.same_name import fold

NAME_LABELS = frozenset(
    {
        "PERSON",
        "PER",
        "ORG",
        "NORP",
        "FAC",
        "GPE",
        "LOC",
        "PRODUCT",
        "EVENT",
        "WORK_OF_ART",
        "LAW",
        "LANGUAGE",
        "MISC",
    }
)


class Entity(Protocol):
    """What is read of a spaCy span."""

    @property
    def start_char(self) -> int: ...
    @property
    def end_char(self) -> int: ...
    @property
    def label_(self) -> str: ...


class Parsed(Protocol):
    """What is read of a spaCy document."""

    @property
    def ents(self) -> Sequence[Entity]: ...


class PipelineLike(Protocol):
    """A loaded spaCy pipeline, or anything that is called like one."""

    def __call__(self, text: str) -> Parsed: ...


def fuse(mentions: Iterable[Mention], text: str, nlp: PipelineLike) -> tuple[Mention, ...]:
    """The mentions and, as names, the pipeline's entities that overlap none of them."""
    kept = sorted(mentions, key=lambda mention: mention.start)
    taken = [(mention.start, mention.end) for mention in kept]
    for entity in nlp(text).ents:
        start, end = entity.start_char, entity.end_char
        if entity.label_ not in NAME_LABELS or not text[start:end].strip():
            continue
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            continue
        span = text[start:end]
        kept.append(Mention(Kind.NAME, start, end, span, key=fold(span)))
        taken.append((start, end))
    return tuple(sorted(kept, key=lambda mention: mention.start))


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
