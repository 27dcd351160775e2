# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck import FactChecker
from faithstill.factcheck.quoting import stated_finding
from faithstill.featurize import Featurizer
from faithstill.featurize.records.flags import told_flags

CREDIT = '{"case": "DS-55", "stage": "open", "provisional_credit": {"granted": true, "amount": 219.9}}'
DEALS = (
    '[{"person": "Greta Holm", "type": "sale", "trading_plan": true}, '
    '{"person": "Ivo Santana", "type": "purchase", "trading_plan": false}]'
)
ITEMS = '[{"sku": "lamp-oak", "returned": true}, {"sku": "rug-slate", "returned": false}]'
TABLE = "| Account | Confirmed | Online |\n|---|---|---|\n| Sole trader | yes | yes |\n| Club | no | no |"
PARCEL = '{"parcel": {"id": "ZX-9", "to": "Paul Adeyemi", "delivered": true, "verified": false, "auto_renew": false}}'
LINES = (
    '{"lines": [{"line": "0171", "roaming_enabled": false, "auto_renew": true}, '
    '{"line": "0172", "roaming_enabled": true, "auto_renew": false}]}'
)
TRIP = '{"traveller": "Ada Voss", "country": "Norland", "visa_required": true, "fee_waived": false, "insured": true}'
HOUSE = (
    '{"house": "Elm Court", "open_to_public": false, "on_display": true, "warranty": false, "auto_pay": true}'
)
FARE = '{"fare": "Flex", "transferable": false, "overdue": false, "plan_on_file": true, "alarm_block": true}'
ALONE = '{"confirmed": false, "seats": 4}'
MANY = '[{"event": "First reading", "completed": true}, {"event": "Trial", "completed": false}]'
NONE: list[tuple[str, str, str]] = []

# Passage, question, answer, (words, verdict, evidence) of each finding.
FLAGS: list[tuple[str, str, str, list[tuple[str, str, str]]]] = [
    (CREDIT, "", "A provisional credit has been granted.", [("has been granted", "proved", "granted: true")]),
    (CREDIT, "", "No provisional credit has been granted.", [("has been granted", "conflict", "granted: true")]),
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
    (PARCEL, "", "Parcel ZX-9 has auto-renew switched off.",
     [("has auto-renew switched off", "proved", "auto renew: false")]),
    (PARCEL, "", "Parcel ZX-9 is verified, says the form.", [("is verified", "conflict", "verified: false")]),
    (PARCEL, "", "Parcel ZX-9 was delivered though nobody was in.", [("was delivered", "proved", "delivered: true")]),
    (TABLE, "", "The club account is confirmed.", [("is confirmed", "conflict", "confirmed: no")]),
    (LINES, "", "Roaming is switched on for line 0171.",
     [("Roaming is switched on", "conflict", "roaming enabled: false")]),
    (LINES, "", "Roaming is off for line 0171.", [("Roaming is off", "proved", "roaming enabled: false")]),
    (LINES, "Does line 0172 renew?", "Yes, it renews automatically.",
     [("renews automatically", "conflict", "auto renew: false")]),
    (LINES, "", "Line 0171 will not renew automatically.",
     [("will not renew automatically", "conflict", "auto renew: true")]),
    (LINES, "", "Line 0171 renews automatically unless you object.",
     [("renews automatically", "proved", "auto renew: true")]),
    (LINES, "", "Auto-renewal is switched off for line 0172.",
     [("Auto-renewal is switched off", "proved", "auto renew: false")]),
    (LINES, "Is roaming on for line 0171?", "It is on for the other line, where roaming is enabled.", NONE),
    (LINES, "", "Roaming is switched on in the app.", NONE),  # how it is done
    (LINES, "", "Other lines renew automatically.", NONE),
    (TRIP, "", "No visa is required for Norland.", [("visa is required", "conflict", "visa required: true")]),
    (TRIP, "", "You don't need a visa for Norland.",
     [("don't need a visa", "conflict", "visa required: true")]),
    (TRIP, "", "No visa is required for children, however.", NONE),
    (TRIP, "", "The late fee is waived for Ada Voss.", NONE),  # another fee
    (TRIP, "", "The fee for Norland is waived.",
     [("fee for Norland is waived", "conflict", "fee waived: false")]),
    (TRIP, "", "Ada Voss's brother is not insured.", NONE),
    (TRIP, "Is Ada Voss insured?", "No, she isn't insured.", [("isn't insured", "conflict", "insured: true")]),
    (HOUSE, "", "Elm Court is open to the public.",
     [("is open to the public", "conflict", "open to public: false")]),
    (HOUSE, "", "Elm Court is closed to the public.",
     [("is closed to the public", "proved", "open to public: false")]),
    (HOUSE, "", "Elm Court is not on display.", [("is not on display", "conflict", "on display: true")]),
    (HOUSE, "Has Elm Court autopay?", "You are not enrolled in autopay.",
     [("are not enrolled in autopay", "conflict", "auto pay: true")]),
    (HOUSE, "", "Elm Court is covered by warranty.",
     [("is covered by warranty", "conflict", "warranty: false")]),
    (FARE, "", "The Flex fare is transferable.", [("is transferable", "conflict", "transferable: false")]),
    (FARE, "", "The Flex fare is non-transferable.",
     [("is non-transferable", "proved", "transferable: false")]),
    (FARE, "", "Flex fares are transferable.", NONE),  # a rule
    (FARE, "", "The Flex fare was overdue.", NONE),  # and may be no more
    (FARE, "Flex?", "The taxes are transferable.", NONE),  # of another thing
    (FARE, "", "The Flex fare has no plan on file.",
     [("has no plan on file", "conflict", "plan on file: true")]),
    (FARE, "", "The alarm block is off for Flex.", [("alarm block is off", "conflict", "alarm block: true")]),
    (ALONE, "Is the table confirmed?", "The table is confirmed.",
     [("is confirmed", "conflict", "confirmed: false")]),
    (ALONE, "Is my table confirmed?", "Tables are confirmed by email.", NONE),
    (MANY, "", "The first reading, held in May, has not been completed yet.",
     [("has not been completed", "conflict", "completed: true")]),
    (MANY, "", "The first reading was not completed on time.", NONE),  # denies less
    (TABLE, "", "The club account is online.", NONE),  # only participles: this may mean anything
]  # fmt: skip


@pytest.mark.parametrize(("passage", "question", "answer", "expected"), FLAGS)
def test_flags(passage: str, question: str, answer: str, expected: list[tuple[str, str, str]]) -> None:
    triple = Triple.of(question=question, contexts=["Help page.", passage], answer=answer)
    analysis = Featurizer().analyse(triple)
    findings = [stated_finding(analysis, told) for told in told_flags(analysis)]
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
    (found,) = told_flags(Featurizer().analyse(triple))
    assert found.agrees
