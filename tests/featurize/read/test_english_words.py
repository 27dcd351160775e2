# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import lzma
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from faithstill.featurize.read import english_words as module
from faithstill.featurize.read.english_words import (
    IDF_VERSION,
    _lines,
    antonyms,
    canonical,
    idf,
    parse_table,
    stem,
    table,
    unknown,
    words,
)
from faithstill.train.packaged import word_frequencies as make


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fees rose 5% in 2024.", ["fees", "rose", "in"]),
        ("The customer’s co-payment", ["the", "customer's", "co-payment"]),
        ("snake_case x2y café -dash- O'Neill-", ["snake", "case", "x", "y", "café", "dash", "o'neill"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_table_is_as_promised() -> None:
    figures = table()
    assert 30_000 <= len(figures) <= 40_000
    assert all(module.WORD.fullmatch(word) and word == word.lower() for word in figures)
    assert min(figures.values()) >= 0
    packed = Path(sys.modules[idf.__module__].__file__ or "").parents[1] / "resources" / "idf.txt.xz"
    assert packed.stat().st_size <= 400_000


def test_frequent_words_weigh_less() -> None:
    order = ["the", "which", "company", "payment", "mortgage", "policyholder"]
    assert [idf(word) for word in order] == sorted(idf(word) for word in order)


def test_unknown_words_get_the_maximum() -> None:
    assert idf("qwxyzzy") == unknown() == max(table().values())


def test_case_and_apostrophe_do_not_matter() -> None:
    assert idf("The") == idf("the")
    assert idf("DON’T") == idf("don't") < unknown()


def test_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match=f"version '{IDF_VERSION + 1}'"):
        parse_table([f"{IDF_VERSION + 1} 10", "0.00 the"])


def test_made_from_rows(tmp_path: Path) -> None:
    rows = [
        {"contexts": ["the fee is due", f"the premium {'abc'[i]}"], "answer": "the fee"} for i in range(3)
    ]
    source, out = tmp_path / "rows.jsonl.xz", tmp_path / "idf.txt.xz"
    with lzma.open(source, "wt") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    make.main([str(source), "--out", str(out), "--least", "2"])
    made = parse_table(lzma.decompress(out.read_bytes()).decode().splitlines())
    # five distinct texts: two with "fee", three with "premium"
    assert made == {"the": 0.0, "premium": 0.5, "fee": 0.9}


def test_long_texts_count_once_per_stretch() -> None:
    counts, documents = make.document_frequencies(["fee " * (2 * make.WINDOW + 1)])
    assert (counts["fee"], documents) == (3, 3)


def test_a_row_without_the_fields_is_named(tmp_path: Path) -> None:
    source = tmp_path / "rows.jsonl"
    source.write_text('{"contexts": [], "answer": ""}\n{"answer": ""}\n')
    with pytest.raises(ValueError, match=r"rows\.jsonl row 2: needs the fields 'contexts'"):
        list(make.read_texts(source))


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
