# SPDX-License-Identifier: Apache-2.0
"""A split of a sentence adds, loses and swaps nothing, or there is no split."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from faithstill.data.llm import LlmError, OpenAIChat
from faithstill.factcheck.decompose import decompose, is_complex, ungrounded
from faithstill.factcheck.facts import FactChecker

if TYPE_CHECKING:
    from tests.llm_server import LlmServer

PLANS = "Basic costs $5 a month, and Plus costs $9 a month."
SPLIT = ["Basic costs $5 a month.", "Plus costs $9 a month."]
ACME = "Acme, founded in 1999 by Ann Lee, sold Beta to Gamma in 2020; it paid a dividend."
REFUND = "The fee is not refundable, and the card is free."
CLAIMS = "Claims are paid within 5 days if all forms are signed, and appeals take 30 days."


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The fee is $5.", False),
        ("The fee is $5, and wires are free.", True),
        ("Fees fell; rates rose.", True),
        ("Fees fell while rates rose.", True),
        ("Fees fell. They however stayed high.", True),
        ("Ann met Bob in Rome.", True),
        ("The fees are $1, $2 or $3.", True),
        (" ".join(["word"] * 20), False),
        (" ".join(["word"] * 21), True),
    ],
)
def test_what_is_complex(sentence: str, expected: bool) -> None:
    assert is_complex(sentence) is expected


@pytest.mark.parametrize(
    ("sentence", "claims", "why"),
    [
        (PLANS, SPLIT, ""),
        (PLANS, ["Basic costs $9 a month.", "Plus costs $5 a month."], "another money"),
        (PLANS, ["Basic costs $5 a month."], "leave out"),
        (PLANS, [*SPLIT, "Premium costs $5."], "adds 'premium'"),
        (PLANS, ["Basic costs $5 a month.", "Plus costs $19 a month."], "adds '19'"),
        (REFUND, ["The fee is not refundable.", "The card is free."], ""),
        (REFUND, ["The fee is refundable.", "The card is free."], "leave out 'not'"),
        (REFUND, ["The fee is refundable.", "The card is not free."], "deny something else"),
        (CLAIMS, ["Claims are paid within 5 days if all forms are signed.", "Appeals take 30 days."], ""),
        (
            CLAIMS,
            ["Claims are paid within 5 days.", "All forms are signed.", "Appeals take 30 days."],
            "leave out 'if'",
        ),
        (
            ACME,
            ["Ann Lee founded Acme in 1999.", "Acme sold Beta to Gamma in 2020.", "Acme paid a dividend."],
            "",
        ),
    ],
)
def test_what_is_a_split(checker: FactChecker, sentence: str, claims: list[str], why: str) -> None:
    found = ungrounded(sentence, claims, checker=checker)
    assert why in found
    assert bool(why) is bool(found)


def chat(server: LlmServer) -> OpenAIChat:
    return OpenAIChat("tiny", base_url=server.url, wait=0.0)


def test_a_simple_sentence_costs_no_call(llm_server: LlmServer) -> None:
    llm_server.plays()
    assert decompose(chat(llm_server), "The fee is $5.") == ("The fee is $5.",)
    assert llm_server.requests == []


def test_a_wrong_split_is_told_why_and_made_again(llm_server: LlmServer, checker: FactChecker) -> None:
    llm_server.plays(json.dumps({"claims": [SPLIT[0]]}), json.dumps({"claims": SPLIT}))
    assert decompose(chat(llm_server), PLANS, checker=checker) == tuple(SPLIT)
    assert "the claims leave out" in llm_server.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize("reply", ["moo", '{"claims": []}', '{"claims": ["All fees are waived."]}'])
def test_a_sentence_without_a_grounded_split_stays_whole(
    llm_server: LlmServer, checker: FactChecker, reply: str
) -> None:
    llm_server.plays(reply, reply)
    assert decompose(chat(llm_server), PLANS, checker=checker) == (PLANS,)


def test_a_model_that_is_down_is_an_error(llm_server: LlmServer) -> None:
    llm_server.plays(llm_server.failed(401))
    with pytest.raises(LlmError, match="401"):
        decompose(chat(llm_server), PLANS)
