# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from collections import Counter

import pytest

from faithstill.featurize.read.english_words import _lines, antonyms, canonical, stem

GROUPS = _lines("synonyms.txt")
PAIRS = _lines("antonyms.txt")
WORDS = sorted({word for line in (*GROUPS, *PAIRS) for word in line})


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("policies", "policy"),
        ("taxes", "tax"),
        ("losses", "loss"),
        ("charged", "charge"),
        ("charging", "charge"),
        ("noted", "note"),  # not "not"
        ("caring", "care"),  # not "car"
        ("planning", "plan"),
        ("stopped", "stop"),
        ("applied", "apply"),
        ("agreed", "agree"),
        ("lapsed", "lapse"),
        ("focused", "focus"),
        ("organised", "organize"),
        ("annually", "annual"),
        ("fully", "full"),
        ("possibly", "possible"),
        ("automatically", "automatic"),
        ("increasingly", "increase"),
        ("insurer's", "insurer"),
        ("insurers’", "insurer"),
        ("non-refundable", "nonrefundable"),
        # only look inflected
        ("family", "family"),
        ("supply", "supply"),
        ("news", "news"),
        ("business", "business"),
        ("status", "status"),
        ("nothing", "nothing"),
        ("exceed", "exceed"),
        ("need", "need"),
        ("hundred", "hundred"),
        ("always", "always"),
        ("unlikely", "unlikely"),
        # unknown words stay whole
        ("qwxings", "qwxings"),
        ("", ""),
    ],
)
def test_stem(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("fees", "charged"),
        ("cancelling", "terminated"),
        ("waived", "exemption"),
        ("deductible", "excesses"),
        ("grew", "rising"),
        ("fell", "declines"),
        ("bought", "acquisitions"),
        ("clients", "policyholder"),
        ("bookings", "reservation"),
        ("mandatory", "required"),
        ("organisation", "Organization"),
    ],
)
def test_same_meaning(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("insurer", "insured"),
        ("insurer", "insurance"),
        ("lender", "borrower"),
        ("deductible", "copayment"),
        ("revenue", "profit"),
        ("fixed", "repaired"),
        ("states", "stated"),
        ("month", "monthly"),
    ],
)
def test_different_meaning(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("increased", "falls"),
        ("include", "excluding"),
        ("approved", "rejected"),
        ("passes", "failed"),
        ("above", "below"),
        ("minimum", "maximum"),
        ("fixed", "variable"),
        ("buyers", "sellers"),
        ("lender", "borrower"),
        ("credit", "debited"),
        ("allowed", "prohibited"),
        ("optional", "mandatory"),
        ("first", "last"),
        ("internal", "external"),
        ("refundable", "non-refundable"),
        ("insured", "uninsured"),
    ],
)
def test_antonyms(one: str, other: str) -> None:
    assert canonical(other) in antonyms(one)
    assert canonical(one) in antonyms(other)


@pytest.mark.parametrize(
    ("one", "other"), [("insurance", "insurer"), ("month", "annual"), ("loan", "borrow")]
)
def test_no_opposites(one: str, other: str) -> None:
    assert canonical(other) not in antonyms(one)


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_no_group_holds_an_antonym_pair(pair: list[str]) -> None:
    left, right = pair
    assert canonical(left) != canonical(right)


def test_tables_are_well_formed() -> None:
    assert len(GROUPS) >= 350
    assert len(PAIRS) >= 250
    assert [word for word, count in Counter(w for line in GROUPS for w in line).items() if count > 1] == []
    assert [pair for pair, count in Counter(frozenset(pair) for pair in PAIRS).items() if count > 1] == []
    assert [word for word in WORDS if not re.fullmatch(r"[a-z]+(-[a-z]+)*|\d+", word)] == []


@pytest.mark.parametrize("function", [stem, canonical])
def test_idempotent_on_every_word_of_the_tables(function: object) -> None:
    assert callable(function)
    assert [word for word in WORDS if function(function(word)) != function(word)] == []


def test_antonyms_are_symmetric_and_never_the_word_itself() -> None:
    for word in WORDS:
        key = canonical(word)
        assert key not in antonyms(word)
        assert all(key in antonyms(other) for other in antonyms(word))
