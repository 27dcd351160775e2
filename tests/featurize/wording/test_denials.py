# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck import FactChecker, Reason
from faithstill.factcheck.quoting import stated_finding
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.wording.denials import told_denied

FEATURIZER = Featurizer(Settings(encoder=""))

# Passage, answer, (words of the answer, what the evidence says).
REFUTED: list[tuple[str, str, tuple[str, str]]] = [
    ("The test phase takes 14 days and needs no debit card.", "The test phase takes 14 days and needs a debit card.",
     ("debit card", "no debit card")),
    ("Bulk tickets are not exchangeable.", "Bulk tickets are exchangeable up to 12 hours before the show.",
     ("exchangeable", "not exchangeable")),
    ("Rebates: clubs get 15% off. Rebates cannot be combined.", "Clubs get 15%, and both rebates can be combined.",
     ("combined", "cannot be combined")),
    ("Under a group mandate there is no right of return.", "Under a group mandate there is a right of return.",
     ("right", "no right")),
    ("The overdraft is not part of the balance shown.", "Yes, the overdraft is part of the balance shown.",
     ("part", "not part")),
    ("Mr Oda will receive no payment for loss of office.", "Mr Oda will receive a payment for loss of office.",
     ("payment", "no payment")),
]  # fmt: skip

# Passages that deny something, and what is true of them all the same.
TRUE: list[tuple[str, str]] = [
    ("Basic tickets are not refundable. Flex tickets are refundable.", "Flex tickets are refundable."),
    ("Tickets are not refundable within 24 hours of the show.", "Tickets are refundable up to 24 hours before the show."),
    ("Tickets are not refundable after check-in.", "Tickets are refundable before check-in."),
    ("The trial needs no credit card. The Plus plan needs a credit card.", "The Plus plan needs a credit card."),
    ("The trial needs no credit card.", "After the trial, the plan needs a credit card."),
    ("Discounts cannot be combined with vouchers.", "Discounts can be combined with each other."),
    ("Discounts cannot be combined, except the student discount.", "The student discount can be combined with others."),
    ("Dogs are not allowed in the dining room.", "Dogs are allowed in the garden."),
    ("Dogs are not allowed in the dining room.", "Dogs are allowed in the rooms, but the dining room is off limits."),
    ("The fee does not apply to students.", "The fee applies to everybody but students."),
    ("The fee does not apply to students.", "The fee applies unless you are a student."),
    ("The fee does not apply to students of Elm College.", "The fee applies to students of Oak College."),
    ("The form need not be signed by the landlord.", "The form must be signed by the tenant."),
    ("The form need not be signed.", "The form may be signed, but that is not necessary."),
    ("The warranty does not cover water damage.", "The warranty covers damage, though none by water."),
    ("The warranty does not cover water damage.", "The warranty covers everything except water damage."),
    ("The warranty does not cover water damage caused by misuse.", "The warranty covers water damage caused by leaks."),
    ("The pool is not open on Mondays.", "The pool is open on every day but Monday."),
    ("The pool is not open on Mondays.", "The pool is open on Tuesdays."),
    ("The pool is not open in winter.", "The pool is open from May to September, closed in winter."),
    ("You cannot change the name on a ticket.", "You can change the date on a ticket."),
    ("You cannot change the name online.", "You can change the name at the desk."),
    ("Members do not pay the booking fee.", "Guests pay the booking fee; members are exempt."),
    ("Members do not pay the booking fee.", "Only guests pay the booking fee."),
    ("Interest is not charged if you pay in full.", "Interest is charged if you pay less than in full."),
    ("Interest is not charged on purchases.", "Interest is charged on cash advances."),
    ("No interest is charged on purchases paid in full.", "Interest is charged on purchases that are carried over."),
    ("No visa is required for citizens of Norland.", "A visa is required for citizens of Sutherland."),
    ("No visa is required for stays of up to 90 days.", "A visa is required for stays of more than 90 days."),
    ("No deposit is required.", "A deposit is required nowhere."),
    ("The bank is not liable for losses caused by the customer.", "The bank is liable for losses that it causes."),
    ("The bank is not liable for indirect losses.", "The bank is liable for direct losses."),
    ("A refund was not issued because the item was worn.", "A refund would be issued had the item not been worn."),
    ("Payments in cash are not accepted.", "Payments by card are accepted."),
    ("The bus does not stop at Elm Street on Sundays.", "The bus stops at Elm Street from Monday to Saturday."),
    ("The bus does not stop at Elm Street.", "The bus stops at Oak Street."),
    ("The bus does not stop at Elm Street, but the tram does.", "The tram stops at Elm Street."),
    ("The old terms did not allow early repayment.", "The new terms allow early repayment."),
    ("The old terms did not allow early repayment. The new ones do.", "The new terms allow early repayment."),
    ("Until 2020 the terms did not allow early repayment.", "Since 2020 the terms allow early repayment."),
    ("Version 1 does not support SSO.", "Version 2 supports SSO."),
    ("Version 1 does not support SSO. Later ones do.", "SSO is supported in later versions than version 1."),
    ("The app does not store your PIN on our servers.", "The app stores your PIN on your phone."),
    ("The museum has no cafe.", "The museum has a shop but the cafe is in the park."),
    ("Children under 5 do not need a ticket.", "Children of 5 and over need a ticket."),
    ("Children under 5 do not need a ticket.", "Children need a ticket from the age of 5."),
    ("It is not true that the fee was raised.", "The fee was not raised."),
    ("Do not use the cream on the face.", "Use the cream on the body."),
    ("Do not use the cream on broken skin.", "Use the cream on healthy skin."),
    ("No animals were harmed. Two keepers were harmed.", "Two keepers were harmed."),
    ("Not all branches are open on Saturday.", "Some branches are open on Saturday."),
    ("Not every account earns interest.", "Some accounts earn interest."),
    ("No more than two bags are allowed.", "Two bags are allowed."),
    ("The lift is not working at Elm station. At Oak station the lift is working.", "The lift is working at Oak station."),
    ("Standard users cannot export data; admins can export data.", "Admins can export data."),
    ("Standard users cannot export data; admins can.", "Admins can export data."),
    ("Standard users cannot export data. Admins can.", "Admin users can export data."),
    ("The report does not include subsidiaries.", "The report includes the parent company."),
    ("He was not convicted of fraud but of bribery.", "He was convicted of bribery."),
    ("The shares are not listed in Norland.", "The shares are listed in Sutherland."),
    ("There is no grace period on cash advances.", "There is a grace period on purchases."),
    ("The second payment is not due until May.", "The second payment is due in May."),
    ("The key cannot be copied without the card.", "The key can be copied with the card."),
    ("The offer does not apply to existing customers.", "The offer applies to new customers."),
    ("Late claims are not paid. Claims made in time are paid within 10 days.", "Claims made in time are paid within 10 days."),
]  # fmt: skip


def found(passages: list[str], answer: str) -> list[tuple[str, str]]:
    triple = Triple.of(question="", contexts=passages, answer=answer)
    analysis = FEATURIZER.analyse(triple)
    findings = [stated_finding(analysis, told) for told in told_denied(analysis)]
    return [(f.text, f.evidence) for f in findings]


@pytest.mark.parametrize(("passage", "answer", "words"), REFUTED)
def test_what_the_evidence_denies_of_the_same_is_refuted(
    passage: str, answer: str, words: tuple[str, str]
) -> None:
    assert found(["Help page.", passage], answer) == [words]
    assert found([passage], passage) == []
    assert found([passage, answer], answer) == []


@pytest.mark.parametrize(("passage", "answer"), TRUE)
def test_what_may_be_true_is_let_be(passage: str, answer: str) -> None:
    assert found([passage], answer) == []


def test_the_report_says_why() -> None:
    report = FactChecker().check(
        question="",
        contexts=["The trial lasts 21 days and needs no credit card."],
        answer="The trial lasts 21 days and needs a credit card.",
    )
    assert (report.reasons, report.corrected) == ((Reason.WORDING_CONFLICT,), None)
    assert str(report.findings[-1]) == (
        '"credit card" conflicts with "no credit card" (p1, 34-48): same place, one of them denied [wording.denied]'
    )
