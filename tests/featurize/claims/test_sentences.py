# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (rows of a table)
"""What an answer is cut into, and which of it states something."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.featurize.claims import answer_sentences, only_statements
from faithstill.featurize.read.markers import markers_of, without

LETTER = """Dear Ms Okafor,

Thank you for your message. The late fee is $25.

Please let us know if you have any questions.

Yours sincerely,
Jonas Reiter
Customer Care
Harrow Vale Bank"""
LIST = "## Fees\n\n1. A wire costs $25.\n2. A card is free.\n\n**Limits**\n- $500 a day\n- two cards\n"
TABLE = "Plans of this year:\n\n| Plan | Fee |\n|---|---|\n| Basic | $4 |\n| Plus | $9 |\n\nLet me know if you need more."
PLANS = ["Plan Basic: Fee $4", "Plan Plus: Fee $9"]

# Answer, its statements, and why the rest of it is none.
CUT = [
    ("", [], []),
    ("  \n", [], []),
    (LETTER, ["The late fee is $25."], ["frame"] * 7),
    ("Hi! The fee is $25. Have a nice day!", ["The fee is $25."], ["frame"] * 2),
    ("Hello there! A card is free, and a wire costs $25.", ["A card is free, and a wire costs $25."], ["frame"]),
    ("hey! the late fee is $25 :)", ["the late fee is $25 :)"], ["frame"]),
    ("The fee is $25.\n\nBest,\nTom", ["The fee is $25."], ["frame"] * 2),
    ("The fee is $25.\n\nKind regards,\nAnna Berg\nSupport Team", ["The fee is $25."], ["frame"] * 3),
    ("The fee is $25.\n\nSincerely,\n\nDr. Maya Lind\nHead of Claims", ["The fee is $25."], ["frame"] * 3),
    # No statement hides among the names below.
    ("The fee is $25.\n\nKind regards,\nYour loan is approved.", ["The fee is $25.", "Your loan is approved."], ["frame"]),
    ("The fee is $25.\n\nKind regards,\nOffice 12, Mill Road", ["The fee is $25.", "Office 12, Mill Road"], ["frame"]),
    ("Hello Ben, the fee is $25.", ["Hello Ben, the fee is $25."], []),
    # Names answer a question where nothing else does.
    ("Hi,\nAnna Berg", ["Anna Berg"], ["frame"]),
    ("The fee is $25.\n```python\nfee = 26\n```\nIt is due in May.", ["The fee is $25.", "It is due in May."], ["code"]),
    ("```\nThe fee is $25.\n```", ["The fee is $25."], []),
    (LIST, ["A wire costs $25.", "A card is free.", "$500 a day", "two cards"], ["heading"] * 2),
    (TABLE, PLANS, ["heading", "table header", "frame"]),
    ("What does it cost? It costs $25. Do you need more?", ["It costs $25."], ["question"] * 2),
    ("It costs $25.\nSources: terms.pdf, page 3", ["It costs $25."], ["list of sources"]),
    ("> The fee is $25.\n> It is due monthly.", ["The fee is $25.", "It is due monthly."], []),
    ("Yes, the fee is $25 [1].", ["The fee is $25."], []),
    ("Please contact our support team.", [], ["no answer"]),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "stated", "reasons"), CUT)
def test_an_answer_is_cut_into_what_it_states_and_the_rest(
    answer: str, stated: list[str], reasons: list[str]
) -> None:
    found = answer_sentences(answer)
    assert [sentence.text for sentence in found if sentence.reason is None] == stated
    assert [sentence.reason.value for sentence in found if sentence.reason is not None] == reasons
    assert [s.start for s in found] == sorted(s.start for s in found)
    assert all(0 <= s.unit.start <= s.start <= s.end <= len(answer) for s in found)


@pytest.mark.parametrize(
    ("answer", "refuses"),
    [
        ("The documents do not mention a late fee.", [True]),
        ("I do not know.", [True]),
        ("The late fee is $25.", [False]),
        ("You are covered.", [False]),
        ("The late fee is $25. I could not find the due date in the documents.", [False, True]),
    ],
)
def test_a_refusal_is_a_statement_of_its_own(answer: str, refuses: list[bool]) -> None:
    assert [s.refuses for s in answer_sentences(answer) if s.reason is None] == refuses


@pytest.mark.xfail(strict=True, reason="read as frames, or cut together with what stands beside them")
@pytest.mark.parametrize(
    ("answer", "stated"),
    [
        ("It accepted the advice.", ["It accepted the advice."]),
        ("Your table is confirmed.", ["Your table is confirmed."]),
        ("the late fee is $25. anything else?", ["the late fee is $25."]),
    ],
)
def test_no_statement_is_lost(answer: str, stated: list[str]) -> None:
    assert [sentence.text for sentence in answer_sentences(answer) if sentence.reason is None] == stated


KEPT = [
    ("Hi! The fee is $5.", "    The fee is $5."),
    ("The fee [1] is $5 [2, 3].", "The fee     is $5.       "),
    ("- Yes, the fee is $5.", "-      The fee is $5."),
    ("For example, 20 days cost $50.", "For example  20 days cost $50."),
    ("Is it? It is.", "       It is."),
    ("the fee is $5.", "the fee is $5."),
    ("## Fees\n- $5\n\nHope this helps!", "## Fees\n- $5\n\n                "),
    ("A fee.\n```\nx = 1\n```\n", "A fee.\n   \n     \n   \n"),
    ("A fee is due.\r\nThanks!", "A fee is due. \n       "),
]


@pytest.mark.parametrize(("answer", "kept"), KEPT)
def test_only_statements_are_kept_at_their_offsets(answer: str, kept: str) -> None:
    unmarked = without(answer, markers_of(answer))
    assert only_statements(unmarked, answer_sentences(unmarked)) == kept


_PIECES = st.sampled_from(
    [
        *(
            "Hi Anna,",
            "The fee is $5.",
            "Yes, it is due.",
            " [1]",
            "[2, 3]",
            "\n",
            "\n\n",
            " ",
            "- ",
            "1. ",
            "## Fees",
        ),
        *(
            "Kind regards,",
            "Ben",
            "```",
            "| a | b |",
            "|---|---|",
            "Is it?",
            "N/A",
            "**x**",
            '{"fee": 5}',
            "\r\n",
            "…",
        ),
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_PIECES | st.text(max_size=12), max_size=12).map("".join))
def test_offsets_and_line_breaks_stay(answer: str) -> None:
    kept = only_statements(answer, answer_sentences(answer))
    assert len(kept) == len(answer)
    # What stands behind an opening gets the capital letter that it lost.
    pairs = list(zip(kept, answer, strict=True))
    assert all(new in (old, old.upper(), " ") for new, old in pairs)
    assert all((new == "\n") is (old == "\n") for new, old in pairs)
