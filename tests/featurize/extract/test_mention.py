# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.mention import asked_kinds

QUESTIONS = [
    ("how long does a transfer take", Kind.DURATION),
    ("How many days do I have?", Kind.DURATION),
    ("when is the return due", Kind.DATE),
    ("what's the annual fee?", Kind.MONEY),
    ("HOW MUCH is left", Kind.MONEY),
    ("which rate applies", Kind.PERCENT),
    ("who signs it off", Kind.NAME),
]


@pytest.mark.parametrize(("question", "kind"), QUESTIONS)
def test_a_question_asks_for_a_kind(question: str, kind: Kind) -> None:
    assert kind in asked_kinds(question)


@pytest.mark.parametrize("question", ["", "is flood covered", "Why?", "🙂", "showhow whom"])
def test_other_questions_ask_for_none(question: str) -> None:
    assert not asked_kinds(question)
