# SPDX-License-Identifier: Apache-2.0
"""Which of two things a question compares to the other: "A as a percentage of B", "the difference between A and B"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from faithstill.featurize.extract.document import content_stems, weight

from .asked_cells import Figure, periods_of

_PART = r"(?:percent(?:age)?|per cent|proportion|share|portion|fraction|ratio)"
_IS = r"(?:is|are|was|were|does|do|did|comes?|came|has|have|had)"
_OF = r"(?:out of|over|among|amongst|relative to)"
_RATIOS = tuple(
    re.compile(wording, re.IGNORECASE)
    for wording in (
        rf"(?P<top>.+?),? (?:expressed |calculated )?as an? (?:\w+ )?{_PART} of (?P<bottom>.+)",
        rf"\b(?:what|which) {_PART} of (?P<bottom>.+?) {_IS} (?P<top>.+)",
        r"\bratio (?:of|between) (?P<top>.+?) (?:to|over|against|and) (?P<bottom>.+)",
        rf"\b{_PART} (?:\w+ )?of (?P<top>.+?) {_OF} (?P<bottom>.+)",
        rf"\b{_PART} (?:\w+ )?of (?P<top>.+?) (?:to|in|within) (?P<bottom>.+)",
        r"(?P<top>.+?)[- ]to[- ](?P<bottom>.+?) ratio\b",
        r"(?P<top>.+?) divided by (?P<bottom>.+)",
        r"\bhow many times .*?\b(?:is|are|was|were) (?P<top>.+?) (?:than|compared) (?P<bottom>.+)",
    )
)
_DIFFERENCES = (re.compile(r"\bdifference .*?\bbetween (?P<top>.+?) and (?P<bottom>.+)", re.IGNORECASE),)


@dataclass(frozen=True, slots=True)
class RatioSides:
    """The words and periods of what is divided, and of what it is divided by; or of what another is taken from."""

    top: frozenset[str]
    bottom: frozenset[str]

    def are_turned(self, first: Iterable[Figure], second: Iterable[Figure]) -> bool:
        """Do the words name the first as the second?"""
        one, other = (
            frozenset[str]().union(*(f.name | f.periods for f in figures)) for figures in (first, second)
        )
        straight = _common(one, self.top) + _common(other, self.bottom)
        return straight < _common(one, self.bottom) + _common(other, self.top)


def _common(name: frozenset[str], words: frozenset[str]) -> float:
    return sum(map(weight, sorted(name & words)))


@lru_cache(maxsize=2_000)
def ratio_sides(question: str) -> RatioSides | None:
    """The sides of the ratio that a question asks for; None where its wording leaves them open.

    >>> sides = ratio_sides("What percentage of total sales was ink?")
    >>> sorted(sides.top), sorted(sides.bottom)
    (['ink'], ['sell', 'total'])
    """
    return _sides(question, _RATIOS)


@lru_cache(maxsize=2_000)
def difference_sides(question: str) -> RatioSides | None:
    """The same of a difference between two things."""
    return _sides(question, _DIFFERENCES)


def _sides(question: str, wordings: Iterable[re.Pattern[str]]) -> RatioSides | None:
    found = next((match for wording in wordings if (match := wording.search(question))), None)
    return RatioSides(_words(found["top"]), _words(found["bottom"])) if found else None


def _words(text: str) -> frozenset[str]:
    return frozenset(content_stems(text)) | periods_of(text)
