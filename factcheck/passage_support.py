# SPDX-License-Identifier: Apache-2.0
"""Does one passage support a claim: by near-verbatim wording or by entailment; and which of its values it states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rapidfuzz.distance import LCSseq

from faithstill.featurize import Analysis, Status
from faithstill.featurize.claims import Claim
from faithstill.featurize.encoders.nli import Nli, OverlongClaimError
from faithstill.featurize.evidence.entailments import Entailment
from faithstill.featurize.evidence.evidence_set import Window
from faithstill.featurize.evidence.lines import LIMITING, wording
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.agree import agree

NEAR = 0.85  # share of a claim's words that stand in one line, in order
_FEWEST = 4  # words of a claim that may be near-verbatim
_WINDOWS = 2  # of a passage, read for one claim


class PassageSupport:
    """What each passage alone says of each claim; nothing is asked of a model twice."""

    def __init__(self, analysis: Analysis, nli: Nli | None) -> None:
        self._analysis, self._nli = analysis, nli
        self._windows: dict[str, tuple[Window, ...]] = {}
        self._scores: dict[tuple[str, int, float], float] = {}
        self._said: dict[tuple[Claim, int], bool] = {}

    @cached_property
    def _known(self) -> dict[Claim, Entailment]:
        if self._analysis.nli is None:
            return {}
        return {found.claim: found for found in self._analysis.entailments}

    @cached_property
    def _lines(self) -> list[list[tuple[str, ...]]]:
        found: list[list[tuple[str, ...]]] = [[] for _ in self._analysis.passages]
        for line in self._analysis.evidence.lines:
            found[line.passage].append(wording(line.text))
        return found

    def states(self, claim: Claim, passage: int) -> bool:
        """Does a line of the passage say the claim in nearly its words: all figures, no limit more or less?"""
        if (claim, passage) not in self._said:
            words = [word for word in wording(claim.text) if word != ";"]
            enough = len(words) >= _FEWEST and not claim.context
            self._said[claim, passage] = enough and any(_nearly(words, line) for line in self._lines[passage])
        return self._said[claim, passage]

    def entailment(self, claim: Claim, passage: int, *, least: float = 0.0) -> float:
        """The probability that the best windows of the passage entail the claim; 0 without an encoder.

        Windows that fit the claim less than `least` are not read for it.
        """
        if self._nli is None:
            return 0.0
        key = claim.hypothesis, passage, least
        if key not in self._scores:
            self._scores[key] = self._entailed(claim, passage, least)
        return self._scores[key]

    def _entailed(self, claim: Claim, passage: int, least: float) -> float:
        known = self._known.get(claim)
        read = [score.entailment for window, score in known.read if _holds(window, passage)] if known else []
        if read:
            return max(read)
        if self._nli is None or (known is not None and known.overlong):
            return 0.0
        windows = [w for w in self._windows_of(claim) if _holds(w, passage) and w.score >= least][:_WINDOWS]
        try:
            return max((self._nli.score(w.text, claim.hypothesis).entailment for w in windows), default=0.0)
        except OverlongClaimError:
            return 0.0

    def _windows_of(self, claim: Claim) -> tuple[Window, ...]:
        if claim.hypothesis not in self._windows:
            self._windows[claim.hypothesis] = self._analysis.evidence.windows(claim)
        return self._windows[claim.hypothesis]

    def fit(self, claim: Claim, passage: int) -> float:
        """How well the best window of the passage fits the claim by words and meaning, from 0 to 1."""
        return max((w.score for w in self._windows_of(claim) if w.passage == passage), default=0.0)

    def place(self, claim: Claim, passage: int) -> tuple[int, int]:
        """Where the best line of the passage's best window for the claim stands."""
        windows = [w for w in self._windows_of(claim) if w.passage == passage]
        if not windows:
            return 0, len(self._analysis.triple.passages[passage].text)
        pieces = [piece for piece in windows[0].pieces if piece.passage == passage]
        texts = self._analysis.triple.passages[passage].text
        words = frozenset(wording(claim.text))
        best = max(pieces, key=lambda p: len(words.intersection(wording(texts[p.start : p.end]))))
        return best.start, best.end

    def values(self, start: int, end: int) -> list[Mention]:
        """The values and names of characters `start:end` of the answer that a passage states as they stand."""
        return [
            x.mention
            for x in self._analysis.alignments
            if x.status is Status.EQUAL and start <= x.mention.start < end
        ]

    def stated(self, values: Sequence[Mention], passage: int) -> int:
        """How many of them the passage states."""
        there = self._analysis.passages[passage].mentions
        return sum(any(agree(value, other) for other in there) for value in values)


def _holds(window: Window, passage: int) -> bool:
    return any(piece.passage == passage for piece in window.pieces)


def _nearly(words: Sequence[str], line: Sequence[str]) -> bool:
    held = frozenset(line)
    said = frozenset(words)
    if any(word[0].isdigit() and word not in held for word in said) or LIMITING & said != LIMITING & held:
        return False
    return LCSseq.similarity(words, line) >= NEAR * len(words)
