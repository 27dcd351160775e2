# SPDX-License-Identifier: Apache-2.0
"""What is watched of answers: a table of numbers by row, in the same words whatever it was read from.

`rate.` columns hold 0 or 1, all others any number; nan stands where a row has no such value. `feature.` columns are
those of the statement that decides an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from faithstill.data import Triple
from faithstill.serve import Scorer
from faithstill.serve.kept_rows import NOT_KEPT, KeptRows
from faithstill.serve.routes import Route
from faithstill.serve.score import Score
from faithstill.serve.status import UNJUDGED, ScoreStatus

Floats = NDArray[np.float64]
Numbers = Mapping[str, float]
RATE, FEATURE = "rate.", "feature."


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """Columns by name; rows of one group go together, as answers to the same contexts; `times` may be empty."""

    columns: Mapping[str, Floats]
    groups: tuple[str, ...]
    times: tuple[str, ...] = ()

    @classmethod
    def of(cls, rows: Sequence[Numbers], groups: Iterable[str], times: Iterable[str] = ()) -> Self:
        """The table of rows that each tell some of the columns."""
        names = dict.fromkeys(name for row in rows for name in row)
        columns = {
            name: np.array([row.get(name, np.nan) for row in rows], dtype=np.float64) for name in names
        }
        return cls(columns, tuple(groups), tuple(times))

    @property
    def size(self) -> int:
        """How many rows."""
        return len(self.groups)

    def where(self, chosen: Sequence[int] | NDArray[np.int64]) -> Observations:
        """Some of the rows, by their places."""
        places = np.asarray(chosen, dtype=np.int64)
        columns = {name: values[places] for name, values in self.columns.items()}
        groups = tuple(self.groups[i] for i in places)
        return Observations(columns, groups, tuple(self.times[i] for i in places) if self.times else ())


def observed(
    scorer: Scorer, triples: Sequence[Triple], bar: Progress | None = None, kept: KeptRows = NOT_KEPT
) -> Observations:
    """What a bundle says of answers now, over all cores."""
    rows = scored_numbers(scorer, triples, bar or Progress(disable=True), kept)
    return Observations.of(rows, [triple.context_key for triple in triples])


def scored_numbers(
    scorer: Scorer, triples: Sequence[Triple], bar: Progress, kept: KeptRows = NOT_KEPT
) -> list[Numbers]:
    """The numbers of each row, in order."""
    task = bar.add_task("scoring", total=len(triples))
    return kept.of(
        triples,
        partial(_numbers, scorer),
        key=f"drift {scorer.fingerprint}",
        report=lambda done: bar.update(task, completed=done),
    )


def _numbers(scorer: Scorer, triples: Iterable[Triple]) -> list[Numbers]:
    return [numbers_of(triple, scorer.score_triple(triple)) for triple in triples]


def numbers_of(triple: Triple, score: Score) -> Numbers:
    """All numbers of one answer: what came in, what was decided, and the features of what decided."""
    statements = score.statements
    told = {
        **lengths_of(triple),
        **decided(score.faithful, score.status, score.route, is_faithful=score.is_faithful),
        "answer.statements": float(len(statements)),
        "rate.refuted": float(any(statement.is_refuted for statement in statements)),
        "rate.absent": float(any(statement.has_absent for statement in statements)),
    }
    if score.deciding is None or statements[score.deciding].refuses:
        return told
    return told | {f"{FEATURE}{name}": value for name, value in score.features.items()}


def decided(faithful: float | None, status: str, route: str, *, is_faithful: bool) -> dict[str, float]:
    """Probability and decision as numbers."""
    probability = {} if faithful is None else {"score.faithful": float(faithful)}
    return {
        **probability,
        "rate.faithful": float(is_faithful),
        "rate.block": float(route == Route.BLOCK),
        "rate.review": float(route == Route.REVIEW),
        **statuses_of(status),
    }


def statuses_of(status: str) -> dict[str, float]:
    """What kind of case it was, as numbers."""
    return {
        "rate.refusal": float(status == ScoreStatus.REFUSAL),
        "rate.not_judged": float(status in list(UNJUDGED)),
    }


def lengths_of(triple: Triple) -> dict[str, float]:
    """How long question, contexts and answer are, in characters."""
    return {
        "question.characters": float(len(triple.question)),
        "answer.characters": float(len(triple.answer)),
        "contexts.passages": float(len(triple.passages)),
        "contexts.characters": float(sum(len(passage.text) for passage in triple.passages)),
    }
