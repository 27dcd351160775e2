# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.read.filed import filed_rows
from faithstill.featurize.read.structure import units

# A table and, of its last row, the section and the words over the last column. Our own tables.
TABLES = [
    (" | 2021 | 2020\nPaper | 5 | 4\nInk | 7 | 9", "", "2020"),
    (" | Year ended | \n | 2021 | 2020\nPaper | 5 | 4\nInk | 7 | 9", "", "Year ended 2020"),
    ("Costs | |\n | 2021 | 2020\n | €m | €m\nPaper | 5 | 4\nInk | 7 | 9", "Costs", "2020 €m"),
    ("$ million | 2021 | 2020\nBought: | |\nPaper | 5 | 4\nInk | 7 | —", "Bought", "2020"),
    (" | 2021 | 2020\nBought: | |\nPaper | 5 | 4\nTotal bought | 5 | 4\nInk | 7 | 9", "", "2020"),
    (" | 2021 | | 2020 |\n | $ | % | $ | %\nPaper | 5 | 1% | 4 | 2%\nInk | 7 | 3% | 9 | 4%", "", "2020 %"),
    (" | 2021 | 2020\nPaper | 5 | 4\n | 2019 | 2018\nInk | 7 | 9", "", "2018"),
    ("Item   2021  2020\nPaper     5     4\nInk       7     9", "", "2020"),
    (
        "<table><tr><th></th><th>2021</th><th>2020</th></tr><tr><td><b>Paper</b></td><td>5</td><td>4</td></tr>"
        "<tr><td>Ink</td><td>7</td><td>9</td></tr></table>",
        "",
        "2020",
    ),
    (
        "<table>\n<tr><th></th><th>2021</th><th>2020</th></tr>\n</thead><tbody>\n<tr><td>Paper</td><td>5</td><td>4</td>"
        "</tr>\n<tr><td>Ink</td><td>7</td><td>9</td></tr>\n</table>",
        "",
        "2020",
    ),
]


@pytest.mark.parametrize(("table", "section", "header"), TABLES)
def test_a_row_has_its_section_and_all_that_stands_over_it(table: str, section: str, header: str) -> None:
    *_, last = filed_rows(table).values()
    assert (last.section, last.headers[-1]) == (section, header)


@pytest.mark.parametrize(
    "text",
    [
        "| Plan | Fee |\n|---|---|\n| Basic | 5 |\n| Plus | 9 |",
        "Basic | 5\nPlus | 9\nMax | 12",
        "Name | Duty\nAda | cooks\nBo | cleans\nCy | drives",
        "The fee is 5.  It was 4.\nThe rate is 7.  It was 9.\nThe cap is 3.  It was 2.",
        "<p>In 2021 it was 5.</p>\n<p>In 2020 it was 4.</p>\n<p>In 2019 it was 3.</p>",
        "Write a | b for either, a || b for both.\nSee page 4 | 5 | 6.",
    ],
)
def test_what_is_no_such_table_is_left_alone(text: str) -> None:
    assert not filed_rows(text)


def test_its_rows_are_units_with_cells() -> None:
    table = "Costs of the year\n\n | 2021 | 2020\nBought: | |\nPaper | 5 | 4\nInk | 7 | 9"
    *_, last = units(table)
    assert [table[cell.start : cell.end] for cell in last.cells] == ["Ink", "7", "9"]
    assert last.heading == "Bought"
