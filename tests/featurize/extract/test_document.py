# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import content_stems, weight

TABLE = "| £000 | 2023 | 2024 |\n|---|---|---|\n| Loans | 810 | 920 |\n| Deposits | 415 | 377 |\n"
RECORD = '{"total": 5, "items": [{"fee": 7}, {"fee": 8}], "tail": 9}'


def read(text: str) -> Document:
    return Document(text, Extractor())


WORDS = [
    ("Fees don't apply.", ("fees", "don't", "apply")),
    ("The client’s 1,250.50 €", ("the", "client's", "1,250.50")),
    ("Q1 2026: 5%", ("q1", "2026", "5")),
    ("“Fees” — £25, Société", ("fees", "25", "société")),
    ("İstanbul’s ΑΣ", ("i̇stanbul's", "ας")),
    ("snake_case x-ray", ("snake", "case", "x", "ray")),
    ("", ()),
    ("\0\u200b 🙂 ...", ()),
    ("رسوم 25", ("رسوم", "25")),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_words(text: str, expected: tuple[str, ...]) -> None:
    assert read(text).words == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("of the", ()), ("", ()), ("  \n", ()), ("not never", ()), ("1,250", ("1250",)), ("the Fees", ("fee",))],
)
def test_content_stems(text: str, expected: tuple[str, ...]) -> None:
    assert content_stems(text) == expected


def test_inflections_share_a_stem_and_stop_words_have_none() -> None:
    document = read("The insurer raised fees; insurers raised a fee.")
    assert document.stems[0] == document.stems[-2] == ""
    assert document.stem_bag["fee"] == document.stem_bag["insurer"] == 2


def test_a_rare_word_weighs_more_than_a_frequent_one() -> None:
    assert weight("reinsurance") > weight("year")


SCALES = [
    (TABLE, 3),
    ("| $ millions | 2024 |\n| Sales | 12 |", 6),
    ("Figures in billions of euros: sales 4.2", 9),
    ("All amounts (thousands)\n| Sales | 12 |", 3),
    ("| Fee | $000 |", 3),
    ("The fee is $5,000.", None),
    ("Sales were $12 million.", None),
    ("| Fee | $5 |", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "power"), SCALES)
def test_scale_of_all_figures(text: str, power: int | None) -> None:
    assert read(text).table_scale == (None if power is None else Decimal(10) ** power)


@pytest.mark.parametrize(
    ("text", "marker", "expected"),
    [
        ("The fee is $5. It rose.", "$5", "The fee is $5."),
        ("The fee is $5. It rose.", "rose", "It rose."),
        (TABLE, "377", "| Deposits | 415 | 377 |"),
        (RECORD, "8", '{"fee": 8}'),
        (RECORD, "9", RECORD),
        (RECORD, '"tail', RECORD),
    ],
)
def test_sentence_at_is_the_innermost(text: str, marker: str, expected: str) -> None:
    document = read(text)
    index = document.sentence_at(text.index(marker))
    assert index is not None
    assert document.sentence_texts[index] == expected


@pytest.mark.parametrize(
    ("text", "offset"), [("", 0), ("A fee.  \n\n  A charge.", 8), ("| a |\n|---|\n| b |", 8)]
)
def test_between_sentences_there_is_none(text: str, offset: int) -> None:
    assert read(text).sentence_at(offset) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A fee.  \n\n  A charge. Of $5.",
        "| a |\n|---|\n| b |",
        '{"fee": 5, "items": [{"fee": 6}, {"fee": 7}], "total": 8} ',
    ],
)
def test_the_sentences_of_many_offsets_are_those_of_each(text: str) -> None:
    document = read(text)
    each = [document.sentence_at(offset) for offset in range(len(text) + 2)]
    assert document.sentences_at(range(len(text) + 2)) == [-1 if at is None else at for at in each]


def test_the_bag_of_a_row_holds_heading_and_headers() -> None:
    document = read("## Annual premiums\n| Plan | Winter |\n|---|---|\n| Plus | $9 |")
    assert {*content_stems("premium winter plus"), "9"} <= document.sentence_bags[-1]


@pytest.mark.parametrize(
    "text",
    [
        "fee " * 2_000,
        "a" * 10_000,
        '{"note": "' + "The fee is due. " * 400 + '", "fee": 5}',
        "{" + ",".join(f'"key{i}": {i}' for i in range(500)) + "}",
        '{"a": 1, "items": [' + ",".join(f'{{"fee": {i}}}' for i in range(500)) + '], "z": 2}',
        "|" + "|".join(f" {i} " for i in range(500)) + "|",
    ],
)
def test_no_sentence_is_much_longer_than_a_long_sentence(text: str) -> None:
    document = read(text)
    assert max(map(len, document.sentence_texts)) <= 1_300
    held = [False] * len(document.words)
    for sentence in document.sentences:
        held[sentence.first : sentence.last] = [True] * (sentence.last - sentence.first)
    values = [document.sentence_at(mention.start) for mention in document.mentions]
    assert None not in values
    assert all(held) or text.startswith("{")


def test_a_wide_row_keeps_its_label_in_every_part() -> None:
    text = "| Plan |" + "|".join(f" c{i} " for i in range(199)) + "|\n"
    text += "| Plus |" + "|".join(f" {i}.5 " for i in range(199)) + "|"
    document = read(text)
    rows = [sentence.unit for sentence in document.sentences if sentence.unit.start >= text.index("Plus")]
    assert len(rows) == 4
    assert {text[row.cells[0].start : row.cells[0].end] for row in rows} == {"Plus"}
    assert [text[row.cells[-1].start : row.cells[-1].end] + row.cells[-1].header for row in rows[1:3]] == [
        "98.5c98",
        "148.5c148",
    ]


@given(st.text(max_size=300))
def test_offsets_hold_for_any_text(text: str) -> None:
    document = read(text)
    assert len(document.words) == len(document.starts) == len(document.stems)
    assert all(text[start] == text[start : start + 1] for start in document.starts)
    assert all(text[m.start : m.end] == m.text for m in document.mentions)
    ends = [sentence.last for sentence in document.sentences]
    assert all(0 <= s.first < s.last <= len(document.words) for s in document.sentences)
    assert not ends or max(ends) <= len(document.words)
