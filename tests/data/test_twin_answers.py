# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from faithstill.data import Label, Triple, read_triples
from faithstill.data.sources import TWIN_ANSWERS

FINANCE = Path(__file__).parents[2] / "data" / "finance.csv"


@pytest.fixture(scope="module")
def twins() -> tuple[Triple, ...]:
    """All answers that are judged in two versions of their contexts."""
    shared = [t for t in read_triples(FINANCE, labelled=True).triples if "-t" in t.group]
    return (*read_triples(TWIN_ANSWERS, labelled=True).triples, *shared)


def test_each_answer_is_judged_in_both_versions_and_mostly_otherwise(twins: tuple[Triple, ...]) -> None:
    judged: dict[tuple[str, str, str], list[Triple]] = {}
    for triple in twins:
        judged.setdefault((triple.group, triple.question, triple.answer), []).append(triple)
    assert {len(pair) for pair in judged.values()} == {2}
    assert all(a.context_key != b.context_key for a, b in judged.values())
    differ = sum((a.label is Label.FAITHFUL) is not (b.label is Label.FAITHFUL) for a, b in judged.values())
    assert differ > 0.8 * len(judged)


def test_they_are_for_training_and_of_groups_of_their_own(twins: tuple[Triple, ...]) -> None:
    assert {triple.split for triple in twins} == {"train"}
    counts = Counter(triple.group for triple in read_triples(TWIN_ANSWERS, labelled=True).triples)
    assert not counts.keys() & {triple.group for triple in read_triples(FINANCE, labelled=True).triples}
