# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck.quoting import stated_finding
from faithstill.featurize import Featurizer
from faithstill.featurize.records.states import claimed_states

ONE = '{"transfer": {"id": "TR-204", "amount": 350.0, "status": "PENDING_REVIEW"}}'
TWO = '{"transfers": [{"id": "TR-204", "status": "pending"}, {"id": "TR-205", "status": "completed"}]}'
CALL = 'get_refund -> {"refund": {"id": "RF-31", "state": "queued", "sent_on": null}}'
LOG = "2031-03-04 09:12 RETURN submit ref=Q77 result=REJECTED\n2031-03-04 09:13 MSG outbound code=SENT"
TABLE = "| Claim | Status |\n|---|---|\n| HB-40 | Approved |\n| HB-41 | Under review |"
ORDERS = (
    '{"orders": [{"id": "A1", "item": "teapot", "status": "shipped"}, '
    '{"id": "A2", "item": "kettle", "status": "cancelled"}]}'
)
ORDER = '{"order": {"id": "O-7731", "payment_status": "completed", "review_status": "pending"}}'
CARD = '{"card": {"id": "C-17", "holder": "Omar Diaz", "type": "debit card", "status": "active"}}'
PAST = '{"invoice": {"id": "12", "previous_status": "approved", "feedback": "failed"}}'
LINE = "Order 7731\nStatus: cancelled\nCarrier: none"
PARCEL = '{"parcel": "ZX-9", "status": "shipped", "decision_date": "2031-03-04"}'
BILL = '{"invoice": "IN-5", "status": "partially_paid"}'
PAYMENTS = (
    '{"payments": [{"date": "2031-07-22", "status": "paid"}, {"date": "2031-08-05", "status": "on_hold"}]}'
)
PLAIN = '{"status": "declined", "amount": 20}'
SHOW = '{"order": "TX-2", "event": "Kite Night", "event_status": "rescheduled", "old_date": "2031-10-18"}'
LOAN = '{"loan": "L-1", "status": "current"}'
TRIP = '{"country": "Norland", "vaccination": {"yellow_fever": "not required", "rabies": "recommended"}}'
SPECIES = '[{"species": "Reed owl", "trend": "stable", "state": "rare"}, {"species": "Fen owl", "trend": "falling"}]'
OUTAGE = '{"tool": "outages", "address": "17 Mill Row", "status": "restored", "refund_claimed": false}'
WRAPPED = '{"status": "success", "data": {"transfer": {"id": "TR-9", "arrives": "Monday"}}}'
NONE: list[tuple[str, str, str]] = []

# Passage, question, answer, (word, verdict, evidence) of each finding.
STATES: list[tuple[str, str, str, list[tuple[str, str, str]]]] = [
    (ONE, "", "The transfer has been completed.", [("completed", "conflict", "PENDING_REVIEW")]),
    (ONE, "", "Transfer TR-204 was **cancelled** today.", [("cancelled", "conflict", "PENDING_REVIEW")]),
    (ONE, "", "The transfer is still pending.", [("pending", "proved", "PENDING_REVIEW")]),
    (ONE, "Has my transfer gone?", "Yes, it has been completed.", [("completed", "conflict", "PENDING_REVIEW")]),
    (ONE, "Has transfer TR-204 gone?", "No, it is still completed.", [("completed", "conflict", "PENDING_REVIEW")]),
    (ONE, "Has transfer TR-204 gone?", "Yes, it was paid out.", [("paid out", "conflict", "PENDING_REVIEW")]),
    (ONE, "", "It has been completed.", NONE),  # what has?
    (ONE, "", "The invoice has been completed.", NONE),
    (ONE, "", "The transfer has not been completed.", NONE),
    (ONE, "", "The transfer will be completed tomorrow.", NONE),
    (ONE, "", "If no one objects, the transfer is completed.", NONE),
    (ONE, "", "The transfer is completed once it is approved.", NONE),
    (ONE, "", "The transfer was pending.", NONE),  # and may be no more
    (ONE, "", "A transfer is processed within two days.", NONE),  # what is done in general
    (TWO, "", "Transfer TR-204 has been completed.", [("completed", "conflict", "pending")]),
    (TWO, "", "Transfer TR-205 has been completed.", [("completed", "proved", "completed")]),
    (TWO, "", "A transfer has been cancelled.", NONE),  # which?
    (CALL, "", "The refund was sent on Monday.", [("sent", "conflict", "queued")]),
    (LOG, "", "The return was accepted.", [("accepted", "conflict", "REJECTED")]),
    (TABLE, "", "HB-41 has been approved.", [("approved", "conflict", "Under review")]),
    (TABLE, "", "HB-40 has been approved.", [("approved", "proved", "Approved")]),
    (LINE, "", "The order has been completed.", [("completed", "conflict", "cancelled")]),
    (LINE, "", "The order has been approved.", [("approved", "conflict", "cancelled")]),
    (LINE, "", "The order is active.", [("active", "conflict", "cancelled")]),
    (LINE, "", "The order is provisional.", NONE),  # of another vocabulary
    (ORDERS, "", "Order A1 for the teapot was sent.", NONE),  # "shipped" is of no vocabulary
    (PARCEL, "", "Parcel ZX-9 has been delivered.", [("delivered", "conflict", "shipped")]),
    (PARCEL, "", "Your package ZX-9 has been delivered.", [("delivered", "conflict", "shipped")]),
    (PARCEL, "", "Parcel ZX-9 is on its way.", NONE),  # another word for much the same
    (PARCEL, "", "Parcel ZX-9 has shipped.", [("shipped", "proved", "shipped")]),
    (PARCEL, "", "Parcel ZX-9 has not been shipped yet.", [("shipped", "conflict", "shipped")]),
    (PARCEL, "", "Parcel ZX-9 was not shipped by air.", NONE),  # denies less
    (PARCEL, "", "Once parcel ZX-9 is delivered, you have 30 days.", NONE),
    (PARCEL, "", "Parcels are delivered on weekdays.", NONE),
    (PARCEL, "Is parcel ZX-9 here?", "The other parcel has been delivered.", NONE),
    (PARCEL, "Is parcel ZX-9 here?", "Parcel QR-77 has been delivered.", NONE),
    (BILL, "", "Invoice IN-5 has been paid in full.", [("paid in full", "conflict", "partially_paid")]),
    (BILL, "", "Invoice IN-5 has been paid in part.", NONE),
    (BILL, "", "On invoice IN-5, $50 has been paid in full.", NONE),  # a sum
    (PAYMENTS, "", "The payment due on 5 August was paid.", [("paid", "conflict", "on_hold")]),
    (PAYMENTS, "", "The payment of 22 July 2031 was paid.", [("paid", "proved", "paid")]),
    (PAYMENTS, "", "The payment of 5 June was paid.", [("paid", "proved", "paid")]),  # one of them was
    (PLAIN, "", "The $20 payment was approved.", [("approved", "conflict", "declined")]),
    (PLAIN, "", "The $20 discount was approved.", NONE),
    (SHOW, "", "The concert on 18 October was cancelled, so the fee is paid back automatically.",
     [("cancelled", "conflict", "rescheduled")]),
    (SHOW, "", "Kite Night was not cancelled but rescheduled.", NONE),
    (LOAN, "", "Loan L-1 is delinquent.", [("delinquent", "conflict", "current")]),
    (LOAN, "", "Loan L-1 is up to date.", [("up to date", "proved", "current")]),
    (TRIP, "", "A yellow fever vaccination is required, while rabies is recommended.",
     [("required", "conflict", "not required")]),
    (TRIP, "", "A malaria vaccination is required.", NONE),
    (SPECIES, "", "The number of reed owls, a rare bird, is increasing.", [("increasing", "conflict", "stable")]),
    (OUTAGE, "Is the power back?", "No, power at 17 Mill Row has not been restored yet.",
     [("restored", "conflict", "restored")]),
    (WRAPPED, "", "Transfer TR-9 is still pending.", NONE),  # the call succeeded
    (CARD, "", "Omar Diaz's debit card is open from nine to five.", NONE),
    (ORDER, "", "The review of order O-7731 is completed.", [("completed", "conflict", "pending")]),
    (ORDER, "", "Order O-7731's payment is completed.", [("completed", "proved", "completed")]),
    (CARD, "", "Omar Diaz's debit card was blocked in March and is active again.", NONE),
    (CARD, "", "The PIN letter for the debit card C-17 was cancelled.", NONE),  # the letter
    (CARD, "", 'The message "your debit card is blocked" was a scam.', NONE),
    (CARD, "", "A debit card is blocked as soon as it is reported lost.", NONE),
    (CARD, "", "Omar Diaz believed that the debit card was blocked.", NONE),
    (CARD, "", "Omar Diaz's debit card is blocked.", [("blocked", "conflict", "active")]),
    (PAST, "", "Invoice 12 is pending.", NONE),  # what it was before
    (ONE, "", "A confirmation of the transfer was sent to the customer.", NONE),
    (ONE, "", "It is wrong to say that the transfer has been completed.", NONE),
    (ONE, "", "Had the transfer been completed, it would show.", NONE),
    (ONE, "", "The transfer has yet to be marked as completed.", NONE),
    (ONE, "", "Do you believe the transfer was completed?", NONE),
    (ONE, "", "The transfer was sent on Monday and is pending at the bank.",
     [("pending", "proved", "PENDING_REVIEW")]),
    (ONE, "", "The transfer has been ſettled, says the PENDİNG note.", NONE),  # letters that fold
    ("The transfer is pending.", "", "The transfer has been completed.", NONE),  # prose is not for this check
]  # fmt: skip


@pytest.mark.parametrize(("passage", "question", "answer", "expected"), STATES)
def test_states(passage: str, question: str, answer: str, expected: list[tuple[str, str, str]]) -> None:
    triple = Triple.of(question=question, contexts=["Help page.", passage], answer=answer)
    analysis = Featurizer().analyse(triple)
    findings = [stated_finding(analysis, told) for told in claimed_states(analysis)]
    assert [(f.text, f.verdict, f.evidence) for f in findings] == expected
    for finding in findings:
        assert answer[finding.start : finding.end] == finding.text
        assert passage[finding.evidence_start : finding.evidence_end] == finding.evidence
        assert finding.passage == 2
