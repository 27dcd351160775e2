# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck.quotations import is_verbatim, nearest, quotations

PASSAGE = "**Fees** [3]: The bank’s fee  is $25 for\nwires. It isn't due on Sunday , as agreed | by both."

VERBATIM = [
    ("The bank's fee is $25 for wires", True),
    ("the bank’s fee is $25 for wires.", True),
    ("The bank's fee ... is not", False),
    ("The bank's fee ... isn't due", True),
    ("[It] isn't due on Sunday, as agreed by both", True),
    ("isn't due [...] Fees", False),
    ("fee is $2", False),
    ("fee is $25 for a wire", False),
    ("...", False),
]


@pytest.mark.parametrize(("quotation", "holds"), VERBATIM)
def test_is_verbatim(quotation: str, holds: bool) -> None:
    assert is_verbatim(quotation, PASSAGE) is holds


def test_nearest_wording_is_whole_words_of_the_passage() -> None:
    found = nearest("The bank's fee is $35 for wires", PASSAGE)
    assert PASSAGE[found.start : found.end] == "The bank’s fee  is $25 for\nwires."
    assert found.likeness > 90


def test_an_empty_passage_holds_nothing() -> None:
    assert nearest("The fee is due", "").likeness == 0
    assert not is_verbatim("The fee is due", "")


QUOTED = [
    ('It says "no fee is due" and “wires cost $5”.', ["no fee is due", "wires cost $5"]),
    ('An "idle" card of 5" by 7" size.', []),
    ("« no fee is due » and 'one fee is due'", ["no fee is due"]),
]


@pytest.mark.parametrize(("text", "found"), QUOTED)
def test_quotations(text: str, found: list[str]) -> None:
    assert [q.text for q in quotations(text)] == found
    assert all(text[q.start : q.end] == q.text for q in quotations(text))
