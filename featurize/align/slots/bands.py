# SPDX-License-Identifier: Apache-2.0
"""Values that hold within a band: "1,001 to 5,000 contacts: $25 a month, 5,001 and more: $70"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from faithstill.featurize.extract import Bound, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree, same_type
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.same_name import NAMES

from .contenders import is_bound
from .context import Context, mentions_in


def points_told(answer: Document, question: Document, value: Mention) -> Sequence[Mention]:
    """The single values beside a value of the answer, in the sentence before and in the question."""
    index = answer.sentence_at(value.start)
    near = answer.sentences[max(index - 1, 0) : index + 1] if index is not None else ()
    told = [m for sentence in near for m in mentions_in(answer, sentence) if m is not value]
    return [m for m in (*told, *question.mentions) if _is_point(m)]


def company(context: Context, told: Sequence[Mention]) -> frozenset[int]:
    """Which of some values, by their number, stand in the row, column header or clause of a place too."""
    beside = _beside(context)
    if context.cell is None:
        start, end = context.span
        beside = [m for m in beside if start <= m.start < end]
    return frozenset(n for n, value in enumerate(told) if any(agree(value, m) for m in beside))


def fits_band(context: Context, points: Sequence[Mention]) -> float:
    """1 where the bands that a place of the evidence is for hold one of the points each, -1 where one holds none.

    0 where there is no band, or nothing told that could lie in it.
    """
    held = [
        any(_holds(band, point) for point in alike)
        for band in bands_of(context)
        if (alike := [point for point in points if same_type(point, band)])
    ]
    return 0.0 if not held else 1.0 if all(held) else -1.0


def bands_of(context: Context) -> Sequence[Mention]:
    """The ranges and bounds that say when a value holds: in its row, its column header or its clause."""
    found = _bands(_beside(context))
    if context.cell is not None:
        return found
    start, end = context.span
    here = [m for m in found if start <= m.start < end]
    return here or (found if len(found) == 1 else [])  # "18 to 39: $11 / $19 / $30."


def _beside(context: Context) -> list[Mention]:
    """The other values of the sentence or row, and of the column header."""
    if context.sentence is None:
        return []
    header = context.document.label_mentions(context.cell.header) if context.cell else ()
    here = mentions_in(context.document, context.sentence)
    return [*(m for m in here if m.start != context.mention.start), *header]


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
