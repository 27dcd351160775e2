# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.claims import answer_sentences
from faithstill.serve.guard.boundaries import complete, next_place


def cut(text: str) -> list[str]:
    """A text that may go on, cut wherever it can be; the last piece is what must wait."""
    pieces, begin, look = [], 0, 0
    while place := next_place(text, look):
        look = place.next
        if found := complete(text, place, begin, answer_sentences):
            pieces.append(text[begin : found[-1].end])
            begin = found[-1].end
    return [*pieces, text[begin:]]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        # Decimals, abbreviations, numbers, initials
        ("It is $1.5 million. Cash is free. So ", ["It is $1.5 million.", " Cash is free.", " So "]),
        ("Some cards, e.g. Gold, are No. 5 and cost $5. So it",
         ["Some cards, e.g. Gold, are No. 5 and cost $5.", " So it"]),
        ("It is open until 5 p.m. on Mondays. And then", ["It is open until 5 p.m. on Mondays.", " And then"]),
        ("It ended at 5 p.m. The branch is closed. And then",
         ["It ended at 5 p.m.", " The branch is closed.", " And then"]),
        # The word behind an end must be whole: it may be one that goes on
        ("The fee is $5. ", ["The fee is $5. "]),
        ("The fee is $5. Cas", ["The fee is $5. Cas"]),
        ("The fee is $5. Cash ", ["The fee is $5.", " Cash "]),
        # Markers go with their sentence
        ("The fee is $5. [1] Cash is free. [1, 2] So ", ["The fee is $5. [1]", " Cash is free. [1, 2]", " So "]),
        ("The fee is $5. [1", ["The fee is $5. [1"]),
        # Lists: a line is over at its end
        ("1. Wires cost $25\n2. Cash is free\n", ["1. Wires cost $25", "\n2. Cash is free", "\n"]),
        ("- Wires cost $25. Each time.\n- Cash", ["- Wires cost $25.", " Each time.", "\n- Cash"]),
        # What leads in goes with what it leads to
        ("**Fees**\n\n- Wires cost $25\n", ["**Fees**\n\n- Wires cost $25", "\n"]),
        ("# Fees\nWires cost $25.\n", ["# Fees\nWires cost $25.", "\n"]),
        # Tables: a row each, the first with its header
        ("| Plan | Fee |\n|---|---|\n| Basic | $5 |\n| Plus | $9 |\n",
         ["| Plan | Fee |\n|---|---|\n| Basic | $5 |", "\n| Plus | $9 |", "\n"]),
        ("Plan,Fee,Cap\nBasic,5,10\nPlus,9,20\n", ["Plan,Fee,Cap\nBasic,5,10", "\nPlus,9,20", "\n"]),
        # Code is one piece, however much of it looks like sentences
        ("Cash is free.\n```python\nx = 1. Now\ny = 2\n```\nWires cost $25.\n",
         ["Cash is free.", "\n```python\nx = 1. Now\ny = 2\n```", "\nWires cost $25.", "\n"]),
        ("Cash is free.\n```python\nx = 1. Now y\nz\n", ["Cash is free.", "\n```python\nx = 1. Now y\nz\n"]),
        # A fence around the whole answer holds prose, one before more text holds code
        ("```\nCash is free. It is.\n```\nWires cost $25.\n",
         ["```\nCash is free. It is.\n```\nWires cost $25.", "\n"]),
        # A JSON text is read as a whole
        ('{"fee": "It is $5. No more",\n "cap": 5}\n', ['{"fee": "It is $5. No more",\n "cap": 5}\n']),
        ("[1] says it is $5. Cash is free. So ", ["[1] says it is $5.", " Cash is free.", " So "]),
        # Names under a sign-off, or statements?
        ("Cash is free.\nKind regards,\nAnna\n", ["Cash is free.", "\nKind regards,", "\nAnna\n"]),
    ],
)  # fmt: skip
def test_an_answer_is_cut_where_nothing_can_change_it(text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces
    assert "".join(pieces) == text


@pytest.mark.parametrize("mark", [".", "!", "?!", "...", '."', ".)", ".**", ". [1]"])
def test_a_place_does_not_depend_on_what_comes_later(mark: str) -> None:
    text = f"It is $5{mark} Cash is [no. Such thing] free. Or not.\nSo. \n It"
    whole = {}
    look = 0
    while place := next_place(text, look):
        whole[place.end] = place
        look = place.next
    grown = {}
    look = 0
    for end in range(len(text) + 1):
        while place := next_place(text[:end], look):
            grown[place.end] = place
            look = place.next
    assert whole
    assert grown == whole


def test_looking_for_a_place_takes_time_in_proportion() -> None:
    for piece in (".", '."', " [", ". [", "a", "\t", "a."):
        assert next_place(piece * 20_000, 0) is None
