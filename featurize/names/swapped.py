# SPDX-License-Identifier: Apache-2.0
"""Two names of a sentence exchanged, or subject and object of one verb.

Both need the evidence to show nearly the same words around the other name, and never around this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from faithstill.featurize.document import Document
from faithstill.featurize.values.slots.slots import Located
from faithstill.featurize.verbs import is_participle, is_past, sure_form

from .roles import (
    MOST_PLACES,
    NAMES,
    SYMMETRIC,
    Like,
    Place,
    Places,
    best_fit,
    between,
    fit,
    in_order,
    is_mutual,
    likeness,
    same_link,
    stem_at,
)

_MOST_NAMES = 10  # of one sentence
# Of three: how much better the exchanged names fit, by the words around each and by those between them.
_CLEARLY = 1.1
_EACH = 0.3
_HELPERS = frozenset(
    "is are was were be been being has have had will would also then later recently finally successfully "
    "formally eventually the a an its which that who it".split()
)


@dataclass(frozen=True, slots=True)
class _Deed:
    """Who did what to whom, the verb as a stem."""

    subject: Place
    verb: str
    object: Place


class Swaps:
    """The names of the answer's sentences against the places of the evidence that hold them."""

    def __init__(self, answer: Document, places: Sequence[Places], like: Like) -> None:
        """`places` are those of each passage."""
        self._answer = Places(answer)
        self._places = places
        self._like = like

    def rivals(self) -> Mapping[int, Located]:
        """For each answer name in another's role, by its start: the name that the evidence has there."""
        found: dict[int, Located] = {}
        for names in self._sentences():
            held = [(name, self._held(name)) for name in names]
            for (one, ones), (other, others) in combinations(held, 2):
                rival = self._exchanged(one, other, ones, others)
                if rival:
                    found.setdefault(one.located.mention.start, rival[0])
                    found.setdefault(other.located.mention.start, rival[1])
        return found

    def _sentences(self) -> Iterator[list[Place]]:
        """The names of each sentence of prose that the evidence holds too."""
        by_sentence: dict[int, list[Place]] = {}
        for mention in self._answer.document.mentions:
            if mention.kind in NAMES:
                place = self._answer.of(mention)
                if place.sentence is not None:
                    by_sentence.setdefault(place.sentence, []).append(place)
        for names in by_sentence.values():
            if len(names) > 1:
                yield names[:_MOST_NAMES]

    def _held(self, place: Place) -> list[Place]:
        """The places of a name; none for one that stands too often to be told by its places."""
        found = self._like(place.located.mention)
        return [self._place(located) for located in found] if len(found) <= MOST_PLACES else []

    def _place(self, located: Located) -> Place:
        return self._places[located.passage].of(located.mention)

    def _exchanged(
        self, one: Place, other: Place, ones: Sequence[Place], others: Sequence[Place]
    ) -> tuple[Located, Located] | None:
        """The names that stand in the places of two names of the answer, where those are each other."""
        if not ones or not others or _same(ones, others):
            return None
        words = between(self._answer.document, one, other)
        if not words or is_mutual(one.after) or is_mutual(other.before):
            return None
        turned = self._turned(one, other, ones, others)
        if turned is not None:
            return turned or None
        swapped, first, second = self._joint(one, other, others, ones, words)
        straight = self._joint(one, other, ones, others, words)[0]
        kept = max(straight, best_fit(one, ones) + best_fit(other, others))
        better = fit(one, first) - best_fit(one, ones), fit(other, second) - best_fit(other, others)
        if (
            swapped - kept < _CLEARLY
            or min(better) < 0
            or max(better) < _EACH
            or not self._linked(one, first)
        ):
            return None
        return (first.located, second.located) if self._linked(other, second) else None

    def _linked(self, wanted: Place, place: Place) -> bool:
        here = self._answer.beside(wanted.located.mention)
        return same_link(here, self._places[place.located.passage].beside(place.located.mention))

    def _joint(
        self,
        one: Place,
        other: Place,
        firsts: Sequence[Place],
        seconds: Sequence[Place],
        words: Mapping[str, float],
    ) -> tuple[float, Place, Place]:
        """How well two names fit the places of two others, with the words between where they share a sentence."""
        fits = [(fit(one, first), first) for first in firsts]
        others = [(fit(other, second), second) for second in seconds]
        ours, theirs = max(fits, key=_by_fit), max(others, key=_by_fit)
        best: tuple[float, Place, Place] = (ours[0] + theirs[0], ours[1], theirs[1])
        for got, first in fits:
            for more, second in others:
                together = (
                    first.located.passage == second.located.passage and first.sentence == second.sentence
                )
                if (
                    together
                    and first.sentence is not None
                    and in_order(first, second) == in_order(one, other)
                ):
                    document = self._places[first.located.passage].document
                    total = got + more + likeness(words, between(document, first, second))
                    if total > best[0]:
                        best = (total, first, second)
        return best

    def _turned(
        self, one: Place, other: Place, ones: Sequence[Place], others: Sequence[Place]
    ) -> tuple[Located, Located] | tuple[()] | None:
        """By subject, verb and object alone: the exchanged names, () for the same roles, None for neither."""
        deed = _deed(self._answer.document, one, other)
        if deed is None:
            return None
        found: tuple[Located, Located] | None = None
        for first in ones:
            for second in others:
                if first.located.passage != second.located.passage or first.sentence != second.sentence:
                    continue
                theirs = _deed(
                    self._places[first.located.passage].document, *sorted((first, second), key=_first)
                )
                if theirs is None or theirs.verb != deed.verb:
                    continue
                if (theirs.subject is first) == (deed.subject is one):
                    return ()
                found = (second.located, first.located)
        return found


def _by_fit(found: tuple[float, Place]) -> float:
    return found[0]


def _first(place: Place) -> int:
    return place.first


def _same(ones: Sequence[Place], others: Sequence[Place]) -> bool:
    """Do two names share a place: one and the same by another form?"""
    starts = {(p.located.passage, p.located.mention.start) for p in ones}
    return any((p.located.passage, p.located.mention.start) in starts for p in others)


def _deed(document: Document, one: Place, other: Place) -> _Deed | None:
    """ "Alder acquired Birch", "Birch was acquired by Alder": one verb between two names and nothing else."""
    words = [word for word in document.words[one.last : other.first] if word not in _HELPERS]
    passive = len(words) == 2 and words[1] == "by" and is_participle(words[0])
    if not passive and (len(words) != 1 or not (is_past(words[0]) or sure_form(words[0]))):
        return None
    at = document.words.index(words[0], one.last)
    verb = stem_at(document, at)
    if verb in SYMMETRIC:
        return None
    return _Deed(other, verb, one) if passive else _Deed(one, verb, other)
