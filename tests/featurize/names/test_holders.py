# SPDX-License-Identifier: Apache-2.0
"""Roles that one name alone holds: rows of our own."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status

SENTENCES = "Harbour Leasing is the landlord. Mill Street Bakery is the tenant."
TURNED = "The borrower is Anna Keller. The guarantor is Paul Moser."
ACTING = "Acme Ltd acts as buyer. Borealis GmbH acts as seller."
LINES = "Landlord: Harbour Leasing\nTenant: Mill Street Bakery\nRent: $500"
RECORD = '{"landlord": "Harbour Leasing", "tenant": "Mill Street Bakery"}'
TABLE = "| Role | Name |\n|---|---|\n| Borrower | Anna Keller |\n| Guarantor | Paul Moser |"
CALLED = 'This lease is between Harbour Leasing ("Landlord") and Mill Street Bakery (the "Tenant").'
LOANS = (
    '[{"borrower": "Anna Keller", "guarantor": "Paul Moser"}, '
    '{"borrower": "Paul Moser", "guarantor": "Anna Keller"}]'
)
FAMILY = "Tenant: Paul Moser\nGuarantor: Irene Moser"
# Evidence, answer; every name before " / " is in another's role, the others are not.
ROWS = [
    (SENTENCES, "Harbour Leasing is the tenant.", "Harbour Leasing"),
    (SENTENCES, "The landlord is Mill Street Bakery.", "Mill Street Bakery"),
    (SENTENCES, "The landlord is Harbour Leasing and the tenant is Mill Street Bakery.", ""),
    (SENTENCES, "If Harbour Leasing is the tenant, it pays.", ""),
    (SENTENCES, "Harbour Leasing is not the tenant.", ""),
    (TURNED, "Anna Keller is the guarantor.", "Anna Keller"),
    (TURNED, "Your guarantor is Paul Moser.", ""),
    (TURNED + " Anna Keller is also guarantor of another loan.", "Anna Keller is the guarantor.", ""),
    (ACTING, "Acme Ltd is the seller.", "Acme Ltd"),
    (LINES, "The tenant is Harbour Leasing.", "Harbour Leasing"),
    (LINES, "The tenant is Mill Street Bakery.", ""),
    (LINES + "\n\nHarbour Leasing is tenant of the garage.", "Harbour Leasing is the tenant.", ""),
    (RECORD, "Harbour Leasing is the tenant.", "Harbour Leasing"),
    (TABLE, "Paul Moser is the borrower.", "Paul Moser"),
    (TABLE, "Ms Keller is the borrower and the guarantor is Mr Moser.", ""),
    (CALLED, "Harbour Leasing is the tenant.", "Harbour Leasing"),
    (LOANS, "Anna Keller is the guarantor.", ""),
    ("Tenant: Anna Keller\nTenant: Paul Moser\nLandlord: Harbour Leasing", "Paul Moser is the tenant.", ""),
    ("Line manager: Owen Bright\nSite head: Marek Sowa", "Owen Bright is the manager.", ""),
    ("Line manager: Owen Bright\nSite head: Marek Sowa", "Marek Sowa is your line manager.", "Marek Sowa"),
    ("Chair: Ada Byron\nSecretary: Ben Cole\n\nSince June Ben Cole chairs it.", "Ben Cole is the chair.", ""),
    ("Owner: Anna Keller\nThe car was seen by Paul Moser.", "Paul Moser is the owner.", ""),
    ("Ticket: HD-7745\nPriority: P2\nAgent: Teodor", "The ticket is P2.", ""),
    ('{"plan": "Basic", "tier": "Gold"}', "Your plan is Gold.", ""),
    (FAMILY, "Irene Moser is the tenant.", "Irene Moser"),
    ("Policyholder: Ada Byron\nBroker: Ben Cole", "Ben Cole is the policyholder.", "Ben Cole"),
    ("Of the two plans, the cheaper is Basic. The lighter is Aero.", "Of the two cars, Aero is the cheaper.", ""),
    (FAMILY, "P. Moser is the tenant.", ""),
    (FAMILY, "Mrs Moser is the guarantor.", ""),
    ('{"parent": "Petra", "owner": "Olsen", "subsidiary": "Quill"}', "It is a subsidiary; its owner is Petra.", ""),
    ("The secretary is Ada Byron. Ben Cole is the chair. Since May he is also secretary.",
     "Ben Cole is the secretary.", ""),
    ("Landlord: Harbour Leasing Ltd\nTenant: Mill Street Bakery", "Harbour Leasing is the landlord.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "answer", "names"), ROWS)
def test_roles_of_one_holder(featurizer: Featurizer, evidence: str, answer: str, names: str) -> None:
    found = featurizer.analyse(Triple.of(question="", contexts=[evidence], answer=answer)).alignments
    refuted = {x.mention.text for x in found if x.status is Status.CONFLICTING}
    assert refuted == set(filter(None, names.split(" / ")))


@pytest.mark.parametrize(
    ("question", "refuted"),
    [
        ("Who owns the car?", set()),
        ("Who is the owner?", {"Ben Cole"}),
        ("Who owns the house?", {"Ben Cole"}),
    ],
)
def test_a_role_asked_for_in_what_one_name_alone_is_tied_to(
    featurizer: Featurizer, question: str, refuted: set[str]
) -> None:
    evidence = "Owner: Anna Lee\nDriver: Ben Cole\n\nBen Cole bought the car in 2020."
    triple = Triple.of(question=question, contexts=[evidence], answer="Ben Cole is the owner.")
    found = featurizer.analyse(triple).alignments
    assert {x.mention.text for x in found if x.status is Status.CONFLICTING} == refuted
