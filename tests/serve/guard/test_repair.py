# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (rows of a table)
"""Answers without sentences that must not be shown, and answers with what is not confirmed named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from faithstill.featurize.claims import AnswerSentence, answer_sentences
from faithstill.featurize.read.markers import markers_of
from faithstill.featurize.read.markers import without as unmarked
from faithstill.serve.guard.profile import Repair
from faithstill.serve.guard.repair import hedged, removed, unhedged, without

LIST = "# Fees\n\nThe fees are:\n\n1. A wire costs $25.\n2. A card costs $90.\n3. Cash is free.\n\n# Limits\n\n- A wire is limited to $5,000.\n"
NESTED = "1. **Wire:**\n   - It costs $25.\n   - It takes two days.\n2. **Card:**\n   - A card costs $90.\n3. **Cash:**\n   - Cash is free.\n"
TABLE = "Plans of this year:\n\n| Plan | Fee |\n|---|---|\n| Basic | $4 |\n| Plus | $9 |\n\nCash is free."
NOTES = "A wire costs $25.[^1] A card costs $90.[^2] Cash is free.[^1]\n\n[^1]: Terms of May\n[^2]: Prices of May\n"
SOURCES = "A wire costs $25 [1]. A card costs $90 [2].\n\n**Sources:**\n1. Terms of May\n2. Prices of May"

# Answer, beginnings of the sentences to drop, and what is left.
LEFT = [
    # Prose: the blanks between sentences and paragraphs
    ("A wire costs $25. A card costs $90. Cash is free.", ["A card"], "A wire costs $25. Cash is free."),
    ("A wire costs $25.  A card costs $90.\n", ["A wire"], "A card costs $90.\n"),
    ("A wire costs $25.\n\nA card costs $90.\n\nCash is free.", ["A card"], "A wire costs $25.\n\nCash is free."),
    ("A wire costs $25.\n\n\nA card costs $90.\n\nCash is free.\n", ["Cash"], "A wire costs $25.\n\n\nA card costs $90.\n"),
    ("Hello!\n\nA card costs $90. Cash is free.\n\nKind regards,\nAda Voss", ["A card"], "Hello!\n\nCash is free.\n\nKind regards,\nAda Voss"),
    ("Hello! A card costs $90. Have a nice day!", ["A card"], ""),
    ("A card of either kind that you order in a branch or in the app costs\n$90 a year. Cash is free.", ["$90"], "Cash is free."),
    # Marks in pairs
    ("**A wire costs $25. A card costs $90.** Cash is free.", ["A card"], "**A wire costs $25.** Cash is free."),
    ("**A wire costs $25. A card costs $90.** Cash is free.", ["A wire"], "**A card costs $90.** Cash is free."),
    ('The terms say "A wire costs $25. A card costs $90." Cash is free.', ["A card"], 'The terms say "A wire costs $25." Cash is free.'),
    ("(A wire costs $25. A card costs $90.)", ["A wire"], "(A card costs $90.)"),
    # Markers behind the full stop
    ("A wire costs $25. [1] A card costs $90. [2] Cash is free. [3]", ["A card"], "A wire costs $25. [1] Cash is free. [3]"),
    ("A wire costs $25.【3†source】 A card costs $90.【4†source】", ["A card"], "A wire costs $25.【3†source】"),
    ("A wire costs $25 [1].\n\nA card costs $90.\n[2]\n\nCash is free.", ["A card"], "A wire costs $25 [1].\n\nCash is free."),
    # Lists
    (LIST, ["A wire costs"], LIST.replace("1. A wire costs $25.\n", "").replace("2. A", "1. A").replace("3. C", "2. C")),
    (LIST, ["Cash"], LIST.replace("3. Cash is free.\n", "")),
    (LIST, ["A wire costs", "A card", "Cash"], "# Limits\n\n- A wire is limited to $5,000.\n"),
    (LIST, ["A wire is"], LIST.split("\n\n# Limits")[0] + "\n"),
    ("a) A wire costs $25.\nb) A card costs $90.\nc) Cash is free.", ["A wire"], "a) A card costs $90.\nb) Cash is free."),
    ("1. A wire costs $25.\n\n2. A card costs $90.\n\n3. Cash is free.", ["A card"], "1. A wire costs $25.\n\n2. Cash is free."),
    ("1. A wire costs $25.\n1. A card costs $90.\n1. Cash is free.", ["A card"], "1. A wire costs $25.\n1. Cash is free."),
    ("1. A wire costs $25. Fees are due in May.\n2. Cash is free.", ["A wire"], "1. Fees are due in May.\n2. Cash is free."),
    ("1. Open the app.\n2. Choose a card.\n3. Repeat step 1.", ["Choose"], "1. Open the app.\n3. Repeat step 1."),
    (NESTED, ["A card"], NESTED.replace("2. **Card:**\n   - A card costs $90.\n", "").replace("3.", "2.")),
    (NESTED, ["It takes"], NESTED.replace("   - It takes two days.\n", "")),
    ("- Wires are sold in two forms.\n  - $25 in the branch\n  - $5 in the app\n- Cash is free.", ["Wires"], "- Cash is free."),
    ("These 2 fees apply to wires:\n- $25 in the branch\n- $5 in the app\n\nCash is free.", ["These 2"], "Cash is free."),
    ("- **Wire:** A wire costs $25. Cancel it any time.\n- **Cash:** Cash is free.", ["**Wire"], "- **Cash:** Cash is free."),
    ("- Wire: A wire costs $25. Cancel it any time.\n- Cash: Cash is free.", ["Wire: A"], "- Cash: Cash is free."),
    ("## 1. Wires\n\nA wire costs $25.\n\n## 2. Cards\n\nA card costs $90.\n", ["A wire"], "## 1. Cards\n\nA card costs $90.\n"),
    ("A wire costs $25.\n\n---\n\nA card costs $90.\n\n---\n\nCash is free.", ["A card"], "A wire costs $25.\n\n---\n\nCash is free."),
    ("A wire costs $25.\n\n---\n\nA card costs $90.", ["A card"], "A wire costs $25."),
    # Tables
    (TABLE, ["Plan Basic"], TABLE.replace("| Basic | $4 |\n", "")),
    (TABLE, ["Plan Basic", "Plan Plus"], "Cash is free."),
    # Notes
    (NOTES, ["A card"], "A wire costs $25.[^1] Cash is free.[^1]\n\n[^1]: Terms of May\n"),
    (NOTES, ["A wire"], NOTES.replace("A wire costs $25.[^1] ", "")),
    (SOURCES, ["A wire"], "A card costs $90 [2].\n\n**Sources:**\n2. Prices of May"),
    ("A wire costs $25 [1]. Cash is free.\n\nSources:\n[1] Terms of May", ["A wire"], "Cash is free."),
    ("A wire costs $25. Cash is free.\n\nSources:\n1. Terms of May", ["A wire"], "Cash is free.\n\nSources:\n1. Terms of May"),
    # What cannot be read without what is gone
    ("A card costs $90. It is due in May. Cash is free.", ["A card"], "Cash is free."),
    ("A card costs $90. It is due in May. It can be paid late.", ["It is due"], "A card costs $90. It can be paid late."),
    ("Ada Voss founded the bank. She left in 2010. It was sold later.", ["She left"], "Ada Voss founded the bank."),
    ("You may pay in cash. Otherwise, a fee of $5 applies. Cards are free.", ["You may"], "Cards are free."),
    ("A card costs $90. However, students pay nothing. Cash is free.", ["A card"], "Cash is free."),
    ("Cash is free. A card costs $90. Moreover, wires are free.", ["A card"], "Cash is free. Moreover, wires are free."),
    ("A wire costs $25.\n\n## Cards\n\nThey cost $90 each.", ["A wire"], "## Cards\n\nThey cost $90 each."),
    ("The fees are:\n- A wire costs $25.\n- A card costs $90.\n\nThese are due in May.", ["A card"], "The fees are:\n- A wire costs $25.\n\nThese are due in May."),
    ("What does a card cost? A card costs $90. Cash is free. Do you need more?", ["A card"], "Cash is free. Do you need more?"),
    # What cannot lose a part
    ('{"fee": 25, "card": {"fee": 90}}', ["fee"], ""),
    # Code
    ("A card costs $90.\n\nRun this:\n```sh\nlist fees\n\nlist cards\n```\nCash is free.", ["A card"], "Run this:\n```sh\nlist fees\n\nlist cards\n```\nCash is free."),
    ("```markdown\nA card costs $90.\n```\nCash is free.", ["A card"], "Cash is free."),
]  # fmt: skip


def _places(sentences: Sequence[AnswerSentence], beginnings: Sequence[str]) -> set[int]:
    found = {
        next(n for n, s in enumerate(sentences) if s.text.lstrip("(*").startswith(b.replace("*", "")))
        for b in beginnings
    }
    assert len(found) == len(beginnings)
    return found


def _read(answer: str) -> tuple[AnswerSentence, ...]:
    """As the guard reads it: without the markers."""
    markers = markers_of(answer)
    return answer_sentences(unmarked(answer, markers), markers.sources)


@pytest.mark.parametrize(("answer", "dropped", "left"), LEFT)
def test_what_is_left_of_an_answer_reads_as_before(answer: str, dropped: list[str], left: str) -> None:
    sentences = _read(answer)
    assert without(answer, sentences, _places(sentences, dropped)) == left


@pytest.mark.parametrize("answer", [row[0] for row in LEFT])
def test_nothing_to_drop_leaves_an_answer_as_it_is(answer: str) -> None:
    assert without(answer, _read(answer), ()) == answer
    assert without(answer, _read(answer), {-1, 99}) == answer


SAID = [
    "A wire costs $25.", "A card costs $90 [1].", "It is due in May.", "However, cash is free.", "Hello!", "What does it cost?",
    "**Loans need a form. Grants need none.**", 'The terms say "Deposits are safe. Bonds are not."', "A refund takes a week. [2]",
]  # fmt: skip
BLOCKS = [
    "# Fees\n\n", "**Limits**\n", "The fees are:\n", "1. A transfer takes two days.\n", "2. Cheques are slow.\n", "3. Funds are open [2]. They are new.\n",
    "   - Branches open at nine.\n", "- Savings earn 2 percent.\n", "\n", "\n", "\n| Plan | Fee |\n|---|---|\n| Basic | $4 |\n| Plus | $9 |\n",
    "```sh\nlist fees\n```\n", "\nSources:\n[1] Terms sheet\n[2] Price list\n", "\n---\n\n", "> Accounts need a name.\n",
]  # fmt: skip
paragraphs = st.lists(st.sampled_from(SAID), min_size=1, max_size=4).map(lambda said: " ".join(said) + "\n")
answers = st.lists(paragraphs | st.sampled_from(BLOCKS), min_size=1, max_size=10).map("".join)


@settings(max_examples=150, deadline=None)
@given(answers, st.sets(st.integers(0, 20), max_size=6))
@example("1. A wire costs $25.\n\n2. A card costs $90.\n", {0})
def test_what_goes_is_gone_and_what_stays_is_whole(answer: str, drop: set[int]) -> None:
    sentences = _read(answer)
    stated = [n for n, s in enumerate(sentences) if s.reason is None]
    dropped = {stated[n] for n in drop if n < len(stated)}
    places = removed(answer, sentences, dropped)
    text = without(answer, sentences, dropped)
    assert dropped <= places
    if not text or not places:
        return
    kept = [sentences[n].text for n in stated if n not in places]
    read = _read(text)
    assert without(text, read, ()) == text
    assert _bare(kept) == _bare([s.text for s in read if s.reason is None])
    for n in places:
        if sentences[n].text not in "\n".join(s.text for m, s in enumerate(sentences) if m not in places):
            assert sentences[n].text not in [s.text for s in read]
    assert "\n\n\n" not in text or "\n\n\n" in answer
    assert text.count("**") % 2 == 0
    assert Counter(re.findall(r"[a-z]{4,}", text)) <= Counter(re.findall(r"[a-z]{4,}", answer))


def _bare(texts: Sequence[str]) -> list[str]:
    """Without the marks whose other half went."""
    return [text.strip('"*') for text in texts]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 9), st.integers(1, 8), st.sets(st.integers(0, 8)), st.sampled_from(["\n", "\n\n"]))
def test_ordered_lists_have_no_gaps(first: int, length: int, drop: set[int], gap: str) -> None:
    names = ["Wires", "Cards", "Loans", "Bonds", "Funds", "Grants", "Cheques", "Deposits"][:length]
    items = [f"{first + n}. {name} cost ${n + 3}." for n, name in enumerate(names)]
    answer = "Cash is free.\n\n" + gap.join(items)
    text = without(answer, _read(answer), {place + 1 for place in drop})
    numbers = [int(number) for number in re.findall(r"^(\d+)\.", text, re.MULTILINE)]
    left = [name for n, name in enumerate(names) if n not in drop]
    assert numbers == list(range(first, first + len(left)))
    assert re.findall(r"(\w+) cost", text) == left


def test_places_are_those_of_any_reading() -> None:
    answer = "A wire costs $25. A card costs $90. [2] Cash is free."
    assert without(answer, answer_sentences(answer), {1}) == "A wire costs $25. Cash is free."
    assert removed(answer, answer_sentences(answer), {1}) == {1}


# Hedging

REPAIR = Repair(prefix="Not all is sure.", unconfirmed="Not confirmed:")


@pytest.mark.parametrize(
    ("answer", "unconfirmed", "text"),
    [
        ("A wire costs $25. Cash is free.", [1], "Not all is sure.\n\nA wire costs $25. Cash is free.\n\nNot confirmed:\n- Cash is free."),
        ("- **Cash** is free [1].\n- Wires cost $25.", [1, 0], "Not all is sure.\n\n- **Cash** is free [1].\n- Wires cost $25.\n\nNot confirmed:\n- Cash is free.\n- Wires cost $25."),
        ("Cash is free.", [], "Not all is sure.\n\nCash is free."),
        # Its own list stays its own.
        ("So it is.\n\nNot confirmed:\n- Cash.", [], "Not all is sure.\n\nSo it is.\n\nNot confirmed:\n- Cash.\n\nNot confirmed:\n"),
    ],
)  # fmt: skip
def test_a_hedge_names_what_is_not_confirmed(answer: str, unconfirmed: list[int], text: str) -> None:
    assert hedged(answer, _read(answer), unconfirmed, REPAIR) == text
    assert unhedged(text, REPAIR) == answer


@pytest.mark.parametrize("text", ["", "Cash is free.", "Not all is sure.", "Not all is sure.\nCash is free."])
def test_any_other_text_is_no_hedged_one(text: str) -> None:
    assert unhedged(text, REPAIR) is None


_pieces = st.sampled_from(
    ["Not all is sure.", "Not confirmed:", "\n", "\n\n", "- ", "Cash is free.", "A wire costs $25. ", "x"]
)
_texts = st.lists(_pieces, max_size=10).map("".join) | st.text(max_size=40)


@settings(max_examples=200, deadline=None)
@given(_texts, st.sets(st.integers(0, 5)), _texts, _texts)
@example("\n\nNot confirmed:\n- x", set(), "Not all is sure.", "Not confirmed:")
def test_the_answer_in_a_hedged_text_is_found_again(
    answer: str, places: set[int], prefix: str, unconfirmed: str
) -> None:
    sentences = answer_sentences(answer)
    repair = Repair(prefix=prefix, unconfirmed=unconfirmed)
    own = {place for place in places if place < len(sentences)}
    assert unhedged(hedged(answer, sentences, own, repair), repair) == answer
