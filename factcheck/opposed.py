# SPDX-License-Identifier: Apache-2.0
"""Opposed words: "whichever is lower" beside "whichever is greater", "in advance" beside "in arrears".

A word of the answer is refuted where the evidence has an opposite word in the very same place: what stands around the
two is nearly the same, and the answer's word stands in no place of the evidence that fits about as well. What may say
the same in other words is let be: a denial, a thing told from its other side ("A is above B", "B is below A"), the
other case of a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize import Analysis
from faithstill.featurize.document import Document, Sentence

from .asides import PART, may_both_hold
from .opposed_words import Opposed, opposed_words
from .places import Likeness, Place, likeness
from .quoting import worded
from .verdict import Finding

# Said of what is not so, or no longer.
_DISMISSED = re.compile(
    r"\b(?:instead of|rather than|unlike|opposed to|not|never|no longer|nor|previously|formerly|used to|whether|"
    r"neither|compared (?:with|to))\s(?!more\s|less\s|later\s|earlier\s|fewer\s)[^,.;:]{0,30}$",
    re.IGNORECASE,
)
# One of several that are offered: "monthly or yearly"; or a part of a longer word.
_OFFERED_BEFORE = re.compile(r"(?:\b(?:or|either|both|between)\s|[-_/.&])$", re.IGNORECASE)
_OFFERED_BEHIND = re.compile(r",?\s(?:or|and/or)\b|[_/&]", re.IGNORECASE)
_PRONOUNS = frozenset("it they this that these those he she".split())
_FEWEST = 3  # content words around a word, so that it has a place at all
_MARGIN = 0.25  # by which the answer's own word must fit less well
_MARGIN_WITHIN = 0.6  # the same, where both stand in one sentence


@dataclass(frozen=True, slots=True)
class _Located:
    """An opposed word of the evidence, its place, and the number of its passage."""

    passage: int
    word: Opposed
    place: Place


def opposed_findings(analysis: Analysis) -> Iterator[Finding]:
    """A counter-proof for each word of the answer whose opposite the evidence has in its place."""
    told = [
        (word, Place(analysis.answer, sentence, word.first, word.last))
        for sentence in analysis.answer.sentences
        if not sentence.unit.cells and not analysis.answer.text[: sentence.unit.end].rstrip().endswith("?")
        for word in opposed_words(analysis.answer, sentence.first, sentence.last)
    ]
    stated = _stated(analysis, frozenset().union(*(word.keys for word, _ in told)))
    for word, place in told:
        beside = [w for w, p in told if p.sentence is place.sentence and w is not word]
        found = _refuted(word, place, beside, stated)
        if found is not None:
            yield _finding(analysis, place, found)


def _stated(analysis: Analysis, wanted: frozenset[str]) -> list[_Located]:
    return [
        _Located(number, word, Place(document, sentence, word.first, word.last))
        for number, document in enumerate(analysis.passages)
        for sentence in (document.sentences if wanted else ())
        for word in opposed_words(document, sentence.first, sentence.last)
        if not wanted.isdisjoint(word.classes) or word.classes.get("") in wanted
    ]


def _refuted(word: Opposed, place: Place, beside: Sequence[Opposed], stated: Sequence[_Located]) -> _Located | None:
    """The opposite that stands in the word's place, None for none."""
    stated = [e for e in stated if not word.keys.isdisjoint(e.word.classes) or e.word.classes.get("") in word.keys]
    against = [e for e in stated if not e.place.sentence.unit.cells and word.excludes(e.word)]
    if not against or len(place.around) < _FEWEST or _is_dismissed(place):
        return None
    fitting = [(likeness(place, e.place), e) for e in against]
    fitting = [(alike, e) for alike, e in fitting if _is_same_place(alike, word.is_mirrored(e.word))]
    if not fitting:
        return None
    support = [(likeness(place, e.place), e) for e in stated if word.is_like(e.word)]
    fitting.sort(key=lambda pair: -pair[0].held)
    for alike, e in fitting:
        if not (
            _is_dismissed(e.place)
            or any(_fits_as_well(one, alike, other.place, e) for one, other in support)
            or _has_own_place(word, alike, place, e, support)
            or _is_taken(alike, e, place, beside)
            or may_both_hold(place, e.place, is_mirrored=word.is_mirrored(e.word))
        ):
            return e
    return None


def _is_same_place(alike: Likeness, is_mirrored: bool) -> bool:
    """Is what stands around both nearly the same, and the same right beside them?"""
    run = alike.left + alike.right
    most_crossed = 0.3 if alike.figure and run > 1 and not is_mirrored else 0.15 if alike.figure else 0.12
    if not run or alike.crossed > (0.0 if is_mirrored and not alike.figure else most_crossed):
        return False
    if alike.figure and ((alike.held >= 0.45 and alike.back >= 0.35) or alike.back >= 0.9):
        return True
    if alike.held >= 0.75:
        return alike.back >= 0.45
    if alike.held >= 0.6:
        return alike.back >= (0.55 if run > 1 else 0.75)
    return alike.back >= 0.9 and run > 1


def _fit(alike: Likeness) -> float:
    return alike.held + 0.1 * (min(3, alike.left) + min(3, alike.right) + alike.figure)


def _fits_as_well(support: Likeness, alike: Likeness, other: Place, e: _Located) -> bool:
    if len(other.around) < _FEWEST and not other.sentence.unit.cells:
        return True  # "So did exports."
    margin = _MARGIN_WITHIN if other.sentence is e.place.sentence else _MARGIN
    return _fit(support) > _fit(alike) - margin or (
        support.left >= alike.left and support.right >= alike.right and support.figure >= alike.figure
    )


def _has_own_place(word: Opposed, alike: Likeness, place: Place, e: _Located, support: Sequence[tuple[Likeness, _Located]]) -> bool:
    """Does the answer name what the opposite's sentence does not, and is its word said of something?"""
    if not support:
        return False
    if not alike.figure and (_is_vague(place) or _is_vague(e.place)):
        return True
    near = {place.document.stems[at] for at in place.words(PART)} | place.heading
    missing = near - e.place.around.keys() - e.place.heading - {""}
    if not missing:
        return False
    named = any(
        one.held >= 0.25 and not missing.isdisjoint(o.place.around.keys() | o.place.heading) for one, o in support
    )
    return named or (alike.held < 0.9 and not alike.figure and not word.is_mirrored(e.word))


def _is_vague(place: Place) -> bool:
    """ "It is charged monthly": what is?"""
    return place.document.words[place.sentence.first] in _PRONOUNS


def _is_taken(alike: Likeness, e: _Located, place: Place, beside: Sequence[Opposed]) -> bool:
    """Does the answer say the evidence's word too, in a place that fits about as well?"""
    return any(
        _fit(likeness(Place(place.document, place.sentence, w.first, w.last), e.place)) > _fit(alike) - _MARGIN
        for w in beside
        if w.is_like(e.word)
    )


def _is_dismissed(place: Place) -> bool:
    text, (start, end) = place.document.text, place.span
    floor = max(place.sentence.unit.start, start - 40)
    return (
        place.is_named
        or _DISMISSED.search(text, floor, start) is not None
        or _OFFERED_BEFORE.search(text, floor, start) is not None
        or _OFFERED_BEHIND.match(text, end) is not None
    )


def _finding(analysis: Analysis, place: Place, found: _Located) -> Finding:
    return worded(analysis, "opposed", place.span, found.passage, found.place.span)
