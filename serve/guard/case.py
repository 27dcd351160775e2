# SPDX-License-Identifier: Apache-2.0
"""One answer on its way through the layers: what several of them read is computed once, when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from faithstill.data import Passage, Triple
from faithstill.factcheck.citation_report import CitationReport
from faithstill.factcheck.citations import check_citations
from faithstill.factcheck.facts import findings_of
from faithstill.factcheck.judgement import Judgement
from faithstill.factcheck.verdict import Finding, Verdict
from faithstill.featurize import Analysis
from faithstill.featurize.claims import AnswerSentence, Claim, kind_of
from faithstill.featurize.claims.extract import type_of
from faithstill.featurize.evidence.entailments import Entailment
from faithstill.serve.score import Score
from faithstill.serve.scorer import Scorer
from faithstill.serve.statements import StatementScore
from faithstill.serve.status import UNJUDGED, ScoreStatus, status_of

from .budget import Clock, TimedNli
from .profile import Layer, Profile, Thresholds
from .trace import Pass

Judge = Callable[[str, Claim, Sequence[Passage]], Judgement]


class Case:
    """A triple with what scorer, encoder and fact check say of it under a profile."""

    def __init__(
        self,
        triple: Triple,
        scorer: Scorer,
        profile: Profile,
        clock: Clock,
        *,
        high_stakes: bool = False,
        judge: Judge | None = None,
        recorded: Pass | None = None,
    ) -> None:
        """`ran` are the layers that have had their say, `judged` what the judge said of claims.

        What could not run in a `recorded` pass is not run but told as recorded.
        """
        self.triple = triple
        self.scorer = scorer
        self.profile = profile
        self.clock = clock
        self.high_stakes = high_stakes
        self.judge = judge
        self.recorded = recorded
        self.judged: dict[Claim, Judgement] = {}
        self.ran: set[Layer] = set()

    @cached_property
    def analysis(self) -> Analysis:
        """The scorer's analysis, whose encoder stops when the time is over."""
        nli = self.scorer.featurizer.nli
        timed = TimedNli(nli, self.clock) if nli else None
        return self.scorer.featurizer.analyse(self.triple, nli=timed, asides=True)

    @cached_property
    def status(self) -> ScoreStatus:
        """What kind of case it is, whatever the model."""
        return status_of(self.scorer.featurizer, self.triple, self.analysis)

    @property
    def is_judged(self) -> bool:
        """Is there anything to judge, and anything to judge it by?"""
        return self.status not in UNJUDGED

    @cached_property
    def score(self) -> Score:
        """The scorer's."""
        return self.scorer.score_analysis(self.triple, self.analysis)

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """Those of the fact check, in order."""
        return findings_of(self.analysis)

    @cached_property
    def citations(self) -> CitationReport:
        """What the citation check says."""
        return check_citations(self.analysis, require=self.profile.citations.required)

    @cached_property
    def entailments(self) -> Mapping[Claim, Entailment]:
        """What the encoder says of each claim."""
        return {one.claim: one for one in self.analysis.entailments}

    @cached_property
    def claims(self) -> Sequence[tuple[int, Claim]]:
        """The claims in order, each with the place of its statement; a statement without any is a claim itself.

        Without the classifier nobody can tell whether a refusal is right: then it is no claim.
        """
        found: list[tuple[int, Claim]] = []
        for place, sentence in enumerate(self.analysis.statements):
            if sentence.refuses and not self.profile.runs(Layer.CLASSIFIER):
                continue
            unit = sentence.unit
            own = [c for c in self.analysis.claims.claims if unit.start <= c.start < unit.end]
            found += [(place, claim) for claim in own or [_whole(sentence)]]
        return found

    @cached_property
    def conflicts(self) -> Mapping[Claim, Sequence[Finding]]:
        """The counter-proofs of the fact check by the claim that they stand in."""
        found: dict[Claim, list[Finding]] = {}
        for finding in self.findings:
            if finding.verdict is Verdict.CONFLICT:
                owner = self._claim_at(finding.start)
                if owner is not None:
                    found.setdefault(owner, []).append(finding)
        return found

    def _claim_at(self, offset: int) -> Claim | None:
        claims = [claim for _, claim in self.claims]
        inside = [claim for claim in claims if claim.start <= offset < claim.end]
        return min(inside or claims, key=lambda c: abs(c.start - offset), default=None)

    def statement(self, place: int) -> StatementScore | None:
        """The classifier's word on a statement; None where it has none."""
        if Layer.CLASSIFIER not in self.ran or not self.is_judged:
            return None
        return self.score.statements[place]

    def entailment(self, claim: Claim) -> Entailment | None:
        """The encoder's word on a claim; None where it has none."""
        return self.entailments.get(claim) if Layer.NLI in self.ran else None

    def thresholds(self, claim: Claim) -> Thresholds:
        """What a claim has to reach."""
        return self.profile.thresholds_for(claim.kind, high_stakes=self.high_stakes)

    def support(self, claim: Claim) -> float:
        """The probability of its statement from which a claim is supported."""
        own = self.thresholds(claim).support
        return self.scorer.bundle.model.threshold if own is None else own


def _whole(sentence: AnswerSentence) -> Claim:
    text = sentence.text
    return Claim(text, sentence.start, sentence.end, type_of(text), kind_of(text), text)
