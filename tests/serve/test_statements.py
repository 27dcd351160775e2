# SPDX-License-Identifier: Apache-2.0
"""What is said of each statement: places in the texts, numbers that add up, the same bytes each time."""

from __future__ import annotations

import json
import math
import re

import pytest

from faithstill.data import Triple
from faithstill.serve import Score, Scorer, predict_batch

QUESTION = "What does a card cost, and how are refunds made?"
CONTEXTS = [
    "A replacement card costs $10. It arrives within five business days.",
    "Refunds are made to the original card. The customer pays for return shipping.",
    "| Plan | Monthly fee | Transfers |\n|---|---|---|\n| Basic | $5 | 20 |\n| Plus | $12 | 100 |",
]
ANSWERS = {
    "plain": "A replacement card costs $10. It arrives within three weeks.",
    "letter": "Hi Anna,\n\nThank you for writing. A replacement card costs $10 [1]. Return shipping is free of "
    "charge [2][3]!\n\nKind regards,\nYour Bank",
    "list": "Here is what you need to know:\n\n- A replacement card costs **$10** [1].\n* Refunds are made to "
    "the original card.\n1. The `Plus` plan costs $15 a month.",
    "table": "| Plan | Monthly fee |\n|---|---|\n| Basic | $5 |\n| Plus | $15 |\n\nThe fees are due monthly.",
    "markers": "[1] A replacement card costs $10 [1, 2]. [2] Refunds are made to the original card [2].",
    "opening": "Yes, a replacement card costs $10. However, it arrives within five business days.",
    "refusal beside": "A replacement card costs $10. The documents do not say what a lost card costs.",
    "letters of many scripts": "🙂 A café card costs $10 — naïvely put. Refunds are made to the original card.",
}


def judge(scorer: Scorer, answer: str) -> Score:
    return scorer.score(question=QUESTION, contexts=CONTEXTS, answer=answer)


def bare(text: str) -> str:
    """Letters and figures alone, without markers of citations."""
    return re.sub(r"[\W_]", "", re.sub(r"\[[\d, ]+\]", "", text)).casefold()


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_offsets_point_at_the_texts(scorer: Scorer, answer: str) -> None:
    score = judge(scorer, answer)
    assert len(score.statements) >= 2
    end = 0
    for statement in score.statements:
        assert end <= statement.start < statement.end
        end = statement.end
        written = answer[statement.start : statement.end]
        if "|" in written:  # a row is told with its headers
            assert all(bare(cell) in bare(statement.text) for cell in written.split("|"))
        else:
            assert bare(written) == bare(statement.text)
        if statement.evidence:
            quote = statement.evidence
            assert CONTEXTS[quote.passage - 1][quote.start : quote.end] == quote.text
        for found in statement.findings:
            assert answer[found.start : found.end] == found.text
            assert statement.start <= found.start < statement.end


def test_each_statement_is_judged_and_frames_are_not(scorer: Scorer) -> None:
    texts = {name: [s.text for s in judge(scorer, answer).statements] for name, answer in ANSWERS.items()}
    assert texts["letter"] == ["A replacement card costs $10.", "Return shipping is free of charge!"]
    assert texts["opening"] == [
        "A replacement card costs $10.",
        "It arrives within five business days.",
    ]
    assert texts["table"][:2] == ["Plan Basic: Monthly fee $5", "Plan Plus: Monthly fee $15"]


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_is_as_faithful_as_its_worst_statement(scorer: Scorer, answer: str) -> None:
    score = judge(scorer, answer)
    assert score.faithful == min(s.faithful for s in score.statements)
    assert score.deciding is not None
    worst = score.statements[score.deciding]
    assert (worst.faithful, worst.logit, worst.intercept) == (score.faithful, score.logit, score.intercept)
    assert (worst.contributions, worst.features) == (score.contributions, score.features)
    assert score.is_faithful == all(s.is_faithful for s in score.statements)


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_contributions_add_up_exactly(scorer: Scorer, answer: str) -> None:
    score = judge(scorer, answer)
    for account in (score, score.explain(), *score.statements):
        assert math.fsum((account.intercept, *(c.amount for c in account.contributions))) == account.logit
    assert score.logit is not None
    assert math.fsum((score.intercept, *score.by_family().values())) == pytest.approx(score.logit, abs=1e-9)


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_statements_survive_json(scorer: Scorer, answer: str) -> None:
    score = judge(scorer, answer)
    told = score.as_dict()
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    for found, statement in zip(told["statements"], score.statements, strict=True):
        assert [found[key] for key in ("text", "start", "end", "faithful")] == [
            *(statement.text, statement.start, statement.end, statement.faithful)
        ]
        assert found["reason"] == statement.reason != ""


def test_the_same_bytes_alone_and_in_a_batch(scorer: Scorer) -> None:
    triples = [
        Triple.of(question=QUESTION, contexts=CONTEXTS, answer=answer, id=name)
        for name, answer in ANSWERS.items()
    ]
    alone = {t.id: json.dumps(predict_batch([t], model=scorer)[0]) for t in triples}
    for rows in (triples, triples[::-1]):
        assert {row["id"]: json.dumps(row) for row in predict_batch(rows, model=scorer)} == alone
    for triple in triples:
        statements = [s.as_dict() for s in scorer.score_triple(triple).statements]
        assert json.loads(alone[triple.id])["statements"] == statements


def test_frames_change_no_statement(scorer: Scorer) -> None:
    plain = judge(scorer, "A replacement card costs $10. Return shipping is free of charge!")
    letter = judge(scorer, ANSWERS["letter"].replace(" [1]", "").replace(" [2][3]", ""))
    assert [s.text for s in letter.statements] == [s.text for s in plain.statements]
    for ours, theirs in zip(letter.statements, plain.statements, strict=True):
        assert ours.faithful == pytest.approx(theirs.faithful, abs=1e-6)
        assert ours.remarks == theirs.remarks
    assert (letter.route, letter.why) == (plain.route, plain.why)
