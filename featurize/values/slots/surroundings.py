# SPDX-License-Identifier: Apache-2.0
"""Which words of a sentence or row belong to a value, and which to the values beside it.

"Premium 1,000, free 500" gives "premium" to 1,000 and "free" to 500; "revenue was $5m in 2023 and $6m in 2024"
gives "revenue" to both amounts and each its year. A cell belongs to its row label and its column header.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from faithstill.featurize.document import Document, Sentence, content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.structure import Cell, Unit

from .dated import spelled_out
from .paired import label_of, listed

_NONE: frozenset[str] = frozenset()
# Words that set one value against another and say of neither what it is.
RELATING = frozenset({"", *content_stems("compared comparison versus relative")})
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})

# What parts two values of one sentence, the strongest first: of several, the first that occurs decides.
_PARTS = (
    re.compile(r"[;|\n]"),
    re.compile(r",?\s(?:while|whereas|but|versus|vs\.?|compared (?:with|to)|against|up from|down from)\b"),
    re.compile(r"\)"),
    re.compile(r",\s?(?:and|or|then)\b"),
    re.compile(r","),
    re.compile(r"\b(?:and|or|plus|then)\b"),
    re.compile(r"[(–—]|\bto\b|\bfrom\b|\bagainst\b"),
    re.compile(r"\b(?:with|includ\w+|ha[sd]|have|incurr\w+|on|less)\b"),
)
# What keys and columns are called by whose values records are told apart: {"year": 2022, "salary": 39700}.
_TELLS_APART = re.compile(
    r"(?i)\b(?:year|quarter|month|period|day|date|week|age|term|level|class|tier|band|code|id|no|number)$"
)
_LONGEST_KEY = 20
_ASIDE = re.compile(r"[();:]")
_CLAUSE_END = re.compile(r"[,;]\s")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Content stems around a value: `own` are its alone, `shared` are also those of other values beside it.

    In a table `own` is the union of `row` and `column`; in prose these two are empty.
    """

    own: frozenset[str]
    shared: frozenset[str]
    row: frozenset[str] = _NONE
    column: frozenset[str] = _NONE
    cell: int = -1  # where the cell starts


_NOWHERE = Surroundings(_NONE, _NONE)


def surroundings(document: Document, mention: Mention) -> Surroundings:
    """The words that belong to a mention of a document."""
    index = document.sentence_at(mention.start)
    if index is None:
        return _NOWHERE
    sentence = document.sentences[index]
    if sentence.unit.cells:
        return _of_cell(document, sentence, mention)
    return _in_prose(document, sentence, mention)


def mentions_in(document: Document, sentence: Sentence) -> Sequence[Mention]:
    """The mentions that start in a sentence."""
    first = bisect_left(document.mentions, sentence.unit.start, key=_start)
    return document.mentions[first : bisect_left(document.mentions, sentence.unit.end, key=_start)]


def neighbours(document: Document, mention: Mention) -> Sequence[Mention]:
    """The other values of its kind in a mention's sentence."""
    index = document.sentence_at(mention.start)
    if index is None:
        return ()
    found = mentions_in(document, document.sentences[index])
    return [m for m in found if m.start != mention.start and beside(m, mention)]


def _start(mention: Mention) -> int:
    return mention.start


def _of_cell(document: Document, sentence: Sentence, mention: Mention) -> Surroundings:
    own = cell_of(sentence, mention)
    row = frozenset(row_label(document, sentence, own))
    shared = frozenset(document.label_stems(sentence.unit.heading))
    if own is None:
        return Surroundings(row, shared, row)
    beside = document.text[own.start : mention.start] + " " + document.text[mention.end : own.end]
    column = frozenset(document.label_stems(own.header) + content_stems(beside))
    return Surroundings(row | column, shared, row, column, own.start)


def cell_of(sentence: Sentence, mention: Mention) -> Cell | None:
    """The cell of a row that holds a mention."""
    cells = sentence.unit.cells
    return next((c for c in cells if c.start <= mention.start < max(c.end, c.start + 1)), None)


def cell_at(document: Document, mention: Mention) -> Cell | None:
    """The cell of a document's rows that holds a mention."""
    index = document.sentence_at(mention.start)
    return cell_of(document.sentences[index], mention) if index is not None else None


def row_label(document: Document, sentence: Sentence, own: Cell | None) -> Iterator[str]:
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


def _in_prose(document: Document, sentence: Sentence, mention: Mention) -> Surroundings:
    values = [m for m in mentions_in(document, sentence) if beside(m, mention)]
    here = next((i for i, m in enumerate(values) if m.start >= mention.start), len(values))
    unit = sentence.unit
    label = None
    if len(values) > 1:
        row = listed(document.text, values, mention)
        label = label_of(document.text, unit.start, unit.end, row, mention)
    if label is not None:
        own = _stems(document, *label)
        return Surroundings(own, _stems(document, unit.start, unit.end) - own)
    left, begin, stop, right = _extent(document.text, unit, values, mention, here)
    shared = [(left, begin), (stop, right)]
    own = _stems(document, begin, mention.start)
    head = _head(document.text, unit.start, values[0].start) if values else unit.start
    if here > 0:
        shared.append((unit.start, head))
        gap = document.text[values[here - 1].end : mention.start]
        if not own or (all(stem[0].isdigit() for stem in own) and not _ASIDE.search(gap)):
            # "revenue was $5m in 2023 and $6m in 2024"
            own |= _stems(document, head, values[0].start)
    elif len(values) > 1:
        own = _stems(document, head, mention.start)
        shared.append((unit.start, head))
    own = own | _stems(document, mention.end, _clause_end(document.text, mention.end, stop))
    common = frozenset(document.label_stems(unit.heading))
    for a, b in shared:
        common |= _stems(document, a, b)
    return Surroundings(own, common - own)


def own_span(document: Document, sentence: Sentence, mention: Mention) -> tuple[int, int]:
    """The characters of a sentence that belong to one of its values alone: what parts it from those beside it."""
    values = [m for m in mentions_in(document, sentence) if beside(m, mention)]
    here = next((i for i, m in enumerate(values) if m.start >= mention.start), len(values))
    return _extent(document.text, sentence.unit, values, mention, here)[1:3]


def nearest_stems(document: Document, sentence: Sentence, mention: Mention) -> frozenset[str]:
    """The content stems that stand nearer to a value than to any other of its sentence, whatever that is."""
    values = [m for m in mentions_in(document, sentence) if m.kind not in NAMES]
    here = next((i for i, m in enumerate(values) if m.start >= mention.start), len(values))
    _, begin, stop, _ = _extent(document.text, sentence.unit, values, mention, here)
    return _stems(document, begin, mention.start) | _stems(document, mention.end, stop)


def _extent(
    text: str, unit: Unit, values: Sequence[Mention], mention: Mention, here: int
) -> tuple[int, int, int, int]:
    """Where what is shared with the value before starts and ends, and what is shared with the one behind."""
    left = begin = unit.start
    stop = right = unit.end
    if here > 0:
        left, begin = _gap(text, values[here - 1].end, mention.start)
    if here + 1 < len(values):
        stop, right = _gap(text, mention.end, values[here + 1].start)
    return left, begin, stop, right


def beside(mention: Mention, other: Mention) -> bool:
    """Would the two compete for the words between them?"""
    return mention.kind is other.kind or (mention.kind in _CALENDAR and other.kind in _CALENDAR)


def _gap(text: str, left: int, right: int) -> tuple[int, int]:
    """Where the words of the value before end, and where those of the value after it begin."""
    for part in _PARTS:
        found = list(part.finditer(text, left, right))
        if found:
            return found[0].start(), found[-1].end()
    return right, left  # nothing parts them: what stands between belongs to both


def _clause_end(text: str, start: int, end: int) -> int:
    """Where the clause of a value ends: what comes after a comma says something else."""
    found = _CLAUSE_END.search(text, start, end)
    return found.start() if found else end


def _head(text: str, start: int, end: int) -> int:
    """Where "In 2023, " or "Monthly fee: " ends: what leads a sentence in holds for all that follows."""
    stop = max(text.rfind(", ", start, end), text.rfind(": ", start, end))
    return stop + 2 if stop >= 0 and text[stop + 2 : end].strip() else start


def _stems(document: Document, start: int, end: int) -> frozenset[str]:
    if end <= start:
        return _NONE
    starts = document.starts
    found: Iterable[str] = document.stems[bisect_left(starts, start) : bisect_left(starts, end)]
    return frozenset(found) - RELATING
