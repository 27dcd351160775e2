# SPDX-License-Identifier: Apache-2.0
"""Footnotes and listed sources of an answer, and which sentences name them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from functools import cached_property

from faithstill.featurize.read.markers import Markers, markers_of

from .layout import Layout


class Notes:
    """The notes of one answer by their labels."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._starts = [sentence.unit.start for sentence in layout.sentences]

    def unnamed(self, gone: Collection[int]) -> Iterator[int]:
        """The places of notes that no other sentence names any more, where the answer names notes at all."""
        if not self._named_by:
            return
        kept = {label for place, labels in self._named_by.items() if place not in gone for label in labels}
        for label, places in self._places.items():
            if label not in kept:
                yield from places

    @cached_property
    def _markers(self) -> Markers:
        answer = self._layout.answer
        return markers_of(answer, {definition.label for definition in markers_of(answer).definitions})

    @cached_property
    def _places(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for definition in self._markers.definitions:
            own = {p for p in self._layout.noted if definition.start <= self._starts[p] < definition.end}
            found.setdefault(definition.label, set()).update(own)
        return found

    @cached_property
    def _named_by(self) -> dict[int, set[str]]:
        """The labels of notes that each sentence names, with the markers right behind it."""
        found: dict[int, set[str]] = {}
        for marker in self._markers.cited:
            place = self._sentence_of(marker.start)
            names = {name for one in marker.labels for name in (one.name.lstrip("^"), str(one.number))}
            if place is not None and (known := names & self._places.keys()):
                found.setdefault(place, set()).update(known)
        return found

    def _sentence_of(self, start: int) -> int | None:
        """The sentence that a marker belongs to: that which it stands in or behind."""
        place = bisect_right(self._starts, start) - 1
        if place < 0:
            return 0 if self._starts else None
        opens = start == self._starts[place] and place != self._layout.first_beside(place)
        return place - 1 if opens else place
