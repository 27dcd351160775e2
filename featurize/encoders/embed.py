# SPDX-License-Identifier: Apache-2.0
"""Sentence vectors: a static table that needs only numpy, or any sentence-transformers model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from itertools import chain
from math import sqrt
from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

TABLE_FILE = "static_embeddings.npz"
TOKENIZER_FILE = "static_tokenizer.json"
_WORD_OR_SIGN = re.compile(r"[^\W_]+|[^\s]")
_BLOCK = 4096  # tokens summed at a time, so that a book-long text needs no book-sized matrix


class Embedder(Protocol):
    """Texts in, unit vectors out; `name` and `fingerprint` go into bundles, which refuse another table."""

    @property
    def name(self) -> str: ...

    @property
    def dim(self) -> int: ...

    @property
    def fingerprint(self) -> str: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim), rows of length 1; all zeros for a text without known tokens."""
        ...

    def token_vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) unit vectors of single words."""
        ...


def unit_rows(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows scaled to length 1; zero rows stay zero.

    >>> unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]], dtype=np.float32)).round(1).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    lengths = np.sqrt(np.square(vectors, dtype=np.float64).sum(axis=1, keepdims=True))
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def dots(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, m) dot products of the rows of two matrices, each the same whatever rows stand beside it.

    Not by `@`: BLAS chooses the order of summation by the shapes and by the number of threads.
    """
    products: NDArray[np.float32] = np.einsum("ik,jk->ij", left, right)
    return products


def mean_direction(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of some rows, scaled to length 1; zeros for none."""
    if not len(vectors):
        return np.zeros(vectors.shape[1], dtype=np.float32)
    mean: NDArray[np.float32] = vectors.sum(axis=0) / np.float32(len(vectors))
    length = sqrt(float(np.square(mean, dtype=np.float64).sum()))
    return mean / np.float32(length) if length else mean


class StaticEmbedder:
    """A text is the sum of its tokens' vectors, which were fitted to a sentence encoder (`distill_embedder.py`).

    Weights of tokens (frequent ones count little) are inside the vectors' lengths, so encoding is one lookup
    and one sum. Texts are taken one by one: a vector never depends on its neighbours in the batch.
    """

    def __init__(
        self,
        codes: NDArray[np.int8],
        scales: NDArray[np.float32],
        tokenizer: Tokenizer,
        *,
        name: str,
        folder: Path | None = None,
    ):
        """`codes` (tokens, dim) times `scales` (tokens,) are the token vectors."""
        size = tokenizer.get_vocab_size()
        if codes.ndim != 2 or len(codes) != size or scales.shape != (size,):
            raise ValueError(
                f"a table of {codes.shape} codes and {scales.shape} scales does not fit a tokenizer of "
                f"{size} tokens; take both files from one run of train/packaged/distill_embedder.py"
            )
        self.name = name
        self.dim: int = codes.shape[1]
        self._codes = codes
        self._scales = scales
        self._vectors: NDArray[np.float32] = codes * scales[:, None]
        self._tokenizer = tokenizer
        self._folder = folder
        # Word by word gives what the whole text gives, since the tokenizer splits at spaces and signs first.
        self._ids: Callable[[str], tuple[int, ...]] = lru_cache(maxsize=100_000)(self._ids_of)
        self._word: Callable[[str], NDArray[np.float32]] = lru_cache(maxsize=20_000)(self._encode_word)

    @classmethod
    def load(cls, path: str | Path | None = None) -> StaticEmbedder:
        """The packaged table (loaded once per process), or the folder that `distill_embedder.py` wrote."""
        return _packaged() if path is None else cls._read(Path(path), folder=Path(path))

    @classmethod
    def _read(cls, source: Path, *, folder: Path | None) -> Self:
        for file in (TABLE_FILE, TOKENIZER_FILE):
            if not (source / file).is_file():
                raise FileNotFoundError(
                    f"no {file} in {source}; make it: python -m faithstill.train.packaged.distill_embedder"
                )
        tokenizer = Tokenizer.from_file(str(source / TOKENIZER_FILE))
        with np.load(source / TABLE_FILE, allow_pickle=False) as table:
            return cls(table["codes"], table["scales"], tokenizer, name=str(table["name"]), folder=folder)

    def __reduce__(self) -> tuple[Any, ...]:
        """Worker processes read the files again (the packaged ones once) instead of receiving the table."""
        return type(self).load, (self._folder,)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with any vector or token."""
        digest = hashlib.sha256(self._tokenizer.to_str().encode())
        digest.update(self._codes.tobytes())
        digest.update(self._scales.astype("<f4").tobytes())
        return digest.hexdigest()[:16]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim), rows of length 1; all zeros for a text without known tokens."""
        sums = np.zeros((len(texts), self.dim), dtype=np.float32)
        for total, text in zip(sums, texts, strict=True):
            ids = list(chain.from_iterable(map(self._ids, _WORD_OR_SIGN.findall(text))))
            for first in range(0, len(ids), _BLOCK):
                block = ids[first : first + _BLOCK]
                total += self._vectors.take(block, axis=0).sum(axis=0)
        return unit_rows(sums)

    def token_vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) unit vectors of single words, cached; dot products are word-to-word similarities."""
        if not words:
            return np.zeros((0, self.dim), dtype=np.float32)
        return np.concatenate([self._word(word) for word in words]).reshape(-1, self.dim)

    def _ids_of(self, word: str) -> tuple[int, ...]:
        return tuple(self._tokenizer.encode(word, add_special_tokens=False).ids)

    def _encode_word(self, word: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self.encode([word])[0]
        vector.setflags(write=False)
        return vector


@lru_cache(maxsize=1)
def _packaged() -> StaticEmbedder:
    with as_file(files("faithstill.featurize") / "resources") as folder:
        return StaticEmbedder._read(folder, folder=None)


class SentenceTransformerEmbedder:
    """Any sentence-transformers model, by name or folder (extra `nli`)."""

    def __init__(self, model: Any, *, name: str):
        self.name = name
        # the method was renamed in sentence-transformers 5
        renamed = getattr(model, "get_embedding_dimension", None)
        self.dim: int = (renamed or model.get_sentence_embedding_dimension)()
        self._model = model

    @classmethod
    def load(cls, name_or_path: str) -> Self:
        """The model on the CPU; ImportError with the cure when the package is missing."""
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ImportError(
                'SentenceTransformerEmbedder needs sentence-transformers: pip install "faithstill[nli]"'
            ) from error
        name = Path(name_or_path).name if Path(name_or_path).is_dir() else name_or_path
        return cls(SentenceTransformer(name_or_path, device="cpu"), name=name)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with any weight."""
        digest = hashlib.sha256()
        for name, weight in sorted(self._model.state_dict().items()):
            digest.update(name.encode())
            digest.update(weight.float().cpu().numpy().tobytes())
        return digest.hexdigest()[:16]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim), rows of length 1; all zeros for blank text. Text by text, so batches change nothing."""
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            if text.strip():
                vectors[row] = self._model.encode(text, show_progress_bar=False)
        return unit_rows(vectors)

    def token_vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) unit vectors of single words."""
        return self.encode(words)
