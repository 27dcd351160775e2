# SPDX-License-Identifier: Apache-2.0
"""What a question asks for and where the passages speak of it, read once for every answer and statement."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .encoders.embed import dots
from .extract.document import Document, weight
from .material import Material


class Question:
    """A question beside the passages, whatever the answer is, each part computed when first asked for."""

    def __init__(self, question: Document, material: Material) -> None:
        self.question, self._material = question, material

    @cached_property
    def stems(self) -> Mapping[str, float]:
        """The content stems of the question, each with its rarity."""
        return {stem: weight(stem) for stem in self.question.stems if stem}

    @cached_property
    def held(self) -> float:
        """Rarity-weighted share of them in the passages; 1 without any."""
        bag = self._material.bag
        found = sum([w for stem, w in self.stems.items() if stem in bag])
        return found / sum(self.stems.values()) if self.stems else 1.0

    @cached_property
    def in_sentence(self) -> float:
        """Rarity-weighted share of them in the best single evidence sentence; 1 without any."""
        held = float(self._material.overlap.weights(self.stems).max(initial=0.0))
        return held / sum(self.stems.values()) if self.stems else 1.0

    @cached_property
    def vector(self) -> NDArray[np.float32]:
        """The question's embedding."""
        vector: NDArray[np.float32] = self._material.embedder.encode([self.question.text])[0]
        return vector

    @cached_property
    def cosines(self) -> NDArray[np.float32]:
        """For each evidence sentence the cosine of its embedding with the question's."""
        return dots(self._material.vectors, self.vector[np.newaxis])[:, 0]

    @cached_property
    def known_stems(self) -> frozenset[str]:
        """Content stems of passages and question: what an answer may use without adding anything."""
        return frozenset(self._material.bag) | frozenset(self.question.stem_bag)
