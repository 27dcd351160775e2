# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (rows of a table)
from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.data import Passage, PassageKind
from faithstill.featurize.claims import Claim, extract_claims
from faithstill.featurize.evidence import Evidence, Window
from faithstill.featurize.evidence.evidence_set import neighbours
from faithstill.featurize.evidence.lines import estimate, lines_of, pieces
from faithstill.featurize.extract.document import words_of

LINES = [
    ("The fee is $5. It is due.", PassageKind.PASSAGE, ["The fee is $5.", "It is due."]),
    ("| Plan | Monthly fee | Limit |\n|---|---|---|\n| Basic | $5 | 500 |", PassageKind.PASSAGE, ["Plan Basic: Monthly fee $5, Limit 500."]),
    ("| | Plus |\n|---|---|\n| Fee | $9 |", PassageKind.PASSAGE, ["Fee: Plus $9."]),
    ('{"account": {"id": 7, "open": true}}', PassageKind.TOOL, ["account: id 7, open true."]),
    ('{"rows": [{"d": "3 May", "v": 5}, {"d": "4 May", "v": 6}]}', PassageKind.TOOL, ["rows: d 3 May, v 5.", "rows: d 4 May, v 6."]),
    ("Name: Ann\nLevel: 2", PassageKind.RECORD, ["Name: Ann", "Level: 2"]),
    ("I live in Ulm. My fee was $5.", PassageKind.TURN, ["User: I live in Ulm.", "My fee was $5."]),
    ("## Fees\n- **Wire**: $5", PassageKind.PASSAGE, ["Fees", "- Wire: $5"]),
    ("", PassageKind.PASSAGE, []),
    ("{}", PassageKind.TOOL, []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "expected"), LINES)
def test_evidence_in_words(text: str, kind: PassageKind, expected: list[str]) -> None:
    assert [line.text for line in lines_of(0, Passage(text, kind=kind))] == expected


FILL = "The committee met on several occasions to discuss various unrelated matters of procedure. " * 40


def _claim(text: str, question: str = "") -> Claim:
    return extract_claims(text, question=question).claims[0]


def test_a_short_passage_is_one_window_with_its_place() -> None:
    (window,) = Evidence.of([Passage("The fee is $5. Cards are free.", id="t")]).windows("The fee is $5.")
    assert (window.text, window.source, window.passage, window.start, window.end) == (
        "The fee is $5. Cards are free.", "t", 0, 0, 30,
    )  # fmt: skip


def test_the_best_window_comes_first_and_is_no_larger_than_asked() -> None:
    text = FILL + "The cancellation fee is $75 for late notice. " + FILL
    windows = Evidence.of([FILL, text]).windows("The cancellation fee is $75.", tokens=100)
    assert "cancellation fee is $75" in windows[0].text
    assert windows[0].passage == 1
    assert all(estimate(window.text) <= 100 for window in windows)
    assert [window.score for window in windows] == sorted((w.score for w in windows), reverse=True)


def test_scattered_lines_are_also_read_together_in_their_order() -> None:
    text = (
        "Acme opened the Lisbon plant. "
        + FILL
        + "The plant makes turbines. "
        + FILL
        + "Turbines weigh 40 tons."
    )
    windows = Evidence.of([text]).windows("Acme's Lisbon plant makes turbines of 40 tons.", tokens=60)
    best = windows[0].text
    assert best.index("Lisbon") < best.index("40 tons")


def test_a_sentence_longer_than_a_window_is_windowed_with_overlap() -> None:
    sentence = " ".join(f"word{i}" for i in range(400)) + "."
    (line,) = lines_of(0, Passage(sentence))[:1]
    parts = pieces(line, 100)
    assert all(part.size <= 100 for part in parts)
    assert all(early.end > late.start for early, late in pairwise(parts))
    assert all(sentence[part.start : part.end] == part.text for part in parts)
    whole = {word for passage_line in lines_of(0, Passage(sentence)) for word in passage_line.text.split()}
    assert whole == set(sentence.split())


HARD_WRAPPED = FILL + "\nThe surrender charge falls to\nnil after the seventh policy year.\n" + FILL


@pytest.mark.parametrize("tokens", [30, 80, 220])
@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (FILL + "The fee is $5. " + FILL, "the fee is $5"),
        (HARD_WRAPPED, "The surrender charge falls to nil after the seventh policy year."),
        (FILL + "It is the case, as was said. " + FILL, "It is the case as was said"),
        ("x " * 500 + "the limit is 77 euros " + "y " * 500, "the limit is 77 euros"),
    ],
)
def test_what_stands_word_for_word_is_always_read(text: str, claim: str, tokens: int) -> None:
    windows = Evidence.of([FILL, text]).windows(claim, tokens=tokens)
    wanted = " ".join(words_of(claim))
    assert any(wanted in " ".join(words_of(window.text)) for window in windows)


def test_neighbouring_chunks_are_read_over_their_border() -> None:
    chunks = [
        Passage("The surrender charge of the Alpha", id="terms#1"),
        Passage("policy is nil after seven years.", id="terms#2"),
    ]
    claim = "The surrender charge of the Alpha policy is nil after seven years."
    for order in (chunks, chunks[::-1]):
        best = Evidence.of(order).windows(claim)[0]
        assert best.text == claim
        assert best.source == "terms#1+terms#2"
        assert len(best.pieces) == 2
    strangers = [Passage(chunks[0].text, id="a"), Passage(chunks[1].text, id="b")]
    assert all(len(w.pieces) == 1 for w in Evidence.of(strangers).windows(claim))


NEIGHBOURS = [
    (["doc#1", "doc#2", "doc#3"], [(0, 1), (1, 2)]),
    (["doc#1", "doc#3"], []),
    (["a_chunk_4", "a_chunk_5"], [(0, 1)]),
    (["a.pdf::9", "a.pdf::10"], [(0, 1)]),
    (["p1", "p2"], []),
    (["accounts-001", "accounts-002"], []),
    (["", ""], []),
]


@pytest.mark.parametrize(("ids", "expected"), NEIGHBOURS)
def test_neighbours(ids: list[str], expected: list[tuple[int, int]]) -> None:
    assert list(neighbours(ids)) == expected


SENTENCES = st.sampled_from(
    [
        "The fee is $5.", "The limit of the Plus plan is $900 a day.", "Cards are free of charge for students.",
        "The committee met on several occasions to discuss matters of procedure.", "A wire abroad costs 2%.",
        "The fee of the Plus plan was waived in May.", "No charge applies after the seventh year.", "and the rest of",
    ]
)  # fmt: skip
PASSAGES = st.builds(
    lambda parts, name: Passage(" ".join(parts), id=name),
    st.lists(SENTENCES, min_size=0, max_size=14),
    st.sampled_from(["", "d#1", "d#2", "d#3", "x"]),
)


def _support(windows: tuple[Window, ...], claim: str) -> float:
    """A stand-in for a model: the largest share of the claim's words that one window holds."""
    wanted = set(words_of(claim))
    return max((len(wanted & set(words_of(w.text))) / len(wanted) for w in windows), default=0.0)


@settings(deadline=None, max_examples=60)
@given(st.lists(PASSAGES, max_size=4), PASSAGES, st.integers(0, 4), SENTENCES)
def test_adding_a_passage_never_lowers_support(old: list[Passage], new: Passage, at: int, claim: str) -> None:
    if new.id and any(passage.id == new.id for passage in old):
        new = Passage(new.text)
    more = [*old[:at], new, *old[at:]]
    before = Evidence.of(old).windows(claim, tokens=48)
    after = Evidence.of(more).windows(claim, tokens=48)
    assert _support(after, claim) >= _support(before, claim)
    assert {(w.text, w.source, w.score) for w in before} <= {(w.text, w.source, w.score) for w in after}
    kept = Evidence.of(more).windows(claim, tokens=48, least=0.3)
    assert _support(kept, claim) >= _support(Evidence.of(old).windows(claim, tokens=48, least=0.3), claim)


STATED = [
    ("The fee is $5.", "The fee is $5.", True),
    ("The fee is $5.", "the FEE is $5", True),
    ("A fee of 1,000 applies.", "The fee of 1000 applies.", True),
    ("The fee is $5; cards are free.", "Cards are free.", True),
    ("The fee is $5; all cards are free.", "All cards are free.", True),
    ("The contract caps liability at $2M and requires 30-day notice.", "The contract caps liability at $2M and requires 30-day notice.", True),
    ("The policy covers fire and lightning.", "The policy covers fire.", True),
    ("The fee is $5.", "The fee is €5.", False),
    ("The fee is $5.50.", "The fee is $5.", False),
    ("The rate is -5%.", "The rate is 5%.", False),
    ("The rate is 5%.", "The rate is 5.", False),
    ("The fee isn't $5.", "The fee is $5.", False),
    ("It is not true that the fee is $5.", "The fee is $5.", False),
    ("If you are a student, the fee is $5.", "The fee is $5.", False),
    ("The fee is $5 for students.", "The fee is $5.", False),
    ("The fee is $5, unless waived.", "The fee is $5.", False),
    ("She said the fee is $5.", "The fee is $5.", False),
    ("Who says the fee is $5?", "The fee is $5.", False),
    ("The fee is $5?", "The fee is $5.", False),
    ("The sum of A and B is 25 euros.", "B is 25 euros.", False),
    ("The rate is 5 and a half percent.", "The rate is 5.", False),
    ("The fee may be $5.", "The fee be $5.", False),
    ("| Plan | Fee |\n|---|---|\n| Basic | $5 |", "Plan Basic: fee $5.", True),
    ("", "The fee is $5.", False),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "claim", "expected"), STATED)
def test_only_a_whole_clause_in_the_same_words_is_stated(evidence: str, claim: str, expected: bool) -> None:
    assert Evidence.of([evidence]).states(_claim(claim)) is expected


def test_a_claim_that_needs_context_is_never_stated() -> None:
    claim = _claim("It is due on 1 May.", "When is the fee due?")
    assert claim.context
    assert not Evidence.of(["It is due on 1 May."]).states(claim)


def test_a_clause_of_a_stated_sentence_is_stated() -> None:
    text = "The contract caps liability at $2M and requires 30-day notice."
    assert all(Evidence.of([text]).states(claim) for claim in extract_claims(text).claims)


NASTY = [
    [], [""], ["   \n"], ["\x00"], ["🙂🙂"], ["\ud800 surrogate"], ["|||"], ["{}"], ["[]"], ['{"a": '], ["a" * 9000],
    ["The fee " * 3000], ["; " * 2000], ["费用是五美元。" * 300], ["الرسوم هي 5 دولارات."], ["```\ncode\n```"],
    [json.dumps({"a": [{"b": {"c": [1, {"d": "x" * 3000}]}}]})], ["| a |\n|---|\n" + "| " + "b " * 500 + "|"],
    [json.dumps({"k": list(range(500))})], ["\u2028".join(["The fee is $5."] * 50)], ["."] * 50, ["# " * 50],
]  # fmt: skip


@pytest.mark.parametrize("passages", NASTY)
@pytest.mark.parametrize("claim", ["The fee is $5.", "", "🙂", "费用", "the of"])
def test_nasty_evidence(passages: list[str], claim: str) -> None:
    evidence = Evidence.of(passages)
    for window in evidence.windows(claim, tokens=64):
        assert window.text.strip()
        for piece in window.pieces:
            assert 0 <= piece.start <= piece.end <= len(passages[piece.passage])
    if any(character.isalnum() for text in passages for character in text):
        assert evidence.lines


def test_ids_are_stable_in_any_order() -> None:
    one, two = Evidence.of(["The fee.", Passage("B", id="x")]).ids
    assert Evidence.of([Passage("B", id="x"), "The fee."]).ids == (two, one)
    assert two == "x"


def test_sizes_too_small_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 16"):
        Evidence.of(["a"]).windows("a", tokens=3)
