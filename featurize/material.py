# SPDX-License-Identifier: Apache-2.0
"""The passages of a triple, read once for every answer that is held against them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .align.slots.slots import EvidenceValues
from .encoders.embed import Embedder, mean_direction
from .extract import Extractor
from .extract.document import Bag, Document
from .overlap import Overlap
from .read.language import is_any_english

Matrix = NDArray[np.float32]


class Material:
    """What is known of some passages whatever the answer is, each part computed when first asked for."""

    def __init__(self, texts: Iterable[str], extractor: Extractor, embedder: Callable[[], Embedder]) -> None:
        """The embedder is asked for when vectors first are: a check of values needs none."""
        self.documents = tuple(Document(text, extractor) for text in texts)
        self.overlap = Overlap(self.documents)
        self._load_embedder = embedder

    @cached_property
    def embedder(self) -> Embedder:
        """What turns texts into vectors, here and in answers to these passages."""
        return self._load_embedder()

    @cached_property
    def is_english(self) -> bool:
        """Is a passage English, or all of them too short or too bare of function words to tell?"""
        return is_any_english(document.text for document in self.documents)

    @cached_property
    def bag(self) -> Bag:
        """Content stems of all passages."""
        return Bag(stem for document in self.documents for stem in document.stems if stem)

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of all passages, stop words included."""
        return frozenset(word for document in self.documents for word in document.words)

    @cached_property
    def values(self) -> EvidenceValues:
        """All mentions of the passages."""
        return EvidenceValues(self.documents, self.overlap)

    @cached_property
    def vectors(self) -> Matrix:
        """One row for each sentence, in order; what stands several times is encoded once."""
        texts = [text for document in self.documents for text in document.sentence_texts]
        place = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        vectors = self.embedder.encode(list(place))
        return vectors if len(place) == len(texts) else vectors[[place[text] for text in texts]]

    @cached_property
    def passage_vectors(self) -> Matrix:
        """For each passage the mean of its sentence embeddings, normalised."""
        rows = [mean_direction(self.vectors[a:b]) for a, b in pairwise(self.overlap.firsts)]
        return np.stack(rows) if rows else np.zeros((0, self.embedder.dim), dtype=np.float32)

    @cached_property
    def redundancy(self) -> float:
        """Mean share of the content stems that neighbouring passages have in common."""
        bags = [frozenset(document.stem_bag) for document in self.documents]
        pairs = [len(x & y) / min(len(x), len(y)) for x, y in pairwise(bags) if x and y]
        return sum(pairs) / len(pairs) if pairs else 0.0

    @cached_property
    def word_vectors(self) -> Matrix:
        """One row for each distinct content stem, of the word it was last read from."""
        known: dict[str, str] = {}
        for document in self.documents:
            known |= content_words(document)
        return self.embedder.token_vectors(list(known.values()))


def content_words(document: Document) -> Mapping[str, str]:
    """The content stems of a text that are no figures, each with a word that it is the stem of."""
    pairs = zip(document.stems, document.words, strict=True)
    return {stem: word for stem, word in pairs if stem and not word[0].isdigit()}
