# SPDX-License-Identifier: Apache-2.0
"""Small counts that a text shows without stating them."""

from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.values.counted import counts_shown


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
    assert counts_shown([Document(text, Extractor())]) == expected
