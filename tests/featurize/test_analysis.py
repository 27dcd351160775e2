# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.data import Passage, Triple
from faithstill.featurize import Analysis, Featurizer
from faithstill.featurize.analysis import containment, tfidf_cosine
from faithstill.featurize.encoders.embed import Embedder
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Bag, weight


class LetterEmbedder:
    """A stand-in: a text is its letter counts, a unit vector of 26."""

    name, dim, fingerprint = "letters", 26, "0" * 16

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.encoded += texts
        rows = [[text.lower().count(chr(97 + i)) for i in range(26)] for text in texts]
        vectors = np.array(rows, dtype=np.float32).reshape(len(texts), 26)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)

    def token_vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        return self.encode(words)


def analysis(question: str, contexts: list[str], answer: str, embedder: Embedder | None = None) -> Analysis:
    triple = Triple.of(question=question, contexts=contexts, answer=answer)
    return Analysis(triple, Extractor(), lambda: embedder or LetterEmbedder())


CONTEXTS = ["The wire fee is $25. The card is free of charge.", "Loans end in May. Notice is two weeks."]


@pytest.mark.parametrize(
    ("answer", "passage", "evidence"),
    [
        ("The wire fee is $25.", 0, "The wire fee is $25."),
        ("The card is free.", 0, "The card is free of charge."),
        ("Notice of two weeks is needed.", 1, "Notice is two weeks."),
        ("Loans end in May.", 1, "Loans end in May."),
    ],
)
def test_a_sentence_meets_its_evidence(answer: str, passage: int, evidence: str) -> None:
    a = analysis("", CONTEXTS, answer)
    (match,) = a.matches
    assert match.evidence is not None
    unit = match.evidence.unit
    assert (match.passage, a.passages[passage].text[unit.start : unit.end]) == (passage, evidence)
    assert 0 <= match.runner_up <= match.strength <= 1
    assert match.lexical <= match.best_lexical
    assert match.semantic <= match.best_semantic


@pytest.mark.parametrize("contexts", [[], [""], ["\n", " "]])
def test_without_evidence_a_sentence_meets_nothing(contexts: list[str]) -> None:
    (match,) = analysis("", contexts, "The fee is $5.").matches
    assert (match.evidence, match.passage, match.strength, match.best_semantic) == (None, -1, 0, 0)


def test_equals_go_to_the_first() -> None:
    (match,) = analysis("", ["A fee is due.", "A fee is due.", "A fee is due."], "A fee is due.").matches
    assert match.passage == 0
    assert match.runner_up == match.strength == pytest.approx(1)


def test_repeated_sentences_are_encoded_once() -> None:
    embedder = LetterEmbedder()
    a = analysis("", ["A fee is due. " * 50, "A fee is due. No fee is due."], "Yes.", embedder)
    assert a.context_vectors.shape == (52, 26)
    assert embedder.encoded == ["A fee is due.", "No fee is due."]
    np.testing.assert_array_equal(a.context_vectors[0], a.context_vectors[50])


def test_more_answer_sentences_than_a_block_holds() -> None:
    evidence = [f"Branch {name} charges a fee." for name in map(str, range(100, 300))]
    a = analysis("", [" ".join(evidence)], " ".join(reversed(evidence)))
    where = [match.evidence.first for match in a.matches if match.evidence]
    assert len(where) == 200
    assert where == sorted(where, reverse=True)


def test_passage_vectors_are_means_of_their_own_sentences() -> None:
    a = analysis("", [*CONTEXTS, ""], "Yes.")
    assert a.passage_vectors.shape == (3, 26)
    assert not a.passage_vectors[2].any()
    np.testing.assert_allclose(a.passage_vectors[0], _unit(a.context_vectors[:2].mean(axis=0)), atol=1e-6)


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def test_soft_support_is_full_where_the_word_stands() -> None:
    assert analysis("", ["The wire fee rose."], "The wire fee rose.").soft_support.tolist() == [1, 1, 1]
    assert analysis("", [], "Wire fee.").soft_support.tolist() == [0, 0]


REFUSALS = [
    ("The document does not state the fee.", True),
    ("I could not find this in the material.", True),
    ("There is no information on this in the documents.", True),
    ("I'm not sure.", True),
    ("I don't know.", True),
    ("The context doesn’t mention a fee. The rate is 5%.", True),
    ("The fee is $5.", False),
    ("The fee is $5. It covers wires. Limits are not stated.", False),
    ("", False),
]


@pytest.mark.parametrize(("answer", "refusal"), REFUSALS)
def test_refusals(answer: str, refusal: bool) -> None:
    assert analysis("", ["x"], answer).is_refusal is refusal


CITATIONS = [
    ("A fee [1].", [(1,)]),
    ("A fee [1, 2] is due [3;4].", [(1, 2), (3, 4)]),
    ("A fee [0][999].", [(0,), (999,)]),
    ("A fee [2-4] is due [1–3; doc 7].", [(2, 3, 4), (1, 2, 3, 7)]),
    ("A fee [Source 2] [passage_3].", [(2,), (3,)]),
    ("A fee [1000], [x], [], [1.5] and (1).", []),
    ("", []),
]


@pytest.mark.parametrize(("answer", "cited"), CITATIONS)
def test_citations(answer: str, cited: list[tuple[int, ...]]) -> None:
    assert analysis("", [], answer).citations == tuple(cited)


def test_citation_markers_are_no_words_of_the_answer() -> None:
    marked, plain = (
        analysis("", [], "A wire fee [12] of $7 is due [3]."),
        analysis("", [], "A wire fee of $7 is due."),
    )
    assert marked.answer_stems == plain.answer_stems


def test_labels_of_a_cell() -> None:
    a = analysis("", ["| Plan | Winter |\n|---|---|\n| Plus | $9 |", "It is $9."], "It is $9.")
    found = {x.passage: a.cell_labels(x) for x in a.evidence_values.by_sort["number"]}
    assert found == {0: (frozenset({"plus"}), frozenset({"winter"})), 1: ()}


def test_part_of_speech_needs_a_pipeline() -> None:
    a = analysis("", [], "A fee.")
    with pytest.raises(ValueError, match="set enable_pos_metrics"):
        a.tagged(a.answer)


@pytest.mark.parametrize(
    ("wanted", "bag", "share"), [({}, {"a"}, 0), ({"a": 1.0}, set(), 0), ({"a": 3.0, "b": 1.0}, {"a"}, 0.75)]
)
def test_containment(wanted: dict[str, float], bag: set[str], share: float) -> None:
    assert containment(wanted, frozenset(bag)) == share


def test_tfidf_cosine() -> None:
    one, other = Bag({"fee": 2, "wire": 1}), Bag({"fee": 1})
    length = sqrt((2 * weight("fee")) ** 2 + weight("wire") ** 2)
    assert tfidf_cosine(one, other) == tfidf_cosine(other, one) == pytest.approx(2 * weight("fee") / length)
    assert tfidf_cosine(one, one) == pytest.approx(1)
    assert tfidf_cosine(one, Bag()) == tfidf_cosine(Bag(), Bag()) == tfidf_cosine(one, Bag({"loan": 1})) == 0


_CHOICES = """
import json, sys
from faithstill.data import Triple
from faithstill.featurize import Featurizer
things = "fee rate loan card wire cover premium notice branch limit".split()
same = [f"The {a} of the {b} is due in {c}." for a in things for b in things for c in ("May", "June")]
contexts = [" ".join(same), " ".join(reversed(same))]
triple = Triple.of(question="What is due?", contexts=contexts, answer=" ".join(same[::3]))
featurizer = Featurizer()
choices = [(m.passage, m.evidence.first) for m in featurizer.analyse(triple).matches]
print(json.dumps([choices, featurizer.transform([triple]).tobytes().hex()]))
"""


def test_the_number_of_threads_decides_nothing() -> None:
    seen = {threads: _choices(threads) for threads in ("1", "2")}
    assert len(json.loads(seen["1"])[0]) == 67
    assert seen["1"] == seen["2"]


def _choices(threads: str) -> str:
    environment = os.environ | {
        "OMP_NUM_THREADS": threads,
        "OPENBLAS_NUM_THREADS": threads,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", _CHOICES], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout


class LettersFeaturizer(Featurizer):
    """A featurizer with another embedder, injected by overriding the one property."""

    embedder = LetterEmbedder()


def test_a_subclass_may_bring_its_own_embedder() -> None:
    triple = Triple("Fee?", (Passage("The fee is $5."),), "The fee is $5.")
    featurizer = LettersFeaturizer()
    assert featurizer.schema.tables["embedder"] == f"letters/{'0' * 16}"
    assert featurizer.transform([triple]).shape == (1, len(featurizer.features))
    assert featurizer.schema.differences(Featurizer().schema)[0].startswith("table embedder is letters/")
