# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import lzma
from pathlib import Path

from faithstill.train.bench.figures_bench import HALVES, half, print_figures, read_asked

TABLE = " | 2021 | 2020\nPaper | 125 | 104\nInk | 37 | 39"  # ours
ROWS = [
    ("What was paper in 2021?", "125", "span"),
    ("What was the change in ink from 2020 to 2021?", "-2", "arithmetic"),
]


def write(path: Path) -> Path:
    with lzma.open(path, "wt", encoding="utf-8") as lines:
        for question, answer, kind in ROWS:
            row = {"question": question, "contexts": [TABLE], "answer": answer, "meta": {"answer_type": kind}}
            lines.write(json.dumps(row) + "\n")
    return path


def test_rows_are_read_with_how_they_were_found_and_their_half(tmp_path: Path) -> None:
    rows = list(read_asked(write(tmp_path / "rows.jsonl.xz")))
    assert [(row.how, row.half) for row in rows] == [("copied", half(TABLE)), ("computed", half(TABLE))]
    assert {half(TABLE + " " * n) for n in range(9)} == set(HALVES)


def test_both_halves_are_printed(tmp_path: Path) -> None:
    said: list[str] = []
    print_figures(write(tmp_path / "rows.jsonl.xz"), said.append)
    assert [line.split()[2] for line in said if "copied, proved" in line and "n     1" in line] == ["1.000"]
    print_figures(tmp_path / "none.jsonl.xz", said.append)
    assert said[-1] == "left out: no none.jsonl.xz in the folder of public sets"
