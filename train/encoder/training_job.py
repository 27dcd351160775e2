# SPDX-License-Identifier: Apache-2.0
"""A recipe carried out: every pass, the dev figures, the exported encoder and its card; goes on where it was killed.

Checkpoints lie under OUT/passes/NAME. A pass whose checkpoint is at its last step is not trained again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from rich.progress import Progress
from tokenizers import Tokenizer
from transformers import AutoTokenizer

from faithstill.featurize.encoders.encoder_manifest import TOKENIZER_FILE
from faithstill.featurize.encoders.nli import OnnxNli

from .dev_sets import DevFigure, DevSet, dev_sets
from .encoder_card import CARD_FILE, write_card
from .encoder_export import Parity, export
from .exported_weights import exported_weights
from .pair_cases import LabelledPair
from .recipe import Recipe, RecipeError, TrainingPass
from .teacher_labels import LABELS_FILE, taught, teachers_of
from .temperature import Temperature, fit_temperature
from .torch_scores import torch_scores
from .trainer import CHECKPOINT_FILE, Trainer, best_device, freeze, load_start, of_depth, read_weights
from .training_examples import EXAMPLES_FILE, EncodedPair, Mask, encode, read_examples, write_examples
from .training_log import DevLog
from .training_pairs import pairs_of

PASSES = "passes"


@dataclass(frozen=True, slots=True)
class Trained:
    """What a recipe came to."""

    out: Path
    dev: tuple[DevFigure, ...]
    parity: Parity
    temperature: Temperature | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        dev = [figure.as_dict() for figure in self.dev]
        calibrated = asdict(self.temperature) if self.temperature else None
        return {"out": str(self.out), "dev": dev, "parity": self.parity.as_dict(), "temperature": calibrated}

    def __str__(self) -> str:
        calibrated = [str(self.temperature)] if self.temperature else []
        return "\n".join([f"encoder {self.out}", str(self.parity), *calibrated, *map(str, self.dev)])


@dataclass(slots=True)
class NliJob:
    """A recipe of the folder `source`, and the folder its encoder goes to."""

    recipe: Recipe
    source: Path
    out: Path
    bar: Progress
    log: DevLog
    device: str = ""

    def run(self, *, only: str = "", weights: Path | None = None, measure_only: bool = False) -> Trained:
        """Train all passes, one of them, or none, from the weights of a checkpoint; then export and measure."""
        self.device = self.device or best_device()
        tokenizer = load_tokenizer(self.recipe.start)
        torch.manual_seed(self.recipe.seed)
        model = load_start(self.recipe.start, self.recipe.layers)
        if self.recipe.frozen:
            freeze(model, self.recipe.frozen)
        if weights is not None:
            load_weights(model, weights)
        held_out = dev_sets(self.recipe, self.source)
        wanted = [one for one in self.recipe.passes if not measure_only and only in ("", one.name)]
        self._check_means(wanted)
        for number, one in enumerate(wanted, 1):
            model = self._pass(model, tokenizer, one, held_out)
            if number < len(wanted):  # the last one is measured as it is exported
                self._measure(model, tokenizer, held_out, f"after {one.name}")
        return self._finish(model, tokenizer, held_out)

    def _check_means(self, wanted: Sequence[TrainingPass]) -> None:
        """Before hours of training: is what a pass ends in the mean with trained along with it, or there?"""
        for one in wanted:
            path = self._checkpoint(one.mean_with)
            if one.mean_with and one.mean_with not in {w.name for w in wanted} and not path.is_file():
                raise RecipeError(
                    f"pass {one.name}: mean_with = {one.mean_with!r}, whose checkpoint is not under "
                    f"{PASSES}: train that pass into the same folder first"
                )

    def _checkpoint(self, name: str) -> Path:
        return self.out / PASSES / name / CHECKPOINT_FILE

    def _pass(self, model: Any, tokenizer: Tokenizer, one: TrainingPass, held_out: Sequence[DevSet]) -> Any:
        task = self.bar.add_task(f"{one.name}: reading", total=None)
        folder = self.out / PASSES / one.name
        recipe = replace(self.recipe, seed=one.seed or self.recipe.seed)
        examples = self._examples(tokenizer, recipe, one, folder / EXAMPLES_FILE)
        losses: list[float] = []

        def progress(done: int, of: int, loss: float) -> None:
            losses.append(loss)
            mean = sum(losses[-100:]) / len(losses[-100:])
            self.bar.update(task, completed=done, total=of, description=f"{one.name}: loss {mean:.3f}")
            self.log.loss(one.name, done, loss)

        def watch(model: Any, step: int) -> None:
            self._measure(model, tokenizer, held_out, f"{one.name}, step {step}")

        mask = _mask(tokenizer, one)
        model = Trainer(model, recipe, one, examples, folder, self.device, watch, mask).run(progress)
        if one.mean_with:
            mix_in(model, self._checkpoint(one.mean_with))
        return model

    def _examples(
        self, tokenizer: Tokenizer, recipe: Recipe, one: TrainingPass, path: Path
    ) -> list[EncodedPair]:
        made_from = repr((one.sets, recipe.seed, recipe.tokens, recipe.data, one.teacher))
        if path.is_file():
            return read_examples(path, made_from)
        pairs = all_pairs(recipe, one, self.source)
        if one.teacher:
            pairs = self._taught(pairs, one, path.with_name(LABELS_FILE))
        examples = encode(pairs, tokenizer, recipe.tokens)
        self.log.note({"pass": one.name, "pairs": len(examples), "left_out": len(pairs) - len(examples)})
        write_examples(path, examples, made_from)
        return examples

    def _taught(self, pairs: list[LabelledPair], one: TrainingPass, path: Path) -> list[LabelledPair]:
        task = self.bar.add_task(f"{one.name}: labelled by {', '.join(one.teacher)}", total=len(pairs))
        path.parent.mkdir(parents=True, exist_ok=True)
        return taught(
            pairs,
            teachers_of(one, self.source),
            path,
            lambda done, of: self.bar.update(task, completed=done, total=of),
        )

    def _measure(self, model: Any, tokenizer: Tokenizer, held_out: Sequence[DevSet], when: str) -> None:
        task = self.bar.add_task(f"dev, {when}", total=len(held_out))
        for dev in held_out:
            self.log.dev(when, dev.measure(torch_scores(model, tokenizer, self.recipe, self.device)))
            self.bar.advance(task)
        self.bar.remove_task(task)

    def _finish(self, model: Any, tokenizer: Tokenizer, held_out: Sequence[DevSet]) -> Trained:
        parity = export(model, tokenizer, self.out, name=self.recipe.name, max_tokens=self.recipe.tokens)
        nli = OnnxNli.load(self.out, threads=2)
        worst = [one.worst(nli.scores) for one in held_out]
        figures = tuple(one.figure(said) for one, said in zip(held_out, worst, strict=True))
        for figure in figures:
            self.log.dev("exported", figure)
        temperature = fit_temperature(held_out, worst)
        if temperature is not None:
            replace(nli.manifest, temperature=round(temperature.value, 2)).write(self.out)
        trained = Trained(self.out, figures, parity, temperature)
        write_card(self.out / CARD_FILE, self.recipe, trained.dev, parity, self.log.notes, temperature)
        return trained


def _mask(tokenizer: Tokenizer, one: TrainingPass) -> Mask | None:
    if not one.masked:
        return None
    if (mask := Mask.of(tokenizer)) is None:
        raise RecipeError(f"pass {one.name}: this encoder's tokenizer has no mask token: take masked out")
    return mask


def all_pairs(recipe: Recipe, one: TrainingPass, source: Path) -> list[LabelledPair]:
    """The pairs of a pass, set after set."""
    return [pair for use in one.sets for pair in pairs_of(use, recipe.path_of(use, source), recipe.seed)]


def started_from(recipe: Recipe, start: str | None) -> Recipe:
    """The recipe with another start, where one is given."""
    return replace(recipe, start=start) if start else recipe


def load_tokenizer(start: str) -> Tokenizer:
    """The fast tokenizer of an encoder's folder or hub name; RecipeError with the cure."""
    if (file := Path(start) / TOKENIZER_FILE).is_file():
        return Tokenizer.from_file(str(file))
    try:
        found = AutoTokenizer.from_pretrained(start, use_fast=True)
    except (OSError, ValueError) as error:
        raise RecipeError(
            f"no encoder at start = {start!r}: give a local folder that transformers can load, or a hub name ({error})"
        ) from None
    return Tokenizer.from_str(found.backend_tokenizer.to_str())


def mix_in(model: Any, path: Path) -> None:
    """Take the mean of a model's weights and those of a checkpoint."""
    earlier = read_weights(path)
    with torch.no_grad():
        for name, weight in model.state_dict().items():
            if weight.is_floating_point():
                weight.lerp_(earlier[name].to(weight), 0.5)


def load_weights(model: Any, path: Path) -> None:
    """Go on from the weights of a checkpoint or an encoder folder; RecipeError where they are another model's.

    A deeper model of the same kind gives evenly spread layers, as many as there is room for (`of_depth`).
    """
    weights = exported_weights(path) if path.is_dir() else read_weights(path)
    try:
        model.load_state_dict(of_depth(weights, model.config.num_hidden_layers))
    except RuntimeError as error:
        raise RecipeError(
            f"{path.name} does not fit the recipe's start: {str(error).splitlines()[-1].strip()}"
        ) from None
