# SPDX-License-Identifier: Apache-2.0
"""The words around a value: which belong to it, which it shares with the values beside it, how far the others reach.

"Premium 1,000, free 500" gives "premium" to 1,000 and "free" to 500; "revenue was $5m in 2023 and $6m in 2024"
gives "revenue" to both amounts and each its year. A cell belongs to its row label and its column header.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, Sentence, content_stems
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.read.structure import Cell

from .value_clauses import clause_end, extent, head_end, label_of, spelled_out

_NONE: frozenset[str] = frozenset()
# Words that set one value against another and say of neither what it is.
RELATING = frozenset({"", *content_stems("compared comparison versus relative")})
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})

_NEAR = 10.0  # words at which the weight of a neighbour has halved
_FARTHEST = 40
_SHARES = tuple(_NEAR / (_NEAR + distance) for distance in reversed(range(_FARTHEST)))
_OTHER_CELL_WEIGHT = 0.25
# How far words reach that are not the value's own: shared ones, those of its sentence, alone and beside others.
_SHARED, _SENTENCE, _OTHERS = 0.7, 0.5, 0.25

# What keys and columns are called by whose values records are told apart: {"year": 2022, "salary": 39700}.
_TELLS_APART = re.compile(
    r"(?i)\b(?:year|quarter|month|period|day|date|week|age|term|level|class|tier|band|code|id|no|number)$"
)
_LONGEST_KEY = 20
_LONGEST_UNIT = 3
_ASIDE = re.compile(r"[();:]")


@dataclass(frozen=True)
class Context:
    """Content stems around a value: `own` are its alone, `shared` are also those of other values beside it.

    In a table or a record `own` is the union of `row` and `column`; in prose these two are empty.
    """

    document: Document
    mention: Mention
    sentence: Sentence | None
    own: frozenset[str] = _NONE
    shared: frozenset[str] = _NONE
    row: frozenset[str] = _NONE
    column: frozenset[str] = _NONE
    cell: Cell | None = None

    @property
    def is_cell(self) -> bool:
        """Does the value stand in a row of a table, a labelled line or a tool result?"""
        return self.sentence is not None and bool(self.sentence.unit.cells)

    @cached_property
    def words(self) -> Mapping[str, float]:
        """What the stems count that say what the value is the value of, nearer ones more.

        Only its own sentence or row and the headings above are read: else a verdict would hang on where a document
        was cut into passages.
        """
        if self.sentence is None:
            return {}
        return _cell_words(self) if self.is_cell else _prose_words(self, self.sentence)

    @cached_property
    def reach(self) -> Mapping[str, float]:
        """How far each content stem of its sentence reaches to the value, from 0 to 1."""
        if self.sentence is None:
            return {}
        found = dict.fromkeys(self.document.content(self.sentence), _OTHERS if self.neighbours else _SENTENCE)
        found |= dict.fromkeys(self.shared, _SHARED)
        found |= dict.fromkeys(self.own, 1.0)
        return {stem: share for stem, share in found.items() if stem not in RELATING}

    @cached_property
    def neighbours(self) -> Sequence[Mention]:
        """The other values of its kind in its sentence."""
        if self.sentence is None:
            return ()
        found = mentions_in(self.document, self.sentence)
        return [m for m in found if m.start != self.mention.start and _beside(m, self.mention)]

    @property
    def span(self) -> tuple[int, int]:
        """The characters of its sentence that belong to the value alone."""
        return _span(self, lambda other: _beside(other, self.mention))

    @property
    def nearest(self) -> frozenset[str]:
        """The content stems that stand nearer to the value than to any other of its sentence, whatever that is."""
        if self.sentence is None:
            return _NONE
        begin, stop = _span(self, lambda other: other.kind not in NAMES)
        return _stems(self.document, begin, self.mention.start) | _stems(
            self.document, self.mention.end, stop
        )


def context_of(document: Document, mention: Mention) -> Context:
    """The words around a value of a document, read from prose, from a row of a table or from a record."""
    index = document.sentence_at(mention.start)
    if index is None:
        return Context(document, mention, None)
    sentence = document.sentences[index]
    return (_of_cell if sentence.unit.cells else _of_prose)(document, sentence, mention)


def mentions_in(document: Document, sentence: Sentence) -> Sequence[Mention]:
    """The mentions that start in a sentence."""
    first = bisect_left(document.mentions, sentence.unit.start, key=_start)
    return document.mentions[first : bisect_left(document.mentions, sentence.unit.end, key=_start)]


def cell_of(sentence: Sentence, mention: Mention) -> Cell | None:
    """The cell of a row that holds a mention."""
    cells = sentence.unit.cells
    return next((c for c in cells if c.start <= mention.start < max(c.end, c.start + 1)), None)


def cell_at(document: Document, mention: Mention) -> Cell | None:
    """The cell of a document's rows that holds a mention."""
    index = document.sentence_at(mention.start)
    return cell_of(document.sentences[index], mention) if index is not None else None


def unit_behind(document: Document, mention: Mention) -> str:
    """The stem of a short word in capitals right behind a value ("GR", "KWH"), "" for none."""
    index = bisect_left(document.starts, mention.end)
    if index >= len(document.words) or document.starts[index] > mention.end + 1:
        return ""
    start, word = document.starts[index], document.words[index]
    text = document.text[start : start + len(word)]
    return document.stems[index] if len(word) <= _LONGEST_UNIT and text.isupper() else ""


def _start(mention: Mention) -> int:
    return mention.start


def _of_cell(document: Document, sentence: Sentence, mention: Mention) -> Context:
    own = cell_of(sentence, mention)
    row = frozenset(_row_label(document, sentence, own))
    column = _NONE
    if own:
        beside = document.text[own.start : mention.start] + " " + document.text[mention.end : own.end]
        column = frozenset(document.label_stems(own.header) + content_stems(beside))
    shared = frozenset(document.label_stems(sentence.unit.heading))
    return Context(document, mention, sentence, row | column, shared, row, column, own)


def _cell_words(context: Context) -> Mapping[str, float]:
    """Heading, column header, row label and own cell count whole, the other cells of the row little."""
    if context.sentence is None:
        return {}
    found = dict.fromkeys(context.document.content(context.sentence), _OTHER_CELL_WEIGHT)
    return found | dict.fromkeys(sorted(context.shared | context.own), 1.0)


def _row_label(document: Document, sentence: Sentence, own: Cell | None) -> Iterator[str]:
    """The stems of the cells that say what a row is about: those of words, years and the like, a table's first.

    The first member of an object is no label of the others: {"basic": "2%", "plus": "3%"}.
    """
    is_object = document.text[sentence.unit.start] == "{"
    for i, cell in enumerate(sentence.unit.cells):
        text = document.text[cell.start : cell.end]
        is_key = len(text) <= _LONGEST_KEY and _tells_apart(cell.header)
        if cell is not own and (_is_label(text) or is_key or not (i or is_object)):
            yield from document.label_stems(text)
            if "-" in text or "/" in text or "." in text:
                yield from spelled_out(document.label_mentions(text))


@lru_cache(maxsize=10_000)
def _tells_apart(header: str) -> bool:
    return _TELLS_APART.search(header) is not None


@lru_cache(maxsize=10_000)
def _is_label(text: str) -> bool:
    """A cell of words, not of a figure."""
    return sum(map(str.isalpha, text)) * 2 > len(text)


def _of_prose(document: Document, sentence: Sentence, mention: Mention) -> Context:
    values = [m for m in mentions_in(document, sentence) if _beside(m, mention)]
    here = next((i for i, m in enumerate(values) if m.start >= mention.start), len(values))
    unit = sentence.unit
    if len(values) > 1 and (label := label_of(document.text, unit.start, unit.end, values, mention)):
        own = _stems(document, *label)
        return Context(document, mention, sentence, own, _stems(document, unit.start, unit.end) - own)
    left, begin, stop, right = extent(document.text, unit, values, mention, here)
    shared = [(left, begin), (stop, right)]
    own = _stems(document, begin, mention.start)
    head = head_end(document.text, unit.start, values[0].start) if values else unit.start
    if here > 0:
        shared.append((unit.start, head))
        gap = document.text[values[here - 1].end : mention.start]
        if not own or (all(stem[0].isdigit() for stem in own) and not _ASIDE.search(gap)):
            # "revenue was $5m in 2023 and $6m in 2024"
            own |= _stems(document, head, values[0].start)
    elif len(values) > 1:
        own = _stems(document, head, mention.start)
        shared.append((unit.start, head))
    own |= _stems(document, mention.end, clause_end(document.text, mention.end, stop))
    common = frozenset(document.label_stems(unit.heading)).union(*(_stems(document, a, b) for a, b in shared))
    return Context(document, mention, sentence, own, common - own)


def _prose_words(context: Context, sentence: Sentence) -> Mapping[str, float]:
    """The words before and behind, nearer ones heavier, and those of the heading."""
    document, mention = context.document, context.mention
    left, right = bisect_left(document.starts, mention.start), bisect_left(document.starts, mention.end)
    before = document.stems[max(sentence.first, left - _FARTHEST) : left]
    after = document.stems[right : min(sentence.last, right + _FARTHEST)][::-1]
    found = dict.fromkeys(document.label_stems(sentence.unit.heading), 1.0)
    found.update(zip(before, _SHARES[_FARTHEST - len(before) :], strict=True))
    for stem, share in dict(zip(after, _SHARES[_FARTHEST - len(after) :], strict=True)).items():
        found[stem] = max(share, found.get(stem, 0.0))
    return {stem: share for stem, share in found.items() if stem not in RELATING}


def _span(context: Context, rivals: Callable[[Mention], bool]) -> tuple[int, int]:
    """The characters of a value's sentence that its neighbours leave it."""
    document, mention, sentence = context.document, context.mention, context.sentence
    if sentence is None:
        return mention.start, mention.end
    values = [m for m in mentions_in(document, sentence) if rivals(m)]
    here = next((i for i, m in enumerate(values) if m.start >= mention.start), len(values))
    return extent(document.text, sentence.unit, values, mention, here)[1:3]


def _beside(mention: Mention, other: Mention) -> bool:
    """Would the two compete for the words between them?"""
    return mention.kind is other.kind or (mention.kind in _CALENDAR and other.kind in _CALENDAR)


def _stems(document: Document, start: int, end: int) -> frozenset[str]:
    if end <= start:
        return _NONE
    starts = document.starts
    found: Iterable[str] = document.stems[bisect_left(starts, start) : bisect_left(starts, end)]
    return frozenset(found) - RELATING
