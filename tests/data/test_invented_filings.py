# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from random import Random

from faithstill.data import Label, read_triples
from faithstill.data.invented_filings import asked, filing, invented_rows, main


def test_rows_are_right_and_wrong_in_turn_and_the_same_at_every_call() -> None:
    rows = list(invented_rows(20))
    labels = [row.label for row in rows]
    assert labels.count(Label.FAITHFUL) == 60
    assert labels.count(Label.UNFAITHFUL) > 50
    assert {row.split for row in rows} == {"train"}
    assert len({row.id for row in rows}) == len(rows)
    assert rows == list(invented_rows(20))


def test_a_computed_answer_is_what_its_formula_gives() -> None:
    for seed in range(40):
        rng = Random(seed)
        for one in asked(rng, filing(rng, seed)):
            if not one.derivation:
                continue
            value = Decimal(eval(one.derivation.replace(",", ""))).normalize()  # of our own making
            shown = Decimal(one.triple.answer.split()[0].rstrip("%"))
            assert abs(value * (100 if "%" in one.triple.answer else 1) - shown) < Decimal("0.051"), one


def test_they_are_written_behind_the_rows_of_a_file(tmp_path: Path) -> None:
    own, out = tmp_path / "own.csv", tmp_path / "out" / "rows.jsonl"
    own.write_text(
        "question,contexts,answer,label\nFee?,The fee is $5.,It is $5.,faithful\n", encoding="utf-8"
    )
    main([str(own), "--out", str(out)])
    rows = read_triples(out, labelled=True).triples
    assert rows[0].answer == "It is $5."
    assert len(rows) == 1 + len(list(invented_rows()))
