# SPDX-License-Identifier: Apache-2.0
"""What an entailment model says of each claim over its windows of evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize.claims.extract import Claim, ClaimType
from faithstill.featurize.encoders.nli import NO_EVIDENCE, Nli, NliScore, OverlongClaimError, joined

from .evidence_set import Evidence, Window

STATED = NliScore(1.0, 0.0, 0.0)
_LEAST = 0.6  # fit of a window below which it is not read, unless it is the best there is
_ALONE = 0.5  # entailment from which a window speaks for itself
_ENOUGH = 0.9  # entailment after which no further window is read: more could only raise it


@dataclass(frozen=True, slots=True)
class Entailment:
    """A claim with its score over all windows read; `read` pairs each of them with its own score.

    `stated`: the evidence says the claim word for word, so no model was asked. `overlong`: the claim leaves no
    room for evidence in the encoder, so nothing is known of it.
    """

    claim: Claim
    score: NliScore
    read: tuple[tuple[Window, NliScore], ...] = ()
    stated: bool = False
    overlong: bool = False

    @property
    def best(self) -> Window | None:
        """The window that supports the claim most."""
        if not self.read:
            return None
        return max(self.read, key=lambda pair: pair[1].entailment)[0]


def judge(claims: Sequence[Claim], evidence: Evidence, nli: Nli) -> tuple[Entailment, ...]:
    """One entailment for each claim, in order; what an answer says of its material itself is no claim about it."""
    return tuple(_judged(claim, evidence, nli) for claim in claims if claim.type is not ClaimType.META)


def _judged(claim: Claim, evidence: Evidence, nli: Nli) -> Entailment:
    if evidence.states(claim):
        return Entailment(claim, STATED, stated=True)
    try:
        read = tuple(_read(claim, evidence, nli))
    except OverlongClaimError:
        return Entailment(claim, NO_EVIDENCE, overlong=True)
    return Entailment(claim, joined([score for _, score in read]) if read else NO_EVIDENCE, read)


def _read(claim: Claim, evidence: Evidence, nli: Nli) -> Iterator[tuple[Window, NliScore]]:
    """Windows with their scores, best fit first, until one entails the claim.

    A claim may need two places of a passage. Where neither of its windows entails alone, both are read as one. Other
    passages have no say in that, so that adding one never takes support away.
    """
    silent: dict[int, Window] = {}
    for n, window in enumerate(evidence.windows(claim)):
        if n and window.score < _LEAST:
            return
        score = nli.score(window.text, claim.hypothesis)
        yield window, score
        if score.entailment < _ALONE and window.within_one_passage:
            if earlier := silent.get(window.passage):
                both = window.together(earlier)
                score = nli.score(both.text, claim.hypothesis)
                yield both, score
            silent[window.passage] = window
        if score.entailment >= _ENOUGH:
            return
