# SPDX-License-Identifier: Apache-2.0
"""What a labelling model has to reply, and what no schema can tell: do its quotations stand where they should?

Needs pydantic, so it is imported when a model is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from faithstill.data.cells import is_kept
from faithstill.data.locate import locate, parts_of
from faithstill.data.triple import Span, Triple

Words = Annotated[str, Field(min_length=1, max_length=4000)]
ErrorType = Literal[
    "number", "date", "unit", "entity", "wrong_row", "role_swap", "negation", "quantifier", "contradiction",
    "misattribution", "fabricated_citation", "tool_misreport", "stale_knowledge", "over_extrapolation",
    "unsupported_addition", "false_refusal",
]  # fmt: skip


class WrongWords(BaseModel):
    """Words of the answer that are wrong, and how."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Words
    error_type: ErrorType


class EvidenceWords(BaseModel):
    """Words of a passage, by its number from 1."""

    model_config = ConfigDict(extra="forbid", strict=True)

    passage: Annotated[int, Field(ge=1)]
    quote: Words


class LabelReply(BaseModel):
    """The rationale comes first, so that the label follows from it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    rationale: Words
    label: Literal["faithful", "partial", "unfaithful"]
    answer_type: Literal["verbatim", "paraphrase", "inferred", "refusal"]
    error_type: ErrorType | None
    unsupported: list[WrongWords]
    evidence: list[EvidenceWords]


def complaints(reply: LabelReply, triple: Triple) -> list[str]:
    """What is wrong with a reply beyond its form."""
    return [*_of_label(reply), *_of_spans(reply, triple.answer), *_of_quotes(reply, triple)]


def _of_label(reply: LabelReply) -> Iterator[str]:
    if not is_kept(reply.rationale):
        yield "rationale: says nothing, or has a character that no file can hold"
    if reply.label == "faithful":
        if reply.unsupported or reply.error_type:
            yield "label: is faithful, so error_type is null and unsupported empty"
        if not reply.evidence and reply.answer_type != "refusal":
            yield "evidence: is empty, and a faithful answer that is no refusal rests on words of the passages"
        return
    if reply.error_type is None:
        yield f"error_type: is null, and the label is {reply.label}"
    if not reply.unsupported:
        yield f"unsupported: is empty, and the label is {reply.label}: copy the wrong words from the answer"


def _of_spans(reply: LabelReply, answer: str) -> Iterator[str]:
    for number, wrong in enumerate(reply.unsupported):
        places = _places(wrong.text, answer)
        if not places:
            yield f"unsupported.{number}.text: does not stand in the answer"
        elif len(places) > 1:
            yield f"unsupported.{number}.text: stands in the answer {len(places)} times: copy more words around it"


def _of_quotes(reply: LabelReply, triple: Triple) -> Iterator[str]:
    for number, used in enumerate(reply.evidence):
        if used.passage > len(triple.passages):
            yield f"evidence.{number}.passage: there are {len(triple.passages)} passages"
            continue
        parts, text = parts_of(used.quote), triple.passages[used.passage - 1].text
        if not parts or not all(locate(part, text) for part in parts):
            yield f"evidence.{number}.quote: does not stand in passage {used.passage}"


def spans_of(reply: LabelReply, answer: str) -> tuple[Span, ...]:
    """The wrong words of a reply without complaints, in the order of the answer, none inside another."""
    found = sorted(
        (Span(*_places(wrong.text, answer)[0], wrong.error_type) for wrong in reply.unsupported),
        key=lambda span: (span.start, -span.end),
    )
    kept: list[Span] = []
    for span in found:
        if not kept or span.end > kept[-1].end:
            kept.append(span)
    return tuple(kept)


def _places(words: str, answer: str) -> list[tuple[int, int]]:
    """Where words stand, as they are written or but for blanks, quote marks and case."""
    exact = [at for at in range(len(answer)) if answer.startswith(words, at)] if words.strip() else []
    folded = locate(words, answer)
    return folded if len(exact) != 1 else [(exact[0], exact[0] + len(words))]
