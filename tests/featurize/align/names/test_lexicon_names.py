# SPDX-License-Identifier: Apache-2.0
"""A name that the passages call otherwise is found by a lexicon, in its own document and nowhere else."""

from __future__ import annotations

import pickle

import pytest

from faithstill.data import Passage, Triple
from faithstill.factcheck import FactChecker
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.align.names.lexicon_names import document_of, standing
from faithstill.featurize.lexicon import Alias, Entry, Lexicon

LEXICON = Lexicon.of(
    [
        Entry("Harrow Vale Mutual SE", (Alias("the Lender"), Alias("Havemu")), "loan.md"),
        Entry("Corin Works Ltd", (Alias("the Borrower"), Alias("the Client", prior=0.5)), "loan.md"),
        Entry("Ossian Bank", (Alias("the Lender"),), "lease.md"),
        Entry("Quarry Claims Services", (Alias("Quarry"), Alias("the Handler"))),
    ]
)
# The passage, its id, the answer, and the evidence for the first name; "" for none.
CASES = (
    ("The Lender pays $5.", "loan.md#2", "Harrow Vale pays $5.", "The Lender"),
    ("Havemu pays $5.", "loan-2", "Harrow Vale Mutual pays $5.", "Havemu"),
    ("The Borrower pays $5.", "loan.md#2", "Corin Works pays $5.", "The Borrower"),
    ("The Borrower pays $5.", "", "Corin Works pays $5.", "The Borrower"),
    ("The Handler pays $5.", "other.md", "Quarry Claims Services pays $5.", "The Handler"),
    ("The Lender pays $5.", "lease.md", "Ossian Bank pays $5.", "The Lender"),
    ("The Lender pays $5.", "lease.md", "Harrow Vale pays $5.", ""),  # another document's
    ("The Lender pays $5.", "", "Harrow Vale pays $5.", ""),  # of two documents, which?
    ("The Client pays $5.", "loan.md#2", "Corin Works pays $5.", ""),  # a proposal
    ("The Lender pays $5.", "loan.md#2", "Harrow Dale pays $5.", ""),
    ("The Lender pays $5.", "loan.md#2", "Corin Works pays $5.", ""),
    ("The Lender Fund pays $5.", "loan.md#2", "Harrow Vale pays $5.", ""),
    ("A lender pays $5.", "loan.md#2", "Harrow Vale pays $5.", ""),
)


@pytest.mark.parametrize(("passage", "name", "answer", "evidence"), CASES)
def test_another_form_is_found_in_the_document_that_uses_it(
    passage: str, name: str, answer: str, evidence: str
) -> None:
    triple = Triple("Who pays?", (Passage(passage, id=name),), answer)
    found = FactChecker(lexicon=LEXICON).check_triple(triple).findings[0]
    assert (found.rule, found.evidence) == (("name.lexicon", evidence) if evidence else ("name.absent", ""))


IDS = (
    ("loan.md", "loan.md"),
    ("loan.md#3", "loan.md"),
    ("loan-3", "loan.md"),
    ("loan.md/p2", "loan.md"),
    ("loans", ""),
    ("", ""),
    ("a/loan.md", ""),
)


@pytest.mark.parametrize(("passage", "document"), IDS)
def test_a_passage_is_of_the_document_that_its_id_begins_with(passage: str, document: str) -> None:
    assert document_of(passage, LEXICON.documents) == document


def test_a_form_stands_only_where_it_is_no_part_of_a_longer_name() -> None:
    text = "Buyer pays. The Home Buyer Fund pays. Buyers pay. If Buyer pays, Buyer Services ends."
    assert [start for start, _ in standing("Buyer", text)] == [0, text.index("If Buyer") + 3]


def test_every_statement_of_an_answer_and_every_copy_of_the_featurizer_knows_the_lexicon() -> None:
    passage = Passage("The Lender pays $5. The Borrower signs.", id="loan.md")
    triple = Triple("Who pays?", (passage,), "Harrow Vale pays $5. Corin Works signs.")
    featurizer = Featurizer(Settings(encoder=""), lexicon=LEXICON)
    for one in (featurizer, pickle.loads(pickle.dumps(featurizer)), Featurizer(**featurizer.get_params())):
        analysis = one.analyse(triple)
        assert [x.rule for part in analysis.parts for x in part.alignments if "name" in x.rule] == [
            "name.lexicon"
        ] * 2
        other = analysis.with_answer("Harrow Vale signs.")
        assert other.alignments[0].rule == "name.lexicon"
    plain = Featurizer(Settings(encoder=""))
    assert plain.named(plain.analyse(triple)) != featurizer.named(featurizer.analyse(triple))
