# SPDX-License-Identifier: Apache-2.0
"""Pairs as token ids, ordered into batches of like lengths, and kept on disk beside the checkpoint of their pass."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path
from typing import Any

import torch
from tokenizers import Encoding, Tokenizer

from .pair_cases import LabelledPair
from .recipe import RecipeError

EXAMPLES_FILE = "examples.pt"
_MASKS = ("[MASK]", "<mask>")
_STEP_OF_LENGTHS = 8  # padded lengths: few shapes, so that kernels are compiled once


@dataclass(frozen=True, slots=True)
class EncodedPair:
    """Token ids of a pair with the place where the hypothesis begins."""

    ids: tuple[int, ...]
    second: int
    target: int
    weight: float
    taught: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Tensors of one step, padded to one length."""

    ids: torch.Tensor
    types: torch.Tensor
    mask: torch.Tensor
    targets: torch.Tensor
    weights: torch.Tensor
    taught: torch.Tensor | None = None  # (examples, 3) probabilities of a teacher


def encode(pairs: Sequence[LabelledPair], tokenizer: Tokenizer, tokens: int) -> list[EncodedPair]:
    """Pairs as token ids; a premise too long is cut at its end, a pair whose hypothesis leaves no room is left out."""
    tokenizer.no_truncation()
    tokenizer.no_padding()
    room = tokens - tokenizer.num_special_tokens_to_add(True) - 1
    examples: list[EncodedPair] = []
    for first in range(0, len(pairs), 2048):
        some = pairs[first : first + 2048]
        second = tokenizer.encode_batch([pair.hypothesis for pair in some], add_special_tokens=False)
        fitting = [pair for pair, found in zip(some, second, strict=True) if 0 < len(found.ids) <= room]
        tokenizer.enable_truncation(tokens, strategy="only_first")
        both = tokenizer.encode_batch([(pair.premise, pair.hypothesis) for pair in fitting])
        tokenizer.no_truncation()
        examples += [_example(pair, found) for pair, found in zip(fitting, both, strict=True)]
    return examples


def _example(pair: LabelledPair, found: Encoding) -> EncodedPair:
    return EncodedPair(tuple(found.ids), found.sequence_ids.index(1), pair.target, pair.weight, pair.taught)


def batches_of(examples: Sequence[EncodedPair], batch_tokens: int, seed: int) -> list[list[int]]:
    """One epoch: indices of each step, like lengths together, order drawn from the seed."""
    order = random.Random(seed)
    places = list(range(len(examples)))
    order.shuffle(places)
    waiting: dict[int, list[int]] = defaultdict(list)
    batches = []
    for i in places:
        length = _padded(len(examples[i].ids))
        waiting[length].append(i)
        if len(waiting[length]) * length >= batch_tokens:
            batches.append(waiting.pop(length))
    batches += waiting.values()
    order.shuffle(batches)
    return batches


def _padded(length: int) -> int:
    return -(-length // _STEP_OF_LENGTHS) * _STEP_OF_LENGTHS


def collate(examples: Sequence[EncodedPair], device: str = "cpu") -> Batch:
    """The tensors of some examples; shapes are (examples, padded length)."""
    length = _padded(max(len(example.ids) for example in examples))
    ids = torch.zeros((len(examples), length), dtype=torch.long)
    types = torch.zeros_like(ids)
    mask = torch.zeros_like(ids)
    for i, example in enumerate(examples):
        n = len(example.ids)
        ids[i, :n] = torch.tensor(example.ids)
        types[i, example.second : n] = 1
        mask[i, :n] = 1
    targets = torch.tensor([example.target for example in examples])
    weights = torch.tensor([example.weight for example in examples])
    batch = Batch(*(part.to(device) for part in (ids, types, mask, targets, weights)))
    taught = [example.taught for example in examples if example.taught is not None]
    return replace(batch, taught=torch.tensor(taught, device=device)) if taught else batch


@dataclass(frozen=True, slots=True)
class Mask:
    """The id that a hidden token is read as, and those of tokens that are never hidden."""

    token: int
    special: tuple[int, ...]

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> Mask | None:
        """As the tokenizer names it; None where it knows no mask."""
        found = {token.content: i for i, token in tokenizer.get_added_tokens_decoder().items()}
        name = next((name for name in _MASKS if name in found), None)
        return None if name is None else cls(found[name], tuple(found.values()))

    def hide(self, batch: Batch, share: float) -> Batch:
        """The batch with a share of its tokens hidden, drawn by torch's generator."""
        drawn = torch.rand(batch.ids.shape, device=batch.ids.device) < share
        kept = torch.isin(batch.ids, torch.tensor(self.special, device=batch.ids.device))
        return replace(batch, ids=torch.where(drawn & ~kept, self.token, batch.ids))


def write_examples(path: Path, examples: Sequence[EncodedPair], made_from: str) -> None:
    """Keep the examples of a pass, so that one that goes on sees those that it began with."""
    lengths = torch.tensor([len(example.ids) for example in examples])
    state = {
        "made_from": made_from,
        "ids": torch.tensor([i for example in examples for i in example.ids], dtype=torch.int32),
        "lengths": lengths,
        "seconds": torch.tensor([example.second for example in examples]),
        "targets": torch.tensor([example.target for example in examples]),
        "weights": torch.tensor([example.weight for example in examples], dtype=torch.float64),
        "taught": torch.tensor([example.taught for example in examples if example.taught is not None]),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, state)


def read_examples(path: Path, made_from: str) -> list[EncodedPair]:
    """The examples of a pass that was begun; RecipeError where it was begun by another recipe."""
    state = torch.load(path, weights_only=True)
    if state["made_from"] != made_from:
        raise RecipeError(
            f"{path.parent} was begun by another recipe: choose another --out, or remove that folder"
        )
    ids = iter(state["ids"].split(state["lengths"].tolist()))
    taught: Iterator[tuple[float, float, float] | None]
    taught = map(tuple, state["taught"].tolist()) if len(state["taught"]) else repeat(None)
    rest = zip(*(state[name].tolist() for name in ("seconds", "targets", "weights")), taught, strict=False)
    return [EncodedPair(tuple(next(ids).tolist()), *of) for of in rest]


def write_whole(path: Path, state: Mapping[str, Any]) -> None:
    """Save so that a kill leaves the old file or the new one."""
    part = path.with_name(path.name + ".part")
    torch.save(dict(state), part)
    part.replace(path)
