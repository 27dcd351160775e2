# SPDX-License-Identifier: Apache-2.0
"""A refusal looks false where a passage answers the question, and right where none does."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.families import refusal

CONTEXTS = [
    "A late fee of $25 applies ten days after the due date.",
    "Ivy Bank was founded in Leeds. Its branches open at 9 a.m.",
]
# Answered by a passage, and one like it that no passage answers, each with its refusal.
QUESTIONS = [
    ("What late fee applies after the due date?", "What does a replacement passport photo cost?"),
    ("In which city was Ivy Bank founded?", "Who was the first director of the museum?"),
    ("At what time do the branches open?", "How many employees work abroad?"),
]
ALARMS = ("refusal.asked_there", "refusal.meaning_there", "refusal.value_there", "refusal.both_there")


def _features(question: str, answer: str, contexts: list[str]) -> dict[str, float]:
    featurizer = Featurizer(Settings(encoder=""))
    (part,) = featurizer.analyse(Triple.of(question=question, contexts=contexts, answer=answer)).parts
    return dict(refusal.compute(part, {}))


@pytest.mark.parametrize(("answered", "unanswered"), QUESTIONS)
def test_a_passage_that_answers_speaks_against_a_refusal(answered: str, unanswered: str) -> None:
    false, right = (
        _features(question, "The documents do not say.", CONTEXTS) for question in (answered, unanswered)
    )
    assert all(false[name] > right[name] for name in ALARMS)
    assert false["refusal.asked_missing"] < right["refusal.asked_missing"]


def test_what_a_refusal_denies_is_looked_for() -> None:
    stated, absent = (
        _features("Fee?", f"The documents do not mention {what}.", CONTEXTS)["refusal.denies_stated"]
        for what in ("a late fee after the due date", "a museum ticket for pensioners")
    )
    assert stated > absent


def test_only_a_sentence_with_the_kind_of_value_asked_for_answers() -> None:
    question = "How much is the late fee?"
    with_value, without = (
        _features(question, "The documents do not say.", [context])["refusal.value_there"]
        for context in ("The late fee is $25.", "The late fee is waived.")
    )
    assert with_value > without == 0


@pytest.mark.parametrize("contexts", [CONTEXTS, [""], ["..."]])
@pytest.mark.parametrize("question", ["", "What is it?", "What late fee applies?"])
def test_every_refusal_has_all_features_within_their_range(question: str, contexts: list[str]) -> None:
    found = _features(question, "I could not find this in the documents.", contexts)
    assert list(found) == [feature.name for feature in refusal.FEATURES]
    assert all(feature.low <= found[feature.name] <= feature.high for feature in refusal.FEATURES)
    assert found["refusal.no_question"] == float(question != "What late fee applies?")
