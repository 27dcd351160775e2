# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.extract import Extractor

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
