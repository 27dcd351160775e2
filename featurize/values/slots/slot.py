# SPDX-License-Identifier: Apache-2.0
"""The slot of one value: the words around it (sentence, table headers, keys) that say what it is the value of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from faithstill.featurize.document import Document, Sentence, content_stems, weight
from faithstill.featurize.extract import Mention

from .qualifiers import unit_behind
from .surroundings import RELATING, cell_of, row_label, surroundings

_NEAR = 10.0  # words at which the weight of a neighbour has halved
_FARTHEST = 40
_SHARES = tuple(_NEAR / (_NEAR + distance) for distance in reversed(range(_FARTHEST)))
_OTHER_CELL_WEIGHT = 0.25
_OTHERS_WEIGHT = 0.5


class Slot:
    """The words that say what a value is the value of, with weights; compared by rarity with one evidence only.

    Only the words of its own sentence or row and the headings above count: what else a passage holds would make
    a verdict hang on where a document was cut into passages.
    """

    def __init__(self, words: Mapping[str, float], own: frozenset[str] = frozenset()) -> None:
        """`own` are those of the words that belong to the value alone."""
        self.own = own
        self.rarities = tuple((stem, share * weight(stem)) for stem, share in words.items())
        self.total = sum(rarity for _, rarity in self.rarities)
        self.fits: dict[tuple[int, int], float] = {}  # to slots at (passage, start), once they are known
        self.bounds: NDArray[np.float64] | None = None  # of the fit to any slot of a sentence, by its number

    def without(self, stems: Collection[str]) -> Slot:
        """The same but for some words."""
        slot = Slot({}, self.own.difference(stems))
        slot.rarities = tuple((stem, rarity) for stem, rarity in self.rarities if stem not in stems)
        slot.total = sum(rarity for _, rarity in slot.rarities)
        return slot


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
    return {stem: share for stem, share in found.items() if stem not in RELATING}


def asked_slot(document: Document, mention: Mention, asked: Mapping[str, float]) -> Slot:
    """The slot that an answer gives a value, with the question's words.

    What belongs to another value of the sentence counts half, a short word right behind the value nothing: "GR"
    and "kWh" say in what it is counted, as they do of all values like it.
    """
    around = surroundings(document, mention)
    words = {
        stem: share if stem in around.own or stem in around.shared else share * _OTHERS_WEIGHT
        for stem, share in slot_words(document, mention).items()
    }
    unit = unit_behind(document, mention)
    words.pop(unit, None)
    return Slot({**asked, **words}, around.own - {unit})


def _cell_slot(document: Document, sentence: Sentence, mention: Mention) -> Mapping[str, float]:
    """Heading, column header, row label and own cell count whole, the other cells of the row little."""
    own = cell_of(sentence, mention)
    found = dict.fromkeys(document.content(sentence), _OTHER_CELL_WEIGHT)
    found |= dict.fromkeys(document.label_stems(sentence.unit.heading), 1.0)
    found |= dict.fromkeys(row_label(document, sentence, own), 1.0)
    if own:
        beside = document.text[own.start : mention.start] + " " + document.text[mention.end : own.end]
        found |= dict.fromkeys(document.label_stems(own.header) + content_stems(beside), 1.0)
    return found
