# SPDX-License-Identifier: Apache-2.0
"""Names that sound alike: keys, planted slips, and what they would let pass."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from faithstill.data import Label, Passage, Triple
from faithstill.featurize.lexicon import Alias, Entry, Lexicon
from faithstill.train.bench.lexicon_bench import LexiconCase
from faithstill.train.bench.phonetic_bench import key_of, misspelt, planted, public_names

PASSAGE = Passage("The Lender pays $5.", id="loan#1")
LEXICON = Lexicon.of([Entry("Harrow Vale", (Alias("the Lender"),), "loan")])
FAITHFUL = Triple("Who pays?", (PASSAGE,), "Harrow Vale pays $5.", Label.FAITHFUL)


@pytest.mark.parametrize(
    ("name", "other", "alike"),
    [
        ("Smith", "Smyth", True),
        ("the Robert Ltd", "Rupert", True),
        ("Harrow Vale", "Harow Vale", True),
        ("Harrow Vale", "Harrow Dale", False),
        ("Harrow Vale", "Harrow", False),
    ],
)
def test_names_that_sound_alike(name: str, other: str, alike: bool) -> None:
    assert (key_of(name) == key_of(other)) is alike


def test_a_slip_is_in_one_word_and_changes_it() -> None:
    made = {misspelt("Harrow Vale", random.Random(seed)) for seed in range(40)}
    assert "Harrow Vale" not in made
    assert len(made) > 10
    assert all(name.startswith("Harrow ") or name.endswith(" Vale") for name in made)


def test_misspelt_and_wrong_names_are_counted_apart() -> None:
    wrong = replace(FAITHFUL, answer="Harow Vale pays $5.", label=Label.UNFAITHFUL)
    cases = [LexiconCase(FAITHFUL), LexiconCase(wrong, "Harow Vale"), LexiconCase(wrong, "Corin Works")]
    found = planted(cases, LEXICON)
    assert (found["misspelt"], found["wrong"], found["wrong, passes"]) == (1, 2, 1)


def test_a_name_of_a_public_answer_that_sounds_like_one_of_its_passages() -> None:
    passage = Passage("Friedrich Hayek wrote the book.")
    answers = ("Friedrick Hayek wrote the book.", "Karl Popper wrote the book.", "Friedrich Hayek wrote it.")
    rows = [Triple("Who?", (passage,), answer, Label.FAITHFUL) for answer in answers]
    assert list(public_names(rows)) == [(True, "Friedrick Hayek", "Friedrich Hayek")]
