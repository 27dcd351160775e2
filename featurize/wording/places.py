# SPDX-License-Identifier: Apache-2.0
"""How alike two places are, one in the answer and one in the evidence, by the words around them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from faithstill.featurize.document import Document, Sentence, weight
from faithstill.featurize.lexicon import NEGATORS

# What parts clauses, and how many words it counts for.
_BREAK = re.compile(
    r"(?P<end>[;.](?=\s))|(?P<far>:(?=\s)|,\s(?:and|but|while|whereas|which)\s)|"
    r",\s|\s[-–—]\s|[()]|\s(?:and|but|while|whereas|which|or)\s"
)
_CAPITAL_AFTER = re.compile(r"[:•*|(]\W*$")
_ALWAYS_CAPITAL = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b")
_COSTS = {"end": 6.0, "far": 3.0, None: 1.5}
_FADE = 0.9  # for each word farther away
_HEADING = 0.8
_RUN, _MOST_RUN = 0.1, 3  # what each word that runs along counts for


class Place:
    """Words `first:last` of a sentence, and what stands around them."""

    def __init__(self, document: Document, sentence: Sentence, first: int, last: int) -> None:
        self.document, self.sentence, self.first, self.last = document, sentence, first, last

    @cached_property
    def around(self) -> Mapping[str, tuple[float, int]]:
        """For each content stem of the sentence how close it is, and -1 for before and 1 for behind."""
        found: dict[str, tuple[float, int]] = {}
        stems, levels = self.document.stems, self._levels
        first, last = self.sentence.first, self.sentence.last
        own = levels[self.first - first]
        for at in (*range(first, self.first), *range(self.last, last)):
            if stem := stems[at]:
                words = self.first - at if at < self.first else at - self.last + 1
                close = _FADE ** (words + abs(levels[at - first] - own))
                if close > found.get(stem, (0.0, 0))[0]:
                    found[stem] = close, -1 if at < self.first else 1
        return found

    @cached_property
    def _levels(self) -> list[float]:
        """For each word of the sentence what the breaks before it count for."""
        unit, starts = self.sentence.unit, self.document.starts
        breaks = [
            (m.end(), _COSTS[m.lastgroup]) for m in _BREAK.finditer(self.document.text, unit.start, unit.end)
        ]
        levels, level, n = [], 0.0, 0
        for start in starts[self.sentence.first : self.sentence.last]:
            while n < len(breaks) and breaks[n][0] <= start:
                level, n = level + breaks[n][1], n + 1
            levels.append(level)
        return levels

    @property
    def span(self) -> tuple[int, int]:
        """The characters of the place itself."""
        document, last = self.document, self.last - 1
        return document.starts[self.first], document.starts[last] + len(document.words[last])

    @property
    def is_named(self) -> bool:
        """Is it written as a part of a name: the "North Gate", the "Gold Card"?"""
        text, (start, _) = self.document.text, self.span
        is_first = self.first == self.sentence.first or _CAPITAL_AFTER.search(text, max(0, start - 4), start)
        return text[start].isupper() and not is_first and not _ALWAYS_CAPITAL.match(text, start)

    def words(self, reach: float) -> list[int]:
        """The other words of the sentence with breaks of less than `reach` between them and the place."""
        first, levels = self.sentence.first, self._levels
        own = levels[self.first - first]
        return [
            at
            for at in range(first, self.sentence.last)
            if not self.first <= at < self.last and abs(levels[at - first] - own) < reach
        ]

    @cached_property
    def total(self) -> float:
        """The weight of all that stands around."""
        return sum(weight(stem) * close for stem, (close, _) in self.around.items())

    @cached_property
    def heading(self) -> frozenset[str]:
        """The stems of the heading above, and of the headers of a row."""
        unit = self.sentence.unit
        return frozenset(self.document.label_stems(" ".join((unit.heading, *(c.header for c in unit.cells)))))

    @cached_property
    def sides(self) -> tuple[list[str], list[str]]:
        """The content stems and negators to the left and to the right, the nearest first."""
        left = range(self.first - 1, self.sentence.first - 1, -1)
        return self._told(left), self._told(range(self.last, self.sentence.last))

    def _told(self, places: range) -> list[str]:
        stems, words = self.document.stems, self.document.words
        return [stems[at] or words[at] for at in places if stems[at] or words[at] in NEGATORS]


@dataclass(frozen=True, slots=True)
class Likeness:
    """Shares by weight of what stands around: `held` of the answer's in the evidence, `crossed` of it on the other
    side, `back` of the evidence's in the answer; `left` and `right` are how many content words run along on each
    side, `figure` whether one of them is a figure right beside both, and `thing` whether another word is.
    """

    held: float
    crossed: float
    back: float
    left: int
    right: int
    figure: bool
    thing: bool

    @property
    def strength(self) -> float:
        """One number to compare places by."""
        return self.held + _RUN * (min(_MOST_RUN, self.left) + min(_MOST_RUN, self.right) + self.figure)


def likeness(ours: Place, theirs: Place) -> Likeness:
    """How alike a place of the answer and one of the evidence are."""
    held = crossed = 0.0
    there = theirs.around
    for stem, (close, side) in ours.around.items():
        own = weight(stem) * close
        if stem in there:
            other, their_side = there[stem]
            held += own * min(1.0, (other / close) ** 0.5)
            crossed += own if side != their_side else 0.0
        elif stem in theirs.heading:
            held += own * _HEADING
    back = sum(weight(stem) * close for stem, (close, _) in there.items() if stem in ours.around)
    sides = [_run(one, other) for one, other in zip(ours.sides, theirs.sides, strict=True)]
    total, their_total = ours.total or 1.0, theirs.total or 1.0
    figure = any(stem[0].isdigit() for run in sides for stem in run[:2])
    thing = any(run and not run[0][0].isdigit() for run in sides)
    shares = held / total, crossed / total, back / their_total
    return Likeness(*shares, len(sides[0]), len(sides[1]), figure, thing)


def run_along(ours: Place, theirs: Place) -> bool:
    """Does the same content word or negator stand right beside both, on one side at least?"""
    return any(
        one and other and one[0] == other[0] for one, other in zip(ours.sides, theirs.sides, strict=True)
    )


def _run(ours: list[str], theirs: list[str]) -> list[str]:
    run = []
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        run.append(one)
    return run
