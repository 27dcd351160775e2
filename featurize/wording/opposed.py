# SPDX-License-Identifier: Apache-2.0
"""Opposed words: "whichever is lower" beside "whichever is greater", "in advance" beside "in arrears".

A word of the answer is refuted where the evidence has an opposite word in the very same place: what stands around the
two is nearly the same, and the answer's word stands in no place of the evidence that fits about as well. What may say
the same in other words is let be: a denial, a thing told from its other side ("A is above B", "B is below A"), the
other case of a limit.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING

from faithstill.featurize.document import Document, Sentence
from faithstill.featurize.lexicon import NEGATORS, STOP_WORDS
from faithstill.featurize.stated import Stated, worded

from .asides import PART, is_question, may_both_hold
from .charges import told_charges
from .opposed_words import Opposed, openers, opposed_words
from .places import Likeness, Place, likeness, run_along

if TYPE_CHECKING:  # it reads these modules
    from faithstill.featurize.analysis import Analysis

# Said of what is not so, or no longer.
_DISMISSED = re.compile(
    r"\b(?:instead of|rather than|unlike|opposed to|not|never|no longer|nor|previously|formerly|used to|whether|"
    r"neither|compared (?:with|to))\s(?!more\s|less\s|later\s|earlier\s|fewer\s)[^,.;:]{0,30}$"
    r"|\b(?:more|less|other) than\s$",
    re.IGNORECASE,
)
# One of several that are offered: "monthly or yearly"; or a part of a longer word.
_OFFERED_BEFORE = re.compile(r"(?:\b(?:(?<!\bat )or|either|both|between)\s|[-_/.&])$", re.IGNORECASE)
_OFFERED_BEHIND = re.compile(r",?\s(?:or|and/or)\b|[_/&]", re.IGNORECASE)
_SMALL = STOP_WORDS | NEGATORS  # what has no stem
_PRONOUNS = frozenset("it they this that these those he she".split())
_FEWEST = 3  # content words around a word, so that it has a place at all
_MARGIN = 0.25  # by which the answer's own word must fit less well
_MARGIN_WITHIN = 0.6  # the same, where both stand in one sentence
_NEARLY_ALL = 0.9
_HEARD_OF = 0.25
_REACH = 40  # characters
_MOST = 200  # opposites of one word that are looked at, and as many of the same


@dataclass(frozen=True, slots=True)
class _Stated:
    """An opposed word of the evidence, its place, and the number of its passage."""

    passage: int
    word: Opposed
    place: Place


@dataclass(frozen=True, slots=True)
class _Rival:
    """A word of the evidence with how alike its place is to that of the answer's word."""

    stated: _Stated
    alike: Likeness

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.stated.place


def told_opposites(analysis: Analysis) -> Iterator[Stated]:
    """A counter-proof for each word of the answer whose opposite the evidence has in its place."""
    told = [
        (word, Place(analysis.answer, sentence, word.first, word.last))
        for sentence in analysis.answer.sentences
        if not sentence.unit.cells and not is_question(analysis.answer, sentence)
        for word in opposed_words(analysis.answer, sentence.first, sentence.last)
    ]
    stated = _stated(analysis, frozenset[str]().union(*(word.keys for word, _ in told)))
    for word, place in told:
        beside = [w for w, p in told if p.sentence is place.sentence and w is not word]
        found = _refuting(word, place, beside, stated)
        if found is not None:
            yield worded("opposed", place.span, found.passage, found.place.span)
    yield from told_charges(analysis)


def _stated(analysis: Analysis, wanted: frozenset[str]) -> list[_Stated]:
    """All there are; of a sentence that is said again only the first."""
    first = openers(wanted)
    found: dict[tuple[str, str, int], _Stated] = {}
    for number, document in enumerate(analysis.passages if wanted else ()):
        known: set[tuple[str, str, bool]] = set()
        for sentence in _holding(document, first):
            unit, headers = sentence.unit, tuple(cell.header for cell in sentence.unit.cells)
            said = document.text[unit.start : unit.end], " ".join((unit.heading, *headers))
            if (*said, bool(unit.cells)) in known:
                continue
            known.add((*said, bool(unit.cells)))
            for word in opposed_words(document, sentence.first, sentence.last):
                if word.is_among(wanted):
                    place = Place(document, sentence, word.first, word.last)
                    found.setdefault((*said, word.first - sentence.first), _Stated(number, word, place))
    return list(found.values())


def _holding(document: Document, first: frozenset[str]) -> Iterator[Sentence]:
    """The sentences with a content stem or a small word of these."""
    held = [at for at, stem in enumerate(document.stems) if stem in first]
    small = first & _SMALL
    if small:
        held += [at for at, word in enumerate(document.words) if word in small]
    held.sort()
    for sentence in document.sentences:
        at = bisect_left(held, sentence.first)
        if at < len(held) and held[at] < sentence.last:
            yield sentence


def _refuting(
    word: Opposed, place: Place, beside: Sequence[Opposed], stated: Sequence[_Stated]
) -> _Stated | None:
    """The opposite that stands in the word's place, None for none."""
    keys = word.keys
    stated = [e for e in stated if e.word.is_among(keys)]
    against = [e for e in stated if not e.place.sentence.unit.cells and word.excludes(e.word)]
    if not against or len(place.around) < _FEWEST or _is_dismissed(place):
        return None
    rivals = [
        _Rival(e, likeness(place, e.place)) for e in _nearest(place, against) if run_along(place, e.place)
    ]
    rivals = [r for r in rivals if _is_same_place(r.alike, is_mirrored=word.is_mirrored(r.stated.word))]
    if word.is_direction:
        rivals = [
            r for r in rivals if r.alike.thing or r.alike.held >= _NEARLY_ALL
        ]  # of a loss, of a profit?
    if not rivals:
        return None
    like = [e for e in stated if word.is_like(e.word)]
    support = [_Rival(e, likeness(place, e.place)) for e in _nearest(place, like)]
    rivals.sort(key=lambda rival: -rival.alike.strength)
    return next((r.stated for r in rivals if _refutes(r, word, place, beside, support)), None)


def _nearest(place: Place, stated: Sequence[_Stated]) -> Sequence[_Stated]:
    """At most so many, those whose sentences share most words with the place's."""
    if len(stated) <= _MOST:
        return stated
    return nlargest(_MOST, stated, key=lambda e: len(place.around.keys() & e.place.around.keys()))


def _refutes(
    rival: _Rival, word: Opposed, place: Place, beside: Sequence[Opposed], support: Sequence[_Rival]
) -> bool:
    is_mirrored = word.is_mirrored(rival.stated.word)
    return not (
        _is_dismissed(rival.place)
        or any(_fits_as_well(one, rival) for one in support)
        or (bool(support) and _is_of_another(place, rival, support, is_mirrored=is_mirrored))
        or _is_taken(rival, place, beside)
        or may_both_hold(place, rival.place, is_mirrored=is_mirrored)
    )


def _is_same_place(alike: Likeness, *, is_mirrored: bool) -> bool:
    """Is what stands around both nearly the same, and the same right beside them?"""
    run = alike.left + alike.right
    if not run or alike.crossed > _most_crossed(alike, is_mirrored):
        return False
    if alike.figure and ((alike.held >= 0.45 and alike.back >= 0.35) or alike.back >= 0.9):
        return True
    if alike.held >= 0.75:
        return alike.back >= 0.45
    if alike.held >= 0.6:
        return alike.back >= (0.55 if run > 1 else 0.75)
    return alike.back >= 0.9 and run > 1


def _most_crossed(alike: Likeness, is_mirrored: bool) -> float:
    """How much may stand on the other side; where A is set beside B nothing, lest B be set beside A."""
    if is_mirrored:
        return 0.15 if alike.figure else 0.0
    return 0.3 if alike.figure and alike.left + alike.right > 1 else 0.12


def _fits_as_well(support: _Rival, rival: _Rival) -> bool:
    """Does the answer's own word stand elsewhere in a place about as like, or in one too bare to tell?"""
    ours, theirs = support.alike, rival.alike
    if len(support.place.around) < _FEWEST and not support.place.sentence.unit.cells:
        return True  # "So did exports."
    margin = _MARGIN_WITHIN if support.place.sentence is rival.place.sentence else _MARGIN
    runs_as_far = ours.left >= theirs.left and ours.right >= theirs.right and ours.figure >= theirs.figure
    return runs_as_far or ours.strength > theirs.strength - margin


def _is_of_another(place: Place, rival: _Rival, support: Sequence[_Rival], *, is_mirrored: bool) -> bool:
    """Does the answer name what the opposite's sentence does not, so that its word may be said of that?"""
    if not rival.alike.figure and (_is_vague(place) or _is_vague(rival.place)):
        return True
    near = {place.document.stems[at] for at in place.words(PART)} | place.heading
    missing = near - rival.place.around.keys() - rival.place.heading - {""}
    if not missing:
        return False
    if rival.alike.held < _NEARLY_ALL and not rival.alike.figure and not is_mirrored:
        return True
    named = (s for s in support if not missing.isdisjoint(s.place.around.keys() | s.place.heading))
    return any(s.alike.held >= _HEARD_OF for s in named)


def _is_vague(place: Place) -> bool:
    """ "It is charged monthly": what is?"""
    return place.document.words[place.sentence.first] in _PRONOUNS


def _is_taken(rival: _Rival, place: Place, beside: Sequence[Opposed]) -> bool:
    """Does the answer say the evidence's word too, in a place that fits about as well?"""
    others = (
        Place(place.document, place.sentence, w.first, w.last) for w in beside if w.is_like(rival.stated.word)
    )
    return any(likeness(p, rival.place).strength > rival.alike.strength - _MARGIN for p in others)


def _is_dismissed(place: Place) -> bool:
    text, (start, end) = place.document.text, place.span
    floor = max(place.sentence.unit.start, start - _REACH)
    return (
        place.is_named
        or _DISMISSED.search(text, floor, start) is not None
        or _OFFERED_BEFORE.search(text, floor, start) is not None
        or _OFFERED_BEHIND.match(text, end) is not None
    )
