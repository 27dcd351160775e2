# SPDX-License-Identifier: Apache-2.0
"""Labelled answers as they are learnt from: statements, features, groups and statuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from faithstill.data import Triple
from faithstill.data.split import FoldBy
from faithstill.serve.model import LinearModel, log_odds, probability
from faithstill.serve.status import PASSABLE, ScoreStatus
from faithstill.train.fit.multiple_instance import Taught
from faithstill.train.fit.statement_bags import Bags
from faithstill.train.metrics.group_bootstrap import group_codes

Floats = NDArray[np.float64]


Ints = NDArray[np.int64]


def labels_of(triples: Sequence[Triple]) -> Ints:
    """1 for *faithful*, 0 for partial and unfaithful; ValueError for a row without a label."""
    bare = [i for i, triple in enumerate(triples) if triple.label is None]
    if bare:
        raise ValueError(
            f"row {bare[0]} has no label; label it faithful, partial or unfaithful, or leave it out"
        )
    return np.array(
        [triple.label is not None and triple.label.positive for triple in triples], dtype=np.int64
    )


def groups_of(triples: Sequence[Triple]) -> list[str]:
    """What must not be torn apart: the named group, else the rows with the same contexts."""
    return [triple.group or triple.context_key for triple in triples]


def called_faithful(p: Floats, threshold: float, statuses: Sequence[ScoreStatus] = ()) -> NDArray[np.bool_]:
    """What a scorer decides: rows of some statuses cannot pass, whatever their probabilities; without any all can."""
    result: NDArray[np.bool_] = (p >= threshold) & can_pass(statuses, len(p))
    return result


def can_pass(statuses: Sequence[ScoreStatus], n: int) -> NDArray[np.bool_]:
    """Which of `n` rows have a status that can pass; all of them where no status is known."""
    return np.array([status in PASSABLE for status in statuses] if statuses else [True] * n, dtype=bool)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Triples with their features (none where only text is read), labels, group numbers and statuses (or none).

    `bags` holds the features of each statement; `matrix` a row of features for each answer; `taught` are statements
    that nothing supports, to be learnt from beside the rows.
    """

    triples: tuple[Triple, ...]
    matrix: Floats
    y: Ints
    groups: Ints
    statuses: tuple[ScoreStatus, ...] = ()
    bags: Bags | None = None
    taught: Taught | None = None

    @classmethod
    def of(
        cls,
        triples: Sequence[Triple],
        matrix: ArrayLike | None = None,
        statuses: Sequence[ScoreStatus] = (),
        bags: Bags | None = None,
    ) -> Self:
        """Labels and groups read off the triples."""
        features = np.zeros((len(triples), 0)) if matrix is None else np.asarray(matrix, dtype=np.float64)
        groups = group_codes(groups_of(triples), len(triples))
        return cls(tuple(triples), features, labels_of(triples), groups, tuple(statuses), bags)

    def called(self, p: Floats, threshold: float) -> NDArray[np.bool_]:
        """Which of the rows a scorer would call faithful, given their probabilities."""
        return called_faithful(p, threshold, self.statuses)

    def fold_groups(self, by: FoldBy) -> Ints:
        """The number of what each row shares a fold with; ValueError for a row without a domain where that is it."""
        if by is FoldBy.GROUP:
            return self.groups
        bare = [i for i, triple in enumerate(self.triples) if not triple.domain]
        if bare:
            row = self.triples[bare[0]].id or bare[0]
            raise ValueError(f"row {row} has no domain; name one in each row, or use --fold-by group")
        return group_codes([triple.domain for triple in self.triples], len(self.triples))

    def where(self, chosen: NDArray[np.bool_]) -> Rows:
        """Some of the rows."""
        triples = tuple(compress(self.triples, chosen))
        statuses = tuple(compress(self.statuses, chosen))
        bags = None if self.bags is None else self.bags.where(chosen)
        taught = None if self.taught is None else self.taught.where(chosen)
        return Rows(triples, self.matrix[chosen], self.y[chosen], self.groups[chosen], statuses, bags, taught)

    @property
    def statements(self) -> Bags:
        """The statements of each answer; the answers themselves where they were not cut into any."""
        return Bags.single(self.matrix, self.y) if self.bags is None else self.bags

    def probabilities(self, model: LinearModel) -> Floats:
        """(n,) what a scorer says of each answer; 0 of one that states nothing."""
        bags = self.statements
        logits = model.logits(bags.matrix)
        refused = bags.refused + log_odds(model.threshold)
        answers = replace(bags, refused=refused).answers(logits, model.others)
        return np.array([probability(logit) for logit in answers.tolist()], dtype=np.float64)

    def decided(self, model: LinearModel) -> Rows:
        """The same with the features of the statement that decides each answer; at rest where none does."""
        worst = self.statements.worst(model.logits(self.statements.matrix))
        # The mean comes last, where -1 leads: an answer without statements has none that decides.
        matrix = np.concatenate([self.statements.matrix, model.mean[None]])[worst]
        return replace(self, matrix=matrix)
