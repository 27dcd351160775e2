# SPDX-License-Identifier: Apache-2.0
"""Fine-tune a sentence encoder into a three-way cross-encoder; a killed run goes on where it was saved.

Everything random is drawn from the recipe's seed and the step number, so that a run that was interrupted sees the
same batches and writes the same losses as one that was not.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForSequenceClassification

from .labelled_claims import UNLABELLED
from .pair_cases import CLASSES
from .recipe import Recipe, RecipeError, TrainingPass
from .training_examples import Batch, EncodedPair, Mask, batches_of, collate, encode, write_whole

CHECKPOINT_FILE = "checkpoint.pt"
LOG_FILE = "losses.jsonl"
_WEIGHTS_FILE = "weights-{}.pt"
_CLIP = 1.0
_DECAY_OF_WEIGHTS = 0.01
_LAYER = re.compile(r"\blayers?\.(\d+)\.")
_POOLER = "pooler."  # above the layers, part of the head

Progress = Callable[[int, int, float], None]  # steps done, steps in all, loss
Watch = Callable[[Any, int], None]  # model, steps done


def best_device() -> str:
    """The GPU where there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def has_fast_halves(device: str) -> bool:
    """Is bfloat16 faster here than float32? On a processor without AVX-512 it is many times slower."""
    return device != "cpu" or torch.backends.cpu.get_cpu_capability().startswith("AVX512")


def load_start(start: str, layers: int = 0) -> Any:
    """A three-way classifier on top of an encoder from a folder or hub; `layers` keeps the first ones only."""
    names = dict(enumerate(CLASSES))
    options: dict[str, Any] = {"num_hidden_layers": layers} if layers else {}
    model = AutoModelForSequenceClassification.from_pretrained(
        start,
        num_labels=len(CLASSES),
        id2label=names,
        label2id={name: i for i, name in names.items()},
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        attn_implementation="eager",
        ignore_mismatched_sizes=True,
        **options,
    )
    return model.float()


def set_dropout(model: Any, share: float) -> None:
    """Leave out a share of the hidden states; attention is left whole, where it is slow on a CPU."""
    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Dropout) and not name.endswith("self.dropout"):
            module.p = share


def freeze(model: Any, layers: int) -> None:
    """Leave the embeddings and the first layers as they are; RecipeError where the encoder has no more than these.

    What the layers share, as MPNet its position biases, stays too: else gradients would run through all of them.
    """
    numbers = {name: _number(name) for name, _ in model.base_model.named_parameters()}
    of = 1 + max(numbers.values())
    if layers >= of:
        raise RecipeError(f"frozen = {layers}, but the encoder has {of} layers: freeze fewer")
    for name, weight in model.base_model.named_parameters():
        weight.requires_grad_(numbers[name] >= layers or name.startswith(_POOLER))


def _number(name: str) -> int:
    """The layer of a weight, or -1 for one that stands below or beside the layers."""
    found = _LAYER.search(name)
    return int(found[1]) if found else -1


def of_depth(weights: Mapping[str, torch.Tensor], layers: int) -> dict[str, torch.Tensor]:
    """The weights for a model of `layers` layers: of a deeper one the first layer, the last, and those evenly between.

    A student starts so (Sanh et al. 2019, "DistilBERT"). Weights of a model that is no deeper stay as they are.
    """
    of = 1 + max((_number(name) for name in weights), default=-1)
    if not 1 < layers < of:
        return dict(weights)
    place = {round(i * (of - 1) / (layers - 1)): i for i in range(layers)}
    return {
        _LAYER.sub(lambda found: found[0].replace(found[1], str(place[int(found[1])])), name): weight
        for name, weight in weights.items()
        if _number(name) < 0 or _number(name) in place
    }


def _encoder_and_head(model: Any) -> tuple[list[Any], list[Any]]:
    """The weights that are trained: those of the encoder, and those of the head above it."""
    below = {
        id(weight) for name, weight in model.base_model.named_parameters() if not name.startswith(_POOLER)
    }
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    return [w for w in trained if id(w) in below], [w for w in trained if id(w) not in below]


def inputs_of(model: Any, batch: Batch) -> dict[str, torch.Tensor]:
    """What the model takes: token types only where it tells them apart."""
    given = {"input_ids": batch.ids, "attention_mask": batch.mask}
    if has_types(model):
        given["token_type_ids"] = batch.types
    return given


def has_types(model: Any) -> bool:
    """Does the model tell premise and hypothesis apart by token types?"""
    told = getattr(model.config, "type_vocab_size", 0) > 1
    return told and "token_type_ids" in inspect.signature(model.forward).parameters


def loss_of(logits: torch.Tensor, batch: Batch, one: TrainingPass) -> torch.Tensor:
    """Weighted mean of cross-entropy over three classes, or entailed against the rest where only that is known.

    Where the batch has a teacher's probabilities, their divergence takes the share `soft` of it, and all of a pair that
    nobody labelled.
    """
    log = torch.log_softmax(logits.float(), dim=-1)
    three = -log.gather(1, batch.targets.clamp(min=0)[:, None])[:, 0]
    rest = -torch.logsumexp(log[:, 1:], dim=-1)
    plain = torch.where(batch.targets < 0, rest, three)
    if one.label_smoothing:
        plain = (1 - one.label_smoothing) * plain - one.label_smoothing * log.mean(dim=-1)
    if batch.taught is not None:
        soft = torch.where(batch.targets == UNLABELLED, 1.0, one.soft)
        plain = (1 - soft) * plain + soft * _divergence(logits.float(), batch.taught, one.temperature)
    return (plain * batch.weights).sum() / batch.weights.sum()


def _divergence(logits: torch.Tensor, taught: torch.Tensor, temperature: float) -> torch.Tensor:
    """Of the flattened probabilities from the teacher's, in units of the cross-entropy's gradient."""
    theirs = torch.log_softmax(taught.log() / temperature, dim=-1)
    ours = torch.log_softmax(logits / temperature, dim=-1)
    return temperature**2 * (theirs.exp() * (theirs - ours)).sum(dim=-1)


@dataclass(slots=True)
class Trainer:
    """One pass over its examples, saved every `save_every` steps under `folder`."""

    model: Any
    recipe: Recipe
    one: TrainingPass
    examples: Sequence[EncodedPair]
    folder: Path
    device: str = "cpu"
    watch: Watch = lambda model, step: None
    mask: Mask | None = None  # needed where the pass hides tokens
    steps: int = field(init=False)

    def __post_init__(self) -> None:
        """Count the steps of the whole pass."""
        in_epoch = len(batches_of(self.examples, self.recipe.batch_tokens, 1000 * self.recipe.seed))
        self.steps = max(1, int(self.one.epochs * in_epoch))

    def plan(self) -> Iterator[list[int]]:
        """The indices of every step of the pass, epoch after epoch."""
        left = self.steps
        for epoch in count():
            for batch in batches_of(self.examples, self.recipe.batch_tokens, 1000 * self.recipe.seed + epoch):
                if not left:
                    return
                left -= 1
                yield batch

    def rate(self, step: int) -> float:
        """The learning rate at a step, counted from 0."""
        rising = min(1.0, (step + 1) / max(1, self.one.warmup))
        return self.one.rate * rising * ((1 - step / self.steps) if self.one.decay else 1.0)

    def run(self, progress: Progress = lambda done, of, loss: None) -> Any:
        """Train to the end of the pass and return the model; goes on from a checkpoint in the folder."""
        self.model.to(self.device).train()
        set_dropout(self.model, self.one.dropout)
        groups = [
            {"params": weights, "times": times}
            for weights, times in zip(_encoder_and_head(self.model), (1.0, self.one.head), strict=True)
        ]
        optimizer = torch.optim.AdamW(groups, lr=self.one.rate, weight_decay=_DECAY_OF_WEIGHTS, fused=True)
        done, losses = self._restore(optimizer)
        progress(done, self.steps, losses[-1] if losses else 0.0)
        for step, indices in enumerate(islice(self.plan(), done, None), done):
            losses.append(self._step(optimizer, step, indices))
            progress(step + 1, self.steps, losses[-1])
            if (step + 1) % self.recipe.save_every == 0 or step + 1 == self.steps:
                self._save(optimizer, step + 1, losses)
            if self.recipe.dev_every and (step + 1) % self.recipe.dev_every == 0 and step + 1 < self.steps:
                self.watch(self.model, step + 1)
                self.model.train()
        self._average()
        return self.model

    def _step(self, optimizer: Any, step: int, indices: Sequence[int]) -> float:
        for group in optimizer.param_groups:
            group["lr"] = group["times"] * self.rate(step)
        torch.manual_seed((self.recipe.seed << 32) + step)
        batch = collate([self.examples[i] for i in indices], self.device)
        if self.mask is not None:
            batch = self.mask.hide(batch, self.one.masked)
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=has_fast_halves(self.device)):
            logits = self.model(**inputs_of(self.model, batch)).logits
        loss = loss_of(logits, batch, self.one)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), _CLIP)
        optimizer.step()
        return float(loss.item())

    def _save(self, optimizer: Any, step: int, losses: Sequence[float]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        weights = self.model.state_dict()
        if step in self._averaged():
            write_whole(self.folder / _WEIGHTS_FILE.format(step), {"model": weights})
        state = {"model": weights, "optimizer": optimizer.state_dict(), "step": step, "losses": list(losses)}
        write_whole(self.folder / CHECKPOINT_FILE, state)
        with (self.folder / LOG_FILE).open("w", encoding="utf-8") as log:
            for number, loss in enumerate(losses, 1):
                log.write(json.dumps({"step": number, "loss": round(loss, 6)}) + "\n")

    def _restore(self, optimizer: Any) -> tuple[int, list[float]]:
        path = self.folder / CHECKPOINT_FILE
        if not path.is_file():
            return 0, []
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        try:
            optimizer.load_state_dict(state["optimizer"])
        except ValueError:
            raise RecipeError(
                f"{self.folder} was begun with other layers frozen: choose another --out, or remove that folder"
            ) from None
        return state["step"], state["losses"]

    def _averaged(self) -> list[int]:
        """The steps whose weights the pass is the mean of."""
        if self.one.average < 2:
            return []
        saved = [step for step in range(1, self.steps) if step % self.recipe.save_every == 0]
        return [*saved, self.steps][-self.one.average :]

    def _average(self) -> None:
        paths = [self.folder / _WEIGHTS_FILE.format(step) for step in self._averaged()]
        if paths:
            states = [read_weights(path) for path in paths]
            mean = {name: sum(state[name] for state in states) / len(states) for name in states[0]}
            self.model.load_state_dict(
                {name: mean[name].to(tensor.dtype) for name, tensor in states[0].items()}
            )


def read_weights(path: Path) -> dict[str, torch.Tensor]:
    """The model's weights in a checkpoint, on the CPU."""
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise RecipeError(f"{path}: there is no such checkpoint") from None
    if "model" not in state:
        raise RecipeError(f"{path.name} is no checkpoint of this trainer: it holds no 'model'")
    weights: dict[str, torch.Tensor] = state["model"]
    return weights


__all__ = [
    "CHECKPOINT_FILE",
    "Trainer",
    "best_device",
    "encode",
    "freeze",
    "has_fast_halves",
    "load_start",
    "of_depth",
    "read_weights",
]
