# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from faithstill.featurize.encoders.embed import (
    TABLE_FILE,
    TOKENIZER_FILE,
    Embedder,
    SentenceTransformerEmbedder,
    StaticEmbedder,
)

SENTENCES = (
    "The policy can be cancelled within 14 days.",
    "You may terminate your cover in the first two weeks.",
    "The bank charges a fee of 2% for foreign payments.",
    "The weather in the mountains was pleasant.",
)


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder.load()


def test_is_an_embedder(embedder: StaticEmbedder) -> None:
    seam: Embedder = embedder
    assert (seam.name, seam.dim) == ("static-minilm-l6", seam.encode(["one"]).shape[1])
    assert len(seam.fingerprint) == 16


def test_rows_are_unit_vectors(embedder: StaticEmbedder) -> None:
    vectors = embedder.encode(SENTENCES)
    assert vectors.shape == (len(SENTENCES), embedder.dim)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-6)


@pytest.mark.parametrize("text", ["", "  \n", "費用", "\u200b"])
def test_nothing_known_gives_a_zero_row(embedder: StaticEmbedder, text: str) -> None:
    assert not embedder.encode([text]).any()
    assert not embedder.token_vectors([text]).any()


def test_no_texts(embedder: StaticEmbedder) -> None:
    assert embedder.encode([]).shape == (0, embedder.dim)
    assert embedder.token_vectors([]).shape == (0, embedder.dim)


def test_neighbours_in_the_batch_change_nothing(embedder: StaticEmbedder) -> None:
    together = embedder.encode(SENTENCES)
    for row, sentence in enumerate(SENTENCES):
        assert embedder.encode([sentence])[0].tobytes() == together[row].tobytes()


def test_paraphrase_is_nearer_than_the_rest(embedder: StaticEmbedder) -> None:
    vectors = embedder.encode(SENTENCES)
    assert np.argsort(-(vectors @ vectors[0]))[1] == 1


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [
        ("fee", "charge", "mountain"),
        ("cancel", "terminate", "apple"),
        ("insurer", "insurance", "football"),
        ("mortgage", "loan", "violin"),
    ],
)
def test_word_similarity(embedder: StaticEmbedder, word: str, near: str, far: str) -> None:
    first, second, third = embedder.token_vectors([word, near, far])
    assert first @ second > first @ third + 0.2


def test_word_vectors_are_what_encode_gives(embedder: StaticEmbedder) -> None:
    words = ["fee", "Fee", "copayment"]
    np.testing.assert_array_equal(embedder.token_vectors(words), embedder.encode(words))


def test_a_text_longer_than_a_block(embedder: StaticEmbedder) -> None:
    short = embedder.encode(["fee and charge "])
    long = embedder.encode(["fee and charge " * 10_000])
    np.testing.assert_allclose(short, long, atol=1e-3)


def test_pickles_by_reloading(embedder: StaticEmbedder) -> None:
    packed = pickle.dumps(embedder)
    assert len(packed) < 500
    assert pickle.loads(packed).encode(SENTENCES).tobytes() == embedder.encode(SENTENCES).tobytes()


def test_resource_is_small_and_needs_no_pickle() -> None:
    folder = Path(sys.modules[StaticEmbedder.__module__].__file__ or "").parents[1] / "resources"
    assert sum((folder / file).stat().st_size for file in (TABLE_FILE, TOKENIZER_FILE)) < 8_000_000
    with np.load(folder / TABLE_FILE, allow_pickle=False) as table:
        assert table["codes"].dtype == np.int8


def test_missing_folder_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(
        FileNotFoundError, match=r"no static_embeddings\.npz .*faithstill\.train\.packaged\.distill_embedder"
    ):
        StaticEmbedder.load(tmp_path)


def test_table_and_tokenizer_must_belong_together(embedder: StaticEmbedder) -> None:
    codes, scales = np.zeros((3, 4), dtype=np.int8), np.zeros(3, dtype=np.float32)
    with pytest.raises(ValueError, match=r"\(3, 4\) codes .* does not fit a tokenizer of"):
        StaticEmbedder(codes, scales, embedder._tokenizer, name="other")


def test_sentence_transformers_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ImportError, match=r'pip install "faithstill\[nli\]"'):
        SentenceTransformerEmbedder.load("any")
