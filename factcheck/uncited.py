# SPDX-License-Identifier: Apache-2.0
"""Factual sentences without a citation, where citations are demanded."""

from __future__ import annotations

from collections.abc import Iterator

from .citation_report import MISSING, CitationFinding, finding_at, short
from .cited import CitedAnswer


def uncited(cited: CitedAnswer) -> Iterator[CitationFinding]:
    """A finding for each factual sentence without a marker.

    A marker in a heading holds for the items under it, one in a table for all its rows.
    """
    sentences = cited.analysis.sentences
    marked = {run.sentence for run in cited.runs}
    facts = [claim.start for claim in cited.analysis.claims.claims if str(claim.type) == "verifiable_fact"]
    covered = False
    for n, s in enumerate(sentences):
        if not s.item and not s.unit.cells:
            covered = str(s.reason) == "heading" and n in marked
        if s.unit.cells and (n == 0 or not sentences[n - 1].unit.cells):
            covered |= _marks_table(cited, n)
        is_fact = s.reason is None and not s.refuses and any(s.start <= at < s.end for at in facts)
        if is_fact and n not in marked and not covered:
            yield finding_at(MISSING, s, f'"{short(s.text)}" states a fact without a citation')


def _marks_table(cited: CitedAnswer, first: int) -> bool:
    sentences = cited.analysis.sentences
    rows = range(first, len(sentences))
    end = next((n for n in rows if not sentences[n].unit.cells), len(sentences))
    return any(run.sentence is not None and first <= run.sentence < end for run in cited.runs)
