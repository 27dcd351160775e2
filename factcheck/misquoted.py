# SPDX-License-Identifier: Apache-2.0
"""Quotations that the passages cited for them do not hold word for word."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .citation_report import QUOTE_ALTERED, WRONG_QUOTE, CitationFinding, finding_at, short
from .cited import CitedAnswer, MarkerRun
from .quotations import Quotation, is_altered, is_verbatim, nearest, quotations
from .verdict import Quote


def misquoted(cited: CitedAnswer) -> Iterator[CitationFinding]:
    """A finding for each quotation with a marker that stands in another passage, or nowhere as it is quoted."""
    asked = cited.analysis.question.text
    for quotation in quotations(cited.analysis.unmarked):
        run = _run_of(cited, quotation)
        own = [c for c in run.citations if len(c.passages) == 1] if run else []
        passages = {n for c in own for n in (*c.passages, *c.also)}
        if own and not _holders(cited, quotation, passages) and not is_verbatim(quotation.text, asked):
            yield from _finding(cited, quotation, [c.passages[0] for c in own], passages)


def _finding(
    cited: CitedAnswer, quotation: Quotation, shown: list[int], passages: Collection[int]
) -> Iterator[CitationFinding]:
    others = [n for n in range(len(cited.analysis.passages)) if n not in passages]
    said = f'the quoted "{short(quotation.text)}"'
    if elsewhere := _holders(cited, quotation, others):
        quote = _place(cited, quotation, elsewhere[0])
        words = f"{said} stands in passage {quote}, not in the cited one"
        yield finding_at(WRONG_QUOTE, quotation, words, shown, quote)
        return
    best = max(shown, key=lambda n: nearest(quotation.text, _text(cited, n)).likeness)
    if is_altered(quotation, nearest(quotation.text, _text(cited, best)).likeness):
        quote = _place(cited, quotation, best)
        words = f'{said} is not verbatim in the cited passage; nearest is "{short(quote.text)}" ({quote})'
        yield finding_at(QUOTE_ALTERED, quotation, words, shown, quote)


def _text(cited: CitedAnswer, passage: int) -> str:
    return cited.analysis.triple.passages[passage].text


def _holders(cited: CitedAnswer, quotation: Quotation, passages: Collection[int]) -> list[int]:
    return [n for n in passages if is_verbatim(quotation.text, _text(cited, n))]


def _place(cited: CitedAnswer, quotation: Quotation, passage: int) -> Quote:
    found, own = nearest(quotation.text, _text(cited, passage)), cited.analysis.triple.passages[passage]
    return Quote(passage + 1, own.id, found.start, found.end, own.text[found.start : found.end])


def _run_of(cited: CitedAnswer, quotation: Quotation) -> MarkerRun | None:
    """The markers that a quotation goes with: the next of its sentence, or else the last before it."""
    units = [sentence.unit for sentence in cited.analysis.sentences]
    at = next((n for n, unit in enumerate(units) if unit.start <= quotation.end - 1 < unit.end), None)
    own = [run for run in cited.runs if at is not None and run.sentence == at]
    behind = [run for run in own if run.start >= quotation.end]
    return behind[0] if behind else own[-1] if own else None
