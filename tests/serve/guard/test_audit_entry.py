# SPDX-License-Identifier: Apache-2.0
"""What is written of a decision: all of it, or nothing that anyone could read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.data import Passage, PassageKind, Triple
from faithstill.serve.guard import Budget, Guard
from faithstill.serve.guard.audit_entry import entry_of, redacted, without_text
from faithstill.serve.guard.inputs import InputKind, Inputs

PASSAGES = (
    Passage(
        "The late fee is $25 and is charged by Harbor Savings.",
        "terms-of-harbor.txt",
        0.8,
        "rev-2025-11",
        PassageKind.RECORD,
    ),
    Passage("Card payments are free of charge.", "cards-overview.txt"),
)
TRIPLE = Triple(
    "What is the late fee of Harbor Savings?",
    PASSAGES,
    "The late fee of Harbor Savings is $35. Card payments are free of charge. It was founded in 1871.",
    id="ticket-number-4711",
)
SHOWN = 12  # characters that would tell something


def seen(text: str) -> str:
    """What stands for a text in these tests."""
    return f"<{len(text)}>"


def texts_of(triple: Triple) -> list[str]:
    passages = [text for p in triple.passages for text in (p.text, p.id, p.revision)]
    return [triple.question, triple.answer, triple.id, *passages]


def leaks(triple: Triple, line: str) -> list[str]:
    pieces = (text[i : i + SHOWN] for text in texts_of(triple) for i in range(len(text) - SHOWN + 1))
    return [piece for piece in pieces if piece in line or json.dumps(piece)[1:-1] in line]


def test_an_entry_holds_the_inputs_and_the_decision(strip_guard: Guard) -> None:
    decision = strip_guard.check_triple(TRIPLE, high_stakes=True)
    entry = entry_of(Inputs(TRIPLE, True, Budget(judge_calls=3)), decision)
    inputs = entry["inputs"]
    assert [inputs[k] for k in ("question", "answer", "id")] == [TRIPLE.question, TRIPLE.answer, TRIPLE.id]
    assert [Passage(**one) for one in inputs["passages"]] == list(PASSAGES)
    assert inputs["high_stakes"] is True
    assert inputs["budget"] == {"milliseconds": None, "judge_calls": 3}
    assert entry["bundle"] == decision.bundle_fingerprint
    assert entry["profile"] == {"name": decision.profile, "fingerprint": decision.profile_fingerprint}
    assert entry["claims"] == [claim.as_dict() for claim in decision.claims]
    assert entry["layers"] == [layer.as_dict(timings=True) for layer in decision.layers]
    assert entry["decision"]["text"] == decision.text
    assert leaks(TRIPLE, json.dumps(entry))


def test_a_redacted_entry_keeps_offsets_and_codes(strip_guard: Guard) -> None:
    decision = strip_guard.check_triple(TRIPLE)
    entry = redacted(entry_of(Inputs(TRIPLE), decision), seen)
    first = entry["claims"][0]
    assert first == {
        "start": 0,
        "end": 38,
        "kind": "numerical",
        "verdict": "contradicted",
        "confidence": decision.claims[0].confidence,
        "layer": "facts",
        "source": {"passage": 1, "start": 16, "end": 19},
        "statement": 0,
        "escalated": False,
    }
    assert entry["decision"]["reasons"] == list(decision.reasons)
    assert entry["inputs"]["question"] == {"hmac": "<39>", "characters": 39}
    assert entry["inputs"]["passages"][1]["revision"] is None
    assert [one["score"] for one in entry["inputs"]["passages"]] == [0.8, None]
    assert leaks(TRIPLE, json.dumps(entry)) == []


WORDS = st.lists(
    st.sampled_from(
        "The late fee is $25 Harbor Savings charges a client 3.5% of costs . N/A contradicted numeric ü \n - [1]".split(
            " "
        )
    )
    | st.text(max_size=6),
    max_size=25,
).map(" ".join)


@given(question=WORDS, contexts=st.lists(WORDS, max_size=3), answer=WORDS, name=WORDS)
def test_no_text_of_an_input_stands_in_a_redacted_entry(
    strip_guard: Guard, question: str, contexts: list[str], answer: str, name: str
) -> None:
    passages = tuple(Passage(text, name, 0.5, name) for text in contexts)
    triple = Triple(question, passages, answer, id=name)
    decision = strip_guard.check_triple(triple)
    entry = redacted(entry_of(Inputs(triple), decision), seen)
    # Words of our own, such as "contradicted", are in lines of other inputs too.
    other = strip_guard.check_triple(TRIPLE)
    own = json.dumps(redacted(entry_of(Inputs(TRIPLE), other), seen))
    assert [piece for piece in leaks(triple, json.dumps(entry)) if piece not in own] == []


def test_no_text_of_payloads_plans_and_citations_stays(strip_guard: Guard) -> None:
    cited = replace(
        TRIPLE, answer='The fee is $25 [terms-of-harbor.txt]. "Card payments cost a lot of money" [2, 9].'
    )
    plan = strip_guard.check_plan(["terms-of-harbor.txt", "another-passage"], contexts=PASSAGES)
    for inputs, decision in (
        (Inputs(cited), strip_guard.check_triple(cited)),
        (Inputs(TRIPLE, kind=InputKind.PAYLOAD), strip_guard.decide(Inputs(TRIPLE, kind=InputKind.PAYLOAD))),
        (Inputs(TRIPLE, kind=InputKind.PLAN, cited=("terms-of-harbor.txt", "another-passage")), plan),
    ):
        line = json.dumps(redacted(entry_of(inputs, decision), seen))
        assert leaks(inputs.triple, line) == []
        assert "another-pass" not in line
    assert plan.citations


@pytest.mark.parametrize("text", ["The late fee", "GROUNDING IT", "a b", "fee: $25", "ü", "x" * 60])
def test_only_codes_stay(text: str) -> None:
    assert without_text({"reasons": [text, "NO_CONTEXT"], "rule": text, "text": "CODE"}) == {
        "reasons": ["NO_CONTEXT"]
    }
