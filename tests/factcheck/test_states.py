# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck.states import state_findings
from faithstill.featurize import Featurizer

ONE = '{"transfer": {"id": "TR-204", "amount": 350.0, "status": "PENDING_REVIEW"}}'
TWO = '{"transfers": [{"id": "TR-204", "status": "pending"}, {"id": "TR-205", "status": "completed"}]}'
CALL = 'get_refund -> {"refund": {"id": "RF-31", "state": "queued", "sent_on": null}}'
LOG = "2031-03-04 09:12 RETURN submit ref=Q77 result=REJECTED\n2031-03-04 09:13 MSG outbound code=SENT"
TABLE = "| Claim | Status |\n|---|---|\n| HB-40 | Approved |\n| HB-41 | Under review |"
LINE = "Order 7731\nStatus: cancelled\nCarrier: none"
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
    (LINE, "", "The order is active.", NONE),  # of another vocabulary
    ("The transfer is pending.", "", "The transfer has been completed.", NONE),  # prose is not for this check
]  # fmt: skip


@pytest.mark.parametrize(("passage", "question", "answer", "expected"), STATES)
def test_states(passage: str, question: str, answer: str, expected: list[tuple[str, str, str]]) -> None:
    triple = Triple.of(question=question, contexts=["Help page.", passage], answer=answer)
    findings = list(state_findings(Featurizer().analyse(triple)))
    assert [(f.text, f.verdict, f.evidence) for f in findings] == expected
    for finding in findings:
        assert answer[finding.start : finding.end] == finding.text
        assert passage[finding.evidence_start : finding.evidence_end] == finding.evidence
        assert finding.passage == 2
