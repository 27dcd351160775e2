# SPDX-License-Identifier: Apache-2.0
"""Small counts that a text shows without stating them."""

from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.align.slots.counted import counted_words, counts_shown
from faithstill.featurize.extract import Extractor


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
