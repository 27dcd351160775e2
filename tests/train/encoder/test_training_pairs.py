# SPDX-License-Identifier: Apache-2.0
"""Labelled rows become pairs: whole, by windows, with planted errors and with sentences of the evidence."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from faithstill.train.encoder.labelled_claims import NliRow, drawn_rows, read_rows
from faithstill.train.encoder.pair_cases import LabelledPair, cases_of, claims_of, labelled_claims
from faithstill.train.encoder.recipe import RecipeError, SetUse
from faithstill.train.encoder.training_pairs import pairs_of

Json = dict[str, Any]
FEE = "A late fee of $25 applies after a ten-day grace period. Claims are paid by Harrow Bank in March."
CARDS = "Cards are replaced free of charge. " * 30


def row(**changed: Any) -> Json:
    given = {
        "contexts": [FEE],
        "answer": "The late fee is $25.",
        "label": "faithful",
        "question": "Late fee?",
    }
    return given | changed


def written(path: Path, *rows: Json) -> Path:
    text = "\n".join(map(json.dumps, rows))
    if path.suffix == ".xz":
        path.write_bytes(lzma.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.xz"])
def test_whole_pairs_keep_the_order_of_the_seed(tmp_path: Path, name: str) -> None:
    labels = ("faithful", "supported", "unverifiable", "contradicted", "unfaithful")
    path = written(tmp_path / name, *(row(answer=label, label=label) for label in labels))
    pairs = pairs_of(SetUse(name, weight=0.5), path, 7)
    assert {pair.hypothesis: pair.target for pair in pairs} == dict(
        zip(labels, (0, 0, 1, 2, -1), strict=True)
    )
    assert {pair.weight for pair in pairs} == {0.5}
    assert pairs == pairs_of(SetUse(name, weight=0.5), path, 7)
    assert pairs[:2] == pairs_of(SetUse(name, weight=0.5, most=2), path, 7)
    assert pairs != pairs_of(SetUse(name, weight=0.5), path, 8)


def test_rows_of_an_annotated_table_by_split(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(
        "question,contexts,answer,label,split\n"
        'Fee?,"[""It is $5.""]",It is $5.,faithful,train\n'
        'Fee?,"[""It is $5.""]",It is $6.,partial,train\n'
        'Fee?,"[""It is $5.""]",It is $7.,unfaithful,test\n',
        encoding="utf-8",
    )
    assert [(found.answer, found.target) for found in read_rows(path, "train")] == [
        ("It is $5.", 0),
        ("It is $6.", -1),
    ]
    assert len(list(read_rows(path))) == 3
    with pytest.raises(RecipeError, match=r"rows\.csv holds no labelled row of split 'dev'"):
        drawn_rows(SetUse("rows.csv", split="dev"), path, 1)


def test_claims_on_the_same_contexts_are_a_row_each(tmp_path: Path) -> None:
    claims = [
        {"question": "Fee?", "answer": "$5.", "label": "supported"},
        {"answer": "$6.", "label": "contradicted"},
    ]
    path = written(tmp_path / "claims.jsonl", {"contexts": ["It is $5."], "claims": claims, "group": "a"})
    assert list(read_rows(path)) == [
        NliRow(("It is $5.",), "$5.", "supported", "Fee?", group="a"),
        NliRow(("It is $5.",), "$6.", "contradicted", group="a"),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"rows\.jsonl line 2 is not JSON"),
        ("[]", r"line 2 is no object; a row has contexts, answer, label"),
        ('{"answer": "a", "label": "faithful"}', "line 2 lacks 'contexts'"),
        (json.dumps(row(label="maybe")), "line 2: label 'maybe' is none of supported, faithful"),
        (
            '{"contexts": ["It is $5."], "claims": "$5."}',
            "line 2: claims is no list of objects with question",
        ),
        ('{"contexts": [], "claims": [{"label": "supported"}]}', "line 2 lacks 'answer'"),
        (json.dumps(row(contexts="text")), "line 2: contexts is no list of texts"),
    ],
)
def test_lines_that_are_no_rows(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{json.dumps(row())}\n{line}\n", encoding="utf-8")
    with pytest.raises(RecipeError, match=message):
        list(read_rows(path))


@pytest.mark.parametrize("changed", [{"contexts": []}, {"answer": " "}])
def test_a_set_without_pairs(tmp_path: Path, changed: Json) -> None:
    path = written(tmp_path / "rows.jsonl", row(**changed))
    for use in (SetUse("rows.jsonl"), SetUse("rows.jsonl", windows=True)):
        with pytest.raises(RecipeError, match=r"rows\.jsonl gives no pair: no row has both"):
            pairs_of(use, path, 1)


TWO = "It is $25. Claims are paid in June."


@pytest.mark.parametrize(
    ("label", "spans", "claims"),
    [
        ("faithful", (), ["It is $25.", "Claims are paid in June."]),
        ("unfaithful", ((30, 34),), ["Claims are paid in June."]),
        ("unfaithful", (), [TWO]),
        ("contradicted", ((6, 9), (30, 34)), ["It is $25.", "Claims are paid in June."]),
    ],
)
def test_only_claims_whose_label_is_known(
    label: str, spans: tuple[tuple[int, int], ...], claims: list[str]
) -> None:
    found = labelled_claims(NliRow((FEE,), TWO, label, spans=spans))
    assert [claim for claim, _ in found] == claims


def test_claims_too_long_for_an_encoder_are_left_out() -> None:
    assert labelled_claims(NliRow((FEE,), "word " * 120, "unfaithful")) == []


def test_atomic_claims_bring_what_they_refer_to() -> None:
    one = NliRow((FEE,), "Harrow Bank pays claims in March. It charges $25.", "faithful")
    parts = claims_of(one, atomic=True)
    assert [one.answer[part.start : part.end] for part in parts] == [part.text for part in parts]
    assert parts[1].before
    assert len(parts) == 2


def test_windows_are_the_best_evidence_and_faithful_claims_need_theirs() -> None:
    use = SetUse("a", windows=True, window_tokens=32)
    (case,) = cases_of(NliRow((CARDS, FEE), "The late fee is $25.", "faithful"), use)
    assert "$25" in case.premise
    assert len(case.premise) < len(CARDS)
    apart = (
        "The fee for a late payment is $25. " + CARDS,
        CARDS + "Harrow Bank pays the claims of widows in March.",
    )
    both = "The late payment fee is $25 while Harrow Bank pays widows' claims in March."
    assert list(cases_of(NliRow(apart, both, "faithful"), use)) == []
    assert len(list(cases_of(NliRow(apart, both, "unfaithful"), use))) == 1


def test_the_question_stands_before_fragments() -> None:
    one = NliRow((FEE,), "$25.", "faithful", "What is the late fee?")
    for use in (SetUse("a", question=True), SetUse("a", question=True, windows=True)):
        (case,) = cases_of(one, use)
        assert case.pair(use).hypothesis == "What is the late fee? $25."


def test_planted_errors_stand_beside_the_untouched_claim(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", row(), row(answer="The fee is waived.", label="unfaithful"))
    use = SetUse("rows.jsonl", windows=True, question=True, planted=2)
    pairs = pairs_of(use, path, 3)
    assert pairs == pairs_of(use, path, 3)
    assert Counter(pair.target == 0 for pair in pairs) == {True: 1, False: 3}
    planted = [pair for pair in pairs if pair.target != 0 and "waived" not in pair.hypothesis]
    assert all(pair.hypothesis.startswith("Late fee? ") for pair in planted)
    assert all("$25." not in pair.hypothesis or pair.target for pair in planted)
    assert len({pair.hypothesis for pair in pairs}) == 4


def test_sentences_of_the_evidence_and_their_mirrored_twins(tmp_path: Path) -> None:
    contexts = [
        f"A late fee of ${20 + i} applies after a grace period. The bank pays {i + 3} claims."
        for i in range(40)
    ]
    path = written(tmp_path / "rows.jsonl", *(row(contexts=[text]) for text in contexts))
    pairs = pairs_of(SetUse("rows.jsonl", only_verbatim=True, windows=True, verbatim=1, planted=1), path, 5)
    entailed = [pair for pair in pairs if pair.target == 0]
    assert len(entailed) == 40
    assert all(pair.hypothesis in pair.premise for pair in entailed)
    assert not any(pair.hypothesis in pair.premise for pair in pairs if pair.target != 0)
    mirrored = [pair for pair in entailed if pair.premise not in contexts]
    assert 8 <= len(mirrored) <= 32
    assert _originals(pairs, contexts) > 8


def _originals(pairs: list[LabelledPair], contexts: list[str]) -> int:
    """Refuted hypotheses that are sentences of the untouched evidence: they can only be told by their premise."""
    return sum(pair.target != 0 and any(pair.hypothesis in text for text in contexts) for pair in pairs)


def test_headings_and_table_rows_are_no_sentences(tmp_path: Path) -> None:
    text = "# Fees and charges of the bank in March\n| a | b | c | d | e | f | g |\nMenu Home About us Contact us"
    path = written(tmp_path / "rows.jsonl", row(contexts=[text]))
    with pytest.raises(RecipeError, match="gives no pair"):
        pairs_of(SetUse("rows.jsonl", only_verbatim=True, verbatim=3), path, 1)
