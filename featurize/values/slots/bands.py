# SPDX-License-Identifier: Apache-2.0
"""Values that hold within a band: "1,001 to 5,000 contacts: $25 a month, 5,001 and more: $70"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Bound, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree, same_type
from faithstill.featurize.extract.same_name import NAMES

from .contenders import is_bound
from .surroundings import cell_of, mentions_in, own_span


def points_told(answer: Document, question: Document, value: Mention) -> Sequence[Mention]:
    """The single values beside a value of the answer, in the sentence before and in the question."""
    index = answer.sentence_at(value.start)
    near = answer.sentences[max(index - 1, 0) : index + 1] if index is not None else ()
    told = [m for sentence in near for m in mentions_in(answer, sentence) if m is not value]
    return [m for m in (*told, *question.mentions) if _is_point(m)]


def company(document: Document, mention: Mention, told: Sequence[Mention]) -> frozenset[int]:
    """Which of some values, by their number, stand in the row, column header or clause of a place too."""
    index = document.sentence_at(mention.start)
    if index is None:
        return frozenset()
    sentence = document.sentences[index]
    here = [m for m in mentions_in(document, sentence) if m.start != mention.start]
    own = cell_of(sentence, mention)
    if own is not None:
        here += document.label_mentions(own.header)
    else:
        start, end = own_span(document, sentence, mention)
        here = [m for m in here if start <= m.start < end]
    return frozenset(n for n, value in enumerate(told) if any(agree(value, m) for m in here))


def fits_band(document: Document, mention: Mention, points: Sequence[Mention]) -> float:
    """1 where the bands that a place of the evidence is for hold one of the points each, -1 where one holds none.

    0 where there is no band, or nothing told that could lie in it.
    """
    held = [
        any(_holds(band, point) for point in alike)
        for band in bands_of(document, mention)
        if (alike := [point for point in points if same_type(point, band)])
    ]
    return 0.0 if not held else 1.0 if all(held) else -1.0


def bands_of(document: Document, mention: Mention) -> Iterator[Mention]:
    """The ranges and bounds that say when a value holds: in its row, its column header or its clause."""
    index = document.sentence_at(mention.start)
    if index is None:
        return
    sentence = document.sentences[index]
    found = [m for m in mentions_in(document, sentence) if m.start != mention.start]
    own = cell_of(sentence, mention)
    if own is not None:
        yield from _bands(found)
        yield from _bands(document.label_mentions(own.header))
        return
    start, end = own_span(document, sentence, mention)
    here = _bands(m for m in found if start <= m.start < end)
    if not here:  # "18 to 39: $11 / $19 / $30."
        here = _bands(found)
        here = here if len(here) == 1 else []
    yield from here


def _bands(mentions: Iterable[Mention]) -> list[Mention]:
    return [m for m in mentions if m.low is not None and (m.low != m.high or m.bound in (*LOWER, *UPPER))]


def _is_point(mention: Mention) -> bool:
    is_single = mention.kind not in NAMES and mention.low is not None and mention.low == mention.high
    return is_single and not is_bound(mention)


def _holds(band: Mention, point: Mention) -> bool:
    if band.low is None or band.high is None or point.low is None:
        return False
    if band.low != band.high:
        return band.low <= point.low <= band.high
    if band.bound in LOWER:
        return point.low > band.low or (point.low == band.low and band.bound is Bound.AT_LEAST)
    return point.low < band.high or (point.low == band.high and band.bound is Bound.AT_MOST)
