# SPDX-License-Identifier: Apache-2.0
"""What guards, graders and checkers of this kind promise, in words of our own."""

from __future__ import annotations

import pytest

from faithstill.serve import Action, Guard, Profile, Scorer

NET = "Meridian's net revenue was $2.1 billion in the fourth quarter of 2023."
LEASE = "The tenant shall give sixty days' written notice. The deposit is returned within three weeks."


def decided(scorer: Scorer, profile: str, answer: str, *contexts: str) -> tuple[str, list[str]]:
    decision = Guard(scorer, Profile.load(profile)).check(question="", contexts=contexts, answer=answer)
    return str(decision.action), [f"{claim.verdict}: {claim.text}" for claim in decision.claims]


@pytest.mark.parametrize(
    "empty",
    [
        "Hello!",
        "Great question!",
        "I hope this helps.",
        "Let me know if you need anything else.",
        "What else would you like to know?",
        "Feel free to ask.",
        "```python\nrevenue = 3.5\n```",
    ],
)
def test_what_states_nothing_is_no_claim(empty: str, general: Scorer) -> None:
    alone = decided(general, "GROUNDING_GUARD", empty, NET)
    beside = decided(general, "STRICT_BLOCK", f"{NET}\n\n{empty}", NET)
    assert alone == ("deliver", [])
    assert beside == ("deliver", [f"supported: {NET}"])


@pytest.mark.parametrize(
    "hedged",
    [
        "I think Meridian's net revenue was $3.5 billion in the fourth quarter of 2023.",
        "Perhaps Meridian's net revenue was $3.5 billion in the fourth quarter of 2023.",
        "It seems that Meridian's net revenue was $3.5 billion in the fourth quarter of 2023.",
    ],
)
def test_a_hedge_hides_no_wrong_value(hedged: str, general: Scorer) -> None:
    action, claims = decided(general, "STRICT_BLOCK", hedged, NET)
    assert action == "block"
    assert any(claim.startswith("contradicted") for claim in claims)


def test_a_wrong_value_is_corrected_where_one_can_be_meant(general: Scorer) -> None:
    guard = Guard(general, Profile.load("HEDGE"))
    decision = guard.check(question="", contexts=[NET], answer=NET.replace("2.1", "3.5"))
    assert decision.text == NET.replace("$2.1 billion", "[CORRECTED: $2.1 billion]")
    assert "NUMERIC_CONFLICT" in decision.reasons


@pytest.mark.parametrize(
    ("answer", "recommendation"),
    [
        (NET, "Safe to show"),
        (f"{NET} Wires settle on Sundays.", "Mostly grounded"),
        ("Wires settle on Sundays.", "Review needed"),
        (NET.replace("2.1", "3.5"), "Do not use"),
    ],
)
def test_a_recommendation_follows_from_the_level(answer: str, recommendation: str, general: Scorer) -> None:
    decision = Guard(general, Profile.load("AUDIT_ONLY")).check(question="", contexts=[NET], answer=answer)
    assert decision.recommendation.startswith(recommendation)
    assert decision.action is Action.DELIVER


def test_a_name_that_is_in_no_source_is_told(general: Scorer) -> None:
    _, claims = decided(general, "STRICT_BLOCK", NET.replace("Meridian", "Halcyon Freight"), NET)
    assert not claims[0].startswith("supported")


def test_numbers_are_compared_by_value_and_terms_by_meaning(general: Scorer) -> None:
    assert (
        decided(general, "STRICT_BLOCK", "The tenant shall give 60 days' written notice.", LEASE)[0]
        == "deliver"
    )
    assert (
        decided(general, "STRICT_BLOCK", "The tenant shall give 90 days' written notice.", LEASE)[0]
        == "block"
    )
    assert decided(general, "STRICT_BLOCK", "The deposit is returned within 3 weeks.", LEASE)[0] == "deliver"


def test_an_earlier_turn_of_the_user_is_evidence(general: Scorer) -> None:
    guard = Guard(general, Profile.load("STRICT_BLOCK"))
    turn = {"text": "My policy number is HK-2207 and I pay monthly.", "kind": "turn", "id": "turn-1"}
    answer = "Your policy number is HK-2207."
    assert (
        guard.check(question="Which policy is mine?", contexts=[turn], answer=answer).action is Action.DELIVER
    )
    assert (
        guard.check(question="Which policy is mine?", contexts=[LEASE], answer=answer).action is Action.BLOCK
    )
