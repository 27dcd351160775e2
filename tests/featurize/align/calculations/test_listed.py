# SPDX-License-Identifier: Apache-2.0
"""Small counts of what an answer lists beside them."""

from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.align.calculations.listed import hinted_beside, listed_beside
from faithstill.featurize.extract import Extractor


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
