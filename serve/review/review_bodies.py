# SPDX-License-Identifier: Apache-2.0
"""What the page, or a program in its place, sends."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from faithstill.data import Label, Span

from .decisions import Draft

Reviewer = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
ErrorType = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80, pattern=r"^[^\x00]*$")]
Comment = Annotated[str, StringConstraints(max_length=20_000, pattern=r"^[^\x00]*$")]


class MarkedSpan(BaseModel):
    """Characters (code points) of the answer that are wrong."""

    model_config = ConfigDict(extra="forbid")

    start: int = Field(ge=0)
    end: int
    type: str = Field("", max_length=80)


class DecisionBody(BaseModel):
    """A decision; `version` is that of the decision that it is based on, 0 for none."""

    model_config = ConfigDict(extra="forbid")

    row: str
    reviewer: Reviewer
    label: Label | None
    spans: list[MarkedSpan] = Field(default_factory=list, max_length=1000)
    comment: Comment = ""
    error_type: ErrorType = ""
    version: int = Field(0, ge=0)

    def draft(self) -> Draft:
        """What is stored of it."""
        spans = tuple(Span(span.start, span.end, span.type.strip()) for span in self.spans)
        return Draft(self.label, spans, self.comment.strip(), self.error_type)


class UndoBody(BaseModel):
    """Whose last save is taken back."""

    model_config = ConfigDict(extra="forbid")

    reviewer: Reviewer
