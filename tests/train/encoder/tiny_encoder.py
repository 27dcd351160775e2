# SPDX-License-Identifier: Apache-2.0
"""Tiny random models, a tokenizer and a recipe for the tests of encoders; needs torch and transformers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
WORDS = "the late fee is per month of policy ends in march may . , $ by customer account not applies".split()
VOCABULARY = list(
    dict.fromkeys(
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *LETTERS, *("##" + c for c in LETTERS)]
    )
)

RECIPE = """
name = "tiny"
start = "start"
seed = 3
tokens = 64
batch_tokens = 512
save_every = 5
dev = [{ file = "dev.jsonl", windows = true }]
[[pass]]
name = "one"
rate = 1e-3
warmup = 2
average = 2
sets = [{ file = "train.jsonl", windows = true, planted = 1, verbatim = 1 }]
[[pass]]
name = "two"
seed = 5
epochs = 2.5
rate = 1e-3
decay = true
label_smoothing = 0.1
dropout = 0.1
masked = 0.1
sets = [{ file = "train.jsonl" }]
"""


def wordpiece() -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece({w: i for i, w in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return tokenizer


def save_tokenizer(folder: Path) -> None:
    special = {f"{name}_token": f"[{name.upper()}]" for name in ("unk", "pad", "cls", "sep", "mask")}
    transformers.PreTrainedTokenizerFast(tokenizer_object=wordpiece(), **special).save_pretrained(folder)


def sizes(**more: Any) -> dict[str, Any]:
    given = {
        "vocab_size": len(VOCABULARY),
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
    }
    return given | {"intermediate_size": 32, "max_position_embeddings": 160} | more


def save_model(model: Any, folder: Path) -> Path:
    """A folder as hubs hold it."""
    model.save_pretrained(folder)
    save_tokenizer(folder)
    return folder


def write_start(folder: Path) -> Path:
    """A random sentence encoder."""
    torch.manual_seed(0)
    return save_model(transformers.BertModel(transformers.BertConfig(**sizes())), folder)


def write_shared_start(folder: Path) -> Path:
    """A random sentence encoder without token types, whose layers share their position biases."""
    torch.manual_seed(0)
    return save_model(transformers.MPNetModel(transformers.MPNetConfig(**sizes())), folder)


def write_recipe(folder: Path, text: str = RECIPE) -> Path:
    """A recipe with two sets of rows."""
    draw = random.Random(1)
    for name, count in (("train.jsonl", 90), ("dev.jsonl", 20)):
        (folder / name).write_text("\n".join(json.dumps(_row(draw)) for _ in range(count)), encoding="utf-8")
    path = folder / "recipe.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _row(draw: random.Random) -> dict[str, Any]:
    fee, said = draw.choice((5, 7, 25)), draw.choice((5, 7, 25))
    context = f"The late fee is ${fee} per month. The policy of the customer ends in March."
    label = "supported" if fee == said else "contradicted"
    return {"contexts": [context], "answer": f"The late fee is ${said} per month.", "label": label}
