# SPDX-License-Identifier: Apache-2.0
"""Rows of public sets for the general bundle, on a folder of sets made here."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from faithstill.data import Label, Span, Triple, read_triples, write_triples
from faithstill.data.sources import (
    GROUNDING_SETS,
    MOST_OWN,
    grounding_rows,
    main,
    missing_sets,
    own_rows,
    read_public,
    swapped_evidence,
)

FEE = "The late fee is five dollars after thirty days."
CARD = "Replacement cards for late orders arrive within thirty days."
MOON = "The moon circles the earth."


def triple(question: str, context: str, answer: str) -> Triple:
    return Triple.of(question=question, contexts=[context], answer=answer, label=Label.FAITHFUL, id=answer)


def test_swapped_evidence_is_the_nearest_of_another_question() -> None:
    rows = [
        triple("Late fee?", FEE, "The late fee is five dollars."),
        triple("Cards?", CARD, "Cards arrive within thirty days."),
        triple("Moon?", MOON, "It circles the earth."),
    ]
    swapped = list(swapped_evidence(rows))
    assert [row.passages[0].text for row in swapped[:2]] == [CARD, FEE]
    assert {row.label for row in swapped} == {Label.UNFAITHFUL}
    assert [row.answer for row in swapped] == [row.answer for row in rows]


def test_rows_of_one_context_have_nothing_to_swap() -> None:
    assert list(swapped_evidence([triple("Fee?", FEE, "Five dollars."), triple("When?", FEE, "Late.")])) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        *("factcheckbench.all", "factcg.train_doc", "halueval_qa_part.gen", "q2_wow.test"),
        *("begin.v1_dev", "begin.dev_wow", "clapnq.dev", "tatqa.dev"),
    ):
        with lzma.open(tmp_path / f"{name}.jsonl.xz", "wt", encoding="utf-8") as file:
            for context, answer in (
                (FEE, "The late fee is five dollars."),
                (CARD, "Cards arrive late."),
                ("", "x"),
            ):
                row = {"question": "", "contexts": [context], "answer": answer, "label": "supported"}
                file.write(json.dumps(row) + "\n")
    return tmp_path


def test_grounding_rows_are_for_training_and_only_long_answers_are_swapped(folder: Path) -> None:
    rows = list(grounding_rows(folder))
    assert {row.split for row in rows} == {"train"}
    assert (
        len(rows) == 7 * 2 + 1 + 2
    )  # a row without a context is left out, and half the documents of filings
    swapped = [row for row in rows if row.label is Label.UNFAITHFUL]
    assert {row.domain for row in swapped} == {"clapnq"}


def test_our_rows_are_cut_for_training_and_whole_where_they_are_held_out(tmp_path: Path) -> None:
    held = [
        Triple.of(question="", contexts=[FEE], answer=f"Test {i}.", label=Label.FAITHFUL, split="test")
        for i in range(5)
    ]
    learnt = [
        Triple.of(question="", contexts=[FEE], answer=f"Row {i}.", label=Label.FAITHFUL, split="train")
        for i in range(MOST_OWN + 9)
    ]
    write_triples(tmp_path / "own.jsonl", [*learnt, *held])
    write_triples(tmp_path / "more.jsonl", [replace(t, answer=f"More: {t.answer}") for t in learnt[:7]])
    rows = list(own_rows([tmp_path / "own.jsonl", tmp_path / "more.jsonl"]))
    assert sum(row.split == "test" for row in rows) == len(held)
    assert len(rows) == MOST_OWN + len(held) + 7


def test_marked_characters_of_public_rows_are_read(tmp_path: Path) -> None:
    row = {"contexts": [FEE], "answer": "It is six dollars.", "label": "unfaithful", "question": "Fee?"}
    marked = {"spans": [{"start": 6, "end": 9, "type": "number", "text": "six"}, {"start": 10, "end": 17}]}
    with lzma.open(tmp_path / "set.dev.jsonl.xz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row | more) + "\n" for more in (marked, {}, {"spans": None}))
    found = [triple.spans for triple in read_public(tmp_path / "set.dev.jsonl.xz")]
    assert found == [(Span(6, 9, "number"), Span(10, 17)), (), ()]


def test_public_sets_that_are_not_at_hand_are_named_and_done_without(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, out, said = tmp_path / "own.csv", tmp_path / "out" / "rows.jsonl", tmp_path / "said.txt"
    write_triples(own, [replace(triple("Late fee?", FEE, "Five dollars."), split="train")])
    cases = (
        (
            folder,
            1 + 17,
            "",
            "rows of public grounding sets: factcheckbench, factcg, halueval_qa, q2_wow, begin",
        ),
        (folder, 1 + 16, "tatqa.dev.jsonl.xz", "clapnq, but not of tatqa.dev, which were not at hand"),
        (tmp_path / "nowhere", 1, "factcg.train_doc.jsonl.xz", "no public rows"),
    )
    for place, rows, named, words in cases:
        if named.startswith("tatqa"):
            (folder / named).unlink()
        main([str(place), str(own), "--out", str(out), "--said", str(said)])
        assert len(read_triples(out, labelled=True).triples) == rows
        assert named in capsys.readouterr().err
        assert words in said.read_text(encoding="utf-8")
    assert len(missing_sets(tmp_path / "nowhere")) == len(GROUNDING_SETS)
