# SPDX-License-Identifier: Apache-2.0
"""Names of answers against evidence: rows of our own, written before the code ran on them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.featurize.align.alignment import Alignment, Status
from faithstill.featurize.align.names.alias import PEOPLES, SAME, Aliases, names_fit, roots
from faithstill.featurize.align.names.align_names import Names
from faithstill.featurize.align.names.name_words import NameWords
from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.extract import Extractor, Kind
from faithstill.featurize.extract.document import Document
from faithstill.featurize.overlap import Overlap

EXTRACTOR = Extractor()


def named(evidence: list[str], answer: str, question: str = "") -> dict[str, Alignment]:
    passages = [Document(text, EXTRACTOR) for text in evidence]
    values = EvidenceValues(passages, Overlap(passages))
    document = Document(answer, EXTRACTOR)
    names = Names(document, Document(question, EXTRACTOR), values)
    return {m.text: names.aligned(m) for m in document.mentions if m.kind in (Kind.NAME, Kind.ACRONYM)}


# Outcome, evidence, answer, the name in it.
OUTCOMES = [
    # an acronym that is no word may stand in small letters
    ("equal", "limit=online status=REJECTED reason=kyc_review", "It failed the KYC review.", "KYC"),
    ("absent", "It aims at growth.", "The AIMS board met.", "AIMS"),
    # the same name in another form
    ("equal", "Maria Lopez approved it.", "It was Maria Lopez.", "Maria Lopez"),
    ("equal", "Dr. Maria Lopez approved it.", "It was Maria Lopez.", "Maria Lopez"),
    ("equal", "Maria Lopez approved it.", "It was Ms Lopez.", "Ms Lopez"),
    ("equal", "It was up to John Pierpont Morgan.", "It was J. P. Morgan.", "J. P. Morgan"),
    ("equal", "It was up to J. P. Morgan.", "It was John Pierpont Morgan.", "John Pierpont Morgan"),
    ("equal", "It was up to John Q. Harrow.", "It was John Harrow.", "John Harrow"),
    ("equal", "It was up to John Harrow.", "It was J. Harrow.", "J. Harrow"),
    ("equal", "It was up to Harrow, John.", "It was John Harrow.", "John Harrow"),
    ("equal", "The painter José Ñandú came.", "It was Jose Nandu.", "Jose Nandu"),
    ("equal", "The painter Jose Nandu came.", "It was José Ñandú.", "José Ñandú"),
    ("equal", "The firm is HARROW VALE MUTUAL.", "It is Harrow Vale Mutual.", "Harrow Vale Mutual"),
    ("equal", "The firm is Harrow Vale Ltd.", "It is Harrow Vale.", "Harrow Vale"),
    ("equal", "The firm is Harrow Vale.", "It is Harrow Vale Inc.", "Harrow Vale Inc"),
    ("equal", "The firm is Tessaline GmbH.", "It is Tessaline.", "Tessaline"),
    ("equal", "The firm is Marks & Spencer.", "It is Marks and Spencer.", "Spencer"),
    ("equal", "The firm is Harrow-Vale.", "It is Harrow Vale.", "Harrow Vale"),
    ("equal", "The site is Face Book.", "We use Facebook.", "Facebook"),
    (
        "equal",
        "The study is by the University of Oxford.",
        "It is by Oxford University.",
        "Oxford University",
    ),
    ("equal", "It is by Oxford University.", "It is by the University of Oxford.", "University of Oxford"),
    ("equal", "It was Harrow Vale Mutual Insurance.", "It was Harrow Vale.", "Harrow Vale"),
    ("equal", "Peter and Mary Jones came.", "Later Peter Jones left.", "Peter Jones"),
    ("equal", "Maria's card was blocked.", "The card of Maria was blocked.", "Maria"),
    ("equal", "we spoke to harrow vale mutual.", "It was Harrow Vale Mutual.", "Harrow Vale Mutual"),
    ("equal", '{"adviser": "L. Okafor"}', "The adviser is L. Okafor.", "L. Okafor"),
    ("equal", "| Name | Fee |\n|---|---|\n| Maria Lopez | 5 |", "It was Maria Lopez.", "Maria Lopez"),
    # acronyms, either way round
    ("equal", "It is the Federal Deposit Insurance Corporation.", "It is the FDIC.", "FDIC"),
    (
        "equal",
        "It is the FDIC.",
        "It is the Federal Deposit Insurance Corporation.",
        "Federal Deposit Insurance Corporation",
    ),
    ("equal", "The Federal Deposit Insurance Corporation (FDIC) pays.", "It is the FDIC.", "FDIC"),
    ("equal", "The Bank of Northern Vale pays.", "The BNV pays.", "BNV"),
    ("equal", "They are in the United States.", "They are in the US.", "US"),
    ("equal", "They are in the U.S. today.", "They are in the United States.", "United States"),
    ("equal", "They are in the UK.", "They are in the United Kingdom.", "United Kingdom"),
    ("equal", "The European Union decided.", "It was the EU.", "EU"),
    ("equal", "A home equity loan is cheap.", "A home equity loan (HEL) is cheap.", "HEL"),
    ("equal", "The cardiothoracic ratio is low.", "The cardiothoracic ratio (CTR) is low.", "CTR"),
    ("unchecked", "A home equity loan is cheap.", "The HEL is cheap.", "HEL"),
    ("unchecked", "A personal computer is used.", "It needs a PC.", "PC"),
    ("absent", "The aims of the firm are met.", "It was AIMS.", "AIMS"),
    ("equal", "AIMS met the targets.", "It was AIMS.", "AIMS"),
    ("absent", "The FDA decided.", "It was the FDIC.", "FDIC"),
    ("absent", "The Bank of Northern Vale pays.", "The BNW pays.", "BNW"),
    # places, peoples, plurals
    ("equal", "The Jordanians came.", "They are from Jordan.", "Jordan"),
    ("equal", "They came from Jordan.", "They are Jordanians.", "Jordanians"),
    ("equal", "They came from France.", "They are French.", "French"),
    ("equal", "The French came.", "They live in France.", "France"),
    ("equal", "They came from Italy.", "They are Italian.", "Italian"),
    ("equal", "The Beauforts came.", "It was the Beaufort line.", "Beaufort"),
    ("equal", "It is in South East London.", "It is in Southeast London.", "Southeast London"),
    ("equal", "Washington signed it. Washington is a state.", "It was Washington.", "Washington"),
    # another name
    ("absent", "Maria Lopez approved it.", "It was Maria Fennimore.", "Maria Fennimore"),
    ("absent", "Maria Lopez approved it.", "It was John Lopez.", "John Lopez"),
    ("absent", "Maria Lopez approved it.", "It was Tobias Fennimore.", "Tobias Fennimore"),
    ("absent", "Harrow Vale Bank pays.", "It was Castle Ridge Bank.", "Castle Ridge Bank"),
    ("absent", "The bank pays.", "It was Castle Ridge Bank.", "Castle Ridge Bank"),
    ("absent", "The Acme Company pays. Each company is free.", "It was the A-B-C Company.", "A-B-C Company"),
    ("absent", "You have Velmora Premium.", "You have Velmora Premium Plus.", "Velmora Premium Plus"),
    ("absent", "Jane Harrow came.", "It was John Harrow.", "John Harrow"),
    ("absent", "J. Harrow came.", "It was Mary Harrow.", "Mary Harrow"),
    ("conflicting", "It is in Brackmoor.", "It is in Thornvale.", "Thornvale"),
    ("absent", "See form 1099-INT.", "See form 1099-DIV.", "form 1099-DIV"),
    # initials link letters to what they stand for, never two names that are spelled
    ("absent", "It was signed by Tom Brown.", "It was signed by Tina Baker.", "Tina Baker"),
    ("absent", "It starred Tom Hanks.", "It starred Tom Hardy.", "Tom Hardy"),
    ("absent", "It was led by Goldman Sachs.", "It was led by Global Savings.", "Global Savings"),
    ("absent", "It is in New York.", "It is in North Yorkshire.", "North Yorkshire"),
    ("absent", "It is from Bank of America.", "It is from Bank of Austria.", "Bank of Austria"),
    (
        "equal",
        "He works for IBM.",
        "It is International Business Machines.",
        "International Business Machines",
    ),
    ("equal", "It was Franklin D. Roosevelt.", "It was FDR.", "FDR"),
    ("equal", "It was signed by Tom Brown.", "It was signed by Tom B. today.", "Tom B"),
    ("absent", "It was signed by Tom Brown.", "It was signed by Tina B. today.", "Tina B"),
    # a numeral is part of the name
    ("absent", "It was Elizabeth I.", "It was Elizabeth II.", "Elizabeth II"),
    ("absent", "It was Elizabeth II.", "It was Elizabeth I.", "Elizabeth I"),
    ("absent", "It was Henry VIII, called Henry.", "It was Henry VII.", "Henry VII"),
    ("absent", "It was in World War I.", "It was in World War II.", "World War II"),
    ("absent", "Elizabeth I met Philip II.", "It was Elizabeth II.", "Elizabeth II"),
    ("equal", "He fought in World Wars I and II.", "He fought in World War II.", "World War II"),
    ("equal", "He fought in world war ii.", "He fought in World War II.", "World War II"),
    ("equal", "It was King Henry VIII of England.", "It was Henry VIII.", "Henry VIII"),
    ("equal", "It was Elizabeth II.", "It was Elizabeth.", "Elizabeth"),
    # a part, with ordinary words added
    ("unchecked", "She runs the Sackler.", "She runs the Sackler Galleries.", "Sackler Galleries"),
    ("unchecked", "Filoni said so.", "It was Dave Filoni.", "Dave Filoni"),
    # capitals that may be no name
    ("unchecked", "Pay on time.", "**Credit Utilization**: keep it low.", "Credit Utilization"),
    ("unchecked", "Ask the lawyer.", "- Scrutinize the fees.", "Scrutinize"),
    ("unchecked", "Ask the lawyer.", "Warmth is a plus.", "Warmth"),
    ("unchecked", "The year ended at 5%.", "Held: 5%", "Held"),
    ("unchecked", "Microsoft paid it.", "Google", "Google"),
    # opening a sentence, but a place
    ("conflicting", "Canberra is the capital of Australia.", "Sydney is the capital of Australia.", "Sydney"),
    ("absent", "The team of Paris won 3-0.", "Rome won 3-0.", "Rome"),
    ("unchecked", "The flight to LIS is $99.", "Lisbon is reached for $99.", "Lisbon"),
    ("unchecked", "The buyer paid $69 billion for it.", "Google paid $69 billion for it.", "Google"),
    # a line's end and bold type make no heading of what stands within a sentence
    ("absent", "It was signed by Tom Brown.", "It was signed by Tina Baker", "Tina Baker"),
    ("absent", "Microsoft paid $5.", "It was paid by **Google**.", "Google"),
    ("absent", "Microsoft paid $5.", "It was paid by Google: $5.", "Google"),
    # a land is no abbreviation
    ("absent", "The office is in the UK.", "The office is in the US.", "US"),
    ("equal", "| Land | Fee |\n|---|---|\n| United Kingdom | $5 |", "In the UK it is $5.", "UK"),
    ("unchecked", '{"currency": "USD", "fee": 5}', "The fee is in US dollars.", "US"),
    ("absent", '{"currency": "CAD", "fee": 5}', "The fee is in US dollars.", "US"),
]


@pytest.mark.parametrize(("outcome", "evidence", "answer", "name"), OUTCOMES)
def test_outcome(outcome: str, evidence: str, answer: str, name: str) -> None:
    found = named([evidence], answer)[name]
    assert found.status == outcome
    assert (found.support is not None) is (outcome == "equal" or found.rule == "name.part")


# Of the question, in capitals or not.
GIVEN = [
    ("Is Tilsbury Savings free?", "At Tilsbury Savings it is.", "Tilsbury Savings"),
    ("is tilsbury savings free?", "At Tilsbury Savings it is.", "Tilsbury Savings"),
    ("Does the Federal Deposit Insurance Corporation pay?", "Yes, the FDIC pays.", "FDIC"),
    ("did maria lopez sign", "It was signed by Maria Lopez.", "Maria Lopez"),
]


@pytest.mark.parametrize(("question", "answer", "name"), GIVEN)
def test_given(question: str, answer: str, name: str) -> None:
    assert named(["Transfers are free."], answer, question)[name].status == "given"


# Evidence, answer, the names of it that stand in another's place.
LOAN = "Maria Lopez approved the mortgage loan for the new branch; John Smith reviewed it."
RIVER = "The Snake River is the thirteenth longest river in the United States."
SUITS = "In June, Dunmore sued Alba over a patent; Alba countersued Dunmore in July."
DISPLACED = [
    (LOAN, "John Smith approved the mortgage loan for the new branch.", "John Smith"),
    (LOAN, "Maria Lopez approved the mortgage loan for the new branch.", ""),
    (LOAN, "John Smith and Maria Lopez approved the mortgage loan for the new branch.", ""),  # of a list
    (RIVER, "The United States is the thirteenth longest river in the Snake River.", "United States / Snake River"),
    (RIVER, RIVER, ""),
    (
        f"{LOAN} John Smith approved the mortgage loan for the new branch in Bern.",
        "John Smith approved the mortgage loan for the new branch.",
        "",
    ),
    (
        "Sharad Kumar is a jumper. Sharad made his first international debut in Guangzhou.",
        "Kumar made his first international debut in Guangzhou.",
        "",  # two names of one
    ),
    (
        "The Hibs kept their second place in the league. Hibernian lost to Rangers.",
        "Hibernian kept their second place in the league.",
        "",
    ),
    (
        "The Publisher may withdraw the whole offer within four weeks. Penhallow pays.",
        "Penhallow may withdraw the whole offer within four weeks.",
        "",  # may be the publisher
    ),
    # too few words in a row
    ("Alder acquired Birch.", "Birch acquired Alder.", ""),
    ("Anna teaches French and Bob does too.", "Bob teaches French.", ""),
    (SUITS, "After Dunmore sued Alba in June, Alba sued Dunmore in July.", ""),
    ("Ghent and Bruges are in Belgium.", "Bruges and Ghent are in Belgium.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "answer", "names"), DISPLACED)
def test_names_in_the_place_of_others(evidence: str, answer: str, names: str) -> None:
    found = {name for name, x in named([evidence], answer).items() if x.status == "conflicting"}
    assert found == set(filter(None, names.split(" / ")))


def test_a_displaced_name_has_the_one_in_whose_place_it_stands_as_its_rival() -> None:
    found = named([LOAN], "John Smith approved the mortgage loan for the new branch.")["John Smith"]
    assert (found.rule, found.rival and found.rival.mention.text) == ("name.displaced", "Maria Lopez")


def test_an_open_name_keeps_all_its_candidates() -> None:
    document = Document(
        "George Washington signed it. Washington State voted. Booker T. Washington spoke.", EXTRACTOR
    )
    aliases = Aliases(Located(0, m) for m in document.mentions)
    (mention,) = Document("It was Washington.", EXTRACTOR).mentions
    assert {x.mention.text for x in aliases.like(mention)} >= {"George Washington", "Booker T. Washington"}


def test_many_names_that_share_a_word_are_each_told_apart() -> None:
    evidence = " ".join(f"Then {first}lin Velmora came." for first in ("Zor", "Quor", "Tes") * 300)
    found = named([evidence], "Then Zorlin Velmora came. Then Marlin Velmora came.")
    assert [x.status for x in found.values()] == ["equal", "absent"]


@pytest.mark.parametrize(
    ("ours", "theirs", "fit"),
    [
        (("j",), ("john",), True),
        (("john", "p"), ("john", "pierpont"), True),
        (("john",), ("jane",), False),
        (("p",), ("john", "pierpont"), False),
        ((), ("john",), True),
    ],
)
def test_given_names(ours: tuple[str, ...], theirs: tuple[str, ...], fit: bool) -> None:
    assert names_fit(ours, theirs) is fit
    assert names_fit(theirs, ours) is fit


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("jordanians", "jordan", True),
        ("danish", "denmark", True),
        ("lopez", "lopes", False),
        ("maria", "mary", False),
    ],
)
def test_roots(one: str, other: str, common: bool) -> None:
    assert bool(set(roots(one)) & set(roots(other))) is common


def test_words_of_two_passages_stand_never_together() -> None:
    spelled = NameWords([Document("It ends on Harrow", EXTRACTOR), Document("Vale begins it.", EXTRACTOR)])
    assert spelled.together(["harrow", "vale"]) is None
    assert spelled.together(["harrow"]) == spelled.together(["harrow"])


def test_of_several_forms_of_a_name_the_first_of_the_table_is_quoted_whatever_the_hash_seed() -> None:
    assert list(SAME["us"]) == ["united states", "united states of america", "usa", "america"]
    assert list(PEOPLES["american"]) == ["usa", "us"]


_PIECES = st.sampled_from(
    [
        "Maria Lopez",
        "Alder",
        "Birch",
        "FDIC",
        "A-B-C",
        "acquired",
        "was",
        "by",
        "the",
        "of",
        ".",
        ",",
        "\n",
        "(",
        "é",
        "1099-INT",
        "d'Ivoire.",
    ]
)
_TEXTS = st.lists(_PIECES, max_size=14).map(" ".join) | st.text(max_size=40)


@settings(max_examples=200, deadline=None)
@given(evidence=st.lists(_TEXTS, max_size=3), answer=_TEXTS, question=_TEXTS)
def test_any_text_gives_each_name_an_outcome_that_no_order_of_passages_changes(
    evidence: list[str], answer: str, question: str
) -> None:
    found = named(evidence, answer, question)
    again = named(evidence[::-1], answer, question)
    assert {name: x.status for name, x in found.items()} == {name: x.status for name, x in again.items()}


def test_a_name_within_the_last_word_of_a_text_is_read() -> None:
    found = named(["It mediates in Côte d'Ivoire."], "Pretoria is in Côte d'Ivoire.")
    assert found["Ivoire"].status is Status.EQUAL
