# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck import FactChecker
from faithstill.factcheck.flags import flag_findings
from faithstill.featurize import Featurizer

CREDIT = '{"case": "DS-55", "stage": "open", "provisional_credit": {"granted": true, "amount": 219.9}}'
DEALS = (
    '[{"person": "Greta Holm", "type": "sale", "trading_plan": true}, '
    '{"person": "Ivo Santana", "type": "purchase", "trading_plan": false}]'
)
ITEMS = '[{"sku": "lamp-oak", "returned": true}, {"sku": "rug-slate", "returned": false}]'
TABLE = "| Account | Confirmed | Online |\n|---|---|---|\n| Sole trader | yes | yes |\n| Club | no | no |"
PARCEL = '{"parcel": {"id": "ZX-9", "to": "Paul Adeyemi", "delivered": true, "verified": false, "auto_renew": false}}'
NONE: list[tuple[str, str, str]] = []

# Passage, question, answer, (words, verdict, evidence) of each finding.
FLAGS: list[tuple[str, str, str, list[tuple[str, str, str]]]] = [
    (CREDIT, "", "A provisional credit has been granted.", [("been granted", "proved", "granted: true")]),
    (CREDIT, "", "No provisional credit has been granted.", [("been granted", "conflict", "granted: true")]),
    (CREDIT, "", "The provisional credit was not granted.", [("was not granted", "conflict", "granted: true")]),
    (CREDIT, "Is the provisional credit there?", "It was granted.", [("was granted", "proved", "granted: true")]),
    (CREDIT, "", "It was granted.", NONE),  # what was?
    (CREDIT, "", "A provisional credit may be granted.", NONE),
    (CREDIT, "", "If a provisional credit is granted, it is reversed later.", NONE),
    (CREDIT, "", "The documents do not say why the provisional credit was granted.", NONE),
    (CREDIT, "", "Was the provisional credit granted?", NONE),
    (DEALS, "", "Santana bought under a trading plan.",
     [("under a trading plan", "conflict", "trading plan: false")]),
    (DEALS, "", "Santana bought without a trading plan.",
     [("without a trading plan", "proved", "trading plan: false")]),
    (DEALS, "", "Holm sold under a trading plan, and Santana bought under a trading plan.",
     [("under a trading plan", "proved", "trading plan: true"),
      ("under a trading plan", "conflict", "trading plan: false")]),
    (DEALS, "", "They dealt under a trading plan.", NONE),  # who?
    (DEALS, "", "A trading plan must be filed by each person.", NONE),
    (ITEMS, "", "The oak lamp was returned, but the slate rug was not returned.",
     [("was returned", "proved", "returned: true"), ("was not returned", "proved", "returned: false")]),
    (ITEMS, "", "The slate rug was returned.", [("was returned", "conflict", "returned: false")]),
    (PARCEL, "", "Parcel ZX-9 was delivered without a signature.", NONE),  # what is missing is another thing
    (PARCEL, "", "Parcel ZX-9 has yet to be verified.", NONE),
    (PARCEL, "", "Parcel ZX-9 has auto-renew switched off.", NONE),
    (PARCEL, "", "Parcel ZX-9 is verified, says the form.", [("is verified", "conflict", "verified: false")]),
    (PARCEL, "", "Parcel ZX-9 was delivered though nobody was in.", [("was delivered", "proved", "delivered: true")]),
    (TABLE, "", "The club account is confirmed.", [("is confirmed", "conflict", "confirmed: no")]),
    (TABLE, "", "The club account is online.", NONE),  # only participles: this may mean anything
]  # fmt: skip


@pytest.mark.parametrize(("passage", "question", "answer", "expected"), FLAGS)
def test_flags(passage: str, question: str, answer: str, expected: list[tuple[str, str, str]]) -> None:
    triple = Triple.of(question=question, contexts=["Help page.", passage], answer=answer)
    findings = list(flag_findings(Featurizer().analyse(triple)))
    assert [(f.text, f.verdict, f.evidence) for f in findings] == expected
    for finding in findings:
        assert answer[finding.start : finding.end] == finding.text
        assert finding.evidence.endswith(passage[finding.evidence_start : finding.evidence_end])
        assert finding.passage == 2


def test_a_flag_told_wrong_fails_the_answer_and_is_not_corrected() -> None:
    report = FactChecker().check(question="", contexts=[DEALS], answer="Santana bought under a trading plan.")
    assert (str(report.status), [str(reason) for reason in report.reasons]) == ("failed", ["STATE_CONFLICT"])
    assert report.corrected is None


def test_many_records_are_read_in_linear_time() -> None:
    rows = ", ".join(f'{{"id": "P-{i}", "paid_{i}": true, "verified": true}}' for i in range(4000))
    triple = Triple.of(question="", contexts=[f"[{rows}]"], answer="P-7 is verified.")
    (found,) = flag_findings(Featurizer().analyse(triple))
    assert found.verdict == "proved"
