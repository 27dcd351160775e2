# SPDX-License-Identifier: Apache-2.0
"""A failed answer is set right at most once, by evidence before words, and never made worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from faithstill.data import Passage
from faithstill.serve.regenerate import Regenerated, Step, regenerate


@dataclass(frozen=True)
class Claim:
    text: str
    verdict: str


@dataclass(frozen=True)
class Decision:
    action: str
    claims: Sequence[Claim]


class Stage:
    """A guard, a retriever and a generator that keep what they were asked."""

    def __init__(self, *, found: Sequence[str] = (), written: str = "") -> None:
        self.found, self.written = found, written
        self.retrieved: list[Sequence[str]] = []
        self.generated: list[tuple[Sequence[str], Sequence[str]]] = []
        self.checks = 0

    def check(self, question: str, passages: Sequence[Passage], answer: str) -> Decision:
        self.checks += 1
        stated = {passage.text for passage in passages}
        verdicts = {True: "supported", False: "contradicted" if "never" in answer else "unverifiable"}
        claims = [Claim(text, verdicts[text in stated]) for text in answer.split("|")]
        return Decision("deliver" if all(c.verdict == "supported" for c in claims) else "strip", claims)

    def retrieve(self, claims: Sequence[str]) -> Sequence[str]:
        self.retrieved.append(claims)
        return self.found

    def generate(self, question: str, passages: Sequence[Passage], unsupported: Sequence[str]) -> str:
        self.generated.append(([passage.text for passage in passages], unsupported))
        return self.written

    def run(self, answer: str = "a|b") -> Regenerated[Decision]:
        return regenerate(
            "?", ["a"], answer, check=self.check, generate=self.generate, retrieve=self.retrieve
        )


def test_a_delivered_answer_is_left_alone() -> None:
    stage = Stage()
    found = stage.run("a")
    assert (found.answer, found.tried, found.is_delivered, stage.checks) == ("a", (), True, 1)


def test_evidence_is_fetched_first_and_may_be_enough() -> None:
    stage = Stage(found=["b", "a", "b", " "])
    found = stage.run()
    assert stage.retrieved == [("b",)]
    assert stage.generated == []
    assert (found.answer, [p.text for p in found.passages], found.is_delivered) == ("a|b", ["a", "b"], True)
    assert [(t.step, t.outcome) for t in found.tried] == [
        (Step.RETRIEVE, "1 new passages, 0 of 1 claims left")
    ]


def test_then_one_answer_is_written_with_the_unsupported_claims_named() -> None:
    stage = Stage(found=["c"], written="a|c")
    found = stage.run("a|b|c")
    assert stage.generated == [(["a", "c"], ("b",))]
    assert (found.answer, found.is_delivered, stage.checks) == ("a|c", True, 3)
    assert [t.step for t in found.tried] == [Step.RETRIEVE, Step.GENERATE]


@pytest.mark.parametrize(
    ("written", "answer", "outcome"),
    [
        ("x|y", "a|b", "2 unsupported claims, 1 before: not taken"),
        ("x", "a|b", "1 unsupported claims, 1 before: not taken"),
        ("never", "a|b|c", "1 unsupported claims, 2 before: not taken"),  # contradicted is worse than open
        ("a|x", "a|b|c", "1 unsupported claims, 2 before: taken"),
        ("  ", "a|b", "an empty answer, not taken"),
    ],
)
def test_a_new_answer_is_taken_only_if_it_is_better(written: str, answer: str, outcome: str) -> None:
    stage = Stage(written=written)
    found = stage.run(answer)
    assert found.tried[-1].outcome == outcome
    assert found.answer == (answer if "not taken" in outcome else written)
    assert len(stage.generated) == 1


def test_callbacks_that_fail_are_told_and_nothing_passes() -> None:
    stage = Stage()

    def broken(*_: object) -> str:
        raise OSError("no route")

    found = regenerate("?", ["a"], "a|b", check=stage.check, generate=broken, retrieve=broken)
    assert not found.is_delivered
    assert [(t.step, t.outcome, t.error) for t in found.tried] == [
        (Step.RETRIEVE, "failed", "OSError: no route"),
        (Step.GENERATE, "failed", "OSError: no route"),
    ]


def test_nothing_is_written_where_no_claim_is_to_blame() -> None:
    stage = Stage(written="a")
    down = Decision("escalate", [Claim("a", "supported")])
    found = regenerate("?", ["a"], "a", check=stage.check, generate=stage.generate, decision=down)
    assert (found.decision, found.tried, stage.checks) == (down, (), 0)


def test_both_callbacks_may_be_missing() -> None:
    stage = Stage()
    assert regenerate("?", ["a"], "b", check=stage.check).tried == ()
