# SPDX-License-Identifier: Apache-2.0
"""Everything known about one triple, each part computed once and when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from faithstill.data import Triple

from .align.alignment import Alignment
from .align.slots.slots import EvidenceValues, Located
from .encoders.embed import Embedder, dots, mean_direction
from .encoders.spacy_pipeline import Pipeline
from .extract import VALUE_KINDS, Extractor
from .extract.document import Bag, Document, content_stems, weight
from .material import Match, Material, Matrix, Question, content_words, matched
from .overlap import Overlap, runs_of
from .read.language import is_english
from .read.markers import Markers, markers_of, without

if TYPE_CHECKING:  # they take time to import, and not all who import this need them
    from .align.record_fields import Stated
    from .claims import AnswerSentence, Claims
    from .encoders.nli import Nli
    from .evidence import Evidence
    from .evidence.entailments import Entailment
    from .lexicon import Lexicon
    from .part import Part

_ROWS = 64


class Analysis:
    """One triple as documents, matches and alignments; the families and the checks read it."""

    def __init__(
        self,
        triple: Triple,
        extractor: Extractor,
        embedder: Callable[[], Embedder],
        pipeline: Pipeline | None = None,
        nli: Nli | None = None,
        *,
        material: Material | None = None,
        sought: Question | None = None,
        asides: bool = False,
        lexicon: Lexicon | None = None,
    ) -> None:
        """`material` is the triple's passages where they were read before, for another answer; so `sought`.

        With `asides` headings, questions and the like that say something of their own are statements too. A `lexicon`
        says what else the passages call a name.
        """
        self._lexicon = lexicon
        self.triple = triple
        self._extractor = extractor
        self._pipeline = pipeline
        self._nli = nli
        self._asides = asides
        self.material = material or Material((p.text for p in triple.passages), extractor, embedder)
        self.sought = sought or Question(Document(triple.question, extractor), self.material)
        self.question = self.sought.question
        self.passages = self.material.documents

    @property
    def nli(self) -> Nli | None:
        """The entailment model, where there is one."""
        return self._nli

    def with_answer(self, answer: str) -> Analysis:
        """The same question and evidence with another answer."""
        triple, material = replace(self.triple, answer=answer), self.material
        return Analysis(
            triple, self._extractor, lambda: material.embedder, self._pipeline, self._nli, material=material,
            sought=self.sought, asides=self._asides, lexicon=self._lexicon,
        )  # fmt: skip

    # Citations

    @cached_property
    def markers(self) -> Markers:
        """The citation markers of the answer, and its lines that say what they stand for."""
        return markers_of(self.triple.answer, [passage.id for passage in self.triple.passages])

    @cached_property
    def unmarked(self) -> str:
        """The answer without citation markers; offsets stay. Whatever reads the answer reads this."""
        return without(self.triple.answer, self.markers)

    @cached_property
    def citations(self) -> tuple[tuple[int, ...], ...]:
        """The cited passage numbers of each citation marker of the answer, those of passages cited by id left out."""
        cited = (
            tuple(x.number for x in marker.labels if x.number is not None) for marker in self.markers.cited
        )
        return tuple(filter(None, cited))

    # Statements

    @cached_property
    def sentences(self) -> tuple[AnswerSentence, ...]:
        """Every sentence of the answer, those that state nothing with the reason."""
        from .claims import answer_sentences, asserting

        found = answer_sentences(self.unmarked, self.markers.sources)
        return asserting(found, self.known_stems) if self._asides else found

    @cached_property
    def statements(self) -> tuple[AnswerSentence, ...]:
        """The sentences that state something, or say that the material does not answer."""
        return tuple(sentence for sentence in self.sentences if sentence.reason is None)

    @cached_property
    def answer(self) -> Document:
        """What the answer states, blanks in place of greetings, other frames and citation markers; offsets stay."""
        from .claims import only_statements

        return Document(only_statements(self.unmarked, self.sentences), self._extractor)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """For each statement the analysis of it alone; nothing is read twice."""
        from .part import Part

        return tuple(Part(self, statement) for statement in self.statements)

    # Words

    @property
    def context_bag(self) -> Bag:
        """Content stems of all passages."""
        return self.material.bag

    @property
    def context_words(self) -> frozenset[str]:
        """Words of all passages, stop words included."""
        return self.material.words

    @property
    def known_stems(self) -> frozenset[str]:
        """Content stems of the passages and of the question: what an answer may use without adding anything."""
        return self.sought.known_stems

    @cached_property
    def copied_runs(self) -> Mapping[int, frozenset[tuple[str, ...]]]:
        """By length the runs of two and of four words of the answer that a passage holds too."""
        return {n: self._copied(n) for n in (2, 4)}

    def _copied(self, n: int) -> frozenset[tuple[str, ...]]:
        wanted = frozenset(runs_of(self.answer.words, n))
        return frozenset(
            run for document in self.passages for run in wanted.intersection(runs_of(document.words, n))
        )

    @cached_property
    def answer_stems(self) -> tuple[str, ...]:
        """Content stems of the answer in order."""
        return tuple(filter(None, self.answer.stems))

    def tagged(self, document: Document) -> tuple[tuple[str, str], ...]:
        """(lemma, part of speech) of each token; needs a spaCy pipeline."""
        if self._pipeline is None:
            raise ValueError("part-of-speech features need a spaCy pipeline: set enable_pos_metrics")
        return self._pipeline.tags(document.text)

    @cached_property
    def is_answer_english(self) -> bool:
        """Is the answer English, or too short or too bare to tell? Words of passages and question tell nothing."""
        return is_english(self.unmarked, beside=(self.question.text, *(p.text for p in self.passages)))

    # Sentences

    @property
    def overlap(self) -> Overlap:
        """The evidence sentences by their words."""
        return self.material.overlap

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """For each answer sentence the evidence sentence that fits best by words and meaning together."""
        if not self.overlap.sentences:
            return tuple(Match(s, -1, None, 0.0, 0.0, 0.0) for s in self.answer.sentences)
        return tuple(matched(self.answer, self.answer_vectors, self.material))

    # Vectors

    @cached_property
    def answer_vectors(self) -> Matrix:
        """One row for each answer sentence."""
        return self.material.embedder.encode(self.answer.sentence_texts)

    @property
    def context_vectors(self) -> Matrix:
        """One row for each evidence sentence, in order."""
        return self.material.vectors

    @cached_property
    def answer_vector(self) -> NDArray[np.float32]:
        """The mean of the answer's sentence embeddings, normalised."""
        return mean_direction(self.answer_vectors)

    @property
    def passage_vectors(self) -> Matrix:
        """For each passage the mean of its sentence embeddings, normalised."""
        return self.material.passage_vectors

    @property
    def soft_support(self) -> NDArray[np.float32]:
        """For each distinct content stem of the answer the best cosine with a passage word; 1 where it occurs."""
        support = self.support_of
        return np.array([support[stem] for stem in content_words(self.answer)], dtype=np.float32)

    @cached_property
    def support_of(self) -> Mapping[str, float]:
        """The same by stem."""
        words = content_words(self.answer)
        found = dict.fromkeys(words, 1.0)
        missing = [stem for stem in words if stem not in self.context_bag]
        for first in range(0, len(missing), _ROWS):
            stems = missing[first : first + _ROWS]
            wanted = self.material.embedder.token_vectors([words[stem] for stem in stems])
            cosines = dots(wanted, self.material.word_vectors).max(axis=1, initial=0.0)
            found |= zip(stems, cosines.tolist(), strict=True)
        return found

    # Values and names

    @property
    def evidence_values(self) -> EvidenceValues:
        """All mentions of the passages."""
        return self.material.values

    @cached_property
    def alignments(self) -> tuple[Alignment, ...]:
        """What became of each of the answer's mentions."""
        from .align.align import align
        from .align.names.lexicon_names import LexiconNames

        known = LexiconNames(self._lexicon, self.triple.passages, self.passages) if self._lexicon else None
        return align(self.answer, self.question, self.evidence_values, lexicon=known)

    @cached_property
    def stated(self) -> tuple[Stated, ...]:
        """What records of the passages prove or refute of the answer's words."""
        from .align.told_fields import told_fields

        return tuple(told_fields(self))

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
        from .claims import claims_of

        return claims_of(self.unmarked, self.sentences, question=self.question.text)

    @cached_property
    def evidence(self) -> Evidence:
        """The passages as lines to search for windows."""
        from .evidence import Evidence

        return Evidence(self.triple.passages, self.material.embedder)

    @cached_property
    def entailments(self) -> tuple[Entailment, ...]:
        """What the entailment model says of each claim; needs one."""
        if self._nli is None:
            raise ValueError("entailment features need an encoder: name its folder in the settings")
        from .evidence.entailments import judge

        return judge(self.claims.claims, self.evidence, self._nli)

    # Form

    @property
    def is_refusal(self) -> bool:
        """Does the answer open with a refusal, or consist mostly of refusals?"""
        refuses = [statement.refuses for statement in self.statements]
        return bool(refuses) and (refuses[0] or 2 * sum(refuses) > len(refuses))


def containment(wanted: Mapping[str, float], bag: frozenset[str] | Mapping[str, int]) -> float:
    """Share of the wanted weight that a bag holds; 0 for nothing wanted.

    >>> containment({"fee": 2.0, "wire": 1.0}, frozenset({"fee"}))
    0.6666666666666666
    """
    total = sum(wanted.values())
    return sum([w for stem, w in wanted.items() if stem in bag]) / total if total else 0.0


def tfidf_cosine(a: Bag, b: Bag) -> float:
    """Cosine of two bags of stems under the frozen inverse document frequencies; 0 where one is empty."""
    if len(a) > len(b):
        a, b = b, a
    dot = sum([count * b[stem] * weight(stem) ** 2 for stem, count in a.items() if stem in b])
    return min(1.0, dot / (a.length * b.length)) if dot else 0.0
