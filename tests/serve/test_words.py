# SPDX-License-Identifier: Apache-2.0
"""What is told to people: which sentence, what is wrong with it, what the evidence says and where."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from faithstill.serve import Score, Scorer, predict_batch

RETURNS = "Items can be sent back within 30 days. The customer pays for return shipping."
FEES = "A late fee of $25 applies after ten days. The head office is in Basel."
CONTEXTS = [RETURNS, FEES]
GOOD = "Items can be sent back within 30 days."

# A second sentence, and what is said of it.
PROBLEMS = [
    (
        "A late fee of $35 applies.",
        "'$35' - the evidence says '$25' in 'A late fee of $25 applies after ten days.' (p2, 14-17)",
    ),
    (
        "The order number is AB-4471.",
        "'AB-4471' - nowhere in the evidence (nearest: ",
    ),
]


def judge(scorer: Scorer, second: str) -> Score:
    return scorer.score(question="What are the rules?", contexts=CONTEXTS, answer=f"{GOOD} {second}")


@pytest.mark.parametrize(("second", "said"), PROBLEMS)
def test_problems_name_sentence_fault_and_evidence(scorer: Scorer, second: str, said: str) -> None:
    score = judge(scorer, second)
    (problem,) = score.problems()
    assert problem.startswith(f"Sentence 2: {said}")
    assert (
        score.problems()
        == predict_batch(
            [{"question": "What are the rules?", "contexts": CONTEXTS, "answer": f"{GOOD} {second}"}],
            model=scorer,
        )[0]["reasons"]
    )
    for quote in (f.quote for f in score.statements[1].findings):
        if quote is not None:
            assert CONTEXTS[quote.passage - 1][quote.start : quote.end] == quote.text


@pytest.mark.parametrize(("second", "said"), PROBLEMS)
def test_the_explanation_tells_it_of_each_sentence(scorer: Scorer, second: str, said: str) -> None:
    text = str(judge(scorer, second).explain())
    right, wrong = (line for line in text.splitlines() if " Sentence " in line)
    assert right.split()[0] == "ok"
    assert right.endswith(f"Sentence 1: '{GOOD}' - the evidence says '{GOOD}' (p1, 0-38)")
    assert wrong.split()[0] in ("block", "review")
    about, _, words = said.partition(" - ")
    assert f"Sentence 2: '{second}' - {about}: {words}" in wrong


def test_an_unsupported_sentence_without_findings_has_the_nearest_evidence(scorer: Scorer) -> None:
    strict = Scorer(scorer.bundle.with_threshold(0.999))
    problems = judge(strict, "Gift wrapping is offered by friendly staff.").problems()
    said = "Sentence 2: 'Gift wrapping is offered by friendly staff.' - nothing in the evidence says so (nearest: '"
    assert problems[-1].startswith(said)
    assert problems[-1].rpartition("', ")[2].startswith(("p1, ", "p2, "))


def test_no_refuted_answer_is_called_faithful_in_words(scorer: Scorer) -> None:
    lenient = Scorer(scorer.bundle.with_threshold(0.0))
    score = judge(lenient, "A late fee of $35 applies.")
    verdict, route, *_ = str(score.explain()).splitlines()
    assert verdict.startswith("Verdict: refuted, whatever the classifier says, probability 0.")
    assert route == "Route: block (the evidence refutes a value, name, word or status)."


def test_a_right_answer_has_no_problems(scorer: Scorer) -> None:
    score = judge(scorer, "A late fee of $25 applies after ten days.")
    assert score.problems() == []
    assert [line.split()[0] for line in score.lines()] == ["ok", "ok"]


def test_each_wrong_value_of_a_sentence_is_told(scorer: Scorer) -> None:
    problems = judge(scorer, "A late fee of $35 applies after twelve days.").problems()
    assert [problem.partition(" - ")[0] for problem in problems] == [
        "Sentence 2: '$35'",
        "Sentence 2: 'twelve days'",
    ]


@pytest.mark.parametrize("answer", ["Twenty-five dollars.", GOOD, "It is $35.", "The documents do not say."])
def test_undefined_features_are_left_out_of_the_words_but_not_of_the_full_list(
    scorer: Scorer, answer: str
) -> None:
    score = scorer.score(question="What is the fee?", contexts=CONTEXTS, answer=answer)
    undefined = {c.name for c in score.contributions if c.undefined}
    assert undefined or score.statements[0].refuses
    shown = {c.name for against in (True, False) for c in score.strongest(against=against)}
    assert shown
    assert not shown & undefined
    plain, verbose = str(score.explain()), str(score.explain(verbose=True))
    sides = plain.partition("Against")[2]
    measured = {c.meaning for c in score.contributions if not c.undefined}
    assert not [c.meaning for c in score.contributions if c.undefined and c.meaning in sides.split("  ")]
    assert all(
        any(meaning in line for meaning in measured) for line in sides.splitlines() if line[:3] == "  +"
    )
    assert "undefined" not in plain
    assert ("undefined here: " in verbose) == bool(undefined)
    assert sum(f"  {c.name} is " in verbose for c in score.contributions) == len(score.contributions)
    assert not any(f"{c.name} is " in plain for c in score.contributions)


def test_csv_has_reasons_and_jsonl_the_statements_too(scorer: Scorer, tmp_path: Path) -> None:
    answer = f"{GOOD} {PROBLEMS[0][0]} {PROBLEMS[1][0]}"
    row = {"question": "What are the rules?", "contexts": CONTEXTS, "answer": answer, "statements": "mine"}
    with predict_batch([row], model=scorer, out=tmp_path / "out.csv").open(newline="") as file:
        (cells,) = csv.DictReader(file)
    (line,) = predict_batch([row], model=scorer, out=tmp_path / "out.jsonl").read_text("utf-8").splitlines()
    written = json.loads(line)
    assert cells["reasons"] == "; ".join(written["reasons"])
    told = [f"Sentence {n}: {said}" for n, (_, said) in enumerate(PROBLEMS, 2)]
    assert all(reason.startswith(said) for reason, said in zip(written["reasons"], told, strict=True))
    assert (cells["input_statements"], written["input_statements"]) == ("mine", "mine")
    assert "statements" not in cells
    assert [s["text"] for s in written["statements"]] == [GOOD, PROBLEMS[0][0], PROBLEMS[1][0]]
    assert [s["is_faithful"] for s in written["statements"]] == [
        s.is_faithful for s in judge(scorer, f"{PROBLEMS[0][0]} {PROBLEMS[1][0]}").statements
    ]
