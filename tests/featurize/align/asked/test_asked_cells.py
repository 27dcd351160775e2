# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Analysis, Featurizer
from faithstill.featurize.align.asked.asked_cells import asked_of, lines_of, only_cell

# Our own tables.
BY_YEARS = " | 2021 | 2020\nPaper | 5 | 4\nPaper, recycled | 7 | 9\nTotal | 12 | 13"
BY_ROWS = "Year | Paper | Ink\n2021 | 15 | 24\n2020 | 17 | 29"


def read(featurizer: Featurizer, table: str, question: str) -> Analysis:
    return featurizer.analyse(Triple.of(question=question, contexts=[table], answer="5"))


@pytest.mark.parametrize("table", [BY_YEARS, BY_ROWS])
def test_a_line_runs_over_periods_whichever_way_the_table_lies(featurizer: Featurizer, table: str) -> None:
    lines = lines_of(read(featurizer, table, "").evidence_values)
    (paper,) = [line for line in lines if line.name == {"paper"}]
    assert [sorted(figure.periods) for figure in paper.figures] == [["2021"], ["2020"]]


def test_the_lines_that_a_question_names_come_first(featurizer: Featurizer) -> None:
    analysis = read(featurizer, BY_YEARS, "What was the change in recycled paper?")
    lines = lines_of(analysis.evidence_values)
    best = asked_of(analysis.question, lines).rank(lines, 1)
    assert [figure.text for line in best for figure in line.figures] == ["7", "9"]


ONLY = [
    ("What was recycled paper in 2020?", BY_YEARS, "9"),
    ("What was paper in 2020?", BY_YEARS, "4"),
    ("What was the total in 2021?", BY_YEARS, "12"),
    ("What was paper?", BY_YEARS, ""),
    ("What was glue in 2020?", BY_YEARS, ""),
    ("What was paper for schools abroad in 2020?", BY_YEARS, ""),
    ("What was ink in 2020?", BY_ROWS, "29"),
]


@pytest.mark.parametrize(("question", "table", "cell"), ONLY)
def test_the_one_cell_that_a_question_leaves(
    featurizer: Featurizer, question: str, table: str, cell: str
) -> None:
    analysis = read(featurizer, table, question)
    found = only_cell(analysis.question, lines_of(analysis.evidence_values))
    assert (found.text if found else "") == cell
