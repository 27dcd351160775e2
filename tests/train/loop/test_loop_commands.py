# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from faithstill.train.loop.learning_loop import as_table
from faithstill.train.loop.loop_commands import Commands
from faithstill.train.loop.simulated_month import Week


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def commands(said: list[str]) -> Commands:
    return Commands({**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, said.append)


def test_a_command_is_run_once_and_its_answer_kept(
    tmp_path: Path, commands: Commands, said: list[str]
) -> None:
    rows, out = tmp_path / "rows.csv", tmp_path / "checked.csv"
    rows.write_text("question,contexts,answer\nFee?,The fee is $5.,It is $5.\n", encoding="utf-8")
    asked = ("predict-batch", rows, "--model", "light", "--out", out)
    assert commands.run(out, *asked)
    assert commands.run(out, *asked)
    assert len(said) == 1


def test_a_command_that_fails_is_told_with_its_words(tmp_path: Path, commands: Commands) -> None:
    out = tmp_path / "out.csv"
    with pytest.raises(
        ValueError, match=r"faithstill data stats .*nowhere\.csv ended with 2:\n.*nowhere\.csv"
    ):
        commands.run(out, "data", "stats", tmp_path / "nowhere.csv")


def test_the_table_names_a_sabotaged_candidate() -> None:
    week = Week(2, 200, 1, 40, 3, 0.7, 0.72, True, False, 0.61, True)
    columns = [list(column.cells) for column in as_table([week]).columns]
    assert columns[7] == ["promoted", "refused"]
