# SPDX-License-Identifier: Apache-2.0
"""The recipe of an encoder: a TOML file that says what it starts from, which sets it sees, how often and how hard."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

_Part = TypeVar("_Part")
# What TOML gives for a declared type; whole numbers are taken where a fraction is declared.
_TAKEN: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
}
_LEAST_TOKENS = 32


class RecipeError(ValueError):
    """A recipe that cannot be followed: names the file, the key and the cure."""


@dataclass(frozen=True, slots=True)
class SetUse:
    """One set within a pass: `most` rows of it at most, each counted `weight` times in the loss.

    `windows` pairs each sentence of the answer with its best evidence window, of `window_tokens` at most (0: as
    many as inference reads); without it whole answers stand against the joined contexts. `claims` cuts answers
    into atomic claims instead of sentences. `question` puts the question before answers that are fragments.
    `planted` is the number of planted errors for each faithful pair, which stays beside them untouched.
    `verbatim` is the number of evidence sentences of each context that become pairs of their own, with planted
    errors beside them; `only_verbatim` leaves the labelled pairs out. `unlabelled` is the number of pairs of each
    claim, and of sentences of each context, that only the pass's teacher labels. `split` takes the rows of one split.
    `licence` is what the model card says of a set that is none of the public ones.
    """

    file: str
    split: str = ""
    most: int = 0
    weight: float = 1.0
    windows: bool = False
    window_tokens: int = 0
    claims: bool = False
    question: bool = False
    planted: int = 0
    verbatim: int = 0
    only_verbatim: bool = False
    unlabelled: int = 0
    licence: str = ""

    @property
    def name(self) -> str:
        """The set's name: its file without folder and ending."""
        return Path(self.file).name.split(".jsonl")[0]


@dataclass(frozen=True, slots=True)
class TrainingPass:
    """Some epochs over some sets; the rate rises over `warmup` steps and then stays or falls to nothing.

    `average` is the number of last checkpoints whose mean is the result; 0 and 1 keep the last one. `mean_with` names
    an earlier pass: the result is then the mean of the weights after both, which keeps more of what that one knew
    (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models"). `dropout` is the share of hidden states that a
    step leaves out, `masked` the share of tokens that it reads as the mask token: without both, a pass that sees a set
    several times learns it by heart. `head` multiplies the rate of what stands above the encoder: a head that starts
    from nothing needs some 80 steps at the encoder's own rate before the loss moves. `seed` is the recipe's where it
    is 0.

    `teacher` names exported encoders, folders relative to the recipe or "shipped", whose probabilities are learnt
    beside the labels (Hinton et al. 2015, "Distilling the knowledge in a neural network"): `soft` is their share in
    the loss of a labelled pair, `temperature` flattens both sides before they are compared.
    """

    name: str
    sets: tuple[SetUse, ...]
    epochs: float = 1.0
    rate: float = 1e-4
    head: float = 1.0
    warmup: int = 100
    decay: bool = False
    label_smoothing: float = 0.0
    dropout: float = 0.0
    masked: float = 0.0
    average: int = 0
    mean_with: str = ""
    teacher: tuple[str, ...] = ()
    soft: float = 0.5
    temperature: float = 2.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides an encoder; `tokens` is the longest pair, `batch_tokens` the padded size of a step.

    `layers` keeps the first layers only, 0 all of them; weights of a deeper model give evenly spread ones. `frozen`
    leaves the embeddings and as many lower layers as they were before training, which halves a step of a large encoder;
    0 trains everything. The dev sets are measured after each pass, and every `dev_every` steps where that is not 0.
    """

    name: str
    start: str
    passes: tuple[TrainingPass, ...]
    dev: tuple[SetUse, ...] = ()
    seed: int = 7
    tokens: int = 256
    batch_tokens: int = 4096
    layers: int = 0
    frozen: int = 0
    save_every: int = 100
    dev_every: int = 0
    data: str = "."

    def path_of(self, use: SetUse, folder: Path) -> Path:
        """Where a set lies: under `data`; that and files in "./" and "../" are relative to the recipe itself."""
        own = use.file.startswith(("./", "../"))
        return folder / use.file if own else folder / self.data / use.file

    def pass_named(self, name: str) -> int:
        """Index of a pass; RecipeError with the names there are."""
        names = [one.name for one in self.passes]
        if name not in names:
            raise RecipeError(f"{self.name}: no pass {name!r}; there are {', '.join(names)}")
        return names.index(name)


def read_recipe(path: Path, data: Path | None = None) -> Recipe:
    """The recipe of a TOML file, its sets in the folder `data` where one is given; RecipeError names what is wrong."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecipeError(f"{path}: there is no such recipe") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path.name} is not TOML: {error}") from None
    if data is not None:
        raw["data"] = str(data.resolve())
    passes = tuple(
        _pass(one, f"{path.name}, pass {number}")
        for number, one in enumerate(_tables(raw, "pass", path.name), 1)
    )
    if not passes:
        raise RecipeError(f"{path.name}: no [[pass]]: a recipe needs at least one with its sets")
    dev = tuple(_part(SetUse, use, f"{path.name}, dev") for use in _tables(raw, "dev", path.name))
    recipe = _part(Recipe, {**raw, "passes": passes, "dev": dev}, path.name)
    _check(path.name, recipe)
    _check_files(path, recipe)
    return recipe


def _tables(raw: dict[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    found = raw.pop(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise RecipeError(f'{where}: {key!r} is not a list of tables such as {{ file = "rows.jsonl" }}')
    return found


def _pass(raw: dict[str, Any], where: str) -> TrainingPass:
    sets = tuple(_part(SetUse, use, where) for use in _tables(raw, "sets", where))
    if not sets:
        raise RecipeError(f"{where}: no sets to train on: add sets = [{{ file = ... }}]")
    teacher = raw.pop("teacher", [])
    if not isinstance(teacher, list) or not all(isinstance(name, str) for name in teacher):
        raise RecipeError(
            f'{where}: teacher = {teacher!r} is no list of encoder folders such as ["../teacher"]'
        )
    return _part(TrainingPass, {**raw, "sets": sets, "teacher": tuple(teacher)}, where)


def _part(kind: type[_Part], raw: Mapping[str, Any], where: str) -> _Part:
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(raw) - set(known)):
        raise RecipeError(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(sorted(known))}")
    if missing := [name for name, field in known.items() if field.default is MISSING and name not in raw]:
        raise RecipeError(f"{where}: {missing[0]!r} is missing")
    for name, value in raw.items():
        taken = _TAKEN.get(str(known[name].type), (object,))
        if not isinstance(value, taken) or (
            isinstance(value, bool) and bool not in taken and object not in taken
        ):
            raise RecipeError(f"{where}: {name} = {value!r} is not of type {known[name].type}")
    return kind(**raw)


def _check(where: str, recipe: Recipe) -> None:
    if recipe.tokens < _LEAST_TOKENS:
        raise RecipeError(f"{where}: tokens = {recipe.tokens}; pairs need {_LEAST_TOKENS} or more")
    if min(recipe.batch_tokens, recipe.save_every) < 1:
        raise RecipeError(f"{where}: batch_tokens and save_every must be 1 or more")
    if recipe.layers < 0:
        raise RecipeError(f"{where}: layers = {recipe.layers}; it counts the layers to keep, 0 keeps all")
    if recipe.frozen < 0:
        raise RecipeError(f"{where}: frozen = {recipe.frozen}; it counts lower layers, 0 or more")
    for one in recipe.passes:
        shares = (one.label_smoothing, one.dropout, one.masked)
        if min(one.epochs, one.rate, one.head) <= 0 or not all(0 <= share < 1 for share in shares):
            raise RecipeError(
                f"{where}, pass {one.name}: epochs, rate and head above 0, label_smoothing from 0 to 1, "
                "so dropout and masked"
            )
        _check_teacher(f"{where}, pass {one.name}", one)
    held_out = {(use.file, use.split) for use in recipe.dev}
    if shared := sorted(held_out & {(use.file, use.split) for one in recipe.passes for use in one.sets}):
        raise RecipeError(f"{where}: {shared[0][0]} is trained on and is a dev set: take it out of one")
    names = [one.name for one in recipe.passes]
    if len(set(names)) < len(names):
        raise RecipeError(f"{where}: passes need names of their own, found {', '.join(names)}")
    for number, one in enumerate(recipe.passes):
        if one.mean_with and one.mean_with not in names[:number]:
            raise RecipeError(f"{where}, pass {one.name}: mean_with = {one.mean_with!r} is no pass before it")
        if any(
            other.name == one.mean_with and (other.average > 1 or other.mean_with) for other in recipe.passes
        ):
            raise RecipeError(
                f"{where}, pass {one.name}: mean_with = {one.mean_with!r}, which ends in a mean itself: "
                "its checkpoint holds other weights; name a pass without average and mean_with"
            )


def _check_teacher(where: str, one: TrainingPass) -> None:
    if one.temperature <= 0 or not 0 < one.soft <= 1:
        raise RecipeError(f"{where}: temperature above 0, soft above 0 and at most 1")
    if unlabelled := [use.file for use in one.sets if use.unlabelled and not one.teacher]:
        raise RecipeError(
            f"{where}: {unlabelled[0]} has unlabelled pairs, but the pass has no teacher to label them"
        )


def _check_files(path: Path, recipe: Recipe) -> None:
    uses = [use for one in recipe.passes for use in one.sets] + list(recipe.dev)
    missing = [use.file for use in uses if not recipe.path_of(use, path.parent).is_file()]
    if missing:
        raise RecipeError(
            f"{path.name}: {', '.join(missing[:5])} not found under {recipe.data!r}: "
            "set `data` to the folder that holds the sets, relative to the recipe "
            "(it does not count for files in ./ and ../)"
        )
