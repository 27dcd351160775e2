# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.align.implied_values import pieced
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document
from faithstill.featurize.overlap import Overlap

# A value, the passages, the values that state it together.
PIECED = [
    ("between 1% and 4%", ["A floor of 1% and a cap of 4% apply."], ["1%", "4%"]),
    ("between 1% and 4%", ["A floor of 1% applies. The cap is 4%."], []),
    ("between 1% and 4%", ["A floor of 1% and a cap of 5% apply."], []),
    ("$5 to $9", ['{"low": 5, "high": 9}'], ["5", "9"]),
    ("9 April 2011", ["It was on 9 April.", "It toured in 2011."], ["9 April"]),
    ("9 April 2011", ["It was on 9 April.", "It toured in 2012."], []),
    ("9 April 2011", ["It was in April.", "It toured in 2011."], []),
    ("April 2011", ["It was on 9 April.", "It toured in 2011."], ["9 April"]),
    ("9 April", ["It toured in 2011."], []),
    ("$5", ["It is $5."], []),
    ("9:00 to 18:00", ["It is open from 9:00 to 17:00."], []),
    ("$200 up to $2,500", ["It costs $200 to $2,500."], ["$200 to $2,500"]),
]


@pytest.mark.parametrize(("value", "passages", "pieces"), PIECED)
def test_pieced(value: str, passages: list[str], pieces: list[str]) -> None:
    documents = [Document(text, Extractor()) for text in passages]
    answer = Document(value, Extractor())
    found = pieced(answer.mentions[0], answer, EvidenceValues(documents, Overlap(documents)))
    assert [e.mention.text for e in found] == pieces
