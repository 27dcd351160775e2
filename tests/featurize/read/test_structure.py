# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor
from faithstill.featurize.read.structure import units

SENTENCES = [
    (
        "The fee is $5.20. It was $4 in the U.S. market.",
        ["The fee is $5.20.", "It was $4 in the U.S. market."],
    ),
    ("See Sec. 4 of Acme Inc. The rest follows.", ["See Sec. 4 of Acme Inc.", "The rest follows."]),
    ("Close at 5 p.m. Monday. Mr. J. Smith agreed.", ["Close at 5 p.m. Monday.", "Mr. J. Smith agreed."]),
    ("1. First thing. Second.", ["1. First thing.", "Second."]),
    ("It is 3.5%. e.g. a wire, i.e. fast. Done!", ["It is 3.5%. e.g. a wire, i.e. fast.", "Done!"]),
    ("He agreed [1]. She did not. [2]", ["He agreed [1].", "She did not. [2]"]),
    ("No. 5 is closed. Why? Because.", ["No. 5 is closed.", "Why?", "Because."]),
    ("- one\n- two\n\nthree", ["- one", "- two", "three"]),
    ('He said "It is done." Then left.', ['He said "It is done."', "Then left."]),
    ("", []),
    ("   \n\t ", []),
    ("🙂🙂", ["🙂🙂"]),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[u.start : u.end] for u in units(text)] == expected


def test_a_table_cell_knows_its_header_and_heading() -> None:
    text = "## Fees\n| Plan | Q1 | Q2 |\n|---|---|---|\n| Basic | $5 | $6 |\n"
    row = units(text)[-1]
    assert row.heading == "Fees"
    assert [(text[c.start : c.end], c.header) for c in row.cells] == [
        ("Basic", "Plan"),
        ("$5", "Q1"),
        ("$6", "Q2"),
    ]


def test_a_json_object_is_a_unit_and_its_path_the_heading() -> None:
    text = json.dumps({"account": {"availableBalance": 12.5, "holds": [{"amount": 5, "why": "card, late"}]}})
    found = {u.heading: [(text[c.start : c.end], c.header) for c in u.cells] for u in units(text)}
    assert found == {
        "account": [("12.5", "available Balance")],
        "account holds": [("5", "amount"), ("card, late", "why")],
    }


CALLS = [
    ('get_payment -> {"status": "held"}', "get payment", [("held", "status")]),
    ('  Balance of account 7: {"free": 5}', "Balance of account 7", [("5", "free")]),
    ('payments = [{"fee": 5}]', "payments", [("5", "fee")]),
]


@pytest.mark.parametrize(("text", "heading", "cells"), CALLS)
def test_json_may_follow_the_name_of_its_call(text: str, heading: str, cells: list[tuple[str, str]]) -> None:
    call, record = units(text)
    assert text[call.start : call.end].startswith(heading.split()[0])
    assert (record.heading, [(text[c.start : c.end], c.header) for c in record.cells]) == (heading, cells)


def test_an_amount_with_its_currency_stays_in_its_record() -> None:
    text = json.dumps({"id": "P-1", "amount": {"value": 18.5, "currency": "EUR"}, "fee": 0})
    (record,) = units(text)
    found = [(text[c.start : c.end], c.header) for c in record.cells]
    assert found == [("P-1", "id"), ("18.5", "amount value"), ("EUR", "amount currency"), ("0", "fee")]


@pytest.mark.parametrize("text", ['{"a": 1', "[not json]", "{'a': 1}", '{"a":' * 2000 + "1" + "}" * 2000])
def test_what_only_looks_like_json_is_prose_or_still_covered(text: str) -> None:
    assert units(text)


@given(st.text(alphabet=st.sampled_from('ab.!? \n|[]{}":,1#*-'), max_size=200))
def test_offsets_hold_and_no_letter_is_lost(text: str) -> None:
    found = units(text)
    assert all(0 <= u.start < u.end <= len(text) for u in found)
    covered = {i for u in found for i in range(u.start, u.end)}
    assert (
        all(i in covered for i, character in enumerate(text) if character.isalnum())
        or text.lstrip()[:1] in "{["
    )


HEADED = [
    # A line right over a paragraph, up to the next blank line; a name that a paragraph begins with.
    ("MV CORVO\nLaycan 3–9 June.\n\nTerms for all.", {"Laycan 3–9 June.": "MV CORVO", "Terms for all.": ""}),
    ("# Fees\n\nGold Plan\nIt costs $5 a month.", {"It costs $5 a month.": "Gold Plan"}),
    ("3. In the States\nC$3.00 each, up to C$600.", {"C$3.00 each, up to C$600.": "3. In the States"}),
    ("SteadyPower. Fixed rate. No exit fee.", {"Fixed rate.": "SteadyPower", "No exit fee.": "SteadyPower"}),
    # Short lines among short lines, items, values and answers are none.
    ("Basic\n5 users\nPro\n25 users", {"5 users": "", "25 users": ""}),
    ("1. Open the app\n2. Pay the $5.", {"2. Pay the $5.": ""}),
    ("Total due $100\nIt is to be paid now.", {"It is to be paid now.": ""}),
    ("Yes. It costs $5.", {"It costs $5.": ""}),
]


@pytest.mark.parametrize(("text", "headings"), HEADED)
def test_a_paragraph_knows_its_title(text: str, headings: dict[str, str]) -> None:
    found = {text[u.start : u.end]: u.heading for u in units(text)}
    assert headings.items() <= found.items()


# A text, and the values in its cells, as they are written.
CELLS = [
    ("plan,seats,price\nBasic,10,250\nPro,20,375", ["10", "250", "20", "375"]),
    ('plan,price,seats\nBasic,"1,250",300\nPro,"2,500",375', ["1,250", "300", "2,500", "375"]),
    ("year,growth,size\nx,1200,5%\ny,945,5kg", ["1200", "5%", "945", "5kg"]),
    ("item;price;share\nx;5;12,5%\ny;9;3,5%", ["5", "12,5%", "9", "3,5%"]),
    ("item\tnights\tdays\nx\t5\tMarch\ny\t9\tMay", ["5", "9"]),
    ("month,sales\nFebruary,12\nMarch,9", ["12", "9"]),
    ('{"scores":[120,345]}', ["120", "345"]),
    ('{"grid":[[1,200],[3,400]],"size":5}', ["1", "200", "3", "400", "5"]),
    ("[5,6]", ["5", "6"]),
    ('{"note":"1,250 of 3,000","n":7}', ["1,250", "3,000", "7"]),
    ("The fee is 1,250,\nor 3,000 a year.", ["1,250", "3,000"]),
]


@pytest.mark.parametrize(("text", "expected"), CELLS)
def test_no_value_is_read_across_cells(text: str, expected: list[str]) -> None:
    document = Document(text, Extractor())
    found = [m for m in document.mentions if any(map(str.isdigit, m.text))]
    assert [m.text for m in found] == expected
    assert all(text[m.start : m.end] == m.text for m in found)


def test_words_end_with_their_cells() -> None:
    assert Document("plan,seats,price\nBasic,10,250\nPro,20,375", Extractor()).words[3:6] == (
        "basic",
        "10",
        "250",
    )
