# SPDX-License-Identifier: Apache-2.0
"""Deterministic check of an answer against its evidence, read off the alignments; no model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from faithstill.data import Passage, Triple, given_triple
from faithstill.featurize import Alignment, Analysis, Featurizer, Located, Settings, Status
from faithstill.featurize.align.slots.signs import SignShare
from faithstill.featurize.lexicon import Lexicon

from .corrections import corrected, without_markers
from .disputes import disputed_by
from .quoting import quoted, stated_finding
from .report import FactReport, Reason, reported
from .verdict import Finding, Verdict

_VERDICTS = {
    Status.EQUAL: Verdict.PROVED,
    Status.DERIVED: Verdict.PROVED,
    Status.GIVEN: Verdict.GIVEN,
    Status.CONFLICTING: Verdict.CONFLICT,
    Status.ABSENT: Verdict.ABSENT,
    Status.UNCHECKED: Verdict.UNCHECKED,
}


class FactChecker:
    """Proves or refutes the values and names of an answer without any model.

    >>> report = FactChecker().check(question="Fee?", contexts=["The wire fee is $25."], answer="The wire fee is $30.")
    >>> print(report)
    "$30" conflicts with "$25" (p1, 16-19): same slot, other value [money.conflict]
    failed: NUMERIC_CONFLICT
    corrected: The wire fee is [CORRECTED: $25].
    """

    def __init__(
        self,
        featurizer: Featurizer | None = None,
        *,
        anchor: date | None = None,
        lexicon: Lexicon | None = None,
    ) -> None:
        """With an `anchor` day, "yesterday" and "next Friday" are dates; without one they are no values.

        A `lexicon` says what else documents call a name; a `featurizer` has its own.
        """
        self._featurizer = featurizer or Featurizer(Settings(encoder=""), lexicon=lexicon)
        self._anchor = anchor

    def check(
        self, *, question: str, contexts: Iterable[str | Mapping[str, Any] | Passage] | None, answer: str
    ) -> FactReport:
        """Check one answer; ValueError where it could not be a row of a file, such as for a null byte.

        Markers of an earlier correction are read through. No contexts are no error but the reason NO_CONTEXT.
        """
        return self.check_triple(given_triple("check", question=question, contexts=contexts, answer=answer))

    def check_triple(self, triple: Triple) -> FactReport:
        """The same for a triple; its label is not looked at."""
        triple = replace(triple, answer=without_markers(triple.answer))
        obstacles = (Reason.TRUNCATED,) if self._featurizer.is_truncated(triple) else ()
        return check_facts(self._featurizer.analyse(triple, anchor=self._anchor), obstacles=obstacles)


def check_facts(analysis: Analysis, *, obstacles: Iterable[Reason] = ()) -> FactReport:
    """The fact report of an analysis that is already there; `obstacles` are reasons known beforehand."""
    obstacles = set(obstacles)
    spans = [(statement.start, statement.end) for statement in analysis.statements]
    if not any(passage.text.strip() for passage in analysis.passages):
        return reported((), obstacles={Reason.NO_CONTEXT, *obstacles}, statements=spans)
    if not analysis.is_answer_english:
        obstacles.add(Reason.LANGUAGE_UNSUPPORTED)
    findings = findings_of(analysis)
    repaired = corrected(analysis, findings, _findings)
    return reported(findings, repaired, obstacles, statements=spans)


def findings_of(analysis: Analysis) -> list[Finding]:
    """One finding for each checked span of the answer, in order."""
    return sorted(_findings(analysis), key=lambda finding: (finding.start, finding.end))


def _findings(analysis: Analysis) -> Iterator[Finding]:
    for alignment in analysis.alignments:
        yield _of_alignment(analysis, alignment)
    for stated in analysis.stated:
        yield stated_finding(analysis, stated)


def _of_alignment(analysis: Analysis, alignment: Alignment) -> Finding:
    mention = alignment.mention
    verdict = _VERDICTS[alignment.status]
    span = (str(mention.kind), mention.text, mention.start, mention.end, alignment.rule)
    if alignment.derivation:
        return Finding(verdict, *span, evidence=alignment.derivation.formula)
    shown = alignment.rival if verdict is Verdict.CONFLICT else alignment.support
    if shown is None:
        return Finding(verdict, *span)
    rival = disputed_by(analysis, alignment)
    if rival is None:
        return _with_evidence(analysis, verdict, span, shown, signs=alignment.signs)
    return _with_evidence(analysis, Verdict.DISPUTED, span, shown, rival)


def _with_evidence(
    analysis: Analysis,
    verdict: Verdict,
    span: tuple[str, str, int, int, str],
    shown: Located,
    rival: Located | None = None,
    signs: tuple[SignShare, ...] = (),
) -> Finding:
    mention = shown.mention
    return Finding(
        verdict,
        *span,
        evidence=mention.text,
        passage=shown.passage + 1,
        evidence_start=mention.start,
        evidence_end=mention.end,
        passage_id=analysis.triple.passages[shown.passage].id,
        quote=quoted(analysis, shown),
        other=quoted(analysis, rival) if rival else None,
        signs=signs,
    )
