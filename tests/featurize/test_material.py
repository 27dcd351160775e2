# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from datetime import date

from faithstill.data import Triple
from faithstill.featurize import Featurizer

CONTEXTS = ("The wire fee is $25. It was $20 in 2024.", "Notice is two weeks.")


def triple(answer: str, *contexts: str) -> Triple:
    return Triple.of(question="What is the fee?", contexts=contexts or CONTEXTS, answer=answer)


def test_answers_to_the_same_passages_share_what_was_read_of_them() -> None:
    featurizer = Featurizer()
    one, other = (featurizer.analyse(triple(answer)) for answer in ("It is $25.", "It is $20."))
    assert one.material is other.material
    assert featurizer.analyse(triple("It is $25.", CONTEXTS[0])).material is not one.material
    assert featurizer.analyse(triple("It is $25."), anchor=date(2026, 3, 4)).material is not one.material


def test_an_answer_is_read_alike_whatever_answers_came_before() -> None:
    answers = ("The wire fee is $25.", "The fee is $20 and notice is three weeks.", "Nobody knows.")
    featurizer = Featurizer()
    for answer in answers:
        featurizer.named(featurizer.analyse(triple(answer)))
    for answer in answers:
        alone = Featurizer()
        again = featurizer.named(featurizer.analyse(triple(answer)))
        assert again == alone.named(alone.analyse(triple(answer)))


def test_long_passages_are_not_kept() -> None:
    featurizer = Featurizer()
    long = "The wire fee is $25. " * 3_000
    one, other = (featurizer.analyse(triple(answer, long)) for answer in ("It is $25.", "It is $20."))
    assert one.material is not other.material
