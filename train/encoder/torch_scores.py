# SPDX-License-Identifier: Apache-2.0
"""Scores of pairs by the model in training, in batches of like lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from tokenizers import Tokenizer

from faithstill.featurize.encoders.nli import NO_EVIDENCE, NliScore

from .pair_cases import LabelledPair
from .recipe import Recipe
from .trainer import inputs_of
from .training_examples import EncodedPair, collate, encode

TextPair = tuple[str, str]


def torch_scores(
    model: Any, tokenizer: Tokenizer, recipe: Recipe, device: str
) -> Callable[[Sequence[TextPair]], list[NliScore]]:
    """A function from (premise, hypothesis) pairs to scores; long premises are cut, as in training."""

    def scores(pairs: Sequence[TextPair]) -> list[NliScore]:
        found = [NO_EVIDENCE] * len(pairs)
        # The place of a pair travels as its target, since pairs without room are left out.
        examples = encode(
            [LabelledPair(*pair, target=i) for i, pair in enumerate(pairs)], tokenizer, recipe.tokens
        )
        examples.sort(key=lambda example: len(example.ids))
        for batch in _batches(examples, recipe.batch_tokens):
            for example, shares in zip(batch, _shares(model, batch, device), strict=True):
                found[example.target] = NliScore(*shares)
        return found

    return scores


def _batches(examples: Sequence[EncodedPair], batch_tokens: int) -> list[list[EncodedPair]]:
    batches: list[list[EncodedPair]] = []
    for example in examples:
        if not batches or (len(batches[-1]) + 1) * len(example.ids) > batch_tokens:
            batches.append([])
        batches[-1].append(example)
    return batches


def _shares(model: Any, examples: Sequence[EncodedPair], device: str) -> list[list[float]]:
    model.eval()
    with torch.inference_mode():
        logits = model(**inputs_of(model, collate(examples, device))).logits
    shares: list[list[float]] = torch.softmax(logits.float(), dim=-1).tolist()
    return shares
