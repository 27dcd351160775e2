# SPDX-License-Identifier: Apache-2.0
"""Answers that come as JSON: the schema first, then the text in its field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faithstill.serve import Decision, Guard, Profile, Scorer
from faithstill.serve.guard import Structured, TextReleased
from faithstill.serve.guard.replay import replay

FEE = "A late fee of $25 applies after ten days."
SCHEMA = {
    "type": "object",
    "required": ["answer", "confidence"],
    "properties": {
        "answer": {"type": "string"},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
}
STRUCTURED = Structured(SCHEMA)


def check(scorer: Scorer, profile: str, answer: object) -> Decision:
    raw = answer if isinstance(answer, str) else json.dumps(answer)
    guard = Guard(scorer, Profile.load(profile), schema=STRUCTURED)
    return guard.check(question="Fee?", contexts=[FEE], answer=raw)


@pytest.mark.parametrize(
    ("answer", "action", "status"),
    [
        ({"answer": FEE, "confidence": 0.9}, "deliver", "passed"),
        ({"answer": FEE.replace("25", "35"), "confidence": 0.9}, "block", "passed"),
        ({"answer": FEE, "confidence": 9}, "block", "failed"),
        ({"text": FEE, "confidence": 0.9}, "block", "failed"),
        (FEE, "block", "failed"),
        ("[1, 2", "block", "failed"),
    ],
)
def test_the_schema_is_a_layer(answer: object, action: str, status: str, general: Scorer) -> None:
    decision = check(general, "STRICT_BLOCK", answer)
    assert (decision.action, decision.layers[0].name, decision.layers[0].status) == (action, "schema", status)
    assert ("SCHEMA_INVALID" in decision.reasons) == (status == "failed")


def test_what_is_left_of_the_text_stands_in_its_field(general: Scorer) -> None:
    answer = {"answer": f"{FEE} Wires settle on Sundays.", "confidence": 0.5}
    decision = check(general, "STRIP_UNSUPPORTED", answer)
    assert decision.text is not None
    assert json.loads(decision.text) == {**answer, "answer": FEE}
    assert check(general, "STRIP_UNSUPPORTED", decision.text).text == decision.text


def test_a_structured_answer_is_not_let_out_before_its_end(general: Scorer) -> None:
    guard = Guard(general, Profile.load("STRIP_UNSUPPORTED"), schema=STRUCTURED)
    raw = json.dumps({"answer": FEE, "confidence": 0.5})
    events = list(guard.stream_sync(question="Fee?", contexts=[FEE], deltas=[raw[:30], raw[30:]]))
    assert [event.text for event in events if isinstance(event, TextReleased)] == [raw]


def test_a_decision_on_a_structured_answer_is_made_again(general: Scorer, tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    guard = Guard(general, Profile.load("STRIP_UNSUPPORTED"), schema=STRUCTURED, audit=log)
    guard.check(
        question="Fee?", contexts=[FEE], answer=json.dumps({"answer": f"{FEE} It rains.", "confidence": 2})
    )
    (same,) = replay(log, models=[general], schema=STRUCTURED)
    assert not same.differences
    (other,) = replay(log, models=[general])
    assert other.differences
