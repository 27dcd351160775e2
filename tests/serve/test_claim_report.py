# SPDX-License-Identifier: Apache-2.0
"""The claims of an answer with their evidence and verdicts."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.serve.claim_report import as_text, claim_report
from faithstill.serve.status import STATUS_IN_WORDS, ScoreStatus

FEE = Triple.of(
    question="",
    contexts=[{"text": "The fee is $5 a month. Cards are free.", "id": "terms"}],
    answer="Hello! The fee is $5 a month. The card costs $9.",
)


def test_claims_have_places_evidence_and_no_verdict_without_an_encoder() -> None:
    report = claim_report(FEE)
    first, second = report["claims"]
    assert FEE.answer[first["start"] : first["end"]] == first["text"] == "The fee is $5 a month."
    assert (first["stated"], second["stated"]) == (True, False)
    assert first["evidence"]["id"] == "terms"
    assert first["verdict"] is None
    assert [part["reason"] for part in report["left_out"]] == ["frame"]
    lines = as_text(report).splitlines()
    assert lines[:2] == [
        "1  'The fee is $5 a month.' (answer, 7-29)",
        "   stated word for word: 'The fee is $5 a month. Cards are free.' (p1, 0-38)",
    ]
    assert lines[-2:] == ["Not checked, for it claims nothing", "   frame: 'Hello!'"]


def test_an_encoder_judges_what_is_not_stated() -> None:
    nli = ScriptedNli(lambda premise, hypothesis: NliScore(0.1, 0.2, 0.7))
    first, second = claim_report(FEE, nli)["claims"]
    assert (first["verdict"], second["verdict"]) == ("entailment", "contradiction")
    assert [hypothesis for _, hypothesis in nli.asked] == ["The card costs $9."]
    text = as_text(claim_report(FEE, nli))
    assert "word for word" in text
    assert "contradiction (entailment 0.10, neutral 0.20, contradiction 0.70)" in text


def test_nothing_claimed() -> None:
    report = claim_report(Triple.of(question="", contexts=["x"], answer="Hello!"))
    assert report["claims"] == []
    assert as_text(report).startswith("no claims")


@pytest.mark.parametrize(
    ("contexts", "answer", "status"),
    [
        ([], "The fee is $5.", ScoreStatus.NO_CONTEXT),
        (["", " "], "The fee is $5.", ScoreStatus.NO_CONTEXT),
        (["The fee is $5."], "年费为5美元，第一年免费。", ScoreStatus.LANGUAGE_UNSUPPORTED),
        (
            ["Die Gebühr beträgt fünf Euro und wird monatlich erhoben."],
            "The fee is $5.",
            ScoreStatus.LANGUAGE_UNSUPPORTED,
        ),
        (["The fee is $5."], "Les frais sont de 5 $.", ScoreStatus.LANGUAGE_UNSUPPORTED),
    ],
)
def test_where_no_verdict_can_be_given_the_status_says_why(
    contexts: list[str], answer: str, status: ScoreStatus
) -> None:
    nli = ScriptedNli(lambda premise, hypothesis: NliScore(0.9, 0.1, 0.0))
    report = claim_report(Triple.of(question="", contexts=contexts, answer=answer), nli)
    assert report["status"] == status
    assert [claim["verdict"] for claim in report["claims"]] == [None] * len(report["claims"])
    assert nli.asked == []
    assert STATUS_IN_WORDS[status] in as_text(report)
