# SPDX-License-Identifier: Apache-2.0
"""Does a cited passage leave its claims unsupported while another passage supports them?

Two passages are held against each other, claim by claim: by how likely each entails it, by the share of its values
and names that each states, by near-verbatim wording, and, least, by how well its lines fit. Words alone never
decide: the other passage must entail a claim at least a little, say it nearly word for word, or state all values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import log

from faithstill.featurize import Analysis
from faithstill.featurize.claims import Claim
from faithstill.featurize.encoders.nli import Nli
from faithstill.featurize.extract import Mention

from .citation_report import WRONG_PASSAGE, CitationFinding, finding_at, short
from .cited import CitedAnswer
from .passage_support import PassageSupport
from .verdict import Quote

SUPPORTED = 0.8  # entailment at which a passage that states all values needs no rival
_LEAST = 0.05  # entailment that a passage must give to be called the right one
_LEAST_FIT = 0.5  # of a window of another passage that is read, as for claims
_BARELY = 0.001  # probabilities beyond this say no more
# What a difference counts: one unit of log-odds, all values, a fit of 1, near-verbatim wording.
_VALUES, _FIT, _VERBATIM = 2.0, 5.0, 3.0
# How much better another passage must be; chosen on sets of their own, see docs/citations.md.
MARGIN, MARGIN_WITHOUT_ENCODER = 2.5, 1.5
_MOST_RIVALS = 4  # passages held against the cited ones, those whose lines fit best


@dataclass(frozen=True, slots=True)
class _Told:
    """A claim with the values and names in it that some passage states."""

    claim: Claim
    values: Sequence[Mention]


def wrong_passages(cited: CitedAnswer, nli: Nli | None) -> Iterator[CitationFinding]:
    """A finding for each label of markers whose passages leave their claims unsupported."""
    covered = [(run, claims) for run in cited.runs if (claims := cited.claims_of(run))]
    rivals = Rivals(cited.analysis, nli)
    for run, claims in covered:
        together = [c for other, theirs in covered if {*claims} & {*theirs} for c in other.citations]
        if any(len(c.passages) != 1 for c in together):
            continue
        quote = rivals.right_one(claims, {n for c in together for n in (*c.passages, *c.also)})
        for c in run.citations if quote else ():
            words = f'"{c.marker.text}" cites passage {c.passages[0] + 1}, which does not bear out '
            words += (
                f'"{short(claims[0].text)}"; passage {quote} does: "{short(quote.text)}"' if quote else ""
            )
            yield finding_at(WRONG_PASSAGE, c.marker, words, c.passages, quote)


class Rivals:
    """The passages of an answer, held against each other."""

    def __init__(self, analysis: Analysis, nli: Nli | None) -> None:
        self._analysis = analysis
        self._has_encoder = nli is not None
        self._support = PassageSupport(analysis, nli)
        self._margin = MARGIN if self._has_encoder else MARGIN_WITHOUT_ENCODER

    def right_one(self, claims: Sequence[Claim], cited: Collection[int]) -> Quote | None:
        """The place that should be cited for the claims instead of any of these passages; None where they will do."""
        told = [_Told(claim, self._support.values(claim.start, claim.end)) for claim in claims]
        if not told or not cited or self._will_do(told, cited):
            return None
        best = max(self._rivals(told, cited), key=lambda n: self._weight(told, n, _LEAST_FIT), default=None)
        if best is None or not self._may_be_right(told, best, cited):
            return None
        held = max(self._weight(told, n) for n in cited)
        lead = self._weight(told, best, _LEAST_FIT) - held
        return self._place(told, best) if lead >= self._margin else None

    def _will_do(self, told: Sequence[_Told], cited: Collection[int]) -> bool:
        """Is each claim supported by a cited passage, values included?"""
        return all(any(self._supports(one, n) for n in cited) for one in told)

    def _supports(self, one: _Told, passage: int) -> bool:
        if self._support.states(one.claim, passage):
            return True
        if self._support.stated(one.values, passage) < len(one.values):
            return False
        return self._support.entailment(one.claim, passage) >= SUPPORTED

    def _rivals(self, told: Sequence[_Told], cited: Collection[int]) -> Iterator[int]:
        others = [n for n in range(len(self._analysis.passages)) if n not in cited]
        fits = {n: sum(self._support.fit(one.claim, n) for one in told) for n in others}
        yield from sorted((n for n in others if fits[n]), key=lambda n: -fits[n])[:_MOST_RIVALS]

    def _weight(self, told: Sequence[_Told], passage: int, least: float = 0.0) -> float:
        """How well a passage bears out the claims, to be compared with that of another."""
        values = [value for one in told for value in one.values]
        share = self._support.stated(values, passage) / len(values) if values else 0.0
        return _VALUES * share + sum(self._of_claim(one.claim, passage, least) for one in told) / len(told)

    def _of_claim(self, claim: Claim, passage: int, least: float) -> float:
        chance = self._support.entailment(claim, passage, least=least)
        entailed = min(max(chance, _BARELY), 1 - _BARELY)
        odds = log(entailed / (1 - entailed)) if self._has_encoder else 0.0
        verbatim = _VERBATIM if self._support.states(claim, passage) else 0.0
        return odds + verbatim + _FIT * self._support.fit(claim, passage)

    def _may_be_right(self, told: Sequence[_Told], passage: int, cited: Collection[int]) -> bool:
        """May a passage be said to support the claims, other than by its words?"""
        claims = [one.claim for one in told]
        if any(self._support.states(claim, passage) for claim in claims):
            return True
        if any(self._support.entailment(claim, passage, least=_LEAST_FIT) >= _LEAST for claim in claims):
            return True
        values = [value for one in told for value in one.values]
        there = self._support.stated(values, passage)
        return 0 < len(values) == there and all(self._support.stated(values, n) < there for n in cited)

    def _place(self, told: Sequence[_Told], passage: int) -> Quote:
        """The window of the passage that fits the first claim best."""
        triple = self._analysis.triple.passages[passage]
        start, end = self._support.place(told[0].claim, passage)
        return Quote(passage + 1, triple.id, start, end, triple.text[start:end])
