# SPDX-License-Identifier: Apache-2.0
"""The tables and lists of records in the evidence, and how many of their rows a few words of an answer pick."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

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
