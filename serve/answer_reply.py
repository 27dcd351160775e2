# SPDX-License-Identifier: Apache-2.0
"""What a generator has to reply: an answer that grades itself; needs pydantic, so it is imported when one is asked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]
Words = Annotated[str, Field(min_length=1)]


class UsedEvidence(BaseModel):
    """Words of a passage, by its number from 1, that the answer rests on."""

    model_config = ConfigDict(extra="forbid", strict=True)

    passage: Annotated[int, Field(ge=1)]
    quote: Words


class AnswerReply(BaseModel):
    """The metrics bear the names of `faithstill.data.columns.SELF_METRICS`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    answer: Words
    answer_type: Literal["verbatim", "paraphrase", "inferred", "refusal"]
    self_attribution: Share
    self_confidence: Share
    self_contradiction: Share
    self_completeness: Share
    self_relevance: Share
    reasoning: Words
    utilised_evidence: list[UsedEvidence]
