# SPDX-License-Identifier: Apache-2.0
"""Folds and splits that keep groups whole and strata in proportion, by seed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .triple import Triple

Ints = NDArray[np.int64]


class FoldBy(StrEnum):
    """What a fold holds whole: rows of the same contexts; or all rows of a domain, as a new kind of rows comes."""

    GROUP = "group"
    DOMAIN = "domain"


def grouped_folds(
    groups: Sequence[Hashable] | NDArray[Any],
    labels: Sequence[Hashable] | NDArray[Any],
    *,
    folds: int = 5,
    seed: int = 42,
) -> tuple[Ints, ...]:
    """The test rows of each fold: every row once, groups whole, labels in proportion as far as groups allow.

    No fold is empty, and each holds every label if any assignment of groups can do that with two labels.
    ValueError with the counts when there are too few groups, or a fold would leave one label to train on.
    """
    group_of, label_of = _codes(groups), _codes(labels)
    counts = _counts(group_of, label_of)
    _refuse_hopeless(counts, folds)
    fold_of = _assign(counts, counts > 0, np.full(folds, 1 / folds), seed)
    if any(np.count_nonzero(counts[fold_of != fold].sum(axis=0)) < 2 for fold in range(folds)):
        spread = np.count_nonzero(counts, axis=0).tolist()
        raise ValueError(f"the labels occur in {spread} groups: each needs two, to be in every training part")
    return tuple(np.flatnonzero(fold_of[group_of] == fold).astype(np.int64) for fold in range(folds))


def grouped_split(
    triples: Sequence[Triple], *, test_share: float = 0.25, seed: int = 42
) -> tuple[list[int], list[int]]:
    """Rows to train and to test on: groups whole, domains and labels in proportion if groups allow."""
    if not 0 < test_share < 1:
        raise ValueError(f"test_share {test_share} is not between 0 and 1")
    group_of = _codes([triple.group or triple.context_key for triple in triples])
    label_of = _codes([str(triple.label) for triple in triples])
    stratum_of = _codes([(triple.domain, str(triple.label)) for triple in triples])
    if (n_groups := len(np.unique(group_of))) < 2:
        raise ValueError(
            f"{len(triples)} rows in {n_groups} groups: a split needs two; add rows with other contexts"
        )
    shares = np.array([1 - test_share, test_share])
    sides = _assign(_counts(group_of, stratum_of), _counts(group_of, label_of) > 0, shares, seed)[group_of]
    return np.flatnonzero(sides == 0).tolist(), np.flatnonzero(sides == 1).tolist()


def _codes(values: Iterable[Any]) -> Ints:
    """Whole numbers for values, in sorted order: the same whatever the order of the rows."""
    values = list(values)
    code_of = {value: code for code, value in enumerate(sorted(set(values)))}
    return np.array([code_of[value] for value in values], dtype=np.int64)


def _counts(group_of: Ints, stratum_of: Ints) -> Ints:
    """Rows of each group (first axis) in each stratum (second axis)."""
    if len(group_of) != len(stratum_of):
        raise ValueError(
            f"{len(group_of)} groups for {len(stratum_of)} labels: one of each per row is needed"
        )
    counts = np.zeros((group_of.max(initial=-1) + 1, stratum_of.max(initial=-1) + 1), dtype=np.int64)
    np.add.at(counts, (group_of, stratum_of), 1)
    return counts


def _refuse_hopeless(counts: Ints, folds: int) -> None:
    n_groups, n_labels = counts.shape
    if folds < 2:
        raise ValueError(f"{folds} folds: two at least are needed")
    if n_groups < folds:
        raise ValueError(
            f"{n_groups} groups for {folds} folds: add rows with other contexts or ask for fewer folds"
        )
    if n_labels < 2:
        raise ValueError(
            f"one label only in {counts.sum()} rows: both kinds of answer are needed to learn from"
        )


def _assign(counts: Ints, holds: NDArray[np.bool_], shares: NDArray[np.float64], seed: int) -> Ints:
    """A fold for each group, so that each fold has near its share of all rows and of each stratum.

    Greedy on the squared distance from the shares, large groups first, after a few small groups have
    given each fold at least one group and, where possible, every label (`holds`: groups by labels).
    """
    rows = np.column_stack([counts, counts.sum(axis=1)]).astype(np.float64)
    rows /= rows.sum(axis=0)
    mixed = np.random.default_rng(seed).permutation(len(rows))
    order = mixed[np.argsort(-counts[mixed].sum(axis=1), kind="stable")]
    fold_of = _seeds(order[::-1], holds, len(shares))
    # Squared distance grows by 2 * (held - share) @ row + row @ row; the last is the same for every fold.
    excess = np.zeros((len(shares), rows.shape[1])) - shares[:, None]
    for fold in range(len(shares)):
        excess[fold] += rows[fold_of == fold].sum(axis=0)
    for group in order[fold_of[order] < 0]:
        fold = int(np.argmin(excess @ rows[group]))
        fold_of[group] = fold
        excess[fold] += rows[group]
    return fold_of


def _seeds(candidates: Ints, holds: NDArray[np.bool_], folds: int) -> Ints:
    """The fold of the groups that start the folds, -1 for all others.

    Groups with several labels go first; a fold takes another only while enough are left for the rest.
    """
    fold_of = np.full(len(holds), -1, dtype=np.int64)
    for fold in range(folds):
        missing = np.ones(holds.shape[1], dtype=bool)
        while missing.any():
            free = candidates[fold_of[candidates] < 0]
            gain = holds[free][:, missing].sum(axis=1)
            starved = len(free) <= folds - fold - 1 and not missing.all()
            if starved or not gain.any():
                break
            group = free[np.argmax(gain)]
            fold_of[group] = fold
            missing &= ~holds[group]
    return fold_of
