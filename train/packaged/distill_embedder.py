# SPDX-License-Identifier: Apache-2.0
"""Distil a sentence encoder into a static token table: `python -m faithstill.train.packaged.distill_embedder --help`.

It starts as Model2Vec does (github.com/MinishLab/model2vec): every token alone through the encoder, weighted
by a / (a + p) (Arora et al. 2017, SIF). Then the table is fitted: the sum of a sentence's token vectors shall
point where the encoder's own sentence vector points. Rows are stored as int8 codes with one scale each.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from faithstill.featurize.encoders.embed import TABLE_FILE, TOKENIZER_FILE, StaticEmbedder, unit_rows

CARD_FILE = "static_embeddings.json"
UNKNOWN = "[UNK]"
METHOD = "tokens through the encoder, SIF weights, principal axes; fitted to sentence vectors; int8 rows"
SIF = 1e-3  # Arora et al. recommend 1e-3 to 1e-4
_LATIN = re.compile(r"(?:##)?(?:[0-9]+|[A-Za-zÀ-ɏ]+|[!-/:-@\[-`{-~]|[ -¿‐-⁯₠-⃀™×÷])")

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DistillRecipe:
    """What decides the table, besides the encoder and the sentences."""

    dim: int = 256
    epochs: int = 4
    batch: int = 256
    rate: float = 0.01
    held_out: int = 3000
    seed: int = 7


@dataclass(frozen=True, slots=True)
class CosineAgreement:
    """Pearson correlation of cosines, table against encoder, over pairs of held-out sentences."""

    pairs: float
    neighbours: float
    at_random: float


@dataclass(frozen=True, slots=True)
class Distilled:
    """A table with its tokenizer and what was measured on it."""

    codes: NDArray[np.int8]
    scales: Floats
    tokenizer: Tokenizer
    fingerprint: str
    agreement: CosineAgreement


def read_sentences(path: Path) -> list[str]:
    """Distinct non-empty lines, in order; fewer than 100 are refused."""
    lines = path.read_text(encoding="utf-8").splitlines()
    sentences = list(dict.fromkeys(line.strip() for line in lines if line.strip()))
    if len(sentences) < 100:
        raise ValueError(
            f"{path.name} holds {len(sentences)} distinct sentences, one a line; at least 100 are needed"
        )
    return sentences


def kept_tokens(vocabulary: dict[str, int]) -> list[str]:
    """Tokens an English text can contain, in the encoder's order, the unknown token first.

    >>> kept_tokens({"[PAD]": 0, "[UNK]": 1, "[unused1]": 2, "fee": 3, "##s": 4, "費": 5, "%": 6, "café": 7})
    ['[UNK]', 'fee', '##s', '%', 'café']
    """
    return [
        UNKNOWN,
        *(token for token in sorted(vocabulary, key=vocabulary.__getitem__) if _LATIN.fullmatch(token)),
    ]


def slim_tokenizer(full: Tokenizer, tokens: Sequence[str]) -> Tokenizer:
    """The same WordPiece tokenizer over fewer tokens, without padding, truncation or special tokens."""
    settings = json.loads(full.to_str())
    if settings["model"]["type"] != "WordPiece":
        raise ValueError(
            f"only encoders with a WordPiece tokenizer can be distilled, not {settings['model']['type']}"
        )
    settings["model"]["vocab"] = {token: index for index, token in enumerate(tokens)}
    settings |= {
        "added_tokens": [],
        "post_processor": None,
        "padding": None,
        "truncation": None,
        "decoder": None,
    }
    return Tokenizer.from_str(json.dumps(settings))


def token_ids(tokenizer: Tokenizer, sentences: Sequence[str]) -> list[NDArray[np.int64]]:
    """Token ids per sentence, unknown tokens left out."""
    encodings = tokenizer.encode_batch(list(sentences), add_special_tokens=False)
    unknown = tokenizer.token_to_id(UNKNOWN)
    return [np.array([i for i in encoding.ids if i != unknown], dtype=np.int64) for encoding in encodings]


def encode_tokens(model: Any, ids: Sequence[int]) -> Floats:
    """(n, d): the encoder's mean-pooled output for each token alone between its two special tokens."""
    torch = package("torch")
    encoder, special = model[0].auto_model, model.tokenizer
    rows: list[Floats] = []
    with torch.inference_mode():
        for start in range(0, len(ids), 1024):
            inner = torch.tensor(ids[start : start + 1024])
            edges = [torch.full_like(inner, edge) for edge in (special.cls_token_id, special.sep_token_id)]
            batch = torch.stack([edges[0], inner, edges[1]], dim=1)
            output = encoder(input_ids=batch, attention_mask=torch.ones_like(batch)).last_hidden_state
            rows.append(output.mean(dim=1).float().numpy())
    return np.concatenate(rows)


def first_table(tokens: Floats, ids: Sequence[NDArray[np.int64]], axes: Floats) -> Floats:
    """Token vectors on the kept axes, frequent tokens shortened by a / (a + p); row 0 (unknown) is zero."""
    counts = 1.0 + np.bincount(np.concatenate(ids), minlength=len(tokens))
    weight = SIF / (SIF + counts / counts.sum())
    table: Floats = (((tokens - tokens.mean(axis=0)) @ axes) * weight[:, None]).astype(np.float32)
    table *= 0.1 / table.std()
    table[0] = 0
    return table


def principal_axes(vectors: Floats, dim: int) -> Floats:
    """(d, dim) orthonormal axes that keep most of the vectors' lengths, hence of their cosines."""
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    return np.ascontiguousarray(axes[:, ::-1][:, :dim], dtype=np.float32)


def fit_table(
    start: Floats, ids: Sequence[NDArray[np.int64]], targets: Floats, recipe: DistillRecipe
) -> Floats:
    """Move token vectors until their sums point along `targets` (unit rows): Adam on 1 - cosine."""
    torch = package("torch")
    torch.manual_seed(recipe.seed)
    order = np.random.default_rng(recipe.seed)
    bag = torch.nn.EmbeddingBag.from_pretrained(torch.tensor(start), mode="sum", freeze=False)
    rows = np.array([row for row, tokens in enumerate(ids) if len(tokens)])
    steps = max(1, len(rows) // recipe.batch)
    optimiser = torch.optim.Adam(bag.parameters(), lr=recipe.rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.rate, total_steps=recipe.epochs * steps, pct_start=0.1
    )
    for _ in range(recipe.epochs):
        for batch in np.array_split(order.permutation(rows), steps):
            chosen = [ids[row] for row in batch]
            offsets = np.cumsum([0, *(len(tokens) for tokens in chosen[:-1])])
            sums = bag(torch.tensor(np.concatenate(chosen)), torch.tensor(offsets))
            loss = (1 - torch.nn.functional.cosine_similarity(sums, torch.tensor(targets[batch]))).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    table: Floats = bag.weight.detach().numpy().copy()
    table[0] = 0
    return table


def quantise(table: Floats) -> tuple[NDArray[np.int8], Floats]:
    """int8 codes and one scale per row.

    >>> codes, scales = quantise(np.array([[0.5, -1.0], [0.0, 0.0]], dtype=np.float32))
    >>> codes.tolist(), scales.round(4).tolist()
    ([[64, -127], [0, 0]], [0.007899999618530273, 0.0])
    """
    scales = (np.abs(table).max(axis=1) / 127).astype(np.float32)
    codes = np.rint(table / np.where(scales > 0, scales, 1)[:, None]).astype(np.int8)
    return codes, scales


def agreement(student: Floats, teacher: Floats, seed: int) -> CosineAgreement:
    """Correlation of cosines over near neighbours of the teacher, over random pairs, and over both."""
    draw = np.random.default_rng(seed)
    cosines = teacher @ teacher.T
    np.fill_diagonal(cosines, -1)
    size = len(teacher)
    left = np.repeat(np.arange(size), 3)
    near = np.argsort(-cosines, axis=1)[:, : min(10, size - 1)]
    neighbours = np.stack([left, near[left, draw.integers(0, near.shape[1], len(left))]])
    at_random = np.stack([left, (left + draw.integers(1, size, len(left))) % size])

    def correlation(pairs: NDArray[np.int64]) -> float:
        static = (student[pairs[0]] * student[pairs[1]]).sum(axis=1)
        return round(float(np.corrcoef(static, cosines[pairs[0], pairs[1]])[0, 1]), 4)

    return CosineAgreement(
        pairs=correlation(np.concatenate([neighbours, at_random], axis=1)),
        neighbours=correlation(neighbours),
        at_random=correlation(at_random),
    )


def distil(model: Any, sentences: Sequence[str], recipe: DistillRecipe, *, name: str) -> Distilled:
    """Distil a loaded SentenceTransformer; the first sentences are held out to measure: shuffle them."""
    full: Tokenizer = model.tokenizer.backend_tokenizer
    vocabulary = full.get_vocab()
    tokens = kept_tokens(vocabulary)
    tokenizer = slim_tokenizer(full, tokens)
    teacher = unit_rows(np.asarray(model.encode(list(sentences), batch_size=64), dtype=np.float32))
    held = min(recipe.held_out, len(sentences) // 10)
    ids = token_ids(tokenizer, sentences)
    axes = principal_axes(teacher[held:], recipe.dim)
    start = first_table(encode_tokens(model, [vocabulary[token] for token in tokens]), ids[held:], axes)
    table = fit_table(start, ids[held:], unit_rows(teacher[held:] @ axes), recipe)
    codes, scales = quantise(table)
    embedder = StaticEmbedder(codes, scales, tokenizer, name=name)
    measured = agreement(embedder.encode(sentences[:held]), teacher[:held], recipe.seed)
    return Distilled(codes, scales, tokenizer, embedder.fingerprint, measured)


def save(result: Distilled, out: Path, *, name: str, card: dict[str, Any]) -> None:
    """Write the table, the tokenizer and the provenance card."""
    out.mkdir(parents=True, exist_ok=True)
    np.savez(out / TABLE_FILE, codes=result.codes, scales=result.scales, name=np.array(name))
    settings = json.loads(result.tokenizer.to_str())
    (out / TOKENIZER_FILE).write_text(
        json.dumps(settings, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
    )
    (out / CARD_FILE).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def package(name: str) -> Any:
    """An optional package; ImportError with the cure when it is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f'distill_embedder.py needs {name}: pip install "faithstill[nli]"') from error


def load_model(name_or_path: str) -> Any:
    """The encoder on the CPU; OSError with the cure where it is neither a folder nor reachable by name."""
    transformers = package("sentence_transformers")
    try:
        return transformers.SentenceTransformer(name_or_path, device="cpu")
    except (OSError, ValueError) as error:
        raise OSError(
            f"no sentence encoder at {name_or_path!r}; give a sentence-transformers folder"
        ) from error


def main(arguments: list[str] | None = None) -> None:
    """Read the encoder and the sentences, distil, write three files."""
    default = DistillRecipe()
    parser = argparse.ArgumentParser(
        prog="python -m faithstill.train.packaged.distill_embedder", description=__doc__
    )
    parser.add_argument("--model", required=True, help="folder or name of a sentence-transformers model")
    parser.add_argument("--sentences", required=True, type=Path, help="text file, one sentence a line")
    parser.add_argument("--out", required=True, type=Path, help="folder for the three files")
    parser.add_argument("--name", default="static-minilm-l6", help="name that bundles will record")
    parser.add_argument("--source", default="", help="where the encoder comes from, for the card")
    parser.add_argument("--licence", default="", help="the encoder's licence, for the card")
    parser.add_argument("--corpus", default="", help="where the sentences come from, for the card")
    parser.add_argument("--dim", type=int, default=default.dim)
    parser.add_argument("--epochs", type=int, default=default.epochs)
    parser.add_argument("--seed", type=int, default=default.seed)
    options = parser.parse_args(arguments)
    recipe = DistillRecipe(dim=options.dim, epochs=options.epochs, seed=options.seed)
    sentences = read_sentences(options.sentences)
    random.Random(recipe.seed).shuffle(sentences)
    result = distil(load_model(options.model), sentences, recipe, name=options.name)
    card = {
        "name": options.name,
        "model": options.source or Path(options.model).name,
        "licence": options.licence or "not stated",
        "method": METHOD,
        "sentences": len(sentences),
        "corpus": options.corpus or "not stated",
        "tokens": len(result.codes),
        "recipe": asdict(recipe),
        "agreement": asdict(result.agreement),
        "fingerprint": result.fingerprint,
    }
    save(result, options.out, name=options.name, card=card)
    sys.stderr.write(json.dumps(card, indent=2) + "\n")


if __name__ == "__main__":
    main()
