# SPDX-License-Identifier: Apache-2.0
"""Labelled rows as (premise, hypothesis) pairs for the encoder's training, cut as inference cuts them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from faithstill.featurize.claims import extract_claims
from faithstill.featurize.evidence import TOKENS, Evidence
from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.read.structure import units

from .labelled_claims import ENTAILED, NliRow
from .recipe import SetUse

# The order of the encoder's outputs.
CLASSES = ("entailment", "neutral", "contradiction")
# A faithful claim is only taught with a window that holds this share of what its contexts hold of its words.
_COVERED = 0.8
_LONGEST_CLAIM = 90  # words; an encoder of 256 tokens needs room for evidence beside it


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """A premise, a hypothesis and what is known of them: 0, 1, 2 as in CLASSES, -1 for "not entailed", -2 for nothing.

    `taught` are the probabilities of CLASSES that a teacher gives the pair.
    """

    premise: str
    hypothesis: str
    target: int
    weight: float = 1.0
    taught: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class PairCase:
    """A claim against a premise; `before` is what is said before it so that it can be understood."""

    premise: str
    claim: str
    target: int
    before: str = ""

    def pair(self, use: SetUse, claim: str = "", target: int | None = None) -> LabelledPair:
        """The case as a pair, or the same with another claim in its place."""
        hypothesis = f"{self.before} {claim or self.claim}" if self.before else claim or self.claim
        return LabelledPair(self.premise, hypothesis, self.target if target is None else target, use.weight)


def cases_of(row: NliRow, use: SetUse) -> Iterator[PairCase]:
    """What a row's own label speaks of."""
    asked = row.question.strip() if use.question else ""
    if not use.windows:
        premise = " ".join(text.strip() for text in row.contexts)
        if premise and row.answer.strip():
            yield PairCase(premise, row.answer, row.target, asked)
        return
    for claim, before in labelled_claims(row, atomic=use.claims):
        best = evidence_windows(row.contexts, claim, use.window_tokens)[:1]
        if best and (row.target != ENTAILED or _covers(best[0], row.contexts, claim)):
            yield PairCase(best[0], claim, row.target, before or asked)


def labelled_claims(row: NliRow, *, atomic: bool = False) -> list[tuple[str, str]]:
    """The claims of an answer that its label speaks of, each with what must be said before it, or "".

    Each sentence (or atomic claim) of a faithful answer; those that hold a wrong span; otherwise the whole answer.

    >>> labelled_claims(NliRow(("It is 5.",), "It is 5. It is red.", "unfaithful", spans=((9, 18),)))
    [('It is red.', '')]
    """
    parts = claims_of(row, atomic=atomic)
    if row.target != ENTAILED:
        parts = [
            part for part in parts if any(start < part.end and part.start < end for start, end in row.spans)
        ]
    claims = [(part.text, part.before) for part in parts] or [(row.answer.strip(), "")]
    return [
        (text, before) for text, before in claims if 0 < len(f"{before} {text}".split()) <= _LONGEST_CLAIM
    ]


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """Characters `start:end` of an answer as a claim that reads alone, or does after `before`."""

    start: int
    end: int
    text: str
    before: str = ""


def claims_of(row: NliRow, *, atomic: bool) -> list[ClaimPart]:
    """The sentences of an answer, or its atomic claims as inference cuts them."""
    if not atomic:
        return [ClaimPart(u.start, u.end, row.answer[u.start : u.end]) for u in units(row.answer)]
    found = extract_claims(row.answer, question=row.question).claims
    return [ClaimPart(claim.start, claim.end, claim.text, claim.context) for claim in found]


def _covers(window: str, contexts: tuple[str, ...], claim: str) -> bool:
    words = set(content_stems(claim))
    held = words & _stems_of(contexts)
    return len(words & set(content_stems(window))) >= _COVERED * len(held)


@lru_cache(maxsize=64)
def _stems_of(contexts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(content_stems(" ".join(contexts)))


def evidence_windows(contexts: tuple[str, ...], claim: str, tokens: int = 0) -> list[str]:
    """The windows that inference would read for a claim, best first."""
    return [window.text for window in _evidence(contexts).windows(claim, tokens=tokens or TOKENS)]


@lru_cache(maxsize=64)
def _evidence(contexts: tuple[str, ...]) -> Evidence:
    return Evidence.of(contexts)
