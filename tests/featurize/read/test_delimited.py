# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.featurize.read.delimited import delimited_rows
from faithstill.featurize.read.structure import units

TABLES = [
    ("Plan,Fee\nBasic,5\nPlus,9", [["Plan", "Fee"], ["Basic", "5"], ["Plus", "9"]]),
    ("Plan\tFee\nBasic\t$5.20\nPlus\t$9", [["Plan", "Fee"], ["Basic", "$5.20"], ["Plus", "$9"]]),
    ("Plan;Fee\nBasic;5,20\nPlus;9,10", [["Plan", "Fee"], ["Basic", "5,20"], ["Plus", "9,10"]]),
    ('Plan,Limit\n"Plus, new","1,000"\nBasic,500', [["Plan", "Limit"], ["Plus, new", "1,000"], ["Basic", "500"]]),
    ("Fees:\n\nPlan,Fee\nBasic,5\nPlus,9\n\nEnd.", [["Plan", "Fee"], ["Basic", "5"], ["Plus", "9"]]),
    ("Lake | Depth\nOrm | 42\nTarn | 12", [["Lake", "Depth"], ["Orm", "42"], ["Tarn", "12"]]),
    ("Lake | Depth\n--- | ---\nOrm | 42\nTarn | deep", [["Lake", "Depth"], ["Orm", "42"], ["Tarn", "deep"]]),
    ("Home | Fees\nOrm | 42", []),
    ("$000|2022|2023\nTea|41|48\nRye|5|7", [["$000", "2022", "2023"], ["Tea", "41", "48"], ["Rye", "5", "7"]]),
    (",2022,2023\nSales,41,48\nCosts,5,7", [["", "2022", "2023"], ["Sales", "41", "48"], ["Costs", "5", "7"]]),
    ("Rio,2016,2020\nBonn,2012,2016\nBari,2008,2012", []),  # years of each
    ("- cover: $250,000\n- fraud: $100,000\n- data: $400,000", []),
    ("Oil,1999\nTea,850\nRye,300", []),  # prices
    ("Plan,Fee\nBasic,5", []),  # too few rows to tell
    ("Plan,Seats,Fee\nBasic,50,20", [["Plan", "Seats", "Fee"], ["Basic", "50", "20"]]),
    ("Plan;Seats;Fee\nBasic;5;250", [["Plan", "Seats", "Fee"], ["Basic", "5", "250"]]),
    ("Plan,Seats,Fee\nBasic,5,250", [["Plan", "Seats", "Fee"], ["Basic", "5", "250"]]),
    ("We sell red,green,blue\nand 5,250,300 of them", []),
    ("red,green,blue\n5,250,300", []),  # one number
    ("Plan type,Seats,Fee\nBasic,5,250", []),
    ("Plan,Fee\nBasic,free\nPlus,paid", []),  # no figures
    ("Tax,5\nFee,6\nRate,7", []),  # no header
    ("We came, saw\nand left, then\nwon, in 5", []),
    ("Tax: $4,320\nHome: $1,680\nSum: $6,000", []),  # separators of thousands
    ("Note,Fee\nThis is all.,5\nNo more!,6", []),  # sentences
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TABLES)
def test_rows(text: str, expected: list[list[str]]) -> None:
    rows = [[text[a:b] for a, b in fields] for fields, _ in delimited_rows(text).values()]
    assert rows == expected


def test_a_cell_knows_its_header() -> None:
    text = "Fees:\nPlan,Q1,Q2\nBasic,5,6\nPlus,9,8"
    row = units(text)[-1]
    assert row.heading == "Fees"
    assert [(text[c.start : c.end], c.header) for c in row.cells] == [
        ("Plus", "Plan"),
        ("9", "Q1"),
        ("8", "Q2"),
    ]


@given(st.text(alphabet=st.sampled_from('ab1,;|\t"\n. '), max_size=80))
def test_offsets_hold_and_no_letter_is_lost(text: str) -> None:
    found = units(text)
    covered = {i for u in found for i in range(u.start, u.end)}
    assert all(i in covered for i, character in enumerate(text) if character.isalnum())
    assert all(0 <= c.start <= c.end <= len(text) for u in found for c in u.cells)
