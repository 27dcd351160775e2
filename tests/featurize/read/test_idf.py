# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

import pytest

from faithstill.featurize.read import english_words as module
from faithstill.featurize.read.english_words import IDF_VERSION, idf, parse_table, table, unknown, words
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
