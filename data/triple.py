# SPDX-License-Identifier: Apache-2.0
"""The record everything works on: question, passages, answer, label."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Real
from typing import Any

from .foreign import TEXTS, passage_fields


class Label(StrEnum):
    """What an annotator said of an answer; the positive class is *faithful*, `partial` counts as negative."""

    FAITHFUL = "faithful"
    PARTIAL = "partial"
    UNFAITHFUL = "unfaithful"

    @property
    def positive(self) -> bool:
        """
        >>> [label.positive for label in Label]
        [True, False, False]
        """
        return self is Label.FAITHFUL


class PassageKind(StrEnum):
    """Where a passage comes from: retrieval, a tool call, a stored record, or an earlier user turn."""

    PASSAGE = "passage"
    TOOL = "tool"
    RECORD = "record"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of evidence; `score` is the retriever's, `revision` pins the source's version."""

    text: str
    id: str = ""
    score: float | None = None
    revision: str = ""
    kind: PassageKind = PassageKind.PASSAGE


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start:end` of the answer that are wrong, and how."""

    start: int
    end: int
    type: str = ""


@dataclass(frozen=True, slots=True)
class Triple:
    """One answer with what it was asked and what it was given; `label` is None on rows to be scored."""

    question: str
    passages: tuple[Passage, ...]
    answer: str
    label: Label | None = None
    id: str = ""
    group: str = ""
    split: str = ""
    domain: str = ""
    answer_type: str = ""
    error_type: str = ""
    rationale: str = ""
    spans: tuple[Span, ...] = ()
    self_metrics: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        *,
        question: str,
        contexts: Iterable[Context],
        answer: str,
        **rest: Any,
    ) -> Triple:
        """A triple from contexts as users hold them: strings, `Passage`s, or what `as_passage` understands.

        >>> Triple.of(question="Fee?", contexts=["It is $5."], answer="$5").passages[0].text
        'It is $5.'
        """
        return cls(question, tuple(as_passage(context) for context in contexts), answer, **rest)

    @property
    def context_key(self) -> str:
        """Sixteen hex digits that are equal for rows with the same passages: the default group."""
        joined = "\x1f".join(passage.text for passage in self.passages)
        return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# A string, a mapping, a `Passage`, or a framework's own object.
Context = Any
PASSAGE_FIELDS = ("text", "id", "score", "revision", "kind")


def as_passage(context: Context) -> Passage:
    """A passage from a string, a passage, or a mapping or object with a text as frameworks name it.

    The text is `text`, `page_content`, `content` or what `get_content()` gives, of the object or of its `node`.
    Raises ValueError naming what is wrong and the cure.

    >>> as_passage({"page_content": "The fee is $5.", "id": "fees"})
    Passage(text='The fee is $5.', id='fees', score=None, revision='', kind=<PassageKind.PASSAGE: 'passage'>)
    """
    if isinstance(context, Passage):
        return context
    if isinstance(context, str):
        return Passage(context)
    fields = passage_fields(context)
    if fields is None and isinstance(context, Mapping):
        wanted = " or ".join(map(repr, TEXTS))
        held = ", ".join(map(str, context)) or "nothing"
        raise ValueError(f"a passage object needs a string {wanted}; it has {held}")
    if fields is None:
        raise ValueError(f"a passage is a string or an object with 'text', not {type(context).__name__}")
    score = fields.get("score")
    if score is not None and (isinstance(score, bool) or not isinstance(score, Real)):
        raise ValueError(f"a passage's score is a number, not {score!r}")
    kind = fields.get("kind") or PassageKind.PASSAGE
    if kind not in list(PassageKind):
        raise ValueError(f"passage kind {kind!r} is none of {', '.join(PassageKind)}")
    return Passage(
        text=fields["text"],
        id=str(fields.get("id") or ""),
        score=None if score is None else float(score),
        revision=str(fields.get("revision") or ""),
        kind=PassageKind(kind),
    )
