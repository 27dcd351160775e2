# SPDX-License-Identifier: Apache-2.0
"""What the context-utilization report says an answer rests on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from faithstill.data import Triple
from faithstill.featurize import Analysis
from faithstill.serve import Scorer
from faithstill.serve.utilization import as_text, utilization

CONTEXTS = [
    "Branches are open on weekdays.",
    "The Amber account costs £4.00 a month. The fee is taken on 3 March 2024.",
]


def triple(answer: str, contexts: list[str] | None = None) -> Triple:
    given = CONTEXTS if contexts is None else contexts
    return Triple.of(question="What does the Amber account cost a month?", contexts=given, answer=answer)


def mention(report: dict[str, Any], text: str) -> dict[str, Any]:
    (found,) = [m for m in report["mentions"] if m["text"] == text]
    return dict(found)


ANSWERS = [
    "The Amber account costs £4.00 a month. It is taken on 3 March 2024.",
    "The Amber account costs £9.00 a month, which is £48.00 a year.",
    "Thé Amber ✓ account 🙂 costs £4.00.",
    "The Amber account\ncosts\t£4.00 [2].",
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_offsets_are_those_of_the_texts(scorer: Scorer, answer: str) -> None:
    report = utilization(scorer, triple(answer))
    assert report["sentences"]
    assert report["mentions"]
    for part in (*report["sentences"], *report["mentions"]):
        assert answer[part["start"] : part["end"]] == part["text"]
    found = [s["evidence"] for s in report["sentences"]]
    found += [m[side] for m in report["mentions"] for side in ("support", "rival")]
    for where in filter(None, found):
        assert CONTEXTS[where["passage"] - 1][where["start"] : where["end"]] == where["text"]


def test_a_sentence_rests_on_the_passage_that_states_it(scorer: Scorer) -> None:
    report = utilization(scorer, triple("The Amber account costs £4.00 a month."))
    (sentence,) = report["sentences"]
    assert sentence["evidence"]["passage"] == 2
    assert sentence["evidence"]["text"] == "The Amber account costs £4.00 a month."
    assert sentence["word_share"] == 1
    assert (report["passages_used"], report["passages"]) == ([2], 2)


def test_a_stated_value_has_its_support_and_a_wrong_one_its_rival(scorer: Scorer) -> None:
    stated = mention(utilization(scorer, triple("It costs £4.00 a month.")), "£4.00")
    assert stated["support"]["text"] == "£4.00"
    assert stated["support"]["passage"] == 2
    wrong = mention(utilization(scorer, triple("The Amber account costs £9.00 a month.")), "£9.00")
    assert wrong["support"] is None
    assert wrong["rival"]["text"] == "£4.00"
    assert wrong["status"] != stated["status"]


def test_a_derived_value_has_its_formula(scorer: Scorer) -> None:
    contexts = ["The card costs £30. The account costs £12."]
    report = utilization(scorer, triple("Card and account together cost £42.", contexts))
    sum_ = mention(report, "£42")
    assert sum_["status"] == "derived"
    assert all(part in sum_["formula"] for part in ("30", "12"))
    assert sum_["formula"] in as_text(report)


def test_the_score_in_it_is_the_scorers_own(scorer: Scorer) -> None:
    asked = triple(ANSWERS[1])
    score = scorer.score_triple(asked)
    report = utilization(scorer, asked)
    assert report["score"] == score.as_dict()
    assert report["signals"] == score.signals()
    assert as_text(report).startswith(str(score.explain()))


def test_the_report_opens_with_verdict_and_statements(scorer: Scorer) -> None:
    asked = triple("The Amber account costs £4.00 a month. The fee is taken on 9 March 2024 [5].")
    score, lines = scorer.score_triple(asked), as_text(utilization(scorer, asked)).splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == ["Verdict", "Route", "Status"]
    assert lines[3:6] == [f"  {line}" for line in (*score.lines(), "Citation [5]: there is no such passage")]
    assert "date '9 March 2024' is refuted by '3 March 2024' (p2, 59-71)" in "\n".join(lines)


def test_verbose_lists_every_feature_in_words(scorer: Scorer) -> None:
    asked = triple(ANSWERS[0])
    plain, verbose = (utilization(scorer, asked, verbose=v) for v in (False, True))
    assert {key for key in plain if plain[key] != verbose[key]} == {"explanation"}
    assert all(f"  {name} is " in verbose["explanation"] for name in scorer.bundle.schema.names)


def test_an_answer_is_analysed_once(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    analyse, seen = scorer.featurizer.analyse, list[Triple]()

    def counted(given: Triple) -> Analysis:
        seen.append(given)
        return analyse(given)

    monkeypatch.setattr(scorer.featurizer, "analyse", counted)
    utilization(scorer, triple(ANSWERS[0]))
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("answer", "contexts", "status", "words"),
    [
        ("It costs £4.00.", [], "NO_CONTEXT", "There are no passages."),
        ("", CONTEXTS, "NO_CLAIMS", "No values or names"),
        ("🙂 ...", CONTEXTS, "NO_CLAIMS", "No values or names"),
        ("It costs \udcff £4.00.", ["It costs \ud83d £4.00."], "ok", "costs \ufffd £4.00"),
        ("\x00", ["\x00"], "NO_CONTEXT", "No values or names"),
        ("كم تكلفة الحساب؟ أربعة جنيهات في الشهر", CONTEXTS, "LANGUAGE_UNSUPPORTED", "not in English"),
        ("It costs £4.00. " * 3000, CONTEXTS, "TRUNCATED", "only the beginning was read"),
    ],
)
def test_nothing_breaks_it(scorer: Scorer, answer: str, contexts: list[str], status: str, words: str) -> None:
    report = utilization(scorer, triple(answer, contexts))
    assert report["score"]["status"] == status
    assert json.dumps(report, ensure_ascii=False, allow_nan=False).encode()
    assert words in as_text(report)
