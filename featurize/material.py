# SPDX-License-Identifier: Apache-2.0
"""The passages of a triple and its question, read once for every answer, and where each answer sentence fits best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .align.slots.slots import EvidenceValues
from .encoders.embed import Embedder, dots, mean_direction
from .extract import Extractor
from .extract.document import Bag, Document, Sentence, weight
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


_ROWS = 64


@dataclass(frozen=True, slots=True)
class Match:
    """An answer sentence beside its best evidence sentence; `lexical` and `semantic` are from 0 to 1."""

    sentence: Sentence
    passage: int
    evidence: Sentence | None
    lexical: float
    semantic: float
    runner_up: float
    best_lexical: float = 0.0  # of any evidence sentence, not only of this one
    best_semantic: float = 0.0

    def of(self, sentence: Sentence) -> Match:
        """The same match of an excerpt's sentence."""
        return Match(
            sentence, self.passage, self.evidence, self.lexical, self.semantic, self.runner_up,
            self.best_lexical, self.best_semantic,
        )  # fmt: skip

    @property
    def strength(self) -> float:
        """How surely the two speak of the same thing."""
        return (self.lexical + self.semantic) / 2


def matched(answer: Document, vectors: Matrix, material: Material) -> Iterator[Match]:
    """One match for each sentence of an answer; `vectors` has a row for each."""
    # Some rows at a time: all cosines of a long answer with a long context do not fit into memory.
    for first in range(0, len(answer.sentences), _ROWS):
        rows = range(first, min(first + _ROWS, len(answer.sentences)))
        yield from _matched(answer, rows, dots(vectors[rows.start : rows.stop], material.vectors), material)


def lexical_row(answer: Document, i: int, overlap: Overlap) -> NDArray[np.float32]:
    """For each evidence sentence its rarity-weighted share of the stems of answer sentence `i`."""
    return overlap.shares({stem: weight(stem) for stem in answer.content(answer.sentences[i])})


def _matched(answer: Document, rows: range, cosines: Matrix, material: Material) -> Iterator[Match]:
    semantic = cosines.clip(0.0, 1.0)
    lexical = np.stack([lexical_row(answer, i, material.overlap) for i in rows])
    # Rounded, so that a last bit does not decide between equals.
    both = ((lexical + semantic) / 2).round(5)
    best = both.argmax(axis=1)
    here = np.arange(len(rows)), best
    both[here] = 0.0
    numbers = (lexical[here], semantic[here], both.max(axis=1), lexical.max(axis=1), semantic.max(axis=1))
    for i, j, *row in zip(rows, best.tolist(), *(column.tolist() for column in numbers), strict=True):
        passage, s = material.overlap.sentences[j]
        evidence = material.documents[passage].sentences[s]
        lexical_best, semantic_best, second, *bests = row
        runner_up = min((lexical_best + semantic_best) / 2, second)
        yield Match(answer.sentences[i], passage, evidence, lexical_best, semantic_best, runner_up, *bests)
