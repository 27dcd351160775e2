# SPDX-License-Identifier: Apache-2.0
"""What a judge says of one claim, and what counts of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from .verdict import Quote


class ClaimVerdict(StrEnum):
    """Does the evidence entail a claim, refute it, or neither?"""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNVERIFIABLE = "unverifiable"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict that passed the local checks, with the place that it rests on.

    `said` is the model's own verdict, and `void` why it does not count where the two differ. `is_disputed`: passages
    were found for and against the claim. `confidence` is the model's, 0 where its verdict is void.
    """

    verdict: ClaimVerdict
    confidence: float
    source: Quote | None = None
    words: str = ""
    asserted: str = ""
    said: ClaimVerdict = ClaimVerdict.UNVERIFIABLE
    void: str = ""
    is_disputed: bool = False
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, in fixed key order."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        source = asdict(self.source) if self.source else None
        return plain | {"verdict": str(self.verdict), "said": str(self.said), "source": source}


def of_all(judgements: Sequence[Judgement]) -> Judgement:
    """One judgement over the parts of a claim: it is as good as its worst part.

    >>> yes = Judgement(ClaimVerdict.SUPPORTED, 0.7, said=ClaimVerdict.SUPPORTED)
    >>> of_all([yes, Judgement(ClaimVerdict.UNVERIFIABLE, 0.4), yes]).verdict.value
    'unverifiable'
    """
    worst_first = (ClaimVerdict.CONTRADICTED, ClaimVerdict.UNVERIFIABLE, ClaimVerdict.SUPPORTED)
    worst = min(judgements, key=lambda j: (worst_first.index(j.verdict), j.confidence))
    return _with_costs(replace(worst, is_disputed=any(j.is_disputed for j in judgements)), judgements)


def merged(judgements: Sequence[Judgement]) -> Judgement:
    """One judgement over batches of evidence: any support wins, and contradictions beside it are kept.

    >>> yes = Judgement(ClaimVerdict.SUPPORTED, 0.7, said=ClaimVerdict.SUPPORTED)
    >>> no = Judgement(ClaimVerdict.CONTRADICTED, 0.9, said=ClaimVerdict.CONTRADICTED)
    >>> found = merged([no, yes, no])
    >>> found.verdict.value, found.confidence, found.is_disputed
    ('supported', 0.7, True)
    """
    by_verdict = {v: [j for j in judgements if j.verdict is v] for v in ClaimVerdict}
    winners = next(found for found in by_verdict.values() if found)
    best = max(winners, key=lambda j: (bool(j.void), j.confidence))
    both = by_verdict[ClaimVerdict.SUPPORTED] and by_verdict[ClaimVerdict.CONTRADICTED]
    return _with_costs(replace(best, is_disputed=bool(both)), judgements)


def _with_costs(judgement: Judgement, judgements: Sequence[Judgement]) -> Judgement:
    return replace(
        judgement,
        calls=sum(j.calls for j in judgements),
        prompt_tokens=sum(j.prompt_tokens for j in judgements),
        completion_tokens=sum(j.completion_tokens for j in judgements),
    )
