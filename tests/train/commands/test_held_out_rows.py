# SPDX-License-Identifier: Apache-2.0
"""Which rows are held out, by training and by the demo after it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Triple
from faithstill.train.commands.held_out_rows import split

Row = Mapping[str, Any]


def triples_of(*splits: str) -> list[Triple]:
    return [
        Triple.of(question="q", contexts=[str(i)], answer="a", split=name, group=f"g{i}")
        for i, name in enumerate(splits)
    ]


@pytest.mark.parametrize(
    ("splits", "train"),
    [
        (("train", "test", "train", "test"), [0, 2]),
        (("test", "train", "train", "train"), [1, 2, 3]),
    ],
)
def test_the_split_of_the_rows_is_taken(splits: tuple[str, ...], train: list[int]) -> None:
    found, rest = split(triples_of(*splits), seed=1)
    assert found == train
    assert sorted(found + rest) == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ["", "train"])
def test_a_column_that_splits_nothing_leaves_it_to_us(name: str) -> None:
    train, test = split(triples_of(*[name] * 8), seed=1)
    assert (len(train), len(test)) == (6, 2)


@pytest.mark.parametrize(
    ("splits", "message"),
    [
        (("train", "test", ""), "split says nothing in some rows: write train or test in each"),
        (("train", "test", "validation"), "split says 'validation' in some rows"),
        (("Train", "Test"), "split says 'Test' in some rows"),
        (("validation",) * 8, "split says 'validation' in some rows"),
        (("test",) * 8, "split says test in all rows, .*: write train in some groups, or drop the column"),
    ],
)
def test_a_split_that_is_not_understood_is_not_passed_over(splits: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        split(triples_of(*splits), seed=1)


def test_the_demo_holds_out_as_training_does(
    tiny_table: tuple[Row, ...], tiny_bundle: Path, tmp_path: Path
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in tiny_table), encoding="utf-8")
    command = [sys.executable, "-m", "faithstill.train.bench.demo", str(path), "--model", str(tiny_bundle)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "predict_batch over 15 held-out answers" in ended.stdout
