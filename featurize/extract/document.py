# SPDX-License-Identifier: Apache-2.0
"""A text read once: words, units, content stems, mentions; each computed at most once and kept."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import accumulate
from math import sqrt

import numpy as np

from faithstill.featurize.read.english_words import canonical, idf
from faithstill.featurize.read.structure import Unit, parted, units
from faithstill.featurize.read.word_classes import NEGATORS, PARTICLES, STOP_WORDS, months_of_may

from . import Extractor, Mention
from .headed import in_header_units, stated_scale

# In brackets, so that a text can be split into the words and what stands between them.
_WORD = re.compile(r"([^\W\d_]+(?:'[^\W\d_]+)*\d{0,4}|\d+(?:[.,]\d+)*)")
# The same for lower-cased ASCII, at half the cost.
_ASCII_WORD = re.compile(
    r"([a-z]++(?:'[a-z]++(?:'[a-z]++)*+)?+[0-9]{0,4}+|[0-9]++(?:[.,][0-9]++(?:[.,][0-9]++)*+)?+)"
)
# Symbols that often stand in English text and are no part of a word.
_SYMBOLS = frozenset("“”‘–—−…•·£€¥§©®™°±×÷\N{NO-BREAK SPACE}")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_MAY = "may"
_MINOR_UNITS = ("cents", "pence", "minor")


@dataclass(slots=True)  # not frozen: made for every sentence, and freezing doubles the cost
class Sentence:
    """A unit of a document with the range `first:last` of its words."""

    unit: Unit
    first: int
    last: int


class Bag(Counter[str]):
    """How often each content stem of a text occurs; not to be changed once it is measured."""

    @cached_property
    def length(self) -> float:
        """The length of the vector of term frequencies times inverse document frequencies."""
        return sqrt(sum([(count * weight(stem)) ** 2 for stem, count in self.items()]))


class Document:
    """A text and what is read off it, lazily.

    >>> document = Document("Fees don't apply. The rate is 5%.", Extractor())
    >>> document.words[:3], len(document.sentences)
    (('fees', "don't", 'apply'), 2)
    """

    def __init__(self, text: str, extractor: Extractor) -> None:
        self.text = text
        self.extractor = extractor
        self._sentence_bags: dict[int, frozenset[str]] = {}
        self._label_stems: dict[str, tuple[str, ...]] = {}
        self._label_mentions: dict[str, tuple[Mention, ...]] = {}

    @cached_property
    def _written(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        return _split(*_plain(self._parted))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Lower-cased words and digit groups in order."""
        return self._written[0]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The character offset of each word."""
        return self._written[1]

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """For each word its canonical stem, or "" for a stop word; digit groups stand without separators."""
        found = _stems(self.words)
        months = months_of_may(self.text)
        if not months:
            return found
        starts = self.starts
        named = {bisect_left(starts, start) for start in months}
        return tuple([_MAY if at in named else stem for at, stem in enumerate(found)])

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Sentences, list items, table rows and objects, those without a word too."""
        return units(self.text)

    @cached_property
    def _tabular(self) -> list[Unit]:
        """The units that are rows or objects."""
        return [unit for unit in self.units if unit.cells]

    @cached_property
    def _parted(self) -> str:
        """The text as it is read: across no border of two cells."""
        return parted(self.text, self._tabular) if self._tabular else self.text

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The units with their words; units without a word are left out."""
        starts = self.starts
        read = (
            Sentence(unit, bisect_left(starts, unit.start), bisect_left(starts, unit.end))
            for unit in self.units
        )
        return tuple([sentence for sentence in read if sentence.last > sentence.first])

    @cached_property
    def sentence_texts(self) -> tuple[str, ...]:
        """Text of each sentence."""
        return tuple(self.text[s.unit.start : s.unit.end] for s in self.sentences)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Typed spans in order, none overlapping; bare figures of tables and keys in the unit written over them."""
        found = self.extractor.extract(self._parted)
        return in_header_units(self.text, found, self._tabular) if self._tabular else found

    @cached_property
    def stem_bag(self) -> Bag:
        """How often each content stem occurs."""
        return Bag(filter(None, self.stems))

    @cached_property
    def word_bag(self) -> Counter[str]:
        """How often each word occurs, stop words included."""
        return Counter(self.words)

    @property
    def sentence_bags(self) -> tuple[frozenset[str], ...]:
        """The content stems of each sentence, its heading and column headers included."""
        return tuple(map(self.sentence_bag, range(len(self.sentences))))

    def sentence_bag(self, index: int) -> frozenset[str]:
        """The content stems of one sentence, read when first asked for."""
        found = self._sentence_bags.get(index)
        if found is None:
            found = frozenset(filter(None, self._stems_of(self.sentences[index])))
            self._sentence_bags[index] = found
        return found

    def _stems_of(self, sentence: Sentence) -> tuple[str, ...]:
        own, unit = self.stems[sentence.first : sentence.last], sentence.unit
        return own + self.label_stems(labels_over(unit)) if unit.cells or unit.heading else own

    def label_stems(self, label: str) -> tuple[str, ...]:
        """The content stems of a heading, row label or column header, which many units share."""
        found = self._label_stems.get(label)
        if found is None:
            found = self._label_stems[label] = content_stems(label)
        return found

    def label_mentions(self, label: str) -> tuple[Mention, ...]:
        """The typed spans of a column header, with offsets into it."""
        found = self._label_mentions.get(label)
        if found is None:
            found = self._label_mentions[label] = self.extractor.extract(label)
        return found

    def content(self, sentence: Sentence) -> tuple[str, ...]:
        """The content stems of one sentence in order, without headings."""
        return tuple(filter(None, self.stems[sentence.first : sentence.last]))

    @cached_property
    def table_scale(self) -> Decimal | None:
        """What the text says its figures are in ("£000", "in millions"), as a factor."""
        return stated_scale(self.text)

    @cached_property
    def names_minor_units(self) -> bool:
        """Does the text speak of cents or pence, or of minor units?"""
        small = self.text.lower()
        return any(unit in small for unit in _MINOR_UNITS)

    def sentence_at(self, offset: int) -> int | None:
        """Index of the innermost sentence that holds a character offset."""
        ends = self._unit_ends
        last = bisect_right(self._unit_starts, offset) - 1
        if last >= 0 and offset < ends[last]:
            return last
        for i in range(last, -1, -1):
            if offset < ends[i]:
                return i
            if offset >= self._reach[i]:
                break
        return None

    def sentences_at(self, offsets: Sequence[int]) -> list[int]:
        """The same for many at once; -1 outside of any sentence."""
        last = np.searchsorted(self._unit_starts, offsets, "right") - 1
        ends = np.array((*self._unit_ends, -1))
        return [
            n if inside else -1 if (index := self.sentence_at(offset)) is None else index
            for n, offset, inside in zip(last.tolist(), offsets, (offsets < ends[last]).tolist(), strict=True)
        ]

    @cached_property
    def _unit_starts(self) -> tuple[int, ...]:
        return tuple(sentence.unit.start for sentence in self.sentences)

    @cached_property
    def _unit_ends(self) -> tuple[int, ...]:
        return tuple(sentence.unit.end for sentence in self.sentences)

    @cached_property
    def _reach(self) -> tuple[int, ...]:
        """For each sentence the farthest end of it and of all before it."""
        return tuple(accumulate(self._unit_ends, max))


def _plain(text: str) -> tuple[str, re.Pattern[str]]:
    """A text of the same length in plain characters, lower-cased where it is ASCII, and the pattern of its words."""
    plain = text.replace("’", "'")
    if plain.isascii():
        return plain.lower(), _ASCII_WORD
    if _SYMBOLS.issuperset(_NOT_ASCII.findall(plain)):
        return plain.encode("ascii", "replace").decode("ascii").lower(), _ASCII_WORD
    return plain, _WORD


def _split(plain: str, word: re.Pattern[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a plain text in small letters, and where each starts."""
    pieces = word.split(plain)
    ends = tuple(accumulate(map(len, pieces)))
    return _lowered(pieces[1::2], word), ends[:-1:2]


def _lowered(words: Sequence[str], word: re.Pattern[str]) -> tuple[str, ...]:
    return tuple(words) if word is _ASCII_WORD else tuple([word.lower() for word in words])


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    if word[0].isdigit():
        return word.replace(",", "")
    return "" if word in STOP_WORDS or word in NEGATORS else canonical(word)


def _stems(words: Sequence[str]) -> tuple[str, ...]:
    """The stem of each word; a particle that makes another verb or noun of the word before it is none to stop at."""
    found = list(map(_stem, words))
    if PARTICLES.keys().isdisjoint(words):
        return tuple(found)
    for n, word in enumerate(words):
        if word in PARTICLES and n and words[n - 1] in PARTICLES[word]:
            found[n] = word
    return tuple(found)


def labels_over(unit: Unit) -> str:
    """The heading of a unit and the headers of its columns."""
    return " ".join([unit.heading, *[cell.header for cell in unit.cells]]) if unit.cells else unit.heading


def words_of(text: str) -> tuple[str, ...]:
    """Lower-cased words and digit groups in order.

    >>> words_of("Payday’s 1,000")
    ("payday's", '1,000')
    """
    if not text:
        return ()
    plain, word = _plain(text)
    return _lowered(word.findall(plain), word)


@lru_cache(maxsize=5_000)  # rows repeat their headers and many of their cells
def content_stems(text: str) -> tuple[str, ...]:
    """The content stems of a short text such as a heading.

    >>> content_stems("of the")
    ()
    """
    found = tuple(filter(None, _stems(words_of(text))))
    return (*found, _MAY) if months_of_may(text) else found


@lru_cache(maxsize=100_000)
def weight(stem: str) -> float:
    """How much a content stem says: its inverse document frequency; figures count as rare words."""
    return idf(stem)
