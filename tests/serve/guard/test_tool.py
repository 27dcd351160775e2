# SPDX-License-Identifier: Apache-2.0
"""The tool for agents: its keys, its schema, what it says without sources."""

from __future__ import annotations

import pytest

from faithstill.serve import Guard, Profile, Scorer
from faithstill.serve.guard.tool import CHECK_GROUNDING, check_grounding

FEE = "The annual fee is $25, due in June."


@pytest.fixture(scope="module")
def guard(general: Scorer) -> Guard:
    return Guard(general, Profile.load("STRICT_BLOCK"))


def test_a_grounded_text_is_told_with_its_best_source(guard: Guard) -> None:
    told = check_grounding("The annual fee is $25.", ["Cards are blue.", FEE], guard=guard)
    claim = told.pop("claims")[0]
    assert told == {
        "grounded": True,
        "totalClaims": 1,
        "supportedCount": 1,
        "contradictedCount": 0,
        "unverifiableCount": 0,
        "unverifiableRatio": 0.0,
        "summary": "1/1 claims supported",
    }
    assert claim["bestSource"]["chunkId"] == "tool-source-1"
    assert claim["bestSource"]["content"] in FEE
    assert (claim["verdict"], claim["escalated"]) == ("supported", False)
    assert 0.5 < claim["bestSource"]["score"] <= 1


def test_one_wrong_claim_is_enough(guard: Guard) -> None:
    told = check_grounding("The annual fee is $35. Cards are blue.", ["Cards are blue.", FEE], guard=guard)
    assert (told["grounded"], told["contradictedCount"], told["summary"]) == (
        False,
        1,
        "1/2 claims supported",
    )


@pytest.mark.parametrize(("sources", "summary"), [([], "NO_CONTEXT"), (["", " "], "NO_CONTEXT")])
def test_without_sources_nothing_is_grounded(sources: list[str], summary: str, guard: Guard) -> None:
    told = check_grounding("The annual fee is $25.", sources, guard=guard)
    assert (told["grounded"], told["summary"]) == (False, summary)


@pytest.mark.parametrize(
    ("sources", "said"),
    [("text", "a list of texts"), ([3], r"sources\[0\] is a text"), (None, "a list of texts")],
)
def test_what_are_no_sources_is_refused(sources: list[str], said: str, guard: Guard) -> None:
    with pytest.raises(ValueError, match=said):
        check_grounding("The annual fee is $25.", sources, guard=guard)


def test_the_schema_names_the_parameters_of_the_function() -> None:
    names = check_grounding.__code__.co_varnames[:2]
    assert CHECK_GROUNDING["name"] == check_grounding.__name__
    parameters = CHECK_GROUNDING["parameters"]
    assert isinstance(parameters, dict)
    assert tuple(parameters["properties"]) == names == tuple(parameters["required"])
