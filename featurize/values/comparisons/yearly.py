# SPDX-License-Identifier: Apache-2.0
"""What the evidence states of one thing for one year and for another: "$60m in 2020 and $84m in 2021", two cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from faithstill.featurize.extract import Kind
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import cell_of, mentions_in

from .comparison import ORDERED, is_ordered
from .directions import direction

YEAR = re.compile(r"(?<![\d.,-])(?:19|20)\d\d(?![\d-])")
PART_OF_YEAR = re.compile(
    r"(?i)\b(?:q[1-4]|h[12]|quarter\w*|hal(?:f|ves)|months?|monthly|weeks?|weekly|days?|daily|january|february|march|"
    r"april|june|july|august|september|october|november|december)\b|\bMay\b"
)
_OF = r"(?:in|for|during|at the end of|by the end of|as of)\s(?:the\s)?(?:fiscal\s|financial\s|calendar\s)?(?:year\s)?"
_BEHIND = re.compile(
    rf"(?:\s(?!in\b|for\b|and\b|or\b|to\b|from\b|than\b|by\b|as\b|of\b)[a-z-]+){{0,2}},?\s"
    rf"(?:{_OF}|\((?:{_OF})?)(?P<year>(?:19|20)\d\d)(?![\d-])"
)
_BEFORE = re.compile(
    rf"(?:^|[,;]\s|\b(?:and|but|while|whereas)\s)(?i:{_OF})(?P<year>(?:19|20)\d\d),?\s"
    r"(?:(?!and\b|or\b|but\b|than\b|from\b)[A-Za-z'’-]+\s){0,6}\S{0,2}$"
)
_OTHERWISE = re.compile(r"(?i)\b(?:restated|revised|pro forma|budgeted)\b")  # the same year twice
_MOST = 60  # values of one subject


@dataclass(frozen=True, slots=True)
class Yearly:
    """A value of the evidence and the one year that it is of."""

    value: Located
    year: str


def year_pairs(subject: frozenset[str], evidence: EvidenceValues) -> Iterator[tuple[Yearly, Yearly]]:
    """Pairs of values that the evidence states in the same words for an earlier and for a later year."""
    points: list[Yearly] = []
    seen: set[tuple[int, int]] = set()  # under "in £000" a cell stands twice
    for e in evidence.values:
        place = (e.passage, e.mention.start)
        if e.mention.kind in ORDERED and place not in seen and _is_of(subject, e, evidence):
            seen.add(place)
            year = _year_of(e, evidence)
            if year and not _is_of_change(e, evidence):
                points.append(Yearly(e, year))
    for a, b in combinations(points[:_MOST], 2):
        if a.year == b.year or not is_ordered(a.value.mention, b.value.mention):
            continue
        if _are_of_one(a.value, b.value, evidence):
            yield (a, b) if a.year < b.year else (b, a)


def _is_of_change(e: Located, evidence: EvidenceValues) -> bool:
    """ "Exports rose 4% in 2021 and 6% in 2022": rates of growth, no exports."""
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    if index is None or e.mention.kind is not Kind.PERCENT:
        return False
    alike = (m for m in mentions_in(document, document.sentences[index]) if m.kind is e.mention.kind)
    return any(direction(document, m)[1] == "by" for m in alike)


def _is_of(subject: frozenset[str], e: Located, evidence: EvidenceValues) -> bool:
    """Does the subject name the value's row, or its column where a row is a year's, and say nothing else?"""
    around = evidence.around(e)
    own = (around.row | around.column) if around.cell >= 0 else around.own
    return subject <= own | around.shared and not subject.isdisjoint(own)


def _are_of_one(a: Located, b: Located, evidence: EvidenceValues) -> bool:
    """Do two values stand in the same words, but for the year?"""
    x, y = evidence.around(a), evidence.around(b)
    if (x.cell >= 0) is not (y.cell >= 0):
        return False
    if x.cell < 0:
        return _words(x.own) == _words(y.own)
    return _words(x.row) == _words(y.row) and _words(x.column) == _words(y.column)


def _words(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for stem in stems if not YEAR.fullmatch(stem))


def _year_of(e: Located, evidence: EvidenceValues) -> str:
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    if index is None:
        return ""
    sentence, text = document.sentences[index], document.text
    cells = sentence.unit.cells
    if cells:
        own = cell_of(sentence, e.mention)
        over = _only_year(own.header) if own else ""
        beside = [text[c.start : c.end] for c in cells if c is not own]
        return over or next((year for label in beside if YEAR.fullmatch(year := label.strip())), "")
    if _OTHERWISE.search(text, sentence.unit.start, sentence.unit.end):
        return ""
    behind = _BEHIND.match(text, e.mention.end, sentence.unit.end)
    if behind:
        return behind["year"]
    ends = (m.end for m in mentions_in(document, sentence) if m.kind in ORDERED and m.end <= e.mention.start)
    start = max(ends, default=sentence.unit.start)
    before = _BEFORE.search(text[start : e.mention.start])
    return before["year"] if before else ""


def _only_year(header: str) -> str:
    years = YEAR.findall(header)
    return years[0] if len(years) == 1 and not PART_OF_YEAR.search(header) else ""
