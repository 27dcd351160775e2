# SPDX-License-Identifier: Apache-2.0
"""Names that a spaCy pipeline finds, added where the rules found nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from .folded import fold
from .mention import Kind, Mention

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
