# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import copy
import json
import math
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from faithstill.data import Passage, Triple
from faithstill.featurize import Settings
from faithstill.featurize.schema import ALL_FAMILIES
from faithstill.serve import Bundle, LinearModel, Route, Score, Scorer, ScoreStatus
from faithstill.serve.score import STRONGEST

FEE = "An outgoing wire transfer costs $25 and arrives on the next business day."
RIGHT = "An outgoing wire transfer costs $25."
WRONG = "An outgoing wire transfer costs $90."
GERMAN = "Eine ausgehende Überweisung kostet 25 Euro und wird am nächsten Tag auf dem Konto gutgeschrieben."


def judge(scorer: Scorer, answer: str = RIGHT, contexts: Any = (FEE,), **rest: Any) -> Score:
    return scorer.score(question="What does a wire transfer cost?", contexts=contexts, answer=answer, **rest)


STATUSES = [
    ([FEE], RIGHT, ScoreStatus.OK),
    ([], RIGHT, ScoreStatus.NO_CONTEXT),
    (["", " \n\t"], RIGHT, ScoreStatus.NO_CONTEXT),
    (["\u200b\ufeff\u2800"], RIGHT, ScoreStatus.NO_CONTEXT),
    (["", FEE], RIGHT, ScoreStatus.OK),
    (None, RIGHT, ScoreStatus.NO_CONTEXT),
    ([], "", ScoreStatus.NO_CONTEXT),
    ([FEE], "", ScoreStatus.NO_CLAIMS),
    ([FEE], " ... 🙂 --", ScoreStatus.NO_CLAIMS),
    ([FEE], "25", ScoreStatus.OK),
    ([FEE], GERMAN, ScoreStatus.LANGUAGE_UNSUPPORTED),
    ([GERMAN], RIGHT, ScoreStatus.LANGUAGE_UNSUPPORTED),
    ([GERMAN, FEE], RIGHT, ScoreStatus.OK),
    ([FEE], "Die Gebühr ist 25 Euro.", ScoreStatus.LANGUAGE_UNSUPPORTED),
    ([FEE], "是的，费用是二十五美元。", ScoreStatus.LANGUAGE_UNSUPPORTED),
    ([FEE], "The material does not state the cost.", ScoreStatus.REFUSAL),
    ([FEE], RIGHT + " It is paid at once." * 3000, ScoreStatus.TRUNCATED),
    ([FEE], "The material does not state it." * 3000, ScoreStatus.TRUNCATED),
]


@pytest.mark.parametrize(("contexts", "answer", "status"), STATUSES)
def test_status(scorer: Scorer, contexts: list[str] | None, answer: str, status: ScoreStatus) -> None:
    score = judge(scorer, answer, contexts)
    assert score.status is status
    assert json.loads(json.dumps(score.as_dict(), allow_nan=False))["status"] == status
    assert str(score.explain())
    judged = status in (ScoreStatus.OK, ScoreStatus.REFUSAL, ScoreStatus.TRUNCATED)
    assert (score.faithful is not None, score.logit is not None, bool(score.contributions)) == (judged,) * 3
    if status not in (ScoreStatus.OK, ScoreStatus.REFUSAL):
        assert not score.is_faithful
        assert score.route is not Route.DELIVER
    if not judged:
        assert (score.route, score.why) == (Route.REVIEW, "unjudged")


def test_a_right_answer_is_delivered_and_a_wrong_one_blocked(scorer: Scorer) -> None:
    right, wrong = judge(scorer), judge(scorer, WRONG)
    assert right.faithful is not None
    assert wrong.faithful is not None
    assert right.faithful >= scorer.bundle.model.threshold > wrong.faithful
    assert (right.is_faithful, right.route) == (True, Route.DELIVER)
    assert (wrong.is_faithful, wrong.route) == (False, Route.BLOCK)


def test_a_context_beyond_the_limit_is_truncated_and_scored_on_its_beginning(
    scorer: Scorer, model: LinearModel
) -> None:
    settings = Settings(max_context_chars=len(FEE))
    schema = replace(scorer.bundle.schema, settings=settings)
    short = Scorer(Bundle(schema, model, {}, {}))
    cut = judge(short, contexts=[FEE, "Incoming transfers are free."])
    assert (cut.status, cut.is_faithful, cut.route) == (ScoreStatus.TRUNCATED, False, Route.REVIEW)
    assert judge(short).status is ScoreStatus.OK
    assert cut.faithful is not None
    assert cut.faithful >= cut.threshold


def test_signals_that_contradict_each_other_are_reviewed(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    features = judge(scorer).features
    tense = {"answer_precision": 0.9, "semantic_gap": 0.5, "unsupported_to_supported_ratio": 1.0}
    monkeypatch.setattr(scorer.featurizer, "named", lambda analysis: {**features, **tense})
    assert judge(scorer).route is Route.REVIEW


@pytest.mark.parametrize("answer", [RIGHT, WRONG, "The material does not state the cost."])
def test_the_explanation_adds_up_to_the_logit_exactly(scorer: Scorer, answer: str) -> None:
    score = judge(scorer, answer)
    account = score.explain()
    assert math.fsum((account.intercept, *(c.amount for c in account.contributions))) == account.logit
    assert account.logit == score.logit
    assert (score.intercept, score.contributions) == (account.intercept, account.contributions)


@pytest.mark.parametrize("answer", [RIGHT, WRONG])
def test_one_statement_alone_has_the_logit_of_the_model(scorer: Scorer, answer: str) -> None:
    score, model = judge(scorer, answer), scorer.bundle.model
    row = np.array([score.features[name] for name in model.names])
    assert score.logit == model.logit(row)
    assert score.faithful == model.probabilities(row[None])[0]


def test_every_feature_is_listed_the_largest_first(scorer: Scorer) -> None:
    score = judge(scorer)
    amounts = [abs(c.amount) for c in score.contributions]
    assert amounts == sorted(amounts, reverse=True)
    assert {c.name for c in score.contributions} == set(scorer.bundle.schema.names) == set(score.features)
    families = {feature.name: family.name for family in ALL_FAMILIES for feature in family.features}
    assert all(
        c.family == families[c.name] and c.meaning and c.value == score.features[c.name]
        for c in score.contributions
    )


def test_the_words_say_verdict_reasons_and_sum(scorer: Scorer) -> None:
    score = judge(scorer, WRONG)
    verdict, route, status, statement, decided, *_ = str(score.explain()).splitlines()
    assert verdict.startswith("Verdict: not faithful, probability 0.")
    assert verdict.endswith("(threshold 0.41).")
    assert route == "Route: block (the evidence refutes a value, name, word or status)."
    assert status == "Status: ok (the whole answer was judged)."
    assert statement.startswith("  block  0.")
    assert decided == f"Sentence 1 decides. Its log-odds of {score.logit:+.3f} are the sum of"
    against = str(score.explain()).split("Against:\n")[1].split("For:")[0]
    strongest = score.strongest(against=True)
    assert strongest[0].name == "numeric_agreement"
    assert len(strongest) <= STRONGEST
    assert against.splitlines() == [f"  {c.amount:+.2f}  {c.meaning}: {c.value:.2f}" for c in strongest]


def test_a_feature_with_nothing_to_measure_is_no_finding(scorer: Scorer) -> None:
    said = {c.name: str(c) for c in judge(scorer, "Twenty-five dollars.").contributions}
    assert said["ngram_precision.4"] == "ngram_precision.4 is 1.00 (undefined here: under four words)"
    assert said["near_verbatim"] == "near_verbatim is 1.00 (undefined here: under four words)"
    assert said["ngram_precision.2"].startswith("ngram_precision.2 is 0.00 (share of the answer's word pairs")
    copied = {c.name: c for c in judge(scorer).contributions}["ngram_precision.4"]
    assert (copied.value, copied.undefined) == (1.0, "")


def test_a_probability_beside_the_threshold_is_shown_with_enough_digits(scorer: Scorer) -> None:
    text = str(replace(judge(scorer), faithful=0.4099996, is_faithful=False).explain())
    assert "not faithful, probability 0.4099996 that the answer is faithful (threshold 0.4100000)" in text


def test_where_nothing_was_judged_the_words_say_why(scorer: Scorer) -> None:
    text = str(judge(scorer, contexts=[]).explain())
    assert text.splitlines() == [
        "Verdict: none (threshold 0.41).",
        "Route: review (nothing was judged: no context, no claims, another language).",
        "Status: NO_CONTEXT (not judged: no passage holds any text to check the answer against).",
    ]


def test_signals_are_the_features_that_are_not_at_rest(scorer: Scorer) -> None:
    score = judge(scorer, WRONG)
    signals = score.signals()
    assert "numeric_agreement" in signals["grounding"]
    assert all(score.features[name] == value for family in signals.values() for name, value in family.items())


def test_as_dict_has_a_fixed_order_and_the_same_bytes_each_time(scorer: Scorer) -> None:
    first, again = (json.dumps(judge(scorer).as_dict()) for _ in range(2))
    assert first == again
    assert list(json.loads(first)) == [
        *("faithful", "is_faithful", "status", "route", "why", "threshold", "statements", "deciding"),
        *("missing_citations", "logit", "intercept"),
        *("inference_explanation", "contributions", "features"),
    ]


def test_passages_may_be_strings_mappings_or_passages(scorer: Scorer) -> None:
    given: list[Any] = [[FEE], [{"text": FEE}], [Passage(FEE)], iter([FEE])]
    dumps = {json.dumps(judge(scorer, contexts=contexts).as_dict()) for contexts in given}
    assert len(dumps) == 1


def test_triples_are_scored_in_order_and_alike(scorer: Scorer) -> None:
    triples = [
        Triple.of(question="What does a wire transfer cost?", contexts=[FEE], answer=a)
        for a in (RIGHT, WRONG)
    ]
    assert [s.as_dict() for s in scorer.score_triples(triples)] == [
        judge(scorer, a).as_dict() for a in (RIGHT, WRONG)
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"contexts": FEE}, r"pass \[text\]"),
        ({"contexts": {"text": FEE}}, r"not one dict: pass \[text\]"),
        ({"contexts": b"x"}, r"not one bytes: pass \[text\]"),
        ({"contexts": 3.5}, "contexts is a list of passages, not float"),
        ({"contexts": Passage(FEE)}, r"not one Passage: pass \[text\]"),
        ({"contexts": [FEE, None]}, r"contexts \(passage 2\): a passage is a string"),
        (
            {"contexts": [FEE, "a\0b"]},
            r"score: contexts \(passage 2\): has a null byte at character 1: remove it",
        ),
        ({"contexts": [{"text": "\0"}]}, r"score: contexts \(passage 1\): has a null byte"),
        ({"answer": "\x00$25\x00"}, "score: answer has a null byte at character 0"),
        ({"answer": "costs \udfff $25 \ud83d"}, "score: answer has half a surrogate pair at character 6"),
        ({"question": "\ud800"}, "score: question has half a surrogate pair"),
        (
            {"self_metrics": {"bogus": 0.3}},
            "self_metrics 'bogus' is none of self_attribution, self_confidence",
        ),
        ({"self_metrics": {"self_reported": 0.3}}, "self_metrics 'self_reported' is none of"),
        (
            {"self_metrics": {"self_confidence": 7}},
            "self_confidence '7' is not a number from 0 to 1: rescale",
        ),
        ({"self_metrics": {"self_confidence": "high"}}, "self_confidence 'high' is not a number from 0 to 1"),
        ({"self_metrics": 0.3}, "self_metrics maps names to numbers, it is no float"),
        ({"contexts": [3]}, "not int"),
        ({"contexts": [{"body": FEE}]}, "needs a string 'text'"),
        ({"answer": None}, "answer is a string, not NoneType"),
        ({"question": 7}, "question is a string, not int"),
    ],
)
def test_input_without_meaning_is_refused(scorer: Scorer, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        scorer.score(**{"question": "Q?", "contexts": [FEE], "answer": RIGHT} | given)


NASTY = [
    "🙂🙃 $25 👩‍👩‍👧 🇨🇭",
    "ﬁve \u202e52$ \u0301\u0301\u0301",
    "[1][2][[[{{{\"'",
    "$" * 5000,
    "9" * 5000,
    "1e999999999 $1e400",
]


@pytest.mark.parametrize("text", NASTY)
def test_no_text_breaks_scoring(scorer: Scorer, text: str) -> None:
    for answer, contexts in ((text, [FEE]), (f"{RIGHT} {text}", [f"{FEE} {text}"]), (RIGHT, [text])):
        score = scorer.score(question=f"What? {text}", contexts=contexts, answer=answer)
        assert json.dumps(score.as_dict(), allow_nan=False).encode()


def test_two_megabytes_of_context_are_read(scorer: Scorer) -> None:
    filler = f"{'branches open in the morning and close in the evening, and ' * 30}so it goes on. " * 30
    score = judge(scorer, contexts=[filler] * 40 + [FEE])
    assert 40 * len(filler) > 2_000_000
    assert score.status is ScoreStatus.OK
    assert score.features["numeric_agreement"] == 1


def test_self_metrics_reach_a_recipe_that_reads_them(scorer: Scorer) -> None:
    plain = judge(scorer, self_metrics={"self_confidence": 0.9, "self_relevance": math.nan})
    assert plain.as_dict() == judge(scorer).as_dict()


def test_scores_and_scorers_can_be_copied_and_sent(scorer: Scorer) -> None:
    score = judge(scorer)
    assert copy.deepcopy(score).as_dict() == score.as_dict()
    again: Scorer = pickle.loads(pickle.dumps(scorer))
    assert judge(again).as_dict() == score.as_dict()
