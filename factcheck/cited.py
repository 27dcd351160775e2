# SPDX-License-Identifier: Apache-2.0
"""Which passage a citation marker maps to, and which sentence it stands for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from faithstill.data import Passage
from faithstill.featurize import Analysis
from faithstill.featurize.read.markers import STYLES, Marker, MarkerLabel, Markers, Style, markers_of, runs

if TYPE_CHECKING:
    from faithstill.featurize.claims import Claim

# The id of a passage that may be cited by its number: "7", "doc 7", "chunk_07".
_NUMBERED = re.compile(r"(?:[A-Za-z]+[ _-]?)?(\d{1,3})")
_BEFORE = 24  # characters by which a marker is known as one of a passage's own


@dataclass(frozen=True, slots=True)
class Citation:
    """One label of a marker with the passages (by index) that it may mean: one where all is well.

    `also` are those that it means where numbers count the other way: by position or by id.
    """

    marker: Marker
    label: MarkerLabel
    passages: tuple[int, ...]
    also: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerRun:
    """Markers with nothing between them, at `start:end`, and the sentence (by index) that they stand for."""

    start: int
    end: int
    citations: tuple[Citation, ...]
    sentence: int | None


def chosen_markers(analysis: Analysis, styles: Collection[Style] = STYLES) -> Markers:
    """The markers of the styles that count, less those that the answer copied from a passage with its text."""
    found = analysis.markers
    if len(frozenset(styles)) < len(STYLES):
        found = markers_of(analysis.triple.answer, [p.id for p in analysis.triple.passages], styles=styles)
    return Markers(tuple(m for m in found.cited if not _is_copied(m, analysis)), found.definitions)


def _is_copied(marker: Marker, analysis: Analysis) -> bool:
    with_words = analysis.triple.answer[max(0, marker.start - _BEFORE) : marker.end]
    is_short = len(with_words) < _BEFORE // 2 + len(marker.text)
    return not is_short and any(with_words in passage.text for passage in analysis.triple.passages)


def citations_of(analysis: Analysis, markers: Markers | None = None) -> tuple[Citation, ...]:
    """Each label of each marker of the answer with the passages that it may mean."""
    found = chosen_markers(analysis) if markers is None else markers
    labels = [label for marker in found.cited for label in marker.labels]
    directory = Directory(analysis.triple.passages, labels, {d.label: d.text for d in found.definitions})
    return tuple(
        Citation(marker, label, *directory.find(label)) for marker in found.cited for label in marker.labels
    )


def missing_numbers(analysis: Analysis) -> tuple[int, ...]:
    """The cited numbers that no passage has, neither by its place nor in its id."""
    missing = (c.label.number for c in citations_of(analysis) if not c.passages)
    return tuple(sorted({number for number in missing if number is not None}))


class Directory:
    """The passages by id, by the number in their id and by place."""

    def __init__(
        self, passages: Sequence[Passage], labels: Iterable[MarkerLabel], said: dict[str, str]
    ) -> None:
        """`said` is what definitions say of labels."""
        self._passages, self._said = passages, said
        self._ids: defaultdict[str, list[int]] = defaultdict(list)
        self._numbers: defaultdict[int, list[int]] = defaultdict(list)
        for at, passage in enumerate(passages):
            if passage.id:
                self._ids[passage.id.casefold()].append(at)
            if named := _NUMBERED.fullmatch(passage.id):
                self._numbers[int(named[1])].append(at)
        bare = {x.number for x in labels if x.is_bare and x.number is not None}
        # Where a number lies past the last passage, the numbers of the answer are those of ids.
        self._by_place = all(0 < number <= len(passages) for number in bare)

    def find(self, label: MarkerLabel) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The passages that a label means, and those that it means where numbers count the other way."""
        if own := self._defined(label) or self._distinct(self._ids.get(label.name.casefold(), ())):
            return own, ()
        if label.number is None:
            return (), ()
        by_id = self._distinct(self._numbers.get(label.number, ()))
        by_place = (label.number - 1,) if 0 < label.number <= len(self._passages) else ()
        place_first = len(by_id) > 1 or (label.is_bare and self._by_place)
        first, second = (by_place, by_id) if place_first else (by_id, by_place)
        return (first, second) if first else (second, ())

    def _defined(self, label: MarkerLabel) -> tuple[int, ...]:
        text = self._said.get(label.name, "").casefold()
        named = [
            at[0]
            for name, at in self._ids.items()
            if len(at) == 1 and text and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
        ]
        return (named[0],) if len(named) == 1 else ()

    def _distinct(self, found: Sequence[int]) -> tuple[int, ...]:
        """One passage for each text: a passage that was handed over twice is no other."""
        first = {self._passages[at].text: at for at in reversed(found)}
        return tuple(sorted(first.values()))


def runs_of(analysis: Analysis, markers: Markers, citations: Sequence[Citation]) -> tuple[MarkerRun, ...]:
    """The markers in runs, each with the sentence in which it stands, or directly behind which, or before."""
    answer = analysis.triple.answer
    links = [(m.start, m.end) for m in markers.cited if m.kept_end]
    found = []
    for start, end in sorted([*runs(answer, markers), *links]):
        own = tuple(c for c in citations if start <= c.marker.start < end)
        found.append(MarkerRun(start, end, own, _sentence_of(analysis, start, end)))
    return tuple(found)


def _sentence_of(analysis: Analysis, start: int, end: int) -> int | None:
    answer, before, after = analysis.triple.answer, None, None
    for n, sentence in enumerate(analysis.sentences):
        unit = sentence.unit
        if unit.start <= start < unit.end:
            return n
        if unit.end <= start:
            before = n
        elif after is None:
            after = n
    if before is not None and "\n" not in answer[analysis.sentences[before].unit.end : start]:
        return before
    if after is not None and "\n" not in answer[end : analysis.sentences[after].unit.start]:
        return after
    return before


class CitedAnswer:
    """The markers of one answer with what they map to and what they stand for."""

    def __init__(self, analysis: Analysis, styles: Collection[Style] = STYLES) -> None:
        self.analysis = analysis
        self.markers = chosen_markers(analysis, styles)
        self.citations = citations_of(analysis, self.markers)
        self.runs = runs_of(analysis, self.markers, self.citations)

    def claims_of(self, run: MarkerRun) -> list[Claim]:
        """The claims that markers stand for: those of their sentence since the markers before, or else all of it."""
        if run.sentence is None:
            return []
        unit = self.analysis.sentences[run.sentence].unit
        own = [
            c
            for c in self.analysis.claims.claims
            if unit.start <= c.start < unit.end and str(c.type) != "meta"
        ]
        ends = [r.end for r in self.runs if r.sentence == run.sentence and r.end <= run.start]
        return [c for c in own if max(ends, default=unit.start) <= c.start < run.start] or own
