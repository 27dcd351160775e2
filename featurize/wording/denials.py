# SPDX-License-Identifier: Apache-2.0
"""What the evidence denies and the answer affirms: "needs a credit card" beside "needs no credit card".

Told only where the evidence denies it of the same thing without any condition, and affirms it nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from faithstill.featurize.document import Document
from faithstill.featurize.lexicon import IMPLICIT_NEGATORS, NEGATORS
from faithstill.featurize.stated import Stated, worded
from faithstill.featurize.values.clashes import OTHERS, TURNING

from .asides import CLAUSE, PART, WHOLE, are_named_apart, figures, have_other_opposites, is_question
from .places import Likeness, Place, likeness

if TYPE_CHECKING:  # it reads these modules
    from faithstill.featurize.analysis import Analysis

_DENIALS = NEGATORS - frozenset("without nor neither nobody nothing nowhere none".split())
# "Not only", "not before", "no more than" deny less than what follows.
_LESS = frozenset(
    "only all always yet until just necessarily every everyone both exceed more less later earlier fewer longer sooner "
    "than before after enough such later even simply merely matter doubt".split()
)
# What makes a statement one of some cases.
_LIMITS = frozenset(
    "before after within until till unless if when while where once except only during beyond above below over under "
    "more less than first later without outside inside up from further additional other another some certain new "
    "may might could should would automatically usually normally generally yet still longer".split()
)
_LINKS = frozenset("in on at to for from by of with under within during as via".split())
_CONTRASTS = frozenset({"but", "and", "though", "however"})
_TURNING = NEGATORS | IMPLICIT_NEGATORS | TURNING | OTHERS
_WITHIN = 4  # words from a denial to what it denies
_SHOWN = 3  # words quoted
_MARGIN = 0.25


@dataclass(frozen=True, slots=True)
class _Denial:
    """A place of a passage from a denial to the word that it denies; an answer that affirms has nothing there."""

    passage: int
    place: Place

    @property
    def stem(self) -> str:
        """The content stem of what is denied."""
        return self.place.document.stems[self.place.last]

    @property
    def said(self) -> tuple[str, int]:
        """Its sentence and where it stands there: what is said twice is denied once."""
        unit, document = self.place.sentence.unit, self.place.document
        return document.text[unit.start : unit.end], self.place.first - self.place.sentence.first


def told_denied(analysis: Analysis) -> Iterator[Stated]:
    """A counter-proof for each thing that the answer affirms and the evidence denies of the same."""
    answer = analysis.answer
    denials = {
        denial.said: denial
        for number, document in reversed(tuple(enumerate(analysis.passages)))
        if not _DENIALS.isdisjoint(document.word_bag)
        for denial in reversed(tuple(_denials(number, document)))
        if denial.stem in answer.stem_bag
    }
    affirmed = {
        stem: [(place, _stems(place)) for place in _affirmed(answer, stem)]
        for stem in {denial.stem for denial in denials.values()}
    }
    seen: set[int] = set()
    for denial in reversed(denials.values()):
        denied = _stems(denial.place)
        for place, stems in affirmed[denial.stem]:
            if place.first not in seen and denied <= stems and _is_refuted(analysis, place, denial):
                seen.add(place.first)
                yield _refuted(place, denial)


def _denials(number: int, document: Document) -> Iterator[_Denial]:
    for sentence in document.sentences:
        if sentence.unit.cells or is_question(document, sentence):
            continue
        for start in range(sentence.first, sentence.last):
            if document.words[start] in _DENIALS:
                at = _denied(document, start, sentence.last)
                if at is not None:
                    yield _Denial(number, Place(document, sentence, start, at))


def _denied(document: Document, start: int, last: int) -> int | None:
    for at in range(start + 1, min(last, start + 1 + _WITHIN)):
        if document.words[at] in _LESS:
            return None
        if document.stems[at]:
            return at
    return None


def _affirmed(document: Document, stem: str) -> Iterator[Place]:
    """Where a document says a word without a denial before it."""
    for sentence in document.sentences if stem in document.stem_bag else ():
        for at in range(sentence.first, sentence.last):
            if document.stems[at] == stem and not is_question(document, sentence):
                yield Place(document, sentence, at, at)


def _is_refuted(analysis: Analysis, place: Place, denial: _Denial) -> bool:
    theirs = denial.place
    if place.sentence.unit.cells or place.sides[0][:1] != theirs.sides[0][:1]:
        return False
    alike = likeness(place, theirs)
    return (
        _is_same_place(alike)
        and _TURNING.isdisjoint(_words(place, PART))
        and _TURNING.isdisjoint(_words(theirs, PART))
        and (not _is_elliptic(theirs) or _is_said_of(place, theirs))
        and _limits(theirs) in (frozenset(), _limits(place))
        and figures(theirs, PART) <= figures(place, WHOLE)
        and not are_named_apart(place, theirs)
        and not have_other_opposites(place, theirs)
        and not _is_affirmed(analysis, place, alike, theirs)
    )


def _is_same_place(alike: Likeness) -> bool:
    return bool(
        alike.left and alike.right and alike.crossed <= 0.12 and alike.back >= 0.9 and alike.held >= 0.5
    )


def _is_affirmed(analysis: Analysis, place: Place, alike: Likeness, theirs: Place) -> bool:
    """Does the evidence affirm it in a place about as like, or of what the denial does not name?"""
    missing = (
        {place.document.stems[at] for at in place.words(PART)} - theirs.around.keys() - theirs.heading - {""}
    )
    stem = place.document.stems[place.first]
    for document in analysis.passages:
        denied = {d.place.last for d in _denials(0, document)} if stem in document.stem_bag else set()
        for other in _affirmed(document, stem):
            if other.first not in denied and (
                likeness(place, other).strength > alike.strength - _MARGIN
                or not missing.isdisjoint(other.around)
            ):
                return True
    return False


def _is_elliptic(denial: Place) -> bool:
    """ "Includes A but not B", "is included in A, not in B": what is denied of B was said before."""
    words, at = denial.document.words, denial.first
    gap = denial.document.text[denial.document.starts[at] - 2 : denial.document.starts[at]]
    return words[at + 1] in _LINKS or gap.startswith(",") or (at > 0 and words[at - 1] in _CONTRASTS)


def _is_said_of(place: Place, denial: Place) -> bool:
    """Does the answer say that very thing of it, not another: "for B you need C"?"""
    ours, theirs = (_stems(one, PART) - {""} for one in (place, denial))
    return theirs <= ours or ours <= denial.around.keys() | denial.heading | theirs


def _stems(place: Place, reach: float = CLAUSE) -> frozenset[str]:
    return frozenset(place.document.stems[at] for at in place.words(reach)) | {
        place.document.stems[place.last]
    }


def _limits(place: Place) -> frozenset[str]:
    return _LIMITS & _words(place, PART)


def _words(place: Place, reach: float) -> frozenset[str]:
    return frozenset(place.document.words[at] for at in place.words(reach))


def _refuted(place: Place, denial: _Denial) -> Stated:
    """Quotes the denial and the words behind it that the answer says too."""
    ours, theirs, at = place.document, denial.place.document, denial.place.last
    shared = 1
    while (
        shared < _SHOWN
        and place.first + shared < place.sentence.last
        and at + shared < denial.place.sentence.last
        and ours.words[place.first + shared] == theirs.words[at + shared]
        and ours.stems[place.first + shared]
    ):
        shared += 1
    told = Place(ours, place.sentence, place.first, place.first + shared)
    stated = Place(theirs, denial.place.sentence, denial.place.first, at + shared)
    return worded("denied", told.span, denial.passage, stated.span)
