# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from faithstill.data import Triple
from faithstill.factcheck import FactChecker, FactReport, FactStatus, Finding, Reason, Severity, Verdict
from faithstill.factcheck.citations import CitationChecker
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.align.slots.signs import RIVALS_FILE, UNSTATED_FILE, shipped_weights

FEES = "The wire fee of Harrow Vale is $25. The card fee is $31. Cards are issued on 3 March 2026."
TABLE = "| Plan | Q1 |\n|---|---|\n| Basic | $5 |\n| Plus | $9 |"

# Status and reasons, question, passages, answer, the findings as an auditor reads them.
REPORTS: list[tuple[str, str, list[str], str, list[str]]] = [
    ("passed", "Fee?", [FEES], "The wire fee is $25.", ['"$25" is stated as "$25" (p1, 31-34) [money.equal]']),
    (
        "failed NUMERIC_CONFLICT",
        "Wire fee?",
        [FEES],
        "The wire fee is $52.",
        ['"$52" conflicts with "$25" (p1, 31-34): same slot, other value [money.conflict]'],
    ),
    (
        "passed",
        "What do wire and card cost in total?",
        ["", FEES],
        "The total is $56.",
        ['"$56" follows from "$25 + $31" [money.sum]'],
    ),
    ("passed", "May I send $720?", [FEES], "Yes, $720.", ['"$720" is given by the question [money.given]']),
    ("skipped NUMERIC_ABSENT", "", [FEES], "It weighs 4.5 kg.", ['"4.5 kg" is stated nowhere [quantity.absent]']),
    (
        "skipped NOT_TOLD",
        "",
        ["Plans: Basic, Plus."],
        "There are 2 plans.",
        ['"2" cannot be told from the evidence, which may show it without stating it [number.count]'],
    ),
    (
        "skipped NOT_TOLD",
        "",
        ["The buyer paid $69."],
        "Google paid $69.",
        [
            '"Google" cannot be told from the evidence, which may show it without stating it [name.opening]',
            '"$69" is stated as "$69" (p1, 15-18) [money.equal]',
        ],
    ),
    (
        "passed",
        "",
        ["The buyer paid $69."],
        "**Cost:** $69, paid by the buyer.",
        ['"$69" is stated as "$69" (p1, 15-18) [money.equal]'],
    ),
    (
        "failed NUMERIC_CONFLICT NUMERIC_ABSENT",
        "",
        [FEES],
        "Cards are issued on 4 May 2026, 2 of them.",
        [
            '"4 May 2026" conflicts with "3 March 2026" (p1, 77-89): same slot, other value [date.conflict]',
            '"2" is stated nowhere [number.absent]',
        ],
    ),
    ("skipped NO_VALUES", "Fee?", [FEES], "It is listed there.", []),
    ("skipped NO_CONTEXT NO_VALUES", "Fee?", [], "The fee is $25.", []),
    ("skipped NO_CONTEXT NO_VALUES", "Fee?", ["", " \n"], "The fee is $25.", []),
    ("skipped NO_VALUES", "", [FEES], "", []),
    (
        "skipped LANGUAGE_UNSUPPORTED",
        "",
        [FEES],
        "die gebühr ist hoch und wird nicht für konten erhoben: $25.",
        ['"$25" is stated as "$25" (p1, 31-34) [money.equal]'],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("status", "question", "contexts", "answer", "findings"), REPORTS)
def test_report(
    checker: FactChecker, status: str, question: str, contexts: list[str], answer: str, findings: list[str]
) -> None:
    report = checker.check(question=question, contexts=contexts, answer=answer)
    assert [str(f) for f in report.findings] == findings
    assert " ".join((report.status, *report.reasons)) == status


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
            assert finding.quote is not None
            quote = finding.quote
            assert contexts[quote.passage - 1][quote.start : quote.end] == quote.text


def test_conflicts_are_the_counter_proofs(checker: FactChecker) -> None:
    report = checker.check(question="", contexts=[FEES], answer="The wire fee is $52. The card fee is $31.")
    assert [finding.text for finding in report.conflicts] == ["$52"]
    assert [finding.verdict for finding in report.findings] == [Verdict.CONFLICT, Verdict.PROVED]


ACCOUNTS = "The Basic account has a monthly fee of $5. The Plus account has a monthly fee of $12."


@pytest.mark.parametrize(
    ("answer", "rule", "sign"),
    [
        ("The Plus account has a monthly fee of $5.", "money.other_slot", "near words"),
        ("The Plus account has a monthly fee of $13.", "money.conflict", "run"),
    ],
)
def test_a_learnt_rule_names_the_signs_that_decided(
    checker: FactChecker, answer: str, rule: str, sign: str
) -> None:
    report = checker.check(question="What does Plus cost?", contexts=[ACCOUNTS], answer=answer)
    (found,) = report.conflicts
    assert found.rule == rule
    amounts = [share.amount for share in found.signs]
    assert sum(amounts) > 0
    assert amounts == sorted(amounts, key=abs, reverse=True)
    assert {sign, "bias"} <= {share["name"] for share in found.as_dict()["signs"]}
    assert str(found.signs[0]) in found.why


@pytest.mark.parametrize("file", [RIVALS_FILE, UNSTATED_FILE])
def test_every_sign_has_words(file: str) -> None:
    weights = shipped_weights(file)
    assert set(weights.words) == {"bias", *weights.signs}


def test_every_verdict_has_words_and_a_severity() -> None:
    for verdict in Verdict:
        finding = Finding(verdict, "money", "$5", 0, 2, "money.x")
        assert str(finding).startswith('"$5" ')
        assert finding.severity in Severity


def test_what_is_not_read_keeps_a_check_from_passing() -> None:
    checker = FactChecker(Featurizer(Settings(max_context_chars=40)))
    report = checker.check(question="", contexts=[FEES], answer="The wire fee of Harrow Vale is $25.")
    assert (report.status, report.reasons) == (FactStatus.SKIPPED, (Reason.TRUNCATED,))


def test_a_check_loads_no_embedding() -> None:
    featurizer = Featurizer(Settings(embedder="no such model"))
    report = FactChecker(featurizer).check(question="", contexts=[FEES], answer="The wire fee is $25.")
    assert report.status is FactStatus.PASSED


def test_a_report_is_plain_json(checker: FactChecker) -> None:
    contexts = [{"text": FEES, "id": "fees.txt"}]
    report = checker.check(question="", contexts=contexts, answer="The wire fee is $52.")
    raw = report.as_dict()
    assert json.loads(json.dumps(raw)) == raw
    signs = raw["findings"][0].pop("signs")
    assert signs[0].keys() == {"name", "words", "amount"}
    assert raw == {
        "status": "failed",
        "reasons": ["NUMERIC_CONFLICT"],
        "findings": [
            {
                "verdict": "conflict",
                "kind": "money",
                "text": "$52",
                "start": 16,
                "end": 19,
                "rule": "money.conflict",
                "evidence": "$25",
                "passage": 1,
                "evidence_start": 31,
                "evidence_end": 34,
                "passage_id": "fees.txt",
                "quote": {"passage": 1, "passage_id": "fees.txt", "start": 31, "end": 34, "text": "$25"},
                "other": None,
                "severity": "high",
            }
        ],
        "corrected": "The wire fee is [CORRECTED: $25].",
        "statements": 1,
        "checked": 1,
    }
    assert str(report).splitlines() == [
        '"$52" conflicts with "$25" (p1 fees.txt, 31-34): same slot, other value [money.conflict]',
        "failed: NUMERIC_CONFLICT",
        "corrected: The wire fee is [CORRECTED: $25].",
    ]


def test_a_checker_of_its_own_and_passages_as_objects() -> None:
    report: FactReport = FactChecker().check(
        question="", contexts=[{"text": "The fee is $5.", "id": "a"}], answer="The fee is $5."
    )
    assert report.status == "passed"


@pytest.mark.parametrize(
    "answer", ["\ud800 $5", "$5\0", "[[[1", "9" * 9_000, "31 February 2024 and 1e999999"]
)
def test_odd_answers_end_in_a_report(checker: FactChecker, answer: str) -> None:
    triple = Triple.of(question="\udfff", contexts=["The fee is $5.", "\ud83d"], answer=answer)
    assert json.dumps(checker.check_triple(triple).as_dict())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"contexts": "The fee is $5."}, r"contexts is a list of passages, not one str: pass \[text\]"),
        ({"contexts": b"The fee"}, r"not one bytes: pass \[text\]"),
        ({"contexts": {"text": "The fee"}}, r"not one dict: pass \[text\]"),
        ({"contexts": ["The fee", None]}, r"check: contexts \(passage 2\): a passage is a string"),
        ({"contexts": [b"The fee"]}, r"contexts \(passage 1\): .*, not bytes"),
        ({"contexts": ["a\0b"]}, r"contexts \(passage 1\): has a null byte at character 1: remove it"),
        ({"answer": None}, "answer is a string, not NoneType"),
        ({"answer": b"$5"}, "answer is a string, not bytes"),
        ({"answer": "$5\0"}, "check: answer has a null byte at character 2"),
        ({"question": "\ud800"}, "check: question has half a surrogate pair"),
    ],
)
@pytest.mark.parametrize("make", [FactChecker, CitationChecker])
def test_input_without_meaning_is_refused(make: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make().check(**{"question": "Fee?", "contexts": ["The fee is $5."], "answer": "$5."} | given)


def test_no_contexts_are_a_reason(checker: FactChecker) -> None:
    assert checker.check(question="Fee?", contexts=None, answer="It is so.").reasons[0] is Reason.NO_CONTEXT


def test_passages_of_frameworks_are_evidence(checker: FactChecker) -> None:
    held = [{"page_content": "The fee is $5.", "metadata": {"source": "fees.txt"}}]
    assert checker.check(question="Fee?", contexts=held, answer="It is $5.").findings[0].passage == 1


@pytest.mark.parametrize(
    ("answer", "verdicts"),
    [
        ("It was filed yesterday.", [Verdict.PROVED]),
        ("It was filed today.", [Verdict.CONFLICT]),
        ("It was filed.", []),
    ],
)
def test_relative_dates_are_counted_from_the_anchor(answer: str, verdicts: list[Verdict]) -> None:
    given = {"question": "", "contexts": ["It was filed on 3 March 2026."], "answer": answer}
    report = FactChecker(anchor=date(2026, 3, 4)).check(**given)
    assert [finding.verdict for finding in report.findings] == verdicts
    assert FactChecker().check(**given).findings == ()


def test_a_check_that_passed_says_how_much_it_speaks_of(checker: FactChecker) -> None:
    answer = (
        "It opened on 3 May 2020. The staff love cats. The kitchen bakes bread every morning. "
        "Its rooms face the lake and the market."
    )
    report = checker.check(question="When did it open?", contexts=["It opened on 3 May 2020."], answer=answer)
    assert str(report).splitlines()[-1] == "passed: 1 of 4 statements checkable"
    assert (report.as_dict()["statements"], report.as_dict()["checked"]) == (4, 1)


def test_what_cannot_be_told_is_not_checked(checker: FactChecker) -> None:
    report = checker.check(question="", contexts=["Plans: Basic, Plus."], answer="There are 2 plans.")
    assert (report.checked, report.statements) == (0, 1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Your account number is 12345678.", Reason.IDENTIFIER_ABSENT),
        ("Call +49 30 1234568.", Reason.IDENTIFIER_ABSENT),
        ("Clause 12.4 says so.", Reason.IDENTIFIER_ABSENT),
        ("Ada Moss is your adviser.", Reason.ENTITY_ABSENT),
    ],
)
def test_an_absent_identifier_has_a_reason_of_its_own(
    checker: FactChecker, answer: str, reason: Reason
) -> None:
    report = checker.check(question="", contexts=["Our staff will help you."], answer=answer)
    assert report.reasons == (reason,)
