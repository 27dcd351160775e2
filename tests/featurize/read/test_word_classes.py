# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document, content_stems

# How often a text names the month.
ROWS = [
    ("In May it rose.", 1), ("May 2024 and 3 May were dry.", 2), ("By 31 May, or May 31.", 2),
    ("| Item | May |", 1), ("May: 5", 1), ("May", 1), ("from April to May", 1),
    ("May I ask?", 0), ("It may rise. May it rise!", 0), ("Theresa May spoke.", 0), ("", 0),
]  # fmt: skip


@pytest.mark.parametrize(("text", "count"), ROWS)
def test_the_month_is_a_word_and_the_verb_is_none(text: str, count: int) -> None:
    assert Document(text, Extractor()).stems.count("may") == count
    assert ("may" in content_stems(text)) is (count > 0)
