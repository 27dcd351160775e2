# SPDX-License-Identifier: Apache-2.0
"""Slots: the words around an evidence value (sentence, table headers, keys) that say what it is the value of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nsmallest
from itertools import chain

import numpy as np

from .document import Document, Sentence, content_stems, weight, words_of
from .extract import Kind, Mention
from .overlap import Overlap

# Mentions of different sorts never agree and never conflict.
_SORTS = dict.fromkeys(Kind, "number") | {
    Kind.NAME: "name",
    Kind.ACRONYM: "name",
    Kind.DATE: "calendar",
    Kind.PERIOD: "calendar",
    Kind.TIME: "time",
    Kind.ORDINAL: "ordinal",
}
_SCALABLE = frozenset({Kind.MONEY, Kind.NUMBER})

_NEAR = 10.0  # words at which the weight of a neighbour has halved
_FARTHEST = 40
_SHARES = tuple(_NEAR / (_NEAR + distance) for distance in reversed(range(_FARTHEST)))
_PASSAGE_WEIGHT = 0.12
_OTHER_CELL_WEIGHT = 0.25
# Of more mentions than this, only those in the sentences that share most words have their slots read.
_MOST_FITTED = 2_000


@dataclass(frozen=True, slots=True)
class Located:
    """An evidence mention, the passage it stands in, and how well its slot fits the answer's, from 0 to 1."""

    passage: int
    mention: Mention
    slot: float = 0.0


class Slot:
    """The words that say what a value is the value of, with weights; compared by rarity."""

    def __init__(self, words: Mapping[str, float]) -> None:
        self.rarities = tuple((stem, share * weight(stem)) for stem, share in words.items())
        self.total = sum(rarity for _, rarity in self.rarities)
        self.fits: dict[tuple[int, int], float] = {}  # to slots at (passage, start), once they are known
        self._held: dict[int, Sequence[tuple[str, float, float]]] = {}

    def held_by(self, passage: int, document: Document) -> Sequence[tuple[str, float, float]]:
        """The words with their rarities, and with what each counts where it stands elsewhere in the passage."""
        if passage not in self._held:
            held = document.stem_bag
            self._held[passage] = [
                (s, r, r * _PASSAGE_WEIGHT if s in held else 0.0) for s, r in self.rarities
            ]
        return self._held[passage]


class EvidenceValues:
    """All mentions of the passages by what they may be compared with; slots are read when first asked for."""

    def __init__(self, passages: Sequence[Document], overlap: Overlap) -> None:
        self._passages = passages
        self._overlap = overlap
        self._slots: dict[tuple[int, int], Mapping[str, float]] = {}
        self._sentences: dict[tuple[int, int], int] = {}

    @cached_property
    def by_sort(self) -> Mapping[str, Sequence[Located]]:
        """Mentions in order of passages and offsets; under "in £000" each bare cell stands twice."""
        found: dict[str, list[Located]] = {}
        for i, document in enumerate(self._passages):
            for mention in document.mentions:
                for m in _with_scaled(mention, document):
                    found.setdefault(_SORTS[m.kind], []).append(Located(i, m))
        return found

    @cached_property
    def _by_value(self) -> Mapping[str, Mapping[Hashable, Sequence[Located]]]:
        found: dict[str, dict[Hashable, list[Located]]] = {}
        for sort, located in self.by_sort.items():
            values = found[sort] = {}
            for e in located:
                m = e.mention
                value = (m.text, m.kind, m.low, m.high, m.unit, m.key, m.bound)
                values.setdefault(value, []).append(e)
        return found

    def like(self, mention: Mention) -> Iterable[Sequence[Located]]:
        """The evidence mentions that a mention may agree or be compared with; those of one value together."""
        return self._by_value.get(_SORTS[mention.kind], {}).values()

    def spells(self, mention: Mention) -> bool:
        """Do the words of a mention stand in a row in some passage, in whatever case?

        Of "Clause 12.3" the number is enough: contracts number their clauses without the word.
        """
        words = words_of(mention.text)
        numbered = [word for word in words if word[0].isdigit() and "." in word]
        wanted = f" {' '.join(numbered or words)} "
        return any(wanted in f" {' '.join(document.words)} " for document in self._passages)

    @cached_property
    def values(self) -> Sequence[Located]:
        """All that are no names."""
        sorts = (found for sort, found in self.by_sort.items() if sort != "name")
        return tuple(chain.from_iterable(sorts))

    def fitted(self, wanted: Slot, found: Sequence[Located], most: int) -> list[Located]:
        """The `most` mentions whose slots fit best, with that fit; their order does not hang on the passages'."""
        if len(found) > _MOST_FITTED:
            found = self._in_nearest_sentences(wanted, found)
        scored = ((-self._fit(wanted, e), e.mention.start, e.mention.text, n) for n, e in enumerate(found))
        best = ((-slot, found[n]) for slot, _, _, n in nsmallest(most, scored))
        return [Located(e.passage, e.mention, slot) for slot, e in best]

    def _in_nearest_sentences(self, wanted: Slot, found: Sequence[Located]) -> Sequence[Located]:
        shared = np.append(self._overlap.weights(dict(wanted.rarities)), 0.0)
        places = np.fromiter(map(self._sentence, found), np.int64, len(found))
        starts = np.fromiter((e.mention.start for e in found), np.int64, len(found))
        return [found[n] for n in np.lexsort((starts, -shared[places]))[:_MOST_FITTED]]

    def _sentence(self, located: Located) -> int:
        """The number of a mention's sentence among those of all passages; -1 outside of any."""
        key = (located.passage, located.mention.start)
        place = self._sentences.get(key)
        if place is None:
            own = self._passages[located.passage].sentence_at(located.mention.start)
            place = -1 if own is None else int(self._overlap.firsts[located.passage]) + own
            self._sentences[key] = place
        return place

    def _fit(self, wanted: Slot, located: Located) -> float:
        """Share of the wanted slot words that stand around an evidence mention, weighted by rarity."""
        if not wanted.total:
            return 0.0
        key = (located.passage, located.mention.start)
        if key in wanted.fits:
            return wanted.fits[key]
        document = self._passages[located.passage]
        here = self._slots.get(key)
        if here is None:
            here = self._slots[key] = slot_words(document, located.mention)
        got = 0.0
        for stem, rarity, elsewhere in wanted.held_by(located.passage, document):
            share = here.get(stem)
            got += elsewhere if share is None else rarity * share
        wanted.fits[key] = got / wanted.total
        return wanted.fits[key]


def _with_scaled(mention: Mention, document: Document) -> Iterator[Mention]:
    yield mention
    scale = document.table_scale
    if scale and mention.kind in _SCALABLE and mention.low is not None and mention.high is not None:
        yield replace(mention, low=mention.low * scale, high=mention.high * scale)


def slot_words(document: Document, mention: Mention) -> Mapping[str, float]:
    """The content stems that say what a value is the value of, nearer ones heavier."""
    index = document.sentence_at(mention.start)
    if index is None:
        return {}
    sentence = document.sentences[index]
    unit = sentence.unit
    left = bisect_left(document.starts, mention.start)
    right = bisect_left(document.starts, mention.end)
    if unit.cells:
        return _cell_slot(document, sentence, mention)
    before = document.stems[max(sentence.first, left - _FARTHEST) : left]
    after = document.stems[right : min(sentence.last, right + _FARTHEST)][::-1]
    found = dict.fromkeys(document.label_stems(unit.heading), 1.0)
    found.update(zip(before, _SHARES[_FARTHEST - len(before) :], strict=True))
    for stem, share in dict(zip(after, _SHARES[_FARTHEST - len(after) :], strict=True)).items():
        if share > found.get(stem, 0.0):
            found[stem] = share
    found.pop("", None)
    return found


def _cell_slot(document: Document, sentence: Sentence, mention: Mention) -> Mapping[str, float]:
    """Heading, column header, row label and own cell count whole, the other cells of the row little."""
    cells = sentence.unit.cells
    own = next((c for c in cells if c.start <= mention.start < max(c.end, c.start + 1)), None)
    found = dict.fromkeys(document.content(sentence), _OTHER_CELL_WEIGHT)
    label = document.text[cells[0].start : cells[0].end]
    found |= dict.fromkeys(document.label_stems(sentence.unit.heading) + document.label_stems(label), 1.0)
    if own:
        beside = document.text[own.start : mention.start] + " " + document.text[mention.end : own.end]
        found |= dict.fromkeys(document.label_stems(own.header) + content_stems(beside), 1.0)
    return found
