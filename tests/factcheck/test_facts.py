# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import pytest

from faithstill.factcheck import FactChecker, FactReport, Finding, Verdict
from faithstill.featurize import Featurizer


@pytest.fixture(scope="module")
def checker() -> FactChecker:
    return FactChecker(Featurizer())


FEES = "The wire fee of Harrow Vale is $25. The card fee is $31. Cards are issued on 3 March 2026."
TABLE = "| Plan | Q1 |\n|---|---|\n| Basic | $5 |\n| Plus | $9 |"

# Status, question, passages, answer, the findings as an auditor reads them.
REPORTS: list[tuple[str, str, list[str], str, list[str]]] = [
    ("passed", "Fee?", [FEES], "The wire fee is $25.", ['"$25" is stated as "$25" (passage 1, 31-34) [money.equal]']),
    (
        "failed",
        "Wire fee?",
        [FEES],
        "The wire fee is $52.",
        ['"$52" conflicts with "$25": same slot, other value (passage 1, 31-34) [money.conflicting]'],
    ),
    (
        "passed",
        "What do wire and card cost in total?",
        ["", FEES],
        "The total is $56.",
        ['"$56" follows from "$31 + $25" [money.sum]'],
    ),
    ("passed", "May I send $720?", [FEES], "Yes, $720.", ['"$720" is given by the question [money.given]']),
    ("skipped", "", [FEES], "It weighs 4.5 kg.", ['"4.5 kg" is stated nowhere [quantity.absent]']),
    (
        "skipped",
        "",
        ["Plans: Basic, Plus."],
        "There are 2 plans.",
        ['"2" is a small count that the evidence may show without stating it [number.unchecked]'],
    ),
    (
        "failed",
        "",
        [FEES],
        "Cards are issued on 4 May 2026, 2 of them.",
        [
            '"4 May 2026" conflicts with "3 March 2026": same slot, other value (passage 1, 77-89) [date.conflicting]',
            '"2" is a small count that the evidence may show without stating it [number.unchecked]',
        ],
    ),
    ("skipped", "Fee?", [FEES], "It is listed there.", []),
    ("skipped", "Fee?", [], "The fee is $25.", []),
    ("skipped", "Fee?", ["", " \n"], "The fee is $25.", []),
    ("skipped", "", [FEES], "", []),
]  # fmt: skip


@pytest.mark.parametrize(("status", "question", "contexts", "answer", "findings"), REPORTS)
def test_report(
    checker: FactChecker, status: str, question: str, contexts: list[str], answer: str, findings: list[str]
) -> None:
    report = checker.check(question=question, contexts=contexts, answer=answer)
    assert (str(report.status), [str(f) for f in report.findings]) == (status, findings)


def test_spans_point_into_answer_and_passage(checker: FactChecker) -> None:
    answer = "Harrow Vale asks $25 in Q1; Plus costs $9."
    contexts = [FEES, TABLE]
    found = checker.check(question="", contexts=contexts, answer=answer).findings
    assert found
    for finding in found:
        assert answer[finding.start : finding.end] == finding.text
        if finding.passage is not None:
            start, end = finding.evidence_start, finding.evidence_end
            assert contexts[finding.passage - 1][start:end] == finding.evidence


def test_conflicts_are_the_counter_proofs(checker: FactChecker) -> None:
    report = checker.check(question="", contexts=[FEES], answer="The wire fee is $52, the card fee $31.")
    assert [finding.text for finding in report.conflicts] == ["$52"]
    assert [finding.verdict for finding in report.findings] == [Verdict.CONFLICT, Verdict.PROVED]


def test_every_verdict_has_words() -> None:
    for verdict in Verdict:
        assert str(Finding(verdict, "money", "$5", 0, 2, "money.x")).startswith('"$5" ')


def test_a_report_is_plain_json(checker: FactChecker) -> None:
    report = checker.check(question="", contexts=[FEES], answer="The wire fee is $52.")
    raw = report.as_dict()
    assert json.loads(json.dumps(raw)) == raw
    assert raw == {
        "status": "failed",
        "findings": [
            {
                "verdict": "conflict",
                "kind": "money",
                "text": "$52",
                "start": 16,
                "end": 19,
                "rule": "money.conflicting",
                "evidence": "$25",
                "passage": 1,
                "evidence_start": 31,
                "evidence_end": 34,
            }
        ],
    }


def test_a_checker_of_its_own_and_passages_as_objects() -> None:
    report: FactReport = FactChecker().check(
        question="", contexts=[{"text": "The fee is $5.", "id": "a"}], answer="The fee is $5."
    )
    assert report.status == "passed"


@pytest.mark.parametrize(
    "answer", ["\ud800 $5", "$5\0", "[[[1", "9" * 9_000, "31 February 2024 and 1e999999"]
)
def test_odd_answers_end_in_a_report(checker: FactChecker, answer: str) -> None:
    assert json.dumps(
        checker.check(question="\udfff", contexts=["The fee is $5.", "\ud83d"], answer=answer).as_dict()
    )
