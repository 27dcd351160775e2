# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.align.slots.context import context_of, unit_behind
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document

TABLE = "| Plan | Fee | Limit |\n|---|---|---|\n| Basic | $5 | $60 |\n| Plus | $9 | $90 |"

# Text, the value, words that are its own, words that are another's.
OWN = [
    ("Premium 1000, free 500.", "1000", "premium", "free"),
    ("Premium 1000, free 500.", "500", "free", "premium"),
    ("It is $25 for students and $40 for guests.", "$25", "student", "guest"),
    ("It is $25 for students and $40 for guests.", "$40", "guest", "student"),
    ("Revenue was $5m in 2023 and $6m in 2024.", "$6m", "revenue 2024", "2023"),
    ("Revenue was $5m in 2023 and $6m in 2024.", "$5m", "revenue 2023", "2024"),
    ("Margin fell to 8% (2023: 7%).", "7%", "2023", "margin"),
    ("Plus costs $9.50; Student is $1.50.", "$1.50", "student", "plus"),
    (TABLE, "$9", "plus fee", "basic limit"),
    (TABLE, "$60", "basic limit", "plus fee"),
    ("Monthly fee: $9", "$9", "monthly fee", "plus"),
]


def around(text: str, value: str) -> tuple[Document, int]:
    document = Document(text, Extractor())
    return document, next(i for i, m in enumerate(document.mentions) if m.text == value)


@pytest.mark.parametrize(("text", "value", "own", "other"), OWN)
def test_words_go_to_the_value_they_belong_to(text: str, value: str, own: str, other: str) -> None:
    document, i = around(text, value)
    found = context_of(document, document.mentions[i])
    assert set(own.split()) <= found.own
    assert found.own.isdisjoint(other.split())


def test_what_leads_a_sentence_in_is_shared() -> None:
    document, i = around("In 2023, sales were $5m and tax was $2m.", "$2m")
    found = context_of(document, document.mentions[i])
    assert "2023" in found.shared
    assert "tax" in found.own


def test_a_cell_knows_its_row_its_column_and_where_it_stands() -> None:
    document, i = around(TABLE, "$90")
    found = context_of(document, document.mentions[i])
    assert (found.row, found.column) == ({"plus"}, {"limit"})
    assert found.cell is not None
    assert found.cell.start == document.mentions[i].start


def test_neighbours_are_of_one_kind_and_sentence() -> None:
    document, i = around("It is $25 for 3 days and $40 for 5 days. Then $60.", "$25")
    assert [m.text for m in context_of(document, document.mentions[i]).neighbours] == ["$40"]


@pytest.mark.parametrize(
    ("text", "unit"), [("It is 230 GR now.", "gr"), ("It is 230 greens now.", ""), ("It is 230", "")]
)
def test_unit_behind(text: str, unit: str) -> None:
    document = Document(text, Extractor())
    number = next(m for m in document.mentions if m.text.startswith("230"))
    assert unit_behind(document, number) == unit
