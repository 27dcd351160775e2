# SPDX-License-Identifier: Apache-2.0
"""The pairs of one set of labelled rows, those with planted errors among them."""

from __future__ import annotations

from pathlib import Path

from .labelled_claims import ENTAILED, drawn_rows
from .pair_cases import LabelledPair, cases_of
from .planted_pairs import planted_beside, verbatim_pairs
from .recipe import RecipeError, SetUse
from .unlabelled_pairs import unlabelled_pairs


def pairs_of(use: SetUse, path: Path, seed: int) -> list[LabelledPair]:
    """The pairs of one set in an order that the seed decides."""
    rows = drawn_rows(use, path, seed)
    pairs: list[LabelledPair] = []
    for number, row in enumerate([] if use.only_verbatim else rows):
        for case in cases_of(row, use):
            pairs.append(case.pair(use))
            if use.planted and case.target == ENTAILED:
                pairs += planted_beside(case, row, use, seed + number)
    if use.verbatim:
        pairs += verbatim_pairs(rows, use, seed)
    if use.unlabelled:
        pairs += unlabelled_pairs(rows, use, seed)
    if not pairs:
        raise RecipeError(f"{path.name} gives no pair: no row has both contexts and an answer")
    return pairs
