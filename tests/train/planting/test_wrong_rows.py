# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.train.planting.mutants import MutationKind, mutants

TABLE = "| | Amber | Birch |\n|---|---|---|\n| Monthly fee | $25 | $40 |\n| Withdrawals | $2 | $3 |"


def planted(answer: str, evidence: str, question: str = "") -> set[str]:
    kinds = [MutationKind.WRONG_ROW]
    seeds = range(12)
    return {
        m.text
        for seed in seeds
        for m in mutants(answer, [evidence], kinds=kinds, seed=seed, question=question)
    }


@pytest.mark.parametrize(
    ("answer", "evidence", "question"),
    [
        ("The late fee is $25.", "Late fee: $25. Wire fee: $40.", ""),
        ("It is $25.", "Late fee: $25. Wire fee: $40.", "What is the late fee?"),
        ("The Amber account costs $25.", TABLE, ""),
        ("The account costs $25 a month.", TABLE, "What is the fee of Amber?"),
        ("The limit is 500 for free users.", "Premium users get 900, free users 500.", ""),
        ("The reserve is EUR 310.", '{"reserve": 310.00, "paid": 120.00, "held": "EUR 90"}', ""),
    ],
)
def test_the_value_of_another_row_is_planted(answer: str, evidence: str, question: str) -> None:
    assert planted(answer, evidence, question)


@pytest.mark.parametrize(
    ("answer", "evidence", "question"),
    [
        # Computed, given by the question, or stated nowhere: no row is the right one.
        ("Both fees together are $65.", "Late fee: $25. Wire fee: $40.", ""),
        ("Your $80 exceed the late fee.", "The late fee is $25.", "I have $80, is it enough?"),
        # No word of the sentence tells the two apart.
        ("It is $25.", "Late fee: $25. Wire fee: $40.", "How much is it?"),
        ("The fee is $25.", "The fee in May is $25. The fee in June is $40.", ""),
        # The order of a range would not be kept.
        ("The fee is $25 to $40.", "The fee is $25 to $40. Wires cost $90.", ""),
    ],
)
def test_nothing_is_planted_that_may_be_no_error(answer: str, evidence: str, question: str) -> None:
    assert planted(answer, evidence, question) == set()
