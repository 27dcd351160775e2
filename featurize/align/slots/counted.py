# SPDX-License-Identifier: Apache-2.0
"""Small counts that a text shows without stating them: three bullets, two rows, "A, B and C"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, Sentence, content_stems

_SUMS = re.compile(
    r"\W*(?:(?:sub|grand |group )?totals?|sum|overall|average|mean|all|combined|consolidated|\w+-wide)\b",
    re.IGNORECASE,
)
_MOST_ROWS = 60  # of which a small count may tell some


@dataclass(frozen=True, slots=True)
class Collection:
    """Rows of one table or objects of one list: for each its cells by header, and the stems that may name them."""

    rows: Sequence[Mapping[str, frozenset[str]]]
    named: frozenset[str]
    items: int = 0  # of a list of single values

    def shows(self, count: int, counted: frozenset[str], noun: frozenset[str], said: frozenset[str]) -> bool:
        """Do the words `said` pick `count` rows, or else: are there as many of what is `counted`, or of the `noun`?"""
        picked = self._picked(said)
        if picked:
            return count == picked
        whole = max(len(self.rows), self.items)
        return (count == whole and (not counted or bool(counted & self.named))) or count in self._kinds(noun)

    def _kinds(self, noun: frozenset[str]) -> Iterator[int]:
        """How many values stand under a header with the noun, and how many headers have it."""
        headers = list(dict.fromkeys(header for row in self.rows for header in row))
        stems = {header: frozenset(content_stems(header)) for header in headers}
        for header in headers:
            if noun & stems[header]:
                yield len({row[header] for row in self.rows if header in row} - {frozenset()})
        yield sum(bool(noun & stems[header]) for header in headers[1:])

    def _picked(self, said: frozenset[str]) -> int:
        """How many rows have the values that are said, in each column that holds one of them; 0 if none is for sure."""
        is_named = False
        rows = self.rows
        for header in {header for row in rows for header in row}:
            values = {cell for row in self.rows if (cell := row.get(header)) and cell <= said}
            if len(values) > 1:
                return 0
            for value in values:
                is_named = is_named or any(map(str.isalpha, value))
                rows = [row for row in rows if row.get(header) == value]
        return len(rows) if is_named else 0


def collections_of(documents: Iterable[Document]) -> Sequence[Collection]:
    """All tables and lists of records that are small enough for a small count to tell their rows."""
    return tuple(found for document in documents for found in _collections(document))


def _collections(document: Document) -> Iterator[Collection]:
    before: frozenset[str] = frozenset()
    for in_table, run in groupby(document.sentences, lambda sentence: bool(sentence.unit.cells)):
        sentences = list(run)
        if not in_table:
            before = frozenset(document.content(sentences[-1]))
            continue
        by_heading: dict[str, list[Sentence]] = {}
        for sentence in sentences:
            by_heading.setdefault(sentence.unit.heading, []).append(sentence)
        for heading, group in by_heading.items():
            if len(group) <= _MOST_ROWS:
                yield _collection(document.text, group, before.union(content_stems(heading)))


def _collection(text: str, sentences: Sequence[Sentence], before: frozenset[str]) -> Collection:
    units = [sentence.unit for sentence in sentences]
    rows = []
    for unit in units:
        cells = {c.header: text[c.start : c.end] for c in unit.cells}
        told = sum(map(bool, map(str.strip, cells.values())))
        if any(cells) and told > 1 and not _SUMS.match(text[unit.cells[0].start : unit.cells[0].end]):
            rows.append({header: frozenset(content_stems(cell)) for header, cell in cells.items()})
    if not rows and len(units) == 1:
        return Collection((), before, len(units[0].cells))
    headers = (stem for row in rows for header in row for stem in content_stems(header))
    return Collection(rows, before.union(headers, *(cell for row in rows for cell in row.values())))


SMALL = 12  # bare whole numbers up to this are reached by too many formulas to mean anything

_ITEM = re.compile(r"[ \t]*(?:[-*•–]|\(?\d{1,2}[.)]|[a-z][.)])[ \t]+\S")
# "A, B and C" with parts of a few words each; the last two are joined by a word, with or without a comma.
_PART = r"[^,;.:()]{1,60}"
_LIST = re.compile(rf"((?:{_PART},\s){{0,11}}){_PART}?,?\s(?:and|or|nor|&|plus|as well as)\s", re.IGNORECASE)
_AFTER_COLON = re.compile(r":\s([^:]*[,;]\s[^:]*)$")
_REACH = 4  # words behind a count that may say what it counts
_NO_NOUN_BETWEEN = re.compile(r"[,;.:()\[\n]")


def is_small_count(mention: Mention) -> bool:
    """A bare whole number up to twelve: a text may show it (three plans) without stating it."""
    low = mention.low
    return (
        mention.kind in (Kind.NUMBER, Kind.ORDINAL)
        and low is not None
        and low == int(low)
        and abs(low) <= SMALL
    )


def is_bare_count(mention: Mention) -> bool:
    """A small count of nothing named, as any cell of a table may hold it."""
    return mention.kind is Kind.NUMBER and not mention.unit and is_small_count(mention)


def counts_shown(documents: Iterable[Document]) -> Mapping[int, frozenset[str]]:
    """How many things the lists, tables and enumerations hold, up to twelve, with the words they use for them.

    Generous on purpose: it only says that a count may have been read off, never that it is right.
    """
    found: dict[int, set[str]] = {}
    for document in documents:
        for count, stems in _counts(document):
            if 2 <= count <= SMALL:
                found.setdefault(count, set()).update(stems)
    return {count: frozenset(stems) for count, stems in found.items()}


def counted_words(document: Document, mention: Mention) -> frozenset[str] | None:
    """The content stems that say what a number counts; empty where they are left out, None for "position 8".

    >>> from faithstill.featurize.extract import Extractor
    >>> texts = ("Seat 8.", "Of the two", "2 men")
    >>> [counted_words(d, d.mentions[0]) for d in (Document(text, Extractor()) for text in texts)]
    [None, frozenset(), frozenset({'man'})]
    """
    at = bisect_left(document.starts, mention.end)
    reach = _NO_NOUN_BETWEEN.search(document.text, mention.end)
    end = bisect_left(document.starts, reach.start()) if reach else len(document.starts)
    words = frozenset(filter(None, document.stems[at : min(end, at + _REACH)]))
    before = bisect_left(document.starts, mention.start) - 1
    named = before >= 0 and bool(document.stems[before]) and document.words[before].isalpha()
    return words or (None if named else words)


def _counts(document: Document) -> Iterator[tuple[int, Iterable[str]]]:
    yield from _lines(document)
    rows = [bool(sentence.unit.cells) for sentence in document.sentences]
    for in_table, run in groupby(range(len(rows)), rows.__getitem__):
        if in_table:
            places = list(run)
            stems = frozenset[str]().union(*(document.sentence_bag(at) for at in places))
            yield from ((len(places), stems), (len(places) - 1, stems))
    for sentence, stems in zip(document.sentences, document.sentence_bags, strict=True):
        for count in _coordinated(document.text[sentence.unit.start : sentence.unit.end]):
            yield count, stems


def _lines(document: Document) -> Iterator[tuple[int, Iterable[str]]]:
    """The lengths of runs of list items, with the words of the items and of the line that leads to them."""
    begin, led_from = 0, 0
    for is_item, run in groupby(document.text.splitlines(True), lambda line: _ITEM.match(line) is not None):
        lines = list(run)
        end = begin + sum(map(len, lines))
        if is_item:
            first, last = (bisect_left(document.starts, place) for place in (led_from, end))
            yield len(lines), filter(None, document.stems[first:last])
        told = [line for line in lines if line.strip()]
        led_from = end - len(told[-1]) if told else led_from
        begin = end


def _coordinated(sentence: str) -> Iterator[int]:
    """The lengths of "A and B", "A, B, C and D" and of what follows a colon; a comma before "and" may part nothing."""
    for found in _AFTER_COLON.finditer(sentence):
        yield len(re.split(r"[,;]\s", found[1]))
    for found in _LIST.finditer(sentence):
        parts = found[1].count(",")
        yield parts + 2
        if parts:
            yield parts + 1
