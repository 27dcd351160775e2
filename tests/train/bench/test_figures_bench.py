# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.train.bench.figures_bench import print_bundles, print_figures
from tests.data.test_filings import write


@pytest.fixture
def said() -> list[str]:
    return []


def test_both_halves_are_printed_with_wrong_answers(tmp_path: Path, said: list[str]) -> None:
    print_figures(write(tmp_path / "rows.jsonl.xz"), said.append)
    assert [line.split()[2] for line in said if "copied, proved" in line and "n     1" in line] == ["1.000"]
    assert [line.split()[2] for line in said if "other_period, refuted" in line and "n     1" in line] == [
        "1.000"
    ]


def test_a_set_that_is_not_there_is_said(tmp_path: Path, said: list[str]) -> None:
    print_figures(tmp_path / "none.jsonl.xz", said.append)
    assert said == ["left out: no none.jsonl.xz in the folder of public sets"]


def test_bundles_tell_right_figures_from_wrong_ones(tmp_path: Path, said: list[str]) -> None:
    print_bundles(write(tmp_path / "rows.jsonl.xz", count=6), said.append)
    aucs = [float(line.split()[2]) for line in said if "ROC-AUC" in line]
    assert len(aucs) == 3
    assert min(aucs) > 0.8
