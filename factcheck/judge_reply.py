# SPDX-License-Identifier: Apache-2.0
"""What a judge has to reply; needs pydantic, so it is imported when a judge is asked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Words = Annotated[str, Field(min_length=1, max_length=4000)]


class JudgeReply(BaseModel):
    """The three questions answered; nothing may be missing, added or of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)

    asserted: Words
    reasoning: Words
    verdict: Literal["supported", "contradicted", "unverifiable"]
    confidence: Annotated[float, Field(ge=0, le=1)]
    quote: Annotated[str, Field(max_length=4000)] | None


def lacks_quote(reply: JudgeReply) -> list[str]:
    """A verdict for or against needs the words that it rests on."""
    if reply.verdict == "unverifiable" or (reply.quote or "").strip():
        return []
    return [
        f"quote: the verdict {reply.verdict} needs the words of the evidence that it rests on, copied exactly"
    ]


class Decomposition(BaseModel):
    """A sentence as statements that each stand alone."""

    model_config = ConfigDict(extra="forbid", strict=True)

    claims: Annotated[list[Words], Field(min_length=1, max_length=20)]
