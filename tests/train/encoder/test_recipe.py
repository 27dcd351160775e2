# SPDX-License-Identifier: Apache-2.0
"""Recipes of encoders: what is read, what is refused, and what the shipped one may not be trained on."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from faithstill.train.encoder.recipe import RecipeError, SetUse, TrainingPass, read_recipe
from faithstill.train.encoder.set_licences import UNKNOWN, is_non_commercial, licence_of

RECIPES = Path(__file__).parents[3] / "train" / "recipes"
# Sets that everything else is measured on.
HELD_OUT = ("lingnli.val", "wice.dev", "summedits", "attributionbench", "expertqa", "mtrag_human")

GOOD = """
name = "tiny"
start = "some/encoder"
data = "sets"
dev = [{ file = "b.jsonl" }]
[[pass]]
name = "one"
rate = 1
sets = [{ file = "a.jsonl", most = 5, windows = true, planted = 2 }]
"""


def written(folder: Path, text: str) -> Path:
    (folder / "sets").mkdir(exist_ok=True)
    for name in ("a.jsonl", "b.jsonl"):
        (folder / "sets" / name).touch()
    path = folder / "recipe.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_recipe_is_read_with_its_defaults(tmp_path: Path) -> None:
    recipe = read_recipe(written(tmp_path, GOOD))
    assert recipe.passes == (
        TrainingPass("one", (SetUse("a.jsonl", most=5, windows=True, planted=2),), rate=1),
    )
    assert recipe.dev == (SetUse("b.jsonl"),)
    assert recipe.path_of(recipe.dev[0], tmp_path) == tmp_path / "sets" / "b.jsonl"
    assert recipe.path_of(SetUse("../c.jsonl"), tmp_path) == tmp_path / "../c.jsonl"
    assert (recipe.tokens, recipe.seed, recipe.layers, recipe.frozen) == (256, 7, 0, 0)
    assert recipe.pass_named("one") == 0
    with pytest.raises(RecipeError, match="tiny: no pass 'two'; there are one"):
        recipe.pass_named("two")


def test_a_mean_is_taken_with_a_pass_that_is_none_itself(tmp_path: Path) -> None:
    second = GOOD[GOOD.index("[[pass]]") :].replace('"one"', '"two"').replace("rate = 1", 'mean_with = "one"')
    assert read_recipe(written(tmp_path, GOOD + second)).passes[1].mean_with == "one"
    with pytest.raises(RecipeError, match="mean_with = 'one', which ends in a mean itself"):
        read_recipe(written(tmp_path, GOOD.replace("rate = 1", "average = 3") + second))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"a.jsonl"', '"c.jsonl"', r"recipe\.toml: c\.jsonl not found under 'sets': set `data`"),
        ("planted = 2", "plantd = 2", r"recipe\.toml, pass 1: unknown key 'plantd'; known are claims, file"),
        ("rate = 1", "rate = 'fast'", r"pass 1: rate = 'fast' is not of type float"),
        ("most = 5", "most = true", r"pass 1: most = True is not of type int"),
        ("rate = 1", "rate = 0", "pass one: epochs, rate and head above 0"),
        ("rate = 1", "label_smoothing = 1.0", "label_smoothing from 0 to 1"),
        ("rate = 1", "dropout = 1.0", "so dropout and masked"),
        ("rate = 1", "masked = -0.1", "so dropout and masked"),
        ("rate = 1", 'mean_with = "two"', "pass one: mean_with = 'two' is no pass before it"),
        ('start = "some/encoder"', "", r"recipe\.toml: 'start' is missing"),
        ('data = "sets"', 'data = "sets"\ntokens = 8', "tokens = 8; pairs need 32 or more"),
        ('data = "sets"', 'data = "sets"\nsave_every = 0', "save_every must be 1 or more"),
        ('data = "sets"', 'data = "sets"\nlayers = -2', "layers = -2; it counts the layers to keep"),
        ('data = "sets"', 'data = "sets"\nfrozen = -1', "frozen = -1; it counts lower layers"),
        ('"b.jsonl"', '"a.jsonl"', r"a\.jsonl is trained on and is a dev set"),
        ("[[pass]]", "[[passage]]", r"recipe\.toml: unknown key 'passage'|no \[\[pass\]\]"),
        ("sets = [", "sets = 5 #", "'sets' is not a list of tables"),
        ("name = ", "name ", "is not TOML"),
        ("rate = 1", 'teacher = "../teacher"', "is no list of encoder folders"),
        ("rate = 1", "soft = 0", "soft above 0 and at most 1"),
        ("planted = 2", "unlabelled = 2", r"a\.jsonl has unlabelled pairs, but the pass has no teacher"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = GOOD.replace(old, new, 1)
    with pytest.raises(RecipeError, match=message):
        read_recipe(written(tmp_path, text))


def test_a_missing_recipe(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="there is no such recipe"):
        read_recipe(tmp_path / "none.toml")


def test_two_passes_of_one_name(tmp_path: Path) -> None:
    text = GOOD + '[[pass]]\nname = "one"\nsets = [{ file = "a.jsonl" }]\n'
    with pytest.raises(RecipeError, match="passes need names of their own, found one, one"):
        read_recipe(written(tmp_path, text))


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_packaged_recipes_train_on_nothing_closed_or_held_out(path: Path) -> None:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    trained = [SetUse(**use) for one in raw["pass"] for use in one["sets"]]
    assert trained
    assert [x.name for x in trained if x.name.startswith(HELD_OUT) or is_non_commercial(x.name)] == []
    assert [x.name for x in trained if licence_of(x.name) == UNKNOWN and not x.licence] == []


def test_the_tiny_recipe_reads_the_projects_own_rows() -> None:
    recipe = read_recipe(RECIPES / "tiny.toml")
    assert {use.split for one in recipe.passes for use in one.sets} == {"train"}
