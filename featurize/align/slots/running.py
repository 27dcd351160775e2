# SPDX-License-Identifier: Apache-2.0
"""Words that stand in the same order next to two values, one of the answer and one of the evidence."""

from __future__ import annotations

from bisect import bisect_left

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document, weight

from .context import cell_of, unit_behind

_RUN = 8  # words compared on either side
STOP_WORD = 1.5  # what a word without content counts
_HEAD_WITHIN = 3


def running_along(answer: Document, mention: Mention, evidence: Document, other: Mention) -> float:
    """How much the words say that stand in the same order next to both values."""
    a, b = _sentence_bounds(answer, mention), _sentence_bounds(evidence, other)
    if a is None or b is None:
        return 0.0
    unit = unit_behind(answer, mention)
    if unit and unit == unit_behind(evidence, other):
        a, b = (*a[:2], a[2] + 1, a[3]), (*b[:2], b[2] + 1, b[3])
    left = _run(
        answer, range(a[1] - 1, max(a[0], a[1] - _RUN) - 1, -1), evidence, range(b[1] - 1, b[0] - 1, -1)
    )
    right = _run(answer, range(a[2], min(a[3], a[2] + _RUN)), evidence, range(b[2], b[3]))
    return left + right


def head(document: Document, mention: Mention) -> str:
    """The nearest content stem before a value, with at most two small words between."""
    bounds = _sentence_bounds(document, mention)
    if bounds is None:
        return ""
    first, left = bounds[:2]
    before = document.stems[max(first, left - _HEAD_WITHIN) : left]
    return next((stem for stem in reversed(before) if stem), "")


def _sentence_bounds(document: Document, mention: Mention) -> tuple[int, int, int, int] | None:
    """First word of the sentence or cell, of the mention, after the mention, after the sentence or cell."""
    index = document.sentence_at(mention.start)
    if index is None:
        return None
    sentence, starts = document.sentences[index], document.starts
    left, right = bisect_left(starts, mention.start), bisect_left(starts, mention.end)
    cell = cell_of(sentence, mention)
    if cell is None:
        return sentence.first, left, right, sentence.last
    return bisect_left(starts, cell.start), left, right, bisect_left(starts, cell.end)


def _run(a: Document, ours: range, b: Document, theirs: range) -> float:
    total = 0.0
    for i, j in zip(ours, theirs, strict=False):
        stem = a.stems[i]
        if stem != b.stems[j] or (not stem and a.words[i] != b.words[j]):
            break
        total += weight(stem) if stem else STOP_WORD
    return total
