# SPDX-License-Identifier: Apache-2.0
"""Two names of a sentence exchanged, or subject and object of one verb.

Both need the evidence to show nearly the same words around the other name, and never around this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from faithstill.featurize.document import Document
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.lexicon import NEGATORS
from faithstill.featurize.values.slots.slots import Located

from .deeds import deed
from .roles import (
    MOST_PLACES,
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
    sentence_words,
)

_MOST_NAMES = 10  # of one sentence
# Of three: how much better the exchanged names fit, by the words around each and by those between them.
_CLEARLY = 1.1
_EACH = 0.3


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two names of one sentence of the answer with the places of each in the evidence."""

    one: Place
    other: Place
    ones: Sequence[Place]
    others: Sequence[Place]

    @property
    def starts(self) -> frozenset[int]:
        return frozenset((self.one.located.mention.start, self.other.located.mention.start))

    def is_of_names_of(self, pair: _Pair) -> bool:
        """Are the two names those of another pair: "Alder sued Birch, and Birch sued Alder"?"""
        straight = _same(self.ones, pair.ones) and _same(self.others, pair.others)
        return straight or (_same(self.ones, pair.others) and _same(self.others, pair.ones))


class Swaps:
    """The names of the answer's sentences against the places of the evidence that hold them."""

    def __init__(self, answer: Document, places: Sequence[Places], like: Like) -> None:
        """`places` are those of each passage."""
        self._answer = Places(answer)
        self._places = places
        self._like = like

    @cached_property
    def rivals(self) -> Mapping[int, Located]:
        """For each answer name in another's role, by its start: the name that the evidence has there."""
        return self._judged[0]

    @cached_property
    def kept(self) -> frozenset[int]:
        """The starts of the answer names that the evidence shows in the same role towards another one."""
        return self._judged[1]

    @cached_property
    def _judged(self) -> tuple[Mapping[int, Located], frozenset[int]]:
        found: dict[int, Located] = {}
        kept: set[int] = set()
        for names in self._sentences():
            held = [(name, places) for name in names if (places := self._held(name))]
            open_pairs: list[_Pair] = []
            as_told: list[_Pair] = []
            turned_pairs: list[tuple[_Pair, tuple[Located, Located]]] = []
            for (one, ones), (other, others) in combinations(held, 2):
                if _same(ones, others):
                    continue
                pair = _Pair(one, other, ones, others)
                turned = self._turned(pair)
                if turned is None:
                    open_pairs.append(pair)
                elif turned:
                    turned_pairs.append((pair, turned))
                else:
                    kept |= pair.starts
                    as_told.append(pair)
            for pair, turned in turned_pairs:
                if not any(pair.is_of_names_of(other) for other in as_told):
                    _note(found, pair, turned)
            for pair in open_pairs:
                is_told = pair.starts <= kept or any(map(pair.is_of_names_of, as_told))
                exchanged = None if is_told else self._exchanged(pair)
                if exchanged:
                    _note(found, pair, exchanged)
        return found, frozenset(kept)

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

    def _exchanged(self, pair: _Pair) -> tuple[Located, Located] | None:
        """The names that stand in the places of two names of the answer, where those are each other."""
        one, other, ones, others = pair.one, pair.other, pair.ones, pair.others
        words = between(self._answer.document, one, other)
        if not words or is_mutual(one.after) or is_mutual(other.before):
            return None
        if not NEGATORS.isdisjoint(sentence_words(self._answer.document, one)):
            return None  # "Rome is not in Norway, but Oslo is"
        if self._answer.is_listed(one) and self._answer.is_listed(other):
            # "Rome and Oslo are the capitals of Italy and Norway" tells neither by its neighbours.
            return None
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

    def _turned(self, pair: _Pair) -> tuple[Located, Located] | tuple[()] | None:
        """By subject, verb and object alone: the exchanged names, () for the same roles, None for neither."""
        ours = deed(self._answer, pair.one, pair.other)
        if ours is None:
            return None
        found: tuple[Located, Located] | None = None
        for first in pair.ones:
            for second in pair.others:
                if first.located.passage != second.located.passage or first.sentence != second.sentence:
                    continue
                theirs = deed(self._places[first.located.passage], *sorted((first, second), key=_first))
                if theirs is None or theirs.verb != ours.verb:
                    continue
                if (theirs.subject is first) == (ours.subject is pair.one):
                    return ()
                if not (ours.is_loose or theirs.is_loose):
                    found = (second.located, first.located)
        return found


def _note(found: dict[int, Located], pair: _Pair, rivals: tuple[Located, Located]) -> None:
    found.setdefault(pair.one.located.mention.start, rivals[0])
    found.setdefault(pair.other.located.mention.start, rivals[1])


def _by_fit(found: tuple[float, Place]) -> float:
    return found[0]


def _first(place: Place) -> int:
    return place.first


def _same(ones: Sequence[Place], others: Sequence[Place]) -> bool:
    """Do two names share a place: one and the same by another form?"""
    starts = {(p.located.passage, p.located.mention.start) for p in ones}
    return any((p.located.passage, p.located.mention.start) in starts for p in others)
