# SPDX-License-Identifier: Apache-2.0
"""What rules find in documents: which names, what else they are called, and what is left alone."""

from __future__ import annotations

import pytest

from faithstill.featurize.lexicon import harvest

# A text, and each trusted alias as "canonical = alias (rule)".
FOUND: tuple[tuple[str, list[str]], ...] = (
    ('Harrow Vale SE (the "Lender") pays.', ["Harrow Vale SE = the Lender (defined)"]),
    ("Harrow Vale SE (“the Lender”) pays.", ["Harrow Vale SE = the Lender (defined)"]),
    ('Harrow Vale SE, a bank in Bern (the "Lender"), pays.', ["Harrow Vale SE = the Lender (defined)"]),
    ('Harrow Vale SE, run by Ada Moss (the "Lender"), pays.', []),
    ('It lies in Bern (the "City").', []),
    ('Ada Moss ("Seller") leaves.', ["Ada Moss = Seller (defined)"]),
    ('Corin Works Ltd., a Delmara corporation ("Corin"), pays.', ["Corin Works Ltd = Corin (defined)"]),
    ('Tidewater Ferries AS (the "Company") sails.', ["Tidewater Ferries AS = the Company (defined)"]),
    ("Orrin Estates LLP, hereinafter called the Landlord, pays.", ["Orrin Estates LLP = the Landlord (defined)"]),
    ('Corin Works Ltd and Ada Moss (together, the "Sellers") leave.', []),
    ('Corin Works Ltd ("we") pays.', []),
    ('The fee is due on the Closing Day (the "Fee Date").', []),
    ('It calls get_limits("ACC-9043") for Corin Works.', []),
    ("The Annual Percentage Rate (APR) is 5%.", ["Annual Percentage Rate = APR (acronym)"]),
    ("The APR (annual percentage rate) is 5%.", ["annual percentage rate = APR (acronym)"]),
    ("The Bank of Orland Mutual (BOM) pays.", ["Bank of Orland Mutual = BOM (acronym)"]),
    ("The loan is in Swiss francs (CHF).", []),
    ("A prepayment fee (GBP) applies.", []),
    ("Greenfield Pumps Inc. pays.", ["Greenfield Pumps Inc = Greenfield Pumps (legal_suffix)"]),
    ("Meta Dale, formerly Fernhill, pays.", []),  # a proposal
)  # fmt: skip


@pytest.mark.parametrize(("text", "found"), FOUND)
def test_definitions_are_found_where_it_is_plain_what_they_define(text: str, found: list[str]) -> None:
    entries = harvest(text)
    told = [f"{e.canonical} = {a.form} ({a.rule})" for e in entries for a in e.aliases if a.is_trusted]
    missed = [one for one in found if one not in told]
    assert missed == []
    assert [one for one in told if one not in found and "legal_suffix" not in one] == []
    for entry in entries:
        assert text[entry.start : entry.end] == entry.canonical
        for alias in entry.aliases:
            assert text[alias.start : alias.end] in alias.form


def test_a_form_that_two_names_claim_is_trusted_of_neither() -> None:
    text = (
        'Harrow Vale SE (the "Party") pays. Corin Works Ltd ("Corin") pays. Ada Corin Ltd ("Corin") leaves.'
    )
    forms = [a.form for e in harvest(text) for a in e.aliases if a.is_trusted and a.rule == "defined"]
    assert forms == []


def test_a_name_is_one_entry_with_all_its_forms() -> None:
    text = 'Orland Rail Authority (ORA) was founded in 1990.\nOrland Rail Authority (the "Authority") runs trains.'
    (entry,) = harvest(text, "rail.md")
    assert entry.forms == ("Orland Rail Authority", "the Authority", "ORA")
    assert (entry.document, entry.kind) == ("rail.md", "organisation")
