# SPDX-License-Identifier: Apache-2.0
"""A Haystack component between generator and user."""

from __future__ import annotations

import logging
from typing import Any

from faithstill.factcheck.judgement import ClaimVerdict
from faithstill.serve.guard import CheckedClaim, Decision, Guard, Level

from .extra import brought_by
from .shown import shown

with brought_by("haystack"):
    from haystack import Document, component, default_from_dict, default_to_dict
    from haystack.dataclasses import ChatMessage

_LOG = logging.getLogger(__name__)
_WORST_FIRST = (Level.CONTRADICTORY, Level.UNGROUNDED, Level.PARTIAL, Level.FULL)
_NAMES = {Level.CONTRADICTORY: "has_contradictions"}


@component
class GroundednessChecker:
    """Checks replies against the documents that they were generated from, and gives out what may be shown.

    `raise_on_failure=False` withholds a reply that cannot be checked (a null byte, say) and logs why.
    """

    def __init__(
        self, model: str = "general", profile: str = "STRICT_BLOCK", *, raise_on_failure: bool = True
    ) -> None:
        self.model = model
        self.profile = profile
        self.raise_on_failure = raise_on_failure
        self._guard: Guard | None = None

    def warm_up(self) -> None:
        """Load bundle and profile, once; `run` does so where nobody has."""
        self._loaded()

    def to_dict(self) -> dict[str, Any]:
        """What `from_dict` makes the same component of."""
        plain: dict[str, Any] = default_to_dict(
            self, model=self.model, profile=self.profile, raise_on_failure=self.raise_on_failure
        )
        return plain

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GroundednessChecker:
        """The component that `to_dict` wrote down."""
        made: GroundednessChecker = default_from_dict(cls, data)
        return made

    @component.output_types(
        verified_replies=list[str],
        trust_score=float,
        verdict=str,
        claims=list[dict[str, Any]],
        is_trusted=bool,
        decisions=list[dict[str, Any]],
    )
    def run(
        self, replies: list[str] | list[ChatMessage], documents: list[Document], query: str = ""
    ) -> dict[str, Any]:
        """Check each reply; score and verdict are those of the worst, `decisions` has one for each.

        Claims tell their reply by its place. Without replies nothing is trusted.
        """
        guard = self._loaded()
        texts = [reply if isinstance(reply, str) else reply.text or "" for reply in replies]
        decisions = [self._decided(text, documents, query) for text in texts]
        levels = {decision.level if decision else Level.UNGROUNDED for decision in decisions}
        worst = next((level for level in _WORST_FIRST if level in levels), Level.UNGROUNDED)
        return {
            "verified_replies": [shown(d, guard) if d else guard.profile.repair.refused for d in decisions],
            "trust_score": min((d.trust_score if d else 0.0 for d in decisions), default=0.0),
            "verdict": _NAMES.get(worst, str(worst)),
            "claims": [_claim(c, n) for n, d in enumerate(decisions) if d for c in d.claims],
            "is_trusted": bool(decisions) and all(d is not None and d.is_trusted for d in decisions),
            "decisions": [d.as_dict() if d else {} for d in decisions],
        }

    def _loaded(self) -> Guard:
        if self._guard is None:
            self._guard = Guard.load(self.model, profile=self.profile)
        return self._guard

    def _decided(self, reply: str, documents: list[Document], query: str) -> Decision | None:
        try:
            return self._loaded().check(question=query, contexts=documents, answer=reply)
        except ValueError as error:
            if self.raise_on_failure:
                raise
            _LOG.warning("a reply is withheld, for it could not be checked: %s", error)
            return None


def _claim(claim: CheckedClaim, reply: int) -> dict[str, Any]:
    refuting = claim.source if claim.verdict is ClaimVerdict.CONTRADICTED else None
    return {
        "claim": claim.text,
        "verdict": str(claim.verdict),
        "explanation": claim.reason,
        "correction": refuting.text if refuting else None,
        "reply": reply,
    }
