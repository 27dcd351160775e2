# SPDX-License-Identifier: Apache-2.0
"""All values of the evidence with their slots, and those among them that fit a value of the answer best."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from faithstill.featurize.extract import VALUE_KINDS, Kind, Mention
from faithstill.featurize.extract.agree import may_meet
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.overlap import Overlap

from .contenders import may_be_year
from .context import Context, context_of
from .counted import counts_shown
from .scales import as_meant, currencies, is_scale, scales_over
from .slot import Slot, capitals

# Mentions of different sorts never agree and never conflict.
_SORTS = dict.fromkeys(VALUE_KINDS, "number") | {
    Kind.DATE: "calendar",
    Kind.PERIOD: "calendar",
    Kind.TIME: "time",
    Kind.ORDINAL: "ordinal",
}

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d(?!\d)")
# Of more mentions than this, only those in the sentences that share most words have their slots read.
_MOST_FITTED = 2_000
_FEWEST_ROWS = 2  # of a table with a header and one row
_HAIR = 1e-9  # for the last bits of two sums of the same floats


@dataclass(slots=True)  # not frozen: made for every mention, and freezing doubles the cost
class Located:
    """An evidence mention, the passage it stands in, and how well its slot fits the answer's, from 0 to 1.

    Of a value `sentence` is the number of its sentence among those of all passages, -1 outside of any.
    """

    passage: int
    mention: Mention
    slot: float = 0.0
    sentence: int = field(default=-1, repr=False, compare=False)


T = TypeVar("T")
_SENTENCE, _START = attrgetter("sentence"), attrgetter("mention.start")


def _places(found: Sequence[Located]) -> NDArray[np.int64]:
    return np.fromiter(map(_SENTENCE, found), np.int64, len(found))


class EvidenceValues:
    """All mentions of the passages by what they may be compared with; slots are read when first asked for."""

    def __init__(self, passages: Sequence[Document], overlap: Overlap) -> None:
        self._passages = passages
        self._overlap = overlap
        self._contexts: dict[tuple[int, int], Context] = {}
        self._like: dict[tuple[Kind, str], Sequence[Sequence[Located]]] = {}
        self._made: dict[Callable[[EvidenceValues], object], object] = {}

    def once(self, make: Callable[[EvidenceValues], T]) -> T:
        """What `make` reads off the evidence alone, kept for all values and answers; it must not hold this object."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(T, self._made[make])

    @cached_property
    def shown_counts(self) -> Mapping[int, frozenset[str]]:
        """The small counts that lists, tables and enumerations show, with their words."""
        return counts_shown(self._passages)

    @cached_property
    def names(self) -> Sequence[Located]:
        """The names, in order of passages and offsets."""
        return [
            Located(i, mention)
            for i, document in enumerate(self._passages)
            for mention in document.mentions
            if mention.kind in NAMES
        ]

    @cached_property
    def by_sort(self) -> Mapping[str, Sequence[Located]]:
        """Values in order of passages and offsets; under "in £000" or "amount_cents" each bare cell stands twice."""
        found: dict[str, list[Located]] = {}
        for i, document in enumerate(self._passages):
            first = int(self._overlap.firsts[i])
            values = [m for m in document.mentions if m.kind not in NAMES and not is_scale(m)]
            for mention, index in zip(values, document.sentences_at([m.start for m in values]), strict=True):
                sentence = -1 if index < 0 else first + index
                group = found.setdefault(_SORTS[mention.kind], [])
                group.append(Located(i, mention, 0.0, sentence))
                if may_be_year(mention):
                    found.setdefault("calendar", []).append(Located(i, mention, 0.0, sentence))
                for meant in as_meant(document, mention, self.scales[i]):
                    group.append(Located(i, meant, 0.0, sentence))
        return found

    @cached_property
    def scales(self) -> Sequence[frozenset[Decimal]]:
        """For each passage the factors that its bare figures may stand for."""
        return scales_over(self._passages)

    @cached_property
    def _by_value(self) -> Mapping[str, Sequence[Sequence[Located]]]:
        found: dict[str, Sequence[Sequence[Located]]] = {}
        for sort, located in self.by_sort.items():
            values: dict[Hashable, list[Located]] = {}
            for e in located:
                m = e.mention
                value = (m.text, m.kind, m.low, m.high, m.unit, m.key, m.bound)
                values.setdefault(value, []).append(e)
            found[sort] = list(values.values())
        return found

    def like(self, mention: Mention) -> Sequence[Sequence[Located]]:
        """The evidence mentions that a value may agree or be compared with; those of one value together."""
        key = mention.kind, mention.unit
        if key not in self._like:
            found = self._by_value.get(_SORTS[mention.kind], ())
            self._like[key] = [
                same for same in found if may_meet(*key, same[0].mention.kind, same[0].mention.unit)
            ]
        return self._like[key]

    @cached_property
    def distinct(self) -> Sequence[Sequence[Located]]:
        """The places of each distinct value, one value after the other."""
        groups = self._by_value.items()
        return [same for sort, found in groups for same in found if sort == _SORTS[same[0].mention.kind]]

    @cached_property
    def years(self) -> frozenset[str]:
        """All years that some date or period names, and all bare numbers that look like one."""
        dated = (e.mention.key for e in self.by_sort.get("calendar", ()))
        bare = (e.mention.text for e in self.by_sort.get("number", ()) if e.mention.kind is Kind.NUMBER)
        keys = chain.from_iterable(key.replace("/", "|").split("|") for key in dated)
        return frozenset(found.group() for key in chain(keys, bare) if (found := _YEAR.search(key)))

    @cached_property
    def currencies(self) -> frozenset[str]:
        """All currencies that the evidence names."""
        return currencies(self._passages)

    @cached_property
    def values(self) -> Sequence[Located]:
        """All that are no names."""
        groups = self.by_sort.items()
        return tuple(e for sort, group in groups for e in group if sort == _SORTS[e.mention.kind])

    def fitted(
        self,
        wanted: Slot,
        found: Sequence[Located],
        most: int,
        where: Callable[[Located], bool] | None = None,
    ) -> list[Located]:
        """The `most` mentions whose slots fit best, with that fit; their order does not hang on the passages'.

        Slots are read, and whether a mention counts (`where`) is asked, only where the words of the whole sentence
        let hope for more than what is found already.
        """
        if where and len(found) > _MOST_FITTED:
            found, where = list(filter(where, found)), None
        found = self.nearest(wanted, found, _MOST_FITTED)
        hopes = self._hopes(wanted, found)
        best: list[tuple[float, str, int, int]] = []
        for n in sorted(range(len(found)), key=hopes.__getitem__, reverse=True):
            is_full = len(best) == most
            if is_full and hopes[n] + _HAIR < -best[-1][0]:
                break
            e = found[n]
            fit = self._fit(wanted, e) if hopes[n] else 0.0
            one = (-fit, e.mention.text, e.mention.start, n)
            if (is_full and one > best[-1]) or (where and not where(e)):
                continue
            insort(best, one)
            del best[most:]
        return [Located(found[n].passage, found[n].mention, -fit, found[n].sentence) for fit, _, _, n in best]

    def parted_by_hope(
        self, wanted: Slot, found: Sequence[Located], least: float
    ) -> tuple[Sequence[Located], Sequence[Located]]:
        """The mentions whose slots may fit so well, and those that cannot."""
        if least <= 0:
            return found, ()
        may: tuple[list[Located], list[Located]] = ([], [])
        for e, hope in zip(found, self._hopes(wanted, found), strict=True):
            may[hope + _HAIR < least].append(e)
        return may

    def _hopes(self, wanted: Slot, found: Sequence[Located]) -> Sequence[float]:
        """What the fit of each mention can be at most, by the words of its whole sentence."""
        return cast(list[float], self._bounds(wanted)[_places(found)].tolist())

    def nearest(self, wanted: Slot, found: Sequence[Located], most: int) -> Sequence[Located]:
        """At most so many mentions, those in the sentences that share most words with a slot."""
        if len(found) <= most:
            return found
        shared = np.append(self._overlap.weights(dict(wanted.rarities)), 0.0)
        places = _places(found)
        starts = np.fromiter(map(_START, found), np.int64, len(found))
        return [found[n] for n in np.lexsort((starts, -shared[places]))[:most]]

    def most_shared(self, words: Mapping[str, float]) -> float:
        """What words weigh that one sentence holds, of the sentence where that is most."""
        return float(self._overlap.weights(words).max(initial=0.0)) if words else 0.0

    def _bounds(self, wanted: Slot) -> NDArray[np.float64]:
        """For each sentence what the fit to a slot in it can be at most; at the end 0, for what is in none."""
        if wanted.bounds is None:
            shared = np.append(self._overlap.weights(dict(wanted.rarities)), 0.0)
            wanted.bounds = shared / wanted.total if wanted.total else shared
            if wanted.total:
                wanted.bounds[self._rows] = 1.0
        return wanted.bounds

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """The rows of tables, of which nothing is known beforehand: a label may stand far from its cells."""
        sentences = (s for document in self._passages for s in document.sentences)
        return np.array([n for n, sentence in enumerate(sentences) if sentence.unit.cells], np.int64)

    @property
    def passages(self) -> Sequence[Document]:
        """The texts of the evidence, in order."""
        return self._passages

    def document(self, passage: int) -> Document:
        """The passage that a `Located` names."""
        return self._passages[passage]

    def around(self, located: Located) -> Context:
        """The words around an evidence mention, read once."""
        key = (located.passage, located.mention.start)
        if key not in self._contexts:
            self._contexts[key] = context_of(self._passages[located.passage], located.mention)
        return self._contexts[key]

    def slot_of(self, located: Located) -> Mapping[str, float]:
        """What the words around an evidence mention count."""
        return self.around(located).words

    def is_cell(self, located: Located) -> bool:
        """Does it stand in a row of a table, a labelled line or a tool result?"""
        document = self._passages[located.passage]
        place = document.sentence_at(located.mention.start)
        return place is not None and bool(document.sentences[place].unit.cells)

    def is_of_table(self, located: Located) -> bool:
        """Is it one of several figures of a table, and not of a tool result?"""
        document = self._passages[located.passage]
        rows = [s.unit for s in document.sentences if s.unit.cells and document.text[s.unit.start] != "{"]
        return len(rows) > _FEWEST_ROWS and self.is_cell(located)

    def is_unscaled_cell(self, located: Located) -> bool:
        """Is it a cell of a table that does not say itself what its figures are in?"""
        return self._passages[located.passage].table_scale is None and self.is_cell(located)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The stems that the evidence writes as names: with a capital within a sentence, or with a digit."""
        return frozenset().union(*map(capitals, self._passages))

    def _fit(self, wanted: Slot, located: Located) -> float:
        """Share of the wanted slot words that stand around an evidence mention, weighted by rarity."""
        if not wanted.total:
            return 0.0
        key = (located.passage, located.mention.start)
        if key in wanted.fits:
            return wanted.fits[key]
        here = self.slot_of(located)
        got = sum([rarity * here[stem] for stem, rarity in wanted.rarities if stem in here])
        wanted.fits[key] = got / wanted.total
        return wanted.fits[key]
