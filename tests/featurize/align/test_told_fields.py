# SPDX-License-Identifier: Apache-2.0
"""Yes, no and status of records against answers: rows of our own."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck import FactChecker
from faithstill.factcheck.quoting import stated_finding
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.align.told_fields import told_fields

CREDIT = '{"case": "DS-55", "stage": "open", "provisional_credit": {"granted": true, "amount": 219.9}}'
DEALS = (
    '[{"person": "Greta Holm", "type": "sale", "trading_plan": true}, '
    '{"person": "Ivo Santana", "type": "purchase", "trading_plan": false}]'
)
ITEMS = '[{"sku": "lamp-oak", "returned": true}, {"sku": "rug-slate", "returned": false}]'
TABLE = "| Account | Confirmed |\n|---|---|\n| Sole trader | yes |\n| Club | no |"
PARCEL = '{"parcel": {"id": "ZX-9", "to": "Paul Adeyemi", "delivered": true, "verified": false, "auto_renew": false}}'
HOUSE = '{"house": "Elm Court", "open_to_public": false, "on_display": true, "in_stock": true}'
FARE = '{"fare": "Flex", "transferable": false, "plan_on_file": true, "alarm_block": true}'
ONE = '{"transfer": {"id": "TR-204", "amount": 350.0, "status": "PENDING_REVIEW"}}'
TWO = '{"transfers": [{"id": "TR-204", "status": "pending"}, {"id": "TR-205", "status": "completed"}]}'
CALL = 'get_refund -> {"refund": {"id": "RF-31", "state": "queued", "sent_on": null}}'
CLAIMS = "| Claim | Status |\n|---|---|\n| HB-40 | Approved |\n| HB-41 | Under review |"
ORDER = '{"order": {"id": "O-7731", "payment_status": "completed", "review_status": "pending"}}'
CARD = '{"card": {"id": "C-17", "holder": "Omar Diaz", "type": "debit card", "status": "active"}}'
PAST = '{"invoice": {"id": "12", "previous_status": "approved", "feedback": "failed"}}'
LINE = "Order 7731\nStatus: cancelled\nCarrier: none"
MIXED = '[{"plan": "Deck", "inspection_required": "no"}, {"plan": "Pool", "inspection_required": "two"}]'
NONE: list[tuple[str, str, str]] = []

# Passage, question, answer, (words, verdict, evidence) of each finding.
TOLD: list[tuple[str, str, str, list[tuple[str, str, str]]]] = [
    (CREDIT, "", "A provisional credit has been granted.",
     [("A provisional credit has been granted", "proved", "granted: true")]),
    (CREDIT, "", "No provisional credit has been granted.",
     [("No provisional credit has been granted", "conflict", "granted: true")]),
    (CREDIT, "Is the provisional credit there?", "It was granted.",
     [("It was granted", "proved", "granted: true")]),
    (CREDIT, "", "It was granted.", NONE),  # what was?
    (CREDIT, "", "A provisional credit may be granted.", NONE),
    (CREDIT, "", "If a provisional credit is granted, it is reversed later.", NONE),
    (CREDIT, "", "Was the provisional credit granted?", NONE),
    (DEALS, "", "Holm sold under a trading plan, and Santana bought under a trading plan.",
     [("Holm sold under a trading plan", "proved", "trading plan: true"),
      ("and Santana bought under a trading plan", "conflict", "trading plan: false")]),
    (DEALS, "", "Santana bought without a trading plan.",
     [("Santana bought without a trading plan", "proved", "trading plan: false")]),
    (DEALS, "", "They dealt under a trading plan.", NONE),  # who?
    (ITEMS, "", "The oak lamp was returned, but the slate rug was not returned.",
     [("The oak lamp was returned", "proved", "returned: true"),
      ("but the slate rug was not returned", "proved", "returned: false")]),
    (PARCEL, "", "Parcel ZX-9 was delivered without a signature.", NONE),  # what is missing is another thing
    (PARCEL, "", "Parcel ZX-9 has auto-renew switched off.",
     [("Parcel ZX-9 has auto-renew switched off", "proved", "auto renew: false")]),
    (TABLE, "", "The club account is confirmed.",
     [("The club account is confirmed", "conflict", "Confirmed: no")]),
    (HOUSE, "", "Elm Court is open to the public.",
     [("Elm Court is open to the public", "conflict", "open to public: false")]),
    (HOUSE, "", "Elm Court is not on display.",
     [("Elm Court is not on display", "conflict", "on display: true")]),
    (HOUSE, "", "Elm Court is out of stock.", NONE),  # says not all words of the key
    (FARE, "", "The Flex fare is transferable.",
     [("The Flex fare is transferable", "conflict", "transferable: false")]),
    (FARE, "Flex?", "The taxes are transferable.", NONE),  # of another thing
    (FARE, "", "The Flex fare has no plan on file.",
     [("The Flex fare has no plan on file", "conflict", "plan on file: true")]),
    (FARE, "", "The alarm block is off for Flex.",
     [("The alarm block is off for Flex", "conflict", "alarm block: true")]),
    (MIXED, "", "For a pool, inspection is required twice.", NONE),  # the pool's is neither yes nor no
    (ONE, "", "The transfer has been completed.", [("completed", "conflict", "PENDING_REVIEW")]),
    (ONE, "", "Transfer TR-204 was **cancelled** today.", [("cancelled", "conflict", "PENDING_REVIEW")]),
    (ONE, "Has transfer TR-204 gone?", "No, it is still pending review.",
     [("pending review", "proved", "PENDING_REVIEW")]),
    (ONE, "Has my transfer gone?", "Yes, it has been completed.", [("completed", "conflict", "PENDING_REVIEW")]),
    (ONE, "", "It has been completed.", NONE),  # what has?
    (ONE, "", "The invoice has been completed.", NONE),
    (ONE, "", "The transfer has not been completed.", NONE),
    (ONE, "", "The transfer will be completed tomorrow.", NONE),
    (ONE, "", "The transfer is completed once it is approved.", NONE),
    (ONE, "", "The transfer was open.", NONE),  # and may be no more
    (ONE, "", "A transfer is processed within two days.", NONE),  # what is done in general
    (ONE, "", "It is wrong to say that the transfer has been completed.", NONE),
    (ONE, "", "A confirmation of the transfer was sent to the customer.", NONE),
    (TWO, "", "Transfer TR-204 has been completed.", [("completed", "conflict", "pending")]),
    (TWO, "", "Transfer TR-205 has been completed.", [("completed", "proved", "completed")]),
    (TWO, "", "A transfer has been cancelled.", NONE),  # which?
    (CALL, "", "The refund was sent on Monday.", [("sent", "conflict", "queued")]),
    (CLAIMS, "", "HB-41 has been approved.", [("approved", "conflict", "Under review")]),
    (CLAIMS, "", "HB-40 has been approved.", [("approved", "proved", "Approved")]),
    (LINE, "", "The order has been completed.", [("completed", "conflict", "cancelled")]),
    (LINE, "", "The order is provisional.", NONE),  # no word for a status
    (ORDER, "", "The review of order O-7731 is completed.", [("completed", "conflict", "pending")]),
    (ORDER, "", "Order O-7731's payment is completed.", [("completed", "proved", "completed")]),
    (CARD, "", "Omar Diaz's debit card is blocked.", [("blocked", "conflict", "active")]),
    (CARD, "", "Omar Diaz's debit card was blocked in March and is active again.", NONE),
    (CARD, "", "The PIN letter for the debit card C-17 was cancelled.", NONE),  # the letter
    (PAST, "", "Invoice 12 is pending.", NONE),  # what it was before
    ("The transfer is pending.", "", "The transfer has been completed.", NONE),  # prose is not for this check
]  # fmt: skip


@pytest.fixture(scope="module")
def featurizer() -> Featurizer:
    return Featurizer(Settings(encoder=""))


@pytest.mark.parametrize(("passage", "question", "answer", "expected"), TOLD)
def test_told_fields(
    featurizer: Featurizer, passage: str, question: str, answer: str, expected: list[tuple[str, str, str]]
) -> None:
    analysis = featurizer.analyse(
        Triple.of(question=question, contexts=["Help page.", passage], answer=answer)
    )
    findings = [stated_finding(analysis, told) for told in told_fields(analysis)]
    assert [(f.text, f.verdict, f.evidence) for f in findings] == expected
    for finding in findings:
        assert answer[finding.start : finding.end] == finding.text
        assert finding.evidence.endswith(passage[finding.evidence_start : finding.evidence_end])
        assert finding.passage == 2


def test_a_field_told_wrong_fails_the_answer_and_is_not_corrected() -> None:
    report = FactChecker().check(question="", contexts=[DEALS], answer="Santana bought under a trading plan.")
    assert (str(report.status), [str(reason) for reason in report.reasons]) == ("failed", ["STATE_CONFLICT"])
    assert report.corrected is None


def test_many_records_are_read_in_linear_time(featurizer: Featurizer) -> None:
    rows = ", ".join(f'{{"id": "P-{i}", "paid_{i}": true, "verified": true}}' for i in range(4000))
    triple = Triple.of(question="", contexts=[f"[{rows}]"], answer="P-7 is verified.")
    (found,) = told_fields(featurizer.analyse(triple))
    assert found.agrees
