# SPDX-License-Identifier: Apache-2.0
"""The slot of an answer's value: the weighted words that say what it is the value of, its question's among them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document, weight

from .context import context_of, unit_behind

_OTHERS_WEIGHT = 0.5
_QUESTION_WEIGHT = 0.35


class Slot:
    """Words with weights, compared by rarity with one evidence only."""

    def __init__(self, words: Mapping[str, float], own: frozenset[str] = frozenset()) -> None:
        """`own` are those of the words that belong to the value alone."""
        self.own = own
        self.rarities = tuple((stem, share * weight(stem)) for stem, share in words.items())
        self.total = sum(rarity for _, rarity in self.rarities)
        self.fits: dict[tuple[int, int], float] = {}  # to places at (passage, start), once they are known
        self.bounds: NDArray[np.float64] | None = None  # of the fit to any place of a sentence, by its number

    def without(self, stems: Collection[str]) -> Slot:
        """The same but for some words."""
        slot = Slot({}, self.own.difference(stems))
        slot.rarities = tuple((stem, rarity) for stem, rarity in self.rarities if stem not in stems)
        slot.total = sum(rarity for _, rarity in slot.rarities)
        return slot


def asked_words(question: Document) -> Mapping[str, float]:
    """What the question's words count in the slot of an answer's value."""
    return dict.fromkeys(filter(None, question.stems), _QUESTION_WEIGHT)


def asked_slot(document: Document, mention: Mention, asked: Mapping[str, float]) -> Slot:
    """The slot that an answer gives a value, with the question's words.

    What belongs to another value of the sentence counts half, a short word right behind the value nothing: "GR"
    and "kWh" say in what it is counted, as they do of all values like it.
    """
    context = context_of(document, mention)
    words = {
        stem: share if stem in context.own or stem in context.shared else share * _OTHERS_WEIGHT
        for stem, share in context.words.items()
    }
    unit = unit_behind(document, mention)
    words.pop(unit, None)
    return Slot({**asked, **words}, context.own - {unit})
