# SPDX-License-Identifier: Apache-2.0
"""The model of refusals, and the refusals that it learns from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faithstill.data import Triple, read_triples
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.families import refusal
from faithstill.serve.model import LinearModel
from faithstill.train.packaged.learn_refusals import (
    REFUSALS_FILE,
    Refusal,
    annotated,
    learn,
    made,
    main,
    refusals_by_source,
    rows_of,
    wordings,
)

TEXTS = ("The documents do not mention it.", "I could not find anything about {topic} in the documents.")


@pytest.fixture(scope="module")
def triples(tiny_rows: Path) -> list[Triple]:
    return list(read_triples(tiny_rows, labelled=True).triples)


def test_a_refusal_is_wrong_beside_its_own_contexts_and_right_beside_others(triples: list[Triple]) -> None:
    found = list(made(triples, TEXTS, most=20))
    own = {t.question: t for t in triples}
    assert {one.right for one in found} == {True, False}
    for one in found:
        base = own[one.triple.question]
        assert (one.triple.passages == base.passages) != one.right
        source = next(t for t in triples if t.passages == one.triple.passages)
        assert source.domain == base.domain
        assert (source.group == base.group) != one.right


def test_made_refusals_use_the_wordings_given_and_are_the_same_again(triples: list[Triple]) -> None:
    found = list(made(triples, TEXTS, most=20))
    assert found == list(made(triples, TEXTS, most=20))
    assert len([one for one in found if not one.right]) == 20
    said = {one.triple.answer for one in found}
    assert TEXTS[0] in said
    assert "I could not find anything about account cost a month in the documents." in said
    assert not any("{" in text for text in said)


def test_refusals_unfaithful_rows_and_rows_without_question_are_not_asked(triples: list[Triple]) -> None:
    silent = [replace(t, question=" ") for t in triples]
    refusing = [replace(t, answer_type="refusal") for t in triples]
    wrong = [t for t in triples if t.label is not None and not t.label.positive]
    assert list(made([*silent, *refusing, *wrong], TEXTS, most=99)) == []


def test_annotated_refusals_are_right_where_they_are_called_faithful(triples: list[Triple]) -> None:
    rows = [
        replace(triples[0], answer_type="refusal"),
        replace(triples[1], answer_type="refusal"),
        triples[2],
    ]
    unlabelled = replace(triples[0], answer_type="refusal", label=None)
    assert list(annotated([*rows, unlabelled])) == [Refusal(rows[0], True), Refusal(rows[1], False)]


def test_what_is_not_read_as_a_refusal_is_left_out(triples: list[Triple]) -> None:
    said = replace(triples[0], answer="The documents do not mention it.")
    matrix, y, kept = rows_of(
        [Refusal(triples[0], True), Refusal(said, False)], Featurizer(Settings(encoder=""))
    )
    assert matrix.shape == (1, len(refusal.FEATURES))
    assert (y.tolist(), kept) == ([0], [Refusal(said, False)])


def test_the_threshold_keeps_most_of_the_right_ones() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(400) % 2
    matrix = rng.normal(size=(400, len(refusal.FEATURES)))
    matrix[:, 0] -= y  # what was asked for stands there
    model = learn(matrix, y)
    passed = model.logits(matrix) >= 0
    assert passed[y == 1].mean() == pytest.approx(0.94, abs=0.01)
    assert passed[y == 0].mean() < 0.75
    signs = [np.sign(c) * f.direction for c, f in zip(model.coef, refusal.FEATURES, strict=True)]
    assert min(signs) >= 0


@pytest.fixture(scope="module")
def files(
    tmp_path_factory: pytest.TempPathFactory, tiny_table: tuple[Mapping[str, Any], ...]
) -> tuple[Path, Path]:
    """Sentences of both splits, and the tiny rows, a third of the groups held out."""
    folder = tmp_path_factory.mktemp("refusals")
    sentences = [
        {"text": text, "act": act, "split": split}
        for text, act, split in (
            ("The documents do not mention it.", "refusal", "train"),
            ("I could not find {topic} in the documents.", "refusal", "train"),
            ("The material does not say.", "refusal", "test"),
            ("Kind regards,", "frame", "test"),
        )
    ]
    held = [dict(row) | {"split": "test" if row["group"][-1] in "123" else "train"} for row in tiny_table]
    paths = folder / "acts.jsonl", folder / "rows.jsonl"
    for path, rows in zip(paths, (sentences, held), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return paths


def test_held_out_refusals_are_in_held_out_wordings(files: tuple[Path, Path]) -> None:
    sentences, rows = files
    assert wordings(sentences, "train") == [
        "The documents do not mention it.",
        "I could not find {topic} in the documents.",
    ]
    test = [t for t in read_triples(rows).triples if t.split == "test"]
    found = refusals_by_source(sentences, test, None)
    assert list(found) == ["our refusals", "our questions"]
    assert {one.triple.answer for one in found["our questions"]} == {"The material does not say."}
    assert {one.triple.group for one in found["our questions"]} <= {t.group for t in test}


def test_the_model_is_written_and_its_figures_are_printed(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentences, rows = files
    main(sentences, [rows], tmp_path)
    model = LinearModel.from_json(json.loads((tmp_path / REFUSALS_FILE).read_text(encoding="utf-8")))
    assert model.names == tuple(feature.name for feature in refusal.FEATURES)
    assert (model.threshold, model.others) == (0.5, 0.0)
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == "our refusals read as refusals 0 of 0".split()
    assert said[1].startswith("our questions")
    assert "right ones passed" in said[1]
    assert "wrong ones passed" in said[1]
