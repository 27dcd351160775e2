# SPDX-License-Identifier: Apache-2.0
"""Which words stand before and after a name, and how alike the places of two names are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from faithstill.featurize.document import Document, weight
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.synonyms import canonical
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

_REACH = 6  # words on each side
_DECAY = 0.85  # of a word's weight with each word between it and the name
# Words that come and go between names without changing who did what.
JOINTS = frozenset("and or the a an also as well s".split())
ARTICLES = frozenset("the a an s".split())
_LEAST = 0.25  # weight of words of grammar: "by", "from", "to" tell roles
PREPOSITIONS = frozenset(
    "by from to of for in on at as with into under over against after before near through between than via".split()
)
# What extends to a name what was said of another: "Bob does too".
AGAIN = frozenset("so too also likewise similarly same both either".split())
Side = Mapping[str, tuple[float, int]]
Like = Callable[[Mention], Sequence[Located]]
MOST_PLACES = 64  # of one name: one that stands more often is not told by its places
# What is said of two alike: its names may change places.
SYMMETRIC = frozenset(
    "with between versus vs against marry married meet merge border near like equal same partner together joint "
    "spouse sibling twin neighbour neighbor cousin compete rival play face fight both either respectively or "
    "opposite adjacent than compare similar differ different replace alongside plus".split()
)


@dataclass(frozen=True, slots=True)
class Place:
    """A name with the stems before and after it (weight, rank from the name) and its words `first:last`."""

    located: Located
    sentence: int | None
    first: int
    last: int
    before: Side
    after: Side

    @property
    def total(self) -> float:
        """What all its neighbours weigh."""
        return sum([w for side in (self.before, self.after) for w, _ in side.values()])


class Places:
    """The names of a document with their neighbours, each read when first asked for."""

    def __init__(self, document: Document, passage: int = -1) -> None:
        self.document = document
        self._passage = passage
        self._known: dict[int, Place] = {}

    @cached_property
    def _spans(self) -> Mapping[int, tuple[int, int]]:
        return {m.start: self._span(m) for m in self.document.mentions if m.kind in NAMES}

    @cached_property
    def taken(self) -> frozenset[int]:
        return frozenset(at for span in self._spans.values() for at in range(*span))

    def _span(self, mention: Mention) -> tuple[int, int]:
        starts = self.document.starts
        first = bisect_left(starts, mention.start)
        return first, max(first + 1, bisect_left(starts, mention.end))

    def of(self, mention: Mention) -> Place:
        """The neighbours of a name within its sentence; other names and what joins them are passed over."""
        known = self._known.get(mention.start)
        if known is None:
            known = self._known[mention.start] = self._read(mention)
        return known

    def _read(self, mention: Mention) -> Place:
        first, last = self._spans.get(mention.start) or self._span(mention)
        index = self.document.sentence_at(mention.start)
        located = Located(self._passage, mention)
        if index is None or self.document.sentences[index].unit.cells:
            return Place(located, None, first, last, {}, {})
        sentence = self.document.sentences[index]
        before = self._side(range(first - 1, sentence.first - 1, -1))
        return Place(located, index, first, last, before, self._side(range(last, sentence.last)))

    def _side(self, places: Iterable[int]) -> Side:
        found: dict[str, tuple[float, int]] = {}
        share = 1.0
        for at in places:
            if at in self.taken or self.document.words[at] in JOINTS:
                continue
            stem = stem_at(self.document, at)
            if stem not in found:
                found[stem] = (share * _worth(self.document, at), len(found))
            share *= _DECAY
            if len(found) == _REACH:
                break
        return found

    def is_listed(self, place: Place) -> bool:
        """Does another name stand beside one, or part from it by "and" alone?"""
        words = self.document.words
        before, after = place.first - 1, place.last
        while before > 0 and words[before] in JOINTS:
            before -= 1
        while after < len(words) - 1 and words[after] in JOINTS:
            after += 1
        return before in self.taken or after in self.taken

    def beside(self, mention: Mention) -> tuple[str, str]:
        """The words right before and after a name, articles passed over: "^" at an end, "" beside a name.

        Where there is none before, none is sought after.
        """
        index = self.document.sentence_at(mention.start)
        return ("", "") if index is None else self._beside(mention, index)

    def all_beside(self) -> Iterator[tuple[Mention, tuple[str, str]]]:
        """Each name of the document with the words beside it."""
        names = [mention for mention in self.document.mentions if mention.kind in NAMES]
        places = self.document.sentences_at([mention.start for mention in names])
        for mention, index in zip(names, places, strict=True):
            if index >= 0:
                yield mention, self._beside(mention, index)

    def _beside(self, mention: Mention, index: int) -> tuple[str, str]:
        sentence = self.document.sentences[index]
        if sentence.unit.cells:
            return "", ""
        first, last = self._spans.get(mention.start) or self._span(mention)
        before = self._nearest(range(first - 1, sentence.first - 1, -1))
        return before, self._nearest(range(last, sentence.last)) if before else ""

    def _nearest(self, places: Iterable[int]) -> str:
        words = self.document.words
        for at in places:
            if words[at] not in ARTICLES:
                return "" if at in self.taken or words[at] in JOINTS else stem_at(self.document, at)
        return "^"


def all_places(evidence: EvidenceValues) -> Sequence[Places]:
    """The names of each passage."""
    return [Places(document, i) for i, document in enumerate(evidence.passages)]


def stem_at(document: Document, at: int) -> str:
    """The stem of a word, of words of grammar too."""
    return document.stems[at] or canonical(document.words[at])


def _worth(document: Document, at: int) -> float:
    stem = document.stems[at]
    return max(_LEAST, weight(stem)) if stem else _LEAST


def fit(wanted: Place, place: Place) -> float:
    """Share of the wanted neighbours that stand as near on the same side of another name, from 0 to 1."""
    total = wanted.total
    if not total:
        return 0.0
    return (shared(wanted.before, place.before) + shared(wanted.after, place.after)) / total


def shared(wanted: Side, held: Side) -> float:
    """Weight of the words of both sides, less where one stands farther off than the other."""
    both = ((w, abs(held[stem][1] - rank)) for stem, (w, rank) in wanted.items() if stem in held)
    return sum([w * (1 - apart / _REACH) for w, apart in both])


def between(document: Document, one: Place, other: Place) -> dict[str, float]:
    """The words between two names with their weights."""
    (_, first), (last, _) = sorted(((one.first, one.last), (other.first, other.last)))
    places = [at for at in range(first, last) if document.words[at] not in JOINTS]
    return {stem_at(document, at): _worth(document, at) for at in places}


def likeness(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """What two bags of words share of what either holds."""
    total = sum((dict(one) | dict(other)).values())
    return sum([w for stem, w in one.items() if stem in other]) / total if total else 0.0


def same_link(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Do two names hang on the same preposition, or both on none? "by Alder" is not "Alder"."""
    ours, theirs = (before if before in PREPOSITIONS else "" for before in (one[0], other[0]))
    return ours == theirs


def in_order(one: Place, other: Place) -> bool:
    """Does the first stand before the second?"""
    return one.first < other.first


def best_fit(wanted: Place, places: Sequence[Place]) -> float:
    """How well the best of some places fits."""
    return max((fit(wanted, place) for place in places), default=0.0)


def is_mutual(side: Side) -> bool:
    """Does a word next to a name say that another one may stand in its place: "met", "married", "merged with"?"""
    return any(stem in SYMMETRIC for stem, (_, rank) in side.items() if rank < 2)


def sentence_words(document: Document, place: Place) -> frozenset[str]:
    """The words of the sentence of prose that a name stands in."""
    if place.sentence is None:
        return frozenset()
    sentence = document.sentences[place.sentence]
    return frozenset(document.words[sentence.first : sentence.last])
