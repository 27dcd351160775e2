# SPDX-License-Identifier: Apache-2.0
"""Everything known about one triple, each part computed once and when first asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from faithstill.data import Triple

from .document import Document, Sentence, content_stems, weight
from .embed import Embedder, dots
from .extract import VALUE_KINDS, Extractor
from .lexicon import REFUSAL_CUES
from .overlap import Overlap
from .spacy_pipeline import Pipeline
from .values.align import align
from .values.alignment import Alignment
from .values.compare import compare
from .values.comparison import Comparison
from .values.slots import EvidenceValues, Located

if TYPE_CHECKING:  # only recipes with an encoder need these, and they take time to import
    from .claims import Claims
    from .entailments import Entailment
    from .evidence import Evidence
    from .nli import Nli

Matrix = NDArray[np.float32]

_REFUSAL = re.compile("|".join(f"(?:{cue})" for cue in REFUSAL_CUES), re.IGNORECASE)
_ROWS = 64
_CITATION = re.compile(r"\[(\d{1,3}(?:\s?[,;]\s?\d{1,3})*)\]")


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

    @property
    def strength(self) -> float:
        """How surely the two speak of the same thing."""
        return (self.lexical + self.semantic) / 2


class Analysis:
    """One triple as documents, matches and alignments; the families and the checks read it."""

    def __init__(
        self,
        triple: Triple,
        extractor: Extractor,
        embedder: Callable[[], Embedder],
        pipeline: Pipeline | None = None,
        nli: Nli | None = None,
    ) -> None:
        """The embedder is asked for when vectors first are: a check of values needs none."""
        self.triple = triple
        self._load_embedder = embedder
        self._pipeline = pipeline
        self._nli = nli
        self.question = Document(triple.question, extractor)
        self.answer = Document(triple.answer, extractor)
        self.passages = tuple(Document(passage.text, extractor) for passage in triple.passages)

    # Words

    @cached_property
    def context_bag(self) -> Counter[str]:
        """Content stems of all passages."""
        return Counter(stem for document in self.passages for stem in document.stems if stem)

    @cached_property
    def context_words(self) -> frozenset[str]:
        """Words of all passages, stop words included."""
        return frozenset(word for document in self.passages for word in document.words)

    @cached_property
    def known_stems(self) -> frozenset[str]:
        """Content stems of the passages and of the question: what an answer may use without adding anything."""
        return frozenset(self.context_bag) | frozenset(self.question.stem_bag)

    @cached_property
    def answer_stems(self) -> tuple[str, ...]:
        """Content stems of the answer in order, citation markers left out."""
        cited = [match.span() for match in _CITATION.finditer(self.answer.text)]
        return tuple(
            stem
            for stem, start in zip(self.answer.stems, self.answer.starts, strict=True)
            if stem and not any(a < start < b for a, b in cited)
        )

    def tagged(self, document: Document) -> tuple[tuple[str, str], ...]:
        """(lemma, part of speech) of each token; needs a spaCy pipeline."""
        if self._pipeline is None:
            raise ValueError("part-of-speech features need a spaCy pipeline: set enable_pos_metrics")
        return self._pipeline.tags(document.text)

    # Sentences

    @cached_property
    def overlap(self) -> Overlap:
        """The evidence sentences by their words."""
        return Overlap(self.passages)

    def lexical_row(self, i: int) -> NDArray[np.float32]:
        """For each evidence sentence its rarity-weighted share of the stems of answer sentence `i`."""
        content = self.answer.content(self.answer.sentences[i])
        return self.overlap.shares({stem: weight(stem) for stem in content})

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """For each answer sentence the evidence sentence that fits best by words and meaning together."""
        if not self.overlap.sentences:
            return tuple(Match(s, -1, None, 0.0, 0.0, 0.0) for s in self.answer.sentences)
        found: list[Match] = []
        # Some rows at a time: all cosines of a long answer with a long context do not fit into memory.
        for first in range(0, len(self.answer.sentences), _ROWS):
            found += self._matched(range(first, min(first + _ROWS, len(self.answer.sentences))))
        return tuple(found)

    def _matched(self, rows: range) -> Iterator[Match]:
        semantic = dots(self.answer_vectors[rows.start : rows.stop], self.context_vectors).clip(0.0, 1.0)
        lexical = np.stack([self.lexical_row(i) for i in rows])
        # Rounded, so that a last bit does not decide between equals.
        both = ((lexical + semantic) / 2).round(5)
        best = both.argmax(axis=1)
        here = np.arange(len(rows)), best
        both[here] = 0.0
        numbers = (lexical[here], semantic[here], both.max(axis=1), lexical.max(axis=1), semantic.max(axis=1))
        for i, j, *row in zip(rows, best.tolist(), *(column.tolist() for column in numbers), strict=True):
            passage, s = self.overlap.sentences[j]
            evidence = self.passages[passage].sentences[s]
            lexical_best, semantic_best, second, *bests = row
            runner_up = min((lexical_best + semantic_best) / 2, second)
            yield Match(
                self.answer.sentences[i], passage, evidence, lexical_best, semantic_best, runner_up, *bests
            )

    # Vectors

    @cached_property
    def _embedder(self) -> Embedder:
        return self._load_embedder()

    @cached_property
    def answer_vectors(self) -> Matrix:
        """One row for each answer sentence."""
        return self._embedder.encode(self.answer.sentence_texts)

    @cached_property
    def context_vectors(self) -> Matrix:
        """One row for each evidence sentence, in order; what stands several times is encoded once."""
        texts = [text for document in self.passages for text in document.sentence_texts]
        place = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        vectors = self._embedder.encode(list(place))
        return vectors if len(place) == len(texts) else vectors[[place[text] for text in texts]]

    @cached_property
    def question_vector(self) -> NDArray[np.float32]:
        """The question's embedding."""
        vector: NDArray[np.float32] = self._embedder.encode([self.question.text])[0]
        return vector

    @cached_property
    def answer_vector(self) -> NDArray[np.float32]:
        """The mean of the answer's sentence embeddings, normalised."""
        return _mean_direction(self.answer_vectors)

    @cached_property
    def passage_vectors(self) -> Matrix:
        """For each passage the mean of its sentence embeddings, normalised."""
        rows = [_mean_direction(self.context_vectors[a:b]) for a, b in pairwise(self.overlap.firsts)]
        return np.stack(rows) if rows else np.zeros((0, self._embedder.dim), dtype=np.float32)

    @cached_property
    def soft_support(self) -> NDArray[np.float32]:
        """For each distinct content stem of the answer the best cosine with a passage word; 1 where it occurs."""
        words = self._content_words(self.answer)
        missing = [word for stem, word in words.items() if stem not in self.context_bag]
        found = np.ones(len(words), dtype=np.float32)
        if missing:
            known: dict[str, str] = {}
            for document in self.passages:
                known |= self._content_words(document)
            vectors = self._embedder.token_vectors(list(known.values()))
            for first in range(0, len(missing), _ROWS):
                cosines = dots(self._embedder.token_vectors(missing[first : first + _ROWS]), vectors)
                found[first : first + len(cosines)] = cosines.max(axis=1, initial=0.0)
        return found

    @staticmethod
    def _content_words(document: Document) -> dict[str, str]:
        pairs = zip(document.stems, document.words, strict=True)
        return {stem: word for stem, word in pairs if stem and not word[0].isdigit()}

    # Values and names

    @cached_property
    def evidence_values(self) -> EvidenceValues:
        """All mentions of the passages."""
        return EvidenceValues(self.passages, self.overlap)

    @cached_property
    def alignments(self) -> tuple[Alignment, ...]:
        """What became of each of the answer's mentions."""
        return align(self.answer, self.question, self.evidence_values)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """What the answer says of one value against another, with whether it holds."""
        return compare(self.answer, self.question, self.evidence_values)

    @cached_property
    def value_alignments(self) -> tuple[Alignment, ...]:
        """The alignments of values: numbers, amounts, dates; not of names."""
        return tuple(x for x in self.alignments if x.mention.kind in VALUE_KINDS)

    @cached_property
    def known_answer_stems(self) -> frozenset[str]:
        """Content stems of answer and question together: what the answer may be said to speak of."""
        return frozenset(self.answer.stem_bag) | frozenset(self.question.stem_bag)

    def cell_labels(self, located: Located) -> tuple[frozenset[str], ...]:
        """The stems of the row label and of the column header of a value in a table; empty for prose."""
        document = self.passages[located.passage]
        index = document.sentence_at(located.mention.start)
        cells = document.sentences[index].unit.cells if index is not None else ()
        own = next((c for c in cells if c.start <= located.mention.start < c.end), None)
        if own is None or own is cells[0]:
            return ()
        labels = (document.text[cells[0].start : cells[0].end], own.header)
        return tuple(stems for label in labels if (stems := frozenset(content_stems(label))))

    # Claims

    @cached_property
    def claims(self) -> Claims:
        """What the answer claims, cut into atomic statements."""
        from .claims import extract_claims

        return extract_claims(self.answer.text, question=self.question.text)

    @cached_property
    def evidence(self) -> Evidence:
        """The passages as lines to search for windows."""
        from .evidence import Evidence

        return Evidence(self.triple.passages, self._embedder)

    @cached_property
    def entailments(self) -> tuple[Entailment, ...]:
        """What the entailment model says of each claim; needs one."""
        if self._nli is None:
            raise ValueError("entailment features need an encoder: name its folder in the settings")
        from .entailments import judge

        return judge(self.claims.claims, self.evidence, self._nli)

    # Form

    @cached_property
    def refusal_sentences(self) -> tuple[bool, ...]:
        """For each answer sentence, whether it says that the material does not state something."""
        return tuple(_REFUSAL.search(text) is not None for text in self.answer.sentence_texts)

    @property
    def is_refusal(self) -> bool:
        """Does the answer open with a refusal, or consist mostly of refusals?"""
        refusals = self.refusal_sentences
        return bool(refusals) and (refusals[0] or 2 * sum(refusals) > len(refusals))

    @cached_property
    def citations(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """(character offset, cited passage numbers counted from 1) for each citation marker of the answer."""
        return tuple(
            (match.start(), tuple(int(n) for n in re.findall(r"\d+", match.group(1))))
            for match in _CITATION.finditer(self.answer.text)
        )


def containment(wanted: Mapping[str, float], bag: frozenset[str] | Mapping[str, int]) -> float:
    """Share of the wanted weight that a bag holds; 0 for nothing wanted.

    >>> containment({"fee": 2.0, "wire": 1.0}, frozenset({"fee"}))
    0.6666666666666666
    """
    total = sum(wanted.values())
    return sum([w for stem, w in wanted.items() if stem in bag]) / total if total else 0.0


def tfidf_cosine(a: Mapping[str, int], b: Mapping[str, int]) -> float:
    """Cosine of two bags of stems under the frozen inverse document frequencies; 0 where one is empty."""
    if len(a) > len(b):
        a, b = b, a
    dot = sum([count * b[stem] * weight(stem) ** 2 for stem, count in a.items() if stem in b])
    return min(1.0, dot / (_norm(a) * _norm(b))) if dot else 0.0


def _norm(bag: Mapping[str, int]) -> float:
    return sqrt(sum([(count * weight(stem)) ** 2 for stem, count in bag.items()]))


def _mean_direction(vectors: Matrix) -> NDArray[np.float32]:
    if not len(vectors):
        return np.zeros(vectors.shape[1], dtype=np.float32)
    mean: NDArray[np.float32] = vectors.sum(axis=0) / np.float32(len(vectors))
    length = sqrt(float(np.square(mean, dtype=np.float64).sum()))
    return mean / np.float32(length) if length else mean
