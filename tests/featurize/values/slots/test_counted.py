# SPDX-License-Identifier: Apache-2.0
"""Small counts that a text shows without stating them."""

from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.values.calculations.listed import hinted_beside, listed_beside
from faithstill.featurize.values.slots.counted import counted_words, counts_shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", set()),
        ("The fee is $5.", set()),
        ("Ada and Ben signed.", {2}),
        ("Ada, Ben and Cleo signed.", {2, 3}),
        ("Plans: Basic, Plus, Prime.", {3}),
        ("- gold\n- silver\n- bronze", {3}),
        ("1. Open the app\n2. Choose a card\n3. Confirm\n4. Wait", {4}),
        ("| Plan | Fee |\n|---|---|\n| Gold | $5 |\n| Silver | $3 |", {2, 3}),
        (", ".join(["Ada"] * 30) + " and Ben signed.", {12}),
    ],
)
def test_what_lists_tables_and_enumerations_show(text: str, expected: set[int]) -> None:
    assert set(counts_shown([Document(text, Extractor())])) == expected


@pytest.mark.parametrize(
    ("text", "count", "words"),
    [
        ("Three plans are sold:\n- gold\n- silver\n- bronze", 3, {"plan", "gold", "bronze"}),
        ("| Plan | Fee |\n|---|---|\n| Gold | $5 |\n| Silver | $3 |", 2, {"plan", "gold", "silver"}),
        ("Ada and Ben signed the lease.", 2, {"lease"}),
    ],
)
def test_a_list_has_the_words_of_its_items_and_of_what_leads_to_it(
    text: str, count: int, words: set[str]
) -> None:
    assert words <= counts_shown([Document(text, Extractor())])[count]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She holds seat 8.", None),
        ("It is told in part three.", None),
        ("You have three, all in GBP.", frozenset()),
        ("He met two old friends there.", frozenset({"old", "friend"})),
    ],
)
def test_what_a_number_counts(text: str, expected: frozenset[str] | None) -> None:
    document = Document(text, Extractor())
    number = next(mention for mention in document.mentions if mention.text in ("8", "three", "two", "Two"))
    found = counted_words(document, number)
    assert found == expected or (expected and found is not None and expected <= found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It has two parts: heat and fuel.", {2}),
        ("It has two parts (heat, fuel, and air).", {3}),
        ("The two parts of the fire are heat, fuel and air.", {2, 3}),
        ("Anatase and rutile are the two phases.", {2}),
        ("Two people sold:\n- Greta, a director\n  - in May\n- Felix\n\nNobody bought.", {2}),
        ("You pay in two steps.\n\n1. **Now**: half\n2. **Later**: the rest", {2}),
        ("The two plans differ. Basic is cheap, simple and small.", set()),
        ("Two of them left.", set()),
    ],
)
def test_how_many_things_stand_beside_a_count(text: str, expected: set[int]) -> None:
    document = Document(text, Extractor())
    count = next(mention for mention in document.mentions if mention.text.lower() == "two")
    assert listed_beside(document, count) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Two lines were cut:\n\n| Line | Cut |\n|:--|--:|\n| Hotel | $40 |\n| Train | $9 |\n", {1, 2}),
        (
            "The two plans differ:\n\n| | Oak | Elm |\n|---|---|---|\n| Fee | $4 | $6 |\n| Term | 1 | 2 |",
            {1, 2},
        ),
        ("Two payments left (€86.40 on the 12th and €61.75 on the 24th).", {2}),
        ("Two changes stand out. First, a ship was sold. Second, another was ordered.", {2}),
        ("Two ships sailed. The first was old.", set()),
        ("Two ships sailed. The first was old, one of many. The second was new.", {2}),
        ("Two proposals came. One was Orsk's, the other was **Pohl's**.", {2}),
        ("Two came. He has one and the other has none.", set()),
        ("Two headline acts, Odile Marsh and The Herons.", {2}),
        ("Two: Brohl, Celding and Dorn.", {3}),
        ("Two years passed (in peace).", set()),
    ],
)
def test_how_many_things_a_text_hints_at_behind_a_count(text: str, expected: set[int]) -> None:
    document = Document(text, Extractor())
    count = next(mention for mention in document.mentions if mention.text.lower().startswith("two"))
    assert hinted_beside(document, count) == expected
