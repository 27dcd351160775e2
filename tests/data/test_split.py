# SPDX-License-Identifier: Apache-2.0
"""Folds and splits: groups whole, labels in proportion, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from faithstill.data import Label, Triple, grouped_folds, grouped_split

rows = st.lists(st.tuples(st.integers(0, 11), st.booleans()), min_size=2, max_size=60)


def triple(group: str, domain: str, label: Label | None) -> Triple:
    return Triple.of(question="", contexts=["c"], answer="a", group=group, domain=domain, label=label)


@settings(deadline=None, max_examples=300)
@given(rows, st.integers(2, 5), st.integers(0, 3))
def test_folds_hold_every_row_once_and_every_label_where_that_is_possible(
    rows: list[tuple[int, bool]], folds: int, seed: int
) -> None:
    groups, labels = [str(group) for group, _ in rows], [label for _, label in rows]
    kinds = Counter(
        frozenset(label for g, label in rows if g == group) for group in {group for group, _ in rows}
    )
    yes, no, both = (kinds[frozenset(labels)] for labels in ([True], [False], [True, False]))
    assume(yes + no + both >= folds and yes + both >= 2 and no + both >= 2)
    found = grouped_folds(groups, labels, folds=folds, seed=seed)
    assert sorted(np.concatenate(found).tolist()) == list(range(len(rows)))
    assert all(fold.dtype == np.int64 and len(fold) and list(fold) == sorted(fold) for fold in found)
    assert sum(len({groups[i] for i in fold}) for fold in found) == len(set(groups))
    if both + min(yes, no) >= folds:
        assert all({labels[i] for i in fold} == {True, False} for fold in found)


@pytest.mark.parametrize("folds", [2, 5, 10])
def test_folds_are_in_proportion(folds: int) -> None:
    random = np.random.default_rng(0)
    groups = random.integers(0, 200, 1000)
    labels = random.random(1000) < 0.3
    found = grouped_folds(groups, labels, folds=folds)
    sizes = [len(fold) for fold in found]
    positives = [int(labels[fold].sum()) for fold in found]
    assert max(sizes) - min(sizes) <= 5
    assert max(positives) - min(positives) <= 5


def test_folds_depend_on_the_seed_and_on_nothing_else() -> None:
    groups = [f"g{i // 3}" for i in range(90)]
    labels = [i % 2 for i in range(90)]
    first, again, other = (grouped_folds(groups, labels, seed=seed) for seed in (1, 1, 2))
    assert [fold.tolist() for fold in first] == [fold.tolist() for fold in again]
    assert [fold.tolist() for fold in first] != [fold.tolist() for fold in other]
    backwards = grouped_folds(groups[::-1], labels[::-1], seed=1)
    assert [sorted(89 - fold) for fold in backwards] == [fold.tolist() for fold in first]


def test_one_group_may_be_larger_than_a_fold() -> None:
    groups = ["big"] * 90 + [f"g{i}" for i in range(10)]
    found = grouped_folds(groups, [i % 2 for i in range(100)])
    assert sorted(len(fold) for fold in found) == [2, 2, 3, 3, 90]


@pytest.mark.parametrize(
    ("groups", "labels", "folds", "message"),
    [
        (["a", "b"], [0, 1], 5, "2 groups for 5 folds: add rows with other contexts or ask for fewer folds"),
        ([], [], 5, "0 groups for 5 folds"),
        (["a", "b", "c"], [1, 1, 1], 2, "one label only in 3 rows"),
        (["a", "b", "c"], [0, 0, 1], 2, r"the labels occur in \[2, 1\] groups: each needs two"),
        (["a", "b"], [0, 1], 1, "1 folds: two at least are needed"),
        (["a", "b"], [0], 2, "2 groups for 1 labels: one of each per row"),
    ],
)
def test_folds_that_cannot_be_made(groups: list[str], labels: list[int], folds: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        grouped_folds(groups, labels, folds=folds)


def test_a_split_keeps_groups_whole_and_domains_and_labels_in_proportion() -> None:
    random = np.random.default_rng(1)
    labels = list(Label)
    triples = [
        triple(f"g{g}", f"d{g % 4}", labels[random.integers(3)])
        for g in range(120)
        for _ in range(random.integers(1, 7))
    ]
    train, test = grouped_split(triples, test_share=0.25)
    assert sorted(train + test) == list(range(len(triples)))
    assert not {triples[i].group for i in train} & {triples[i].group for i in test}
    total = Counter((t.domain, t.label) for t in triples)
    held = Counter((triples[i].domain, triples[i].label) for i in test)
    assert all(abs(held[stratum] - 0.25 * total[stratum]) <= 2 for stratum in total)
    assert grouped_split(triples, test_share=0.25) == (train, test)
    assert grouped_split(triples, test_share=0.25, seed=7) != (train, test)


def test_both_sides_of_a_split_hold_both_labels_where_two_groups_do() -> None:
    triples = [triple(f"g{i}", "d", Label.FAITHFUL) for i in range(20)]
    triples += [triple(f"u{i}", "d", Label.UNFAITHFUL) for i in range(2)]
    for side in grouped_split(triples, test_share=0.1):
        assert {triples[i].label for i in side} == {Label.FAITHFUL, Label.UNFAITHFUL}


def test_rows_without_label_or_group_can_be_split() -> None:
    triples = [Triple.of(question="", contexts=[str(i // 2)], answer="") for i in range(8)]
    train, test = grouped_split(triples, test_share=0.5)
    assert (len(train), len(test)) == (4, 4)
    assert not {i // 2 for i in train} & {i // 2 for i in test}


@pytest.mark.parametrize("share", [0, 1, -0.5, 25])
def test_a_share_is_between_0_and_1(share: float) -> None:
    with pytest.raises(ValueError, match=f"test_share {share} is not between 0 and 1"):
        grouped_split([triple("a", "", None), triple("b", "", None)], test_share=share)


def test_one_group_cannot_be_split() -> None:
    with pytest.raises(ValueError, match="2 rows in 1 groups: a split needs two; add rows"):
        grouped_split([triple("a", "", None)] * 2)
