# SPDX-License-Identifier: Apache-2.0
"""Does each citation marker name one passage, the right one, its wording and its revision?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from faithstill.data import Passage, Triple, given_triple
from faithstill.featurize import Analysis, Featurizer, Settings
from faithstill.featurize.read.markers import STYLES, Style

from .citation_report import (
    AMBIGUOUS,
    ORPHAN,
    OUT_OF_RANGE,
    REVISION,
    CitationFinding,
    CitationReason,
    CitationReport,
    CitedAs,
    finding_at,
    reported_citations,
)
from .cited import CitedAnswer
from .misquoted import misquoted
from .uncited import uncited

if TYPE_CHECKING:  # they take time to import, and an answer without markers needs none
    from faithstill.featurize.encoders.nli import Nli

_REVISION_WORD = re.compile(r"(?:revision|rev|version|ver|v|r)?[ ._-]?(?=\d)")


class CitationChecker:
    """Checks the citations of an answer against its passages; with an encoder in the settings also by entailment.

    >>> report = CitationChecker().check(question="Fee?", contexts=["The wire fee is $25."], answer="It is $25 [2].")
    >>> print(report)
    "[2]" cites passage 2, but there is 1 passage [citation.range]
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
        analysis = self._featurizer.analyse(triple)
        return check_citations(analysis, require=self._require, styles=self._styles, obstacles=obstacles)


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
    cited = CitedAnswer(analysis, styles)
    why = set(obstacles)
    if not cited.markers.cited and not require:
        why.add(CitationReason.NO_CITATIONS)
    if not any(passage.text.strip() for passage in analysis.triple.passages):
        why.add(CitationReason.NO_CONTEXT)
    if not analysis.is_answer_english:
        why.add(CitationReason.LANGUAGE_UNSUPPORTED)
    findings = [*_mapped(cited), *_revisions(cited), *misquoted(cited)]
    if not why & {CitationReason.NO_CONTEXT, CitationReason.LANGUAGE_UNSUPPORTED}:
        spans = {(finding.start, finding.end) for finding in findings}
        findings += [f for f in _supports(cited, nli or analysis.nli) if (f.start, f.end) not in spans]
    if require:
        findings += uncited(cited)
    return reported_citations(findings, _as_cited(cited), why)


def _as_cited(cited: CitedAnswer) -> list[CitedAs]:
    grouped = groupby(cited.citations, key=lambda citation: citation.marker)
    return [
        CitedAs(m.start, m.end, m.text, tuple(sorted({n + 1 for c in own for n in c.passages})))
        for m, own in grouped
    ]


def _mapped(cited: CitedAnswer) -> Iterator[CitationFinding]:
    """Labels that map to no passage, or to several."""
    count = len(cited.analysis.triple.passages)
    there = f"there {'is' if count < 2 else 'are'} {count or 'no'} passage{'' if count == 1 else 's'}"
    for c in cited.citations:
        text, name = c.marker.text, c.label.name
        if len(c.passages) > 1:
            places = " and ".join(str(n + 1) for n in c.passages)
            yield finding_at(
                AMBIGUOUS, c.marker, f'"{text}" may mean passages {places}: each is "{name}"', c.passages
            )
        elif not c.passages and c.label.is_bare:
            yield finding_at(OUT_OF_RANGE, c.marker, f'"{text}" cites passage {name}, but {there}')
        elif not c.passages:
            yield finding_at(ORPHAN, c.marker, f'"{text}" cites "{name}", which no passage is called')


def _revisions(cited: CitedAnswer) -> Iterator[CitationFinding]:
    """Labels that pin another revision than the passage's."""
    for c in cited.citations:
        if not c.label.revision or len(c.passages) != 1:
            continue
        own = cited.analysis.triple.passages[c.passages[0]].revision
        if not is_same_revision(c.label.revision, own):
            actual = f'of revision "{own}"' if own else "of no known revision"
            words = f'"{c.marker.text}" pins revision "{c.label.revision}", but the passage is {actual}'
            yield finding_at(REVISION, c.marker, words, c.passages)


def _supports(cited: CitedAnswer, nli: Nli | None) -> Iterator[CitationFinding]:
    if cited.runs and len(cited.analysis.passages) > 1:
        from .wrong_passage import wrong_passages

        yield from wrong_passages(cited, nli)


def is_same_revision(one: str, other: str) -> bool:
    """Do two spellings name one revision?

    >>> is_same_revision("rev3", "3"), is_same_revision("rev3", "")
    (True, False)
    """
    return _bare(one) == _bare(other)


def _bare(revision: str) -> str:
    return _REVISION_WORD.sub("", revision.strip().lower(), count=1)
