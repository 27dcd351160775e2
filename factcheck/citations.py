# SPDX-License-Identifier: Apache-2.0
"""Does each citation marker name one passage, the right one, its wording and its revision?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from faithstill.data import Passage, Triple, given_triple
from faithstill.featurize import Analysis, Featurizer, Settings
from faithstill.featurize.markers import STYLES, Markers, Style
from faithstill.featurize.uncollected import uncollected

from .citation_report import (
    AMBIGUOUS,
    MISSING,
    ORPHAN,
    OUT_OF_RANGE,
    QUOTE_ALTERED,
    REVISION,
    WRONG_PASSAGE,
    WRONG_QUOTE,
    CitationFinding,
    CitationReason,
    CitationReport,
    CitationRule,
    CitedAs,
    reported_citations,
)
from .cited import Citation, Run, chosen_markers, citations_of, runs_of
from .quotations import Quotation, is_altered, is_verbatim, nearest, quotations
from .verdict import Quote

if TYPE_CHECKING:  # they take time to import, and an answer without markers needs none
    from faithstill.featurize.claims import AnswerSentence, Claim
    from faithstill.featurize.nli import Nli

_REVISION_WORD = re.compile(r"(?:revision|rev|version|ver|v|r)?[ ._-]?(?=\d)")
_SHOWN = 160  # characters of evidence in a message


class CitationChecker:
    """Checks the citations of an answer against its passages; with an encoder in the settings also by entailment.

    >>> report = CitationChecker().check(question="Fee?", contexts=["The wire fee is $25."], answer="It is $25 [2].")
    >>> print(report)
    "[2]" cites passage 2, but there is only 1 passage [citation.range]
    citations failed: CITATION_OUT_OF_RANGE
    """

    def __init__(
        self,
        featurizer: Featurizer | None = None,
        *,
        require: bool = False,
        styles: Collection[Style] = STYLES,
    ) -> None:
        """`require`: each factual sentence needs a citation; `styles` are the forms that count as markers."""
        self._featurizer = featurizer or Featurizer(Settings(encoder=""))
        self._require, self._styles = require, tuple(styles)

    def check(
        self, *, question: str, contexts: Iterable[str | Mapping[str, Any] | Passage] | None, answer: str
    ) -> CitationReport:
        """Check the citations of one answer; ValueError where it could not be a row of a file.

        No contexts are no error but the reason NO_CONTEXT.
        """
        return self.check_triple(given_triple("check", question=question, contexts=contexts, answer=answer))

    def check_triple(self, triple: Triple) -> CitationReport:
        """The same for a triple; its label is not looked at."""
        obstacles = (CitationReason.TRUNCATED,) if self._featurizer.is_truncated(triple) else ()
        with uncollected():
            analysis = self._featurizer.analyse(triple)
            return check_citations(
                analysis, require=self._require, styles=self._styles, obstacles=obstacles
            )


def check_citations(
    analysis: Analysis,
    *,
    require: bool = False,
    styles: Collection[Style] = STYLES,
    nli: Nli | None = None,
    obstacles: Iterable[CitationReason] = (),
) -> CitationReport:
    """The citation report of an analysis that is already there; `obstacles` are reasons known beforehand.

    Without `nli` the analysis' own encoder is asked, if it has one, and what it has said already is not asked again.
    """
    check = _Check(analysis, chosen_markers(analysis, styles), nli or analysis.nli)
    why = set(obstacles)
    if not check.markers.cited and not require:
        why.add(CitationReason.NO_CITATIONS)
    if not any(passage.text.strip() for passage in analysis.triple.passages):
        why.add(CitationReason.NO_CONTEXT)
    if not analysis.is_answer_english:
        why.add(CitationReason.LANGUAGE_UNSUPPORTED)
    findings = [*check.mapped(), *check.revisions(), *check.quotes()]
    if not why & {CitationReason.NO_CONTEXT, CitationReason.LANGUAGE_UNSUPPORTED}:
        spans = {(finding.start, finding.end) for finding in findings}
        findings += [f for f in check.supports() if (f.start, f.end) not in spans]
    if require:
        findings += check.uncited()
    return reported_citations(findings, check.cited_as, why)


@dataclass
class _Check:
    """The markers of one answer with what they map to."""

    analysis: Analysis
    markers: Markers
    nli: Nli | None

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        return citations_of(self.analysis, self.markers)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        return runs_of(self.analysis, self.markers, self.citations)

    @property
    def cited_as(self) -> list[CitedAs]:
        grouped = groupby(self.citations, key=lambda citation: citation.marker)
        return [
            CitedAs(m.start, m.end, m.text, tuple(sorted({n + 1 for c in own for n in c.passages})))
            for m, own in grouped
        ]

    def mapped(self) -> Iterator[CitationFinding]:
        """Labels that map to no passage, or to several."""
        count = len(self.analysis.triple.passages)
        there = "there is only 1 passage" if count == 1 else f"there are {count} passages" if count else "there is none"
        for c in self.citations:
            if len(c.passages) > 1:
                places = " and ".join(str(n + 1) for n in c.passages)
                yield _found(AMBIGUOUS, c, f'"{c.marker.text}" may mean passages {places}: both are "{c.label.name}"')
            elif not c.passages and c.label.is_bare:
                yield _found(OUT_OF_RANGE, c, f'"{c.marker.text}" cites passage {c.label.name}, but {there}')
            elif not c.passages:
                yield _found(ORPHAN, c, f'"{c.marker.text}" cites "{c.label.name}", which no passage is called')

    def revisions(self) -> Iterator[CitationFinding]:
        """Labels that pin another revision than the passage's."""
        for c in self.citations:
            if not c.label.revision or len(c.passages) != 1:
                continue
            passage = self.analysis.triple.passages[c.passages[0]]
            if _bare(c.label.revision) != _bare(passage.revision):
                own = f'of revision "{passage.revision}"' if passage.revision else "of no known revision"
                yield _found(
                    REVISION, c, f'"{c.marker.text}" pins revision "{c.label.revision}", but the passage is {own}'
                )

    def quotes(self) -> Iterator[CitationFinding]:
        """Quotations that the passages cited for them do not hold verbatim."""
        for quotation in quotations(self.analysis.unmarked):
            run = self._run_of(quotation)
            cited = _passages(run.citations) if run else ()
            if not run or not cited or self._holds(quotation, cited) or is_verbatim(quotation.text, self.analysis.question.text):
                continue
            others = [n for n in range(len(self.analysis.passages)) if n not in cited]
            elsewhere = [n for n in others if self._holds(quotation, (n,))]
            if elsewhere and not {n for c in run.citations for n in c.also} & {*elsewhere}:
                yield self._quoted(WRONG_QUOTE, quotation, cited, elsewhere[0])
            elif not elsewhere:
                best = max(cited, key=lambda n: nearest(quotation.text, self._text(n)).likeness)
                if is_altered(quotation, nearest(quotation.text, self._text(best)).likeness):
                    yield self._quoted(QUOTE_ALTERED, quotation, cited, best)

    def _text(self, passage: int) -> str:
        return self.analysis.triple.passages[passage].text

    def _holds(self, quotation: Quotation, passages: Iterable[int]) -> bool:
        return any(is_verbatim(quotation.text, self._text(n)) for n in passages)

    def _quoted(
        self, rule: CitationRule, quotation: Quotation, cited: Sequence[int], passage: int
    ) -> CitationFinding:
        near = nearest(quotation.text, self._text(passage))
        quote = self._quote(passage, near.start, near.end)
        said = f'the quoted "{_short(quotation.text)}"'
        words = {
            WRONG_QUOTE.id: f"{said} stands in passage {quote}, not in the cited one",
            QUOTE_ALTERED.id: f'{said} is not verbatim in the cited passage; nearest is "{_short(quote.text)}" ({quote})',
        }[rule.id]
        span = quotation.start, quotation.end, quotation.text
        numbers = tuple(n + 1 for n in cited)
        return CitationFinding(rule.id, rule.reason, rule.severity, *span, words, numbers, quote)

    def _quote(self, passage: int, start: int, end: int) -> Quote:
        own = self.analysis.triple.passages[passage]
        return Quote(passage + 1, own.id, start, end, own.text[start:end])

    def _run_of(self, quotation: Quotation) -> Run | None:
        """The markers that a quotation goes with: the next of its sentence, or else the last before it."""
        at = next(
            (n for n, s in enumerate(self.analysis.sentences) if s.unit.start <= quotation.end - 1 < s.unit.end), None
        )
        own = [run for run in self.runs if run.sentence == at and at is not None]
        behind = [run for run in own if run.start >= quotation.end]
        return (behind or own[-1:] or [None])[0]

    def supports(self) -> Iterator[CitationFinding]:
        """Markers whose passages leave their claims unsupported while another passage supports them."""
        covered = [(run, claims) for run in self.runs if (claims := self._claims_of(run))]
        if not covered or len(self.analysis.passages) < 2:
            return
        from .wrong_passage import Rivals

        rivals = Rivals(self.analysis, self.nli)
        for run, claims in covered:
            together = [c for other, theirs in covered if {*claims} & {*theirs} for c in other.citations]
            cited = {n for c in together for n in (*c.passages, *c.also)}
            if any(len(c.passages) != 1 for c in together):
                continue
            quote = rivals.right_one(claims, cited)
            for c in run.citations if quote else ():
                text = f'"{c.marker.text}" cites passage {c.passages[0] + 1}, which does not bear out '
                text += f'"{_short(claims[0].text)}"; passage {quote} does: "{_short(quote.text)}"' if quote else ""
                yield _found(WRONG_PASSAGE, c, text, quote)

    def _claims_of(self, run: Run) -> list[Claim]:
        """The claims that markers stand for: those of their sentence since the markers before, or else all of it."""
        if run.sentence is None:
            return []
        unit = self.analysis.sentences[run.sentence].unit
        own = [
            claim
            for claim in self.analysis.claims.claims
            if unit.start <= claim.start < unit.end and str(claim.type) != "meta"
        ]
        before = max((r.end for r in self.runs if r.sentence == run.sentence and r.end <= run.start), default=unit.start)
        return [claim for claim in own if before <= claim.start < run.start] or own

    def uncited(self) -> Iterator[CitationFinding]:
        """Factual sentences without a marker; a heading's holds for what is listed under it."""
        marked = {run.sentence for run in self.runs}
        facts = [c.start for c in self.analysis.claims.claims if str(c.type) == "verifiable_fact"]
        covering = in_table = False
        for n, s in enumerate(self.analysis.sentences):
            if not s.item and not s.unit.cells:
                covering = str(s.reason) == "heading" and n in marked
            in_table = bool(s.unit.cells) and (in_table or self._is_table_marked(n, marked))
            is_fact = s.reason is None and not s.refuses and any(s.start <= at < s.end for at in facts)
            if is_fact and n not in marked and not covering and not in_table:
                yield _uncited(s)

    def _is_table_marked(self, first: int, marked: Collection[int | None]) -> bool:
        rows = range(first, len(self.analysis.sentences))
        end = next((n for n in rows if not self.analysis.sentences[n].unit.cells), len(self.analysis.sentences))
        return any(n in marked for n in range(first, end))


def _uncited(s: AnswerSentence) -> CitationFinding:
    message = f'"{_short(s.text)}" states a fact without a citation'
    return CitationFinding(MISSING.id, MISSING.reason, MISSING.severity, s.start, s.end, s.text, message)


def _found(rule: CitationRule, c: Citation, message: str, quote: Quote | None = None) -> CitationFinding:
    marker, cited = c.marker, tuple(n + 1 for n in c.passages)
    span = marker.start, marker.end, marker.text
    return CitationFinding(rule.id, rule.reason, rule.severity, *span, message, cited, quote)


def _passages(citations: Iterable[Citation]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(n for c in citations if len(c.passages) == 1 for n in c.passages))


def _bare(revision: str) -> str:
    return _REVISION_WORD.sub("", revision.strip().lower(), count=1)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3].rstrip() + "..."
