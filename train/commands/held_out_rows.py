# SPDX-License-Identifier: Apache-2.0
"""Which rows are trained on and which are held out."""

from __future__ import annotations

from collections.abc import Sequence

from faithstill.data import Triple, grouped_split


def split(triples: Sequence[Triple], *, seed: int) -> tuple[list[int], list[int]]:
    """Rows to train on and to hold out: as the column `split` says, grouped 3:1 where it says nothing or only train.

    ValueError where the column says something else, leaves no row to train on, or tears a group apart.
    """
    named = {triple.split for triple in triples}
    if named in ({""}, {"train"}):
        train, test = grouped_split(triples, seed=seed)
        return list(train), list(test)
    if unknown := sorted(named - {"train", "test"}):
        found = "nothing" if unknown[0] == "" else repr(unknown[0])
        raise ValueError(f"split says {found} in some rows: write train or test in each, or drop the column")
    if "train" not in named:
        raise ValueError(
            "split says test in all rows, which are not to be learnt from: "
            "write train in some groups, or drop the column"
        )
    sides = [[i for i, triple in enumerate(triples) if triple.split == side] for side in ("train", "test")]
    shared = set.intersection(*({triples[i].group for i in side} for side in sides))
    if shared:
        raise ValueError(f"group {min(shared)!r} has both train and test rows: a group belongs to one split")
    return sides[0], sides[1]
