# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import lzma
from pathlib import Path
from random import Random

import pytest

from faithstill.data import Label
from faithstill.data.filings import HELD_OUT, WORK, half, read_asked, with_wrong_answers, wrong_answers
from faithstill.data.wrong_figures import FigureError, wrong_figures

TABLE = "in millions | 2021 | 2020\nPaper | 125 | 104\nInk | 37 | 39"  # ours
ROWS = [
    ("What was paper in 2021?", "125 million", "span", ""),
    ("What was the change in ink from 2020 to 2021?", "-2", "arithmetic", "37-39"),
    ("Which year had more ink?", "2020", "span", ""),
    ("How many lines rose?", "1", "count", "Paper"),
]


def write(path: Path, *, count: int = 1) -> Path:
    """A file as the public set's, of our own rows; `count` tables."""
    with lzma.open(path, "wt", encoding="utf-8") as lines:
        for n in range(count):
            for question, answer, kind, derivation in ROWS:
                meta = {"answer_type": kind, "derivation": derivation}
                row = {"question": question, "contexts": [TABLE + " " * n], "answer": answer, "meta": meta}
                lines.write(json.dumps(row) + "\n")
    return path


def test_rows_are_read_with_how_they_were_found_and_their_half(tmp_path: Path) -> None:
    rows = list(read_asked(write(tmp_path / "rows.jsonl.xz")))
    assert [row.how for row in rows] == ["copied", "computed", "copied", "computed"]
    assert {row.half for row in rows} == {half(TABLE)}
    assert [row.derivation for row in rows] == ["", "37-39", "", ""]
    assert {half(TABLE + " " * n) for n in range(9)} == {WORK, HELD_OUT}


def test_wrong_answers_are_of_questions_for_figures_alone(tmp_path: Path) -> None:
    rows = list(read_asked(write(tmp_path / "rows.jsonl.xz")))
    assert [len(list(wrong_answers(row))) > 0 for row in rows] == [True, True, False, False]
    triples = list(with_wrong_answers(rows))
    assert [t.label for t in triples].count(Label.UNFAITHFUL) == 2
    assert list(with_wrong_answers(rows)) == triples


WRONG = [
    ("$125 million", "", FigureError.OTHER_PERIOD, "$104 million"),
    ("$125 million", "", FigureError.OTHER_ROW, "$37 million"),
    ("$125 million", "", FigureError.OTHER_SCALE, "$125 thousand"),
    ("-2", "37-39", FigureError.TURNED_ROUND, "2"),
    ("-2", "37 - 39", FigureError.OTHER_OPERATION, "76"),
    ("20.19%", "(125-104)/104", FigureError.OTHER_BASE, "16.80%"),
    ("-5.13 percent", "(37-39)/39", FigureError.OTHER_BASE, "-5.41 percent"),
    ("114.5", "(125+104)/2", FigureError.OTHER_OPERATION, "229.0"),
    ("0.30", "37/125", FigureError.OTHER_BASE, "3.38"),
]


@pytest.mark.parametrize(("answer", "derivation", "error", "wrong"), WRONG)
def test_an_error_changes_the_figure_alone(
    answer: str, derivation: str, error: FigureError, wrong: str
) -> None:
    found = {one.error: one.answer for one in wrong_figures(answer, TABLE, derivation, Random(1))}
    assert found[error] == wrong


def test_a_slipped_digit_is_one_digit_and_not_the_last() -> None:
    for seed in range(20):
        found = {one.error: one.answer for one in wrong_figures("1,496.5", TABLE, "1+2", Random(seed))}
        slipped = found[FigureError.SLIPPED_DIGIT]
        assert sum(a != b for a, b in zip(slipped, "1,496.5", strict=True)) == 1
        assert slipped[-1] == "5"
