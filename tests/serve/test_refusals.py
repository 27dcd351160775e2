# SPDX-License-Identifier: Apache-2.0
"""Answers that say that the material does not answer: one model for all bundles, whatever the threshold."""

from __future__ import annotations

import pytest

from faithstill.serve import Route, Score, Scorer, ScoreStatus
from faithstill.serve.model import log_odds
from faithstill.serve.scorer import SHIPPED_BUNDLES

CONTEXTS = [
    "A replacement card costs $10. It arrives within five business days.",
    "Refunds are made to the original card within two weeks.",
]
NOT_THERE = "What is the interest rate of a mortgage?"
THERE = "What does a replacement card cost?"
WORDINGS = [
    "I don't know.",
    "The documents do not say what the interest rate of a mortgage is.",
    "This is not covered in the documents I have.",
    "Unfortunately, the provided context does not contain that information.",
    "I could not find an answer to your question in the material.",
]


@pytest.fixture(scope="module")
def shipped() -> dict[str, Scorer]:
    return {name: Scorer.load(name) for name in SHIPPED_BUNDLES}


def judge(scorer: Scorer, question: str, answer: str) -> Score:
    return scorer.score(question=question, contexts=CONTEXTS, answer=answer)


@pytest.mark.parametrize("answer", WORDINGS)
@pytest.mark.parametrize("question", [NOT_THERE, THERE])
def test_status_and_decision_are_the_same_in_all_bundles(
    shipped: dict[str, Scorer], question: str, answer: str
) -> None:
    scores = [judge(scorer, question, answer) for scorer in shipped.values()]
    assert {score.status for score in scores} == {ScoreStatus.REFUSAL}
    assert len({(score.is_faithful, score.route, score.why) for score in scores}) == 1
    odds = {round(score.logit - log_odds(score.threshold), 9) for score in scores if score.logit is not None}
    assert len(odds) == 1


@pytest.mark.parametrize("answer", WORDINGS)
def test_a_right_refusal_is_delivered(shipped: dict[str, Scorer], answer: str) -> None:
    score = judge(shipped["general"], NOT_THERE, answer)
    assert (score.is_faithful, score.route) == (True, Route.DELIVER)
    assert score.statements[0].reason.startswith("the evidence does not answer it (nearest: '")


def test_a_false_refusal_is_held_back_and_told_what_would_answer(shipped: dict[str, Scorer]) -> None:
    answer = "The documents do not say what a replacement card costs."
    score = judge(shipped["general"], THERE, answer)
    assert not score.is_faithful
    assert score.route is not Route.DELIVER
    assert score.problems() == [
        f"Sentence 1: '{answer}' - the evidence may answer it (nearest: 'A replacement card costs $10.', p1, 0-29)"
    ]


@pytest.mark.parametrize("threshold", [0.01, 0.3, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("question", [NOT_THERE, THERE])
@pytest.mark.parametrize("answer", WORDINGS)
def test_a_threshold_of_the_users_own_does_not_change_the_decision(
    scorer: Scorer, question: str, answer: str, threshold: float
) -> None:
    own = Scorer(scorer.bundle.with_threshold(threshold))
    usual, changed = (judge(one, question, answer) for one in (scorer, own))
    assert changed.threshold == threshold
    assert (changed.is_faithful, changed.route, changed.why) == (usual.is_faithful, usual.route, usual.why)


def test_a_refusal_beside_an_answer_is_judged_by_itself(shipped: dict[str, Scorer]) -> None:
    question = f"{THERE} {NOT_THERE}"
    stated, refused = "A replacement card costs $10.", "The documents do not mention mortgages."
    for scorer in shipped.values():
        score = judge(scorer, question, f"{stated} {refused}")
        assert score.status is ScoreStatus.OK
        assert [s.refuses for s in score.statements] == [False, True]
        assert (score.is_faithful, score.route) == (True, Route.DELIVER)
        assert judge(scorer, NOT_THERE, refused).is_faithful
        wrong = judge(scorer, question, f"A replacement card costs $90. {refused}")
        assert wrong.route is Route.BLOCK
        assert [problem.partition(":")[0] for problem in wrong.problems()] == ["Sentence 1"]


# An answer with a refusal beside it: what is asked, what is said, and is the refusal right.
BESIDE = [
    (
        "What does a replacement card cost, and what is the interest rate of a mortgage?",
        "A replacement card costs $10. The interest rate of a mortgage is not stated in the documents.",
        True,
    ),
    (
        "What does a replacement card cost and how long does delivery take by courier?",
        "A replacement card costs $10. The documents do not say how long a courier takes.",
        True,
    ),
    (
        "Can I get refunds and loans?",
        "Refunds are made to the original card within two weeks. I have no information on loans.",
        True,
    ),
    (
        "What does a replacement card cost, and when does it arrive?",
        "It arrives within five business days. The documents do not mention a price.",
        False,
    ),
    (
        "What does a replacement card cost? When does it arrive?",
        "A replacement card costs $10. I don't know when it arrives.",
        False,
    ),
]


@pytest.mark.parametrize(("question", "answer", "right"), BESIDE)
def test_a_refusal_beside_an_answer_speaks_of_what_that_leaves_open(
    shipped: dict[str, Scorer], question: str, answer: str, right: bool
) -> None:
    for scorer in shipped.values():
        stated, refused = judge(scorer, question, answer).statements
        assert (stated.is_faithful, refused.refuses, refused.is_faithful) == (True, True, right)


def test_the_signals_of_a_refusal_are_its_own(scorer: Scorer) -> None:
    score = judge(scorer, NOT_THERE, WORDINGS[1])
    assert set(score.signals()) == {"refusal"}
    assert {c.family for c in score.contributions} == {"refusal"}
    assert str(score.explain(verbose=True))
