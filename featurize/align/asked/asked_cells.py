# SPDX-License-Identifier: Apache-2.0
"""The figures of tables by what names them: words of row, column and section, and periods; and which a question names.

A line is the cells of one name over its periods, whether those stand over the columns or before the rows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from faithstill.featurize.align.slots.context import cell_at
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, content_stems, weight

_FIGURES = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT, Kind.QUANTITY, Kind.DURATION, Kind.PERIOD})
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_SHORT_YEAR = re.compile(
    r"\b(?:FY|F|CY)['’]?\s?(\d\d)\b(?!\d)|(?<=\b(?:19|20)\d\d[/–-])(\d\d)\b", re.IGNORECASE
)
_SPAN = re.compile(r"((?:19|20)\d\d)\s?(?:to|through|until|[-–])\s?(?:FY\s?)?((?:19|20)\d\d)", re.IGNORECASE)
# What stands over all columns alike, or names a period: no part of a name.
_MONTHS = frozenset(
    content_stems(
        "january february march april june july august september october november december weeks months"
    )
)
NO_NAME = _MONTHS | frozenset(
    content_stems(
        "year years ended ending end period fiscal week month three six nine twelve thousand thousands million "
        "millions billion usd eur us dollar dollars except per amounts"
    )
)
# What questions are made of: no words that name a cell.
OF_QUESTIONS = frozenset(
    content_stems(
        "what how much many number was company's company value amount respective change increase decrease difference "
        "percentage percent average total sum between"
    )
)
_FOOTNOTE = re.compile(r"\(\w{1,2}\)")
_GLUED_NOTE = re.compile(r"(?<=[a-z]{3})\d\b")  # "Land1"
_LONGEST_CODE = 2  # "Level 2"
_SAYING_NOTHING = frozenset(
    content_stems("what how much many company company's value amount respective respectively fy year-end")
)
_MOSTLY = 0.8  # of a question that names a cell
_MOST_YEARS = 12
_MOST_CELLS = 3_000
TOTAL = frozenset(content_stems("total"))
_UNTOLD = 0.35  # how much a word of a label that the question lacks speaks against it


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a table: the words and the periods that name it.

    `label` are the words of its row, `over` those of its column, of its section and of what the rows are.
    """

    mention: Mention
    passage: int
    name: frozenset[str]
    label: frozenset[str]
    over: frozenset[str]
    periods: frozenset[str]
    is_percent: bool
    value: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class NamedFigures:
    """The figures of one name by their periods, in order of the text."""

    name: frozenset[str]
    figures: tuple[Figure, ...]


def periods_of(text: str) -> frozenset[str]:
    """The years that a text names, short ones with a mark of years too.

    >>> sorted(periods_of("FY18 against fiscal 2017")), sorted(periods_of("2016 to 2018"))
    (['2017', '2018'], ['2016', '2018'])
    """
    short = {f"20{one[1] or one[2]}" for one in _SHORT_YEAR.finditer(text)}
    return frozenset(_YEAR.findall(text)) | short


def asked_periods(text: str) -> frozenset[str]:
    """The same of a question, with the years between the ends of a span.

    >>> sorted(asked_periods("the average from 2016 to 2018"))
    ['2016', '2017', '2018']
    """
    found = set(periods_of(text))
    for span in _SPAN.finditer(text):
        first, last = int(span[1]), int(span[2])
        if first < last < first + _MOST_YEARS:
            found.update(map(str, range(first, last + 1)))
    return frozenset(found)


def lines_of(evidence: EvidenceValues) -> Sequence[NamedFigures]:
    """All lines of the tables of the evidence."""
    found: dict[tuple[object, ...], list[list[Figure]]] = {}
    for figure in _figures(evidence):
        lines = found.setdefault((figure.passage, figure.name, figure.is_percent), [[]])
        taken = {period for one in lines[-1] for period in one.periods}
        if lines[-1] and (not figure.periods or not taken.isdisjoint(figure.periods)):
            lines.append([])
        lines[-1].append(figure)
    return [
        NamedFigures(figures[0].name, tuple(figures))
        for lines in found.values()
        for figures in lines
        if figures
    ]


def _figures(evidence: EvidenceValues) -> Iterator[Figure]:
    seen: set[tuple[int, int]] = set()
    for e in evidence.by_sort.get("number", ())[:_MOST_CELLS]:
        place = (e.passage, e.mention.start)
        document = evidence.document(e.passage)
        if place in seen or e.mention.kind not in _FIGURES or not evidence.is_cell(e):
            continue
        seen.add(place)
        if figure := _figure(document, e.mention, e.passage):
            yield figure


def _figure(document: Document, mention: Mention, passage: int) -> Figure | None:
    index, cell = document.sentence_at(mention.start), cell_at(document, mention)
    if index is None or cell is None or mention.low is None or mention.low != mention.high:
        return None
    unit = document.sentences[index].unit
    first = unit.cells[0]
    if cell is first or document.text[unit.start] == "{" or not cell.header:
        return None
    label = document.text[first.start : first.end]
    over = f"{unit.heading} {cell.header}"
    periods = periods_of(f"{label} {cell.header}") or periods_of(unit.heading)
    own, above = _name(label), _name(over)
    is_percent = mention.kind is Kind.PERCENT or "%" in label or "%" in cell.header
    return Figure(
        mention,
        passage,
        own | above,
        own,
        above | _name(first.header),
        periods,
        is_percent,
        mention.low,
        document.text[cell.start : cell.end],
    )


@lru_cache(maxsize=5_000)
def _name(text: str) -> frozenset[str]:
    """The stems of a label that tell it from others, without periods, footnotes and the days of dates."""
    plain = _FOOTNOTE.sub(" ", text)
    stems = frozenset(content_stems(_GLUED_NOTE.sub("", plain)))
    is_dated = not _MONTHS.isdisjoint(stems)
    return frozenset(
        stem
        for stem in stems - NO_NAME
        if not periods_of(stem) and not (stem[0].isdigit() and (is_dated or len(stem) > _LONGEST_CODE))
    )


@dataclass(frozen=True, slots=True)
class AskedCells:
    """What a question says of cells: its words that stand in some name, and its periods."""

    words: frozenset[str]
    periods: frozenset[str]

    def rank(self, lines: Sequence[NamedFigures], most: int) -> Sequence[NamedFigures]:
        """The lines whose names hold most of the question's words and least beside, the best first."""
        scored = [(self._score(line), -n) for n, line in enumerate(lines)]
        best = sorted((one for one in scored if one[0] > 0), reverse=True)[:most]
        return [lines[-n] for _, n in best]

    def _score(self, line: NamedFigures) -> float:
        return _weight(line.name & self.words) - _UNTOLD * _weight(line.name - self.words - TOTAL)


def asked_of(question: Document, lines: Collection[NamedFigures]) -> AskedCells:
    """What a question says of the cells of some lines."""
    telling = frozenset(filter(None, question.stems)) & _names(lines)
    return AskedCells((telling - OF_QUESTIONS) or telling, asked_periods(question.text))


def only_cell(
    question: Document, lines: Sequence[NamedFigures], stated: Collection[Mention] = ()
) -> Figure | None:
    """The one cell that a question leaves but for those that other values state; None of several.

    Its line is `named_lines`', and it is of one of the question's periods.
    """
    periods = asked_periods(question.text)
    told = {abs(value.low) for value in stated if value.low is not None}
    found = [
        figure
        for line in named_lines(question, lines, periods)
        for figure in line.figures
        if _is_of(figure, periods) and told.isdisjoint(readings(figure))
    ]
    return found[0] if len(found) == 1 else None


def named_lines(
    question: Document,
    lines: Sequence[NamedFigures],
    periods: frozenset[str] = frozenset(),
    besides: frozenset[str] = frozenset(),
) -> Sequence[NamedFigures]:
    """The lines with all the question's words that some name holds and least beside; none where that is too little.

    They have a figure of one of `periods`; words `besides` name no line.
    """
    said = frozenset(stem for stem in question.stems if stem and not stem[0].isdigit())
    said -= _SAYING_NOTHING | NO_NAME | besides
    words = said & _names(lines)
    if not words or _weight(words) < _MOSTLY * _weight(said):
        return ()
    left = [
        line
        for line in lines
        if words - TOTAL <= line.name and any(_is_of(figure, periods) for figure in line.figures)
    ]
    least = min((len(line.name - words - TOTAL) for line in left), default=0)
    return [
        line for line in left if len(line.name - words - TOTAL) == least and TOTAL & line.name == TOTAL & said
    ]


def _is_of(figure: Figure, periods: frozenset[str]) -> bool:
    return not periods or not figure.periods.isdisjoint(periods)


def readings(figure: Figure) -> Collection[Decimal]:
    """What it may be stated as, in thousands and millions too."""
    return [abs(figure.value).scaleb(power) for power in (0, 3, 6, 9)]


def _weight(stems: Collection[str]) -> float:
    return sum(map(weight, stems))


def _names(lines: Collection[NamedFigures]) -> frozenset[str]:
    return frozenset[str]().union(*(line.name for line in lines))
