# SPDX-License-Identifier: Apache-2.0
"""How the shipped weights read sentences that they were not learnt from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faithstill.featurize.claims.acts import LONGEST, Act, act_of, runs_of

SENTENCES = Path(__file__).parents[3] / "data" / "acts.jsonl"
HELD_OUT = [
    (row["text"].replace("{topic}", "late fees"), Act(row["act"]))
    for row in map(json.loads, SENTENCES.read_text(encoding="utf-8").splitlines())
    if row["split"] == "test"
]
FRAMES = [text for text, act in HELD_OUT if act is Act.FRAME]


@pytest.mark.parametrize(("act", "least"), [(Act.FRAME, 0.9), (Act.REFUSAL, 0.88), (Act.STATEMENT, 0.85)])
def test_held_out_sentences_are_read_right(act: Act, least: float) -> None:
    texts = [text for text, told in HELD_OUT if told is act]
    assert len(texts) >= 100
    assert sum(act_of(text) is act for text in texts) >= least * len(texts)


@pytest.mark.parametrize("figure", ["5", "$1,250", "30 %", "12 May"])
def test_what_holds_a_figure_is_no_frame(figure: str) -> None:
    told = {act_of(f"{text.rstrip('.!?,:')} {figure}.") for text in FRAMES}
    assert told <= {Act.STATEMENT, Act.REFUSAL}


def test_what_is_long_is_a_statement() -> None:
    frame = "I hope this helps!"
    assert act_of(frame) is Act.FRAME
    assert act_of(" ".join([frame] * (LONGEST // len(frame) + 1))) is Act.STATEMENT


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", {"^", "$", "^ $"}),
        ("Pay 25", {"pay", "0", "^ pay 0", "pay 0 $"}),
        ("Hi Anna,", {"anna ,", "^ hi A", "A , $"}),
        ("Don’t", {"don't", "^ don't $"}),
    ],
)
def test_runs_of_words_and_shapes(text: str, runs: set[str]) -> None:
    assert runs <= runs_of(text)
