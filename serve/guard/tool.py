# SPDX-License-Identifier: Apache-2.0
"""A tool for agents: is a text grounded in its sources?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from faithstill.data import Passage
from faithstill.factcheck.judgement import ClaimVerdict

from .decision import Action, CheckedClaim, Decision
from .guard import Guard

# The definition that an agent framework registers; its parameters are a JSON schema.
CHECK_GROUNDING = {
    "name": "check_grounding",
    "description": "Checks claim by claim whether a text is supported by its sources.",
    "parameters": {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "the text to check"},
            "sources": {
                "type": "array",
                "items": {"type": "string"},
                "description": "what it has to follow from",
            },
        },
        "required": ["text", "sources"],
        "additionalProperties": False,
    },
}
_PREFIX = "tool-source-"


def check_grounding(text: str, sources: Sequence[str], *, guard: Guard | None = None) -> dict[str, Any]:
    """What an agent is told of a text: is it grounded, and each claim with verdict and best source; JSON-able.

    Without a `guard`, the shipped bundle and the profile STRICT_BLOCK, loaded once. ValueError for what is no text.
    """
    passages = [Passage(source, id=f"{_PREFIX}{n}") for n, source in enumerate(_texts(sources))]
    decision = (guard or _shared()).check(question="", contexts=passages, answer=text)
    counts = {v: sum(claim.verdict is v for claim in decision.claims) for v in ClaimVerdict}
    total = len(decision.claims)
    return {
        "grounded": decision.action is Action.DELIVER,
        "claims": [_claim(claim) for claim in decision.claims],
        "totalClaims": total,
        "supportedCount": counts[ClaimVerdict.SUPPORTED],
        "contradictedCount": counts[ClaimVerdict.CONTRADICTED],
        "unverifiableCount": counts[ClaimVerdict.UNVERIFIABLE],
        "unverifiableRatio": counts[ClaimVerdict.UNVERIFIABLE] / total if total else 0.0,
        "summary": _summary(decision, counts[ClaimVerdict.SUPPORTED]),
    }


def _texts(sources: Any) -> list[str]:
    if isinstance(sources, str) or not isinstance(sources, Sequence):
        raise ValueError(f"sources is a list of texts, not {type(sources).__name__}: pass [text]")
    for n, source in enumerate(sources):
        if not isinstance(source, str):
            raise ValueError(f"sources[{n}] is a text, not {type(source).__name__}")
    return list(sources)


def _claim(claim: CheckedClaim) -> dict[str, Any]:
    source, sure = claim.source, claim.confidence
    support = sure if claim.verdict is ClaimVerdict.SUPPORTED else 1 - sure
    return {
        "claim": claim.text,
        "verdict": str(claim.verdict),
        "confidence": sure,
        "bestSource": {"chunkId": source.passage_id, "content": source.text, "score": support}
        if source
        else None,
        "escalated": claim.escalated,
    }


def _summary(decision: Decision, supported: int) -> str:
    if not decision.claims:
        return ", ".join(decision.reasons) or "no claims"
    return f"{supported}/{len(decision.claims)} claims supported"


@lru_cache(maxsize=1)
def _shared() -> Guard:
    return Guard.load()
