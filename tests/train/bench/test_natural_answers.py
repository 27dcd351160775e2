# SPDX-License-Identifier: Apache-2.0
"""The answers that the check is measured on, and the weights that are learnt from some of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from faithstill.data import Triple, read_triples
from faithstill.factcheck import Verdict
from faithstill.featurize import Featurizer
from faithstill.featurize.align.slots.signs import Weights, shipped_weights
from faithstill.train.bench.natural_answers import judged, main, print_claims, print_judged
from faithstill.train.module_main import run_script
from faithstill.train.packaged import learn_slot_weights as rivals
from faithstill.train.packaged.learn_slot_weights import Matrix, Value, least_lead
from faithstill.train.packaged.natural_answer_rows import AnswerKind, read_told
from faithstill.train.packaged.slot_answers import AnswerSource, SlotAnswer, claimed_answers

VALUES = Path(__file__).parents[3] / "data" / "values.jsonl"
ROWS = VALUES.with_name("finance.csv")
TWINS = VALUES.with_name("twins.jsonl")
PLANS: dict[str, Any] = {
    "id": "p1",
    "domain": "plans",
    "split": "test",
    "contexts": ["Monthly fee: Basic $5, Plus $9, Premium $20."],
    "answers": [
        {"kind": "faithful", "question": "What is Plus?", "answer": "The monthly fee of Plus is $9."},
        {
            "kind": "wrong_row",
            "question": "What is Plus?",
            "answer": "The monthly fee of Plus is $20.",
            "wrong": "$20",
        },
        {
            "kind": "wrong_value",
            "question": "What is Plus?",
            "answer": "The monthly fee of Plus is $12.",
            "wrong": "$12",
        },
    ],
}


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    """A file of one context."""
    path = tmp_path / "values.jsonl"
    path.write_text(json.dumps(PLANS) + "\n", encoding="utf-8")
    return path


def test_every_answer_is_read_with_its_wrong_characters() -> None:
    found = list(read_told(VALUES))
    assert all(one.triple.answer[slice(*one.wrong)].strip() for one in found if one.wrong)
    assert all((one.wrong is None) is (one.kind is AnswerKind.FAITHFUL) for one in found)
    kinds = Counter((one.split, one.kind) for one in found)
    wrong = {
        split: kinds[split, AnswerKind.WRONG_ROW] + kinds[split, AnswerKind.WRONG_VALUE]
        for split in ("train", "test")
    }
    assert wrong == {split: kinds[split, AnswerKind.FAITHFUL] for split in wrong}


def test_no_context_is_in_both_splits_or_in_the_annotated_set() -> None:
    contexts: dict[str, set[str]] = {"train": set(), "test": set()}
    for one in read_told(VALUES):
        contexts[one.split].update(passage.text for passage in one.triple.passages)
    assert contexts["train"].isdisjoint(contexts["test"])
    annotated = "\n".join({passage.text for row in read_triples(ROWS).triples for passage in row.passages})
    assert not [text for text in contexts["train"] | contexts["test"] if len(text) > 60 and text in annotated]


def test_what_the_check_says_is_counted(plans: Path) -> None:
    found = judged(read_told(plans, "test"))
    assert [one.of_wrong for one in found[1:]] == [Verdict.CONFLICT, Verdict.CONFLICT]
    lines: list[str] = []
    print_judged(found, lines.append)
    rates = [line.split("[")[0].split()[-1] for line in lines]
    assert rates == ["0.000", "0.000", "1.000", "1.000", "1.000", "1.000"]
    assert not list(read_told(plans, "train"))


WRONG_ROW = PLANS["answers"][1]
BAD_LINES = [
    pytest.param('{"id": "p2", "doma', "no JSON (Invalid control character", id="damaged"),
    pytest.param("[]", "field 'split' is missing; write a text there", id="no object"),
    pytest.param({"split": None}, "field 'split' is missing; write a text there", id="no split"),
    pytest.param({"contexts": "Plus $9"}, "field 'contexts' is a str; write a list there", id="no list"),
    pytest.param(
        {"answers": ["$9"]}, "answer 1, field 'question' is missing; write a text", id="no object in it"
    ),
    pytest.param(
        {"answers": [{"question": ""}]}, "answer 1, field 'answer' is missing; write a text", id="no answer"
    ),
    pytest.param(
        {"answers": [{**WRONG_ROW, "kind": "wrong"}]},
        "answer 1, field 'kind': 'wrong' is none of faithful, wrong_row, wrong_value; write one of them",
        id="no kind",
    ),
    pytest.param(
        {"answers": [WRONG_ROW, {**WRONG_ROW, "wrong": "$6"}]},
        "answer 2, field 'wrong': '$6' is not in the answer; write it as it stands there",
        id="wrong elsewhere",
    ),
    pytest.param(
        {"answers": [{**WRONG_ROW, "wrong": None}]},
        "answer 1, field 'wrong' is missing; write",
        id="no wrong",
    ),
]


@pytest.mark.parametrize("module", ["told", "rivals"])
@pytest.mark.parametrize(("bad", "said"), BAD_LINES)
def test_a_line_that_cannot_be_read_is_named_with_field_and_cure(
    module: str, bad: str | dict[str, Any], said: str, plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = bad if isinstance(bad, str) else json.dumps({**PLANS, "split": "train", **bad})
    plans.write_text(json.dumps({**PLANS, "split": "train"}) + "\n" + line + "\n", encoding="utf-8")
    code, error = _run(module, plans, capsys)
    assert (code, error.count("\n")) == (2, 1)
    assert error.startswith(f"{plans} line 2: {said}")


@pytest.mark.parametrize("module", ["told", "rivals"])
def test_a_file_that_is_not_there_or_teaches_nothing_is_named(
    module: str, plans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = plans.with_name("gone.jsonl")
    assert _run(module, gone, capsys) == (2, f"{gone}: No such file or directory; give another path\n")
    code, error = _run(module, plans, capsys)  # whose only split is test
    assert (code, error.startswith(f"{plans}: no ")) == (2, True)


def _run(module: str, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    """Exit code and error output of one of the two modules on a file."""
    command: Callable[..., None] = main
    options = ["--split", "train"]
    if module == "rivals":
        command, options = rivals.main, [str(ROWS), str(TWINS), "--out", str(path.parent)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", [module, str(path), *options])
        with pytest.raises(SystemExit) as ended:
            run_script(command)
    return ended.value.code, capsys.readouterr().err


def test_the_errors_can_be_read(plans: Path) -> None:
    import typer

    app = typer.Typer()
    app.command()(main)
    result = CliRunner().invoke(app, [str(plans), "--show", "3"])
    assert result.exit_code == 0, result.output
    assert "wrong_row, refuted" in result.output


def test_claims_that_are_accused_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    claims = [
        {"answer": "The monthly fee of Plus is $9.", "label": "supported"},
        {"answer": "The monthly fee of Plus is $20.", "label": "supported"},
        {"answer": "The monthly fee of Plus is $5.", "label": "contradicted"},
    ]
    path.write_text(json.dumps({"contexts": PLANS["contexts"], "split": "test", "claims": claims}))
    said: list[str] = []
    print_claims(path, "test", said.append)
    assert [line.split()[6] for line in said] == ["0.500", "0.000"]


def _answer(context: str) -> SlotAnswer:
    return SlotAnswer(AnswerSource.FAITHFUL, context, Triple.of(question="", contexts=[], answer=""))


def test_the_weights_are_learnt_from_the_strongest_rivals() -> None:
    signs = [{"slot": slot, "run": run} for slot in (-0.5, 0.5) for run in (0.0, 1.0)]
    values = [
        Value(_answer(f"c{n % 10}"), n % 2 == 0, True, (signs[3 if n % 2 == 0 else 1], signs[0]))
        for n in range(40)
    ]
    matrix = Matrix.of(values)
    weights, bias = matrix.fitted(matrix.judged)
    leads = matrix.signs @ weights + bias
    assert list(leads[matrix.strongest(leads)] > 0) == list(matrix.wrong)
    out_of_fold = matrix.out_of_fold()
    assert min(out_of_fold[matrix.wrong]) > max(out_of_fold[~matrix.wrong])
    assert least_lead(out_of_fold[~matrix.wrong], [v for v in values if not v.is_wrong], 0) < min(
        out_of_fold[matrix.wrong]
    )


def test_errors_are_planted_only_into_claims_whose_value_is_stated(tmp_path: Path) -> None:
    contexts = ["Monthly fee: Basic $5, Plus $9. Deposits from $500 are taken."]
    claims = [
        {"answer": "The monthly fee of Plus is $9.", "label": "supported"},
        {"answer": "A deposit of $700 is enough.", "label": "supported"},
        {"answer": "The monthly fee of Plus is $5.", "label": "contradicted"},
    ]
    lines = [
        {"group": "g", "split": split, "contexts": contexts, "claims": claims} for split in ("train", "test")
    ]
    path = tmp_path / "claims.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    found = list(claimed_answers(path, Featurizer()))
    assert [one.triple.answer for one in found if one.source is AnswerSource.CLAIM] == [
        "The monthly fee of Plus is $9.",
        "A deposit of $700 is enough.",
    ]
    planted = [one for one in found if one.wrong]
    assert [one.source for one in planted] == [AnswerSource.PLANTED_VALUE]
    assert all(one.triple.answer.startswith("The monthly fee of Plus is $") for one in planted)
    path.write_text('{"split": "train"}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"claims\.jsonl: .*line 1"):
        list(claimed_answers(path, Featurizer()))
    path.write_text(json.dumps(lines[1]), encoding="utf-8")
    with pytest.raises(ValueError, match="no supported claim of split 'train' to learn from; add some"):
        list(claimed_answers(path, Featurizer()))


@pytest.mark.parametrize("lesson", rivals.LESSONS, ids=lambda lesson: lesson.file)
def test_the_shipped_weights_know_every_sign(lesson: rivals.Lesson, plans: Path) -> None:
    told = [
        SlotAnswer(AnswerSource(one.kind), one.context, one.triple, one.wrong) for one in read_told(plans)
    ]
    wrong = [value for value in lesson.values(told, Featurizer()) if value.is_wrong]
    weights = shipped_weights(lesson.file)
    assert all(weights.signs.keys() == found.keys() for value in wrong for found in value.rivals)
    assert wrong
    assert all(max(map(weights.lead, value.rivals)) > 0 for value in wrong)
    assert Weights(-1.0, {}, {}).lead(wrong[0].rivals[0]) == -1.0
