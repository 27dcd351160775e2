# SPDX-License-Identifier: Apache-2.0
"""Exported encoders are measured side by side on a recipe's dev sets, without torch."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("onnxruntime", reason="encoders run on onnxruntime")

Cli = Callable[..., tuple[int, str, str]]
CONTEXT = (
    "A late fee of $25 applies after a ten-day grace period. Monthly statements are free for all customers."
)
ROWS = (
    ("A late fee applies after a grace period.", "supported"),
    ("Statements are free.", "supported"),
    ("No late fee applies.", "contradicted"),
    ("The bank was founded in Oslo.", "unverifiable"),
)
RECIPE = """
name = "dev only"
start = "unused"
dev = [{ file = "dev.jsonl", windows = true }]
[[pass]]
name = "one"
sets = [{ file = "train.jsonl" }]
"""


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    lines = [json.dumps({"contexts": [CONTEXT], "answer": text, "label": label}) for text, label in ROWS]
    for name in ("dev", "train"):
        (tmp_path / "sets").mkdir(exist_ok=True)
        (tmp_path / "sets" / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE, encoding="utf-8")
    return path


def test_each_encoder_has_its_figures(cli: Cli, recipe: Path) -> None:
    places = ("shipped", "shipped")
    arguments = ("--recipe", str(recipe), "--data", str(recipe.parent / "sets"))
    code, out, _ = cli("encoders", "measure", *places, *arguments, "--json")
    assert code == 0
    first, second = json.loads(out)
    assert first["figures"] == second["figures"]
    assert first["figures"] == [{"name": "dev", "rows": 4, "pairs": 4, "auroc": 1.0, "accuracy": 1.0}]
    code, out, _ = cli("encoders", "measure", "shipped", *arguments)
    assert code == 0
    assert "1.000, 1.000" in out


def test_an_encoder_that_is_not_there_is_named(cli: Cli, recipe: Path) -> None:
    code, _, err = cli(
        "encoders", "measure", "absent", "--recipe", str(recipe), "--data", str(recipe.parent / "sets")
    )
    assert code == 2
    assert "no encoder 'absent'" in err
