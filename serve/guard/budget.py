# SPDX-License-Identifier: Apache-2.0
"""What a decision may cost: time on the wall, and questions to the judge."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from faithstill.featurize.encoders.nli import Nli, NliScore, Pair


class BudgetSpentError(RuntimeError):
    """The time that a decision may take is over; what was not run is told as skipped."""


@dataclass(frozen=True, slots=True)
class Budget:
    """At most so many `milliseconds` and `judge_calls`; None for no limit."""

    milliseconds: float | None = None
    judge_calls: int | None = None

    def __post_init__(self) -> None:
        for name in ("milliseconds", "judge_calls"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ValueError(
                    f"budget: {name}={value!r} is negative; give 0 or more, or None for no limit"
                )


class Clock:
    """The time of one decision, from its making."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        limit = budget.milliseconds
        self._end = None if limit is None else time.monotonic() + limit / 1000

    @property
    def left(self) -> float | None:
        """Seconds that are left, never less than 0; None for no limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """BudgetSpentError when the time is over."""
        if self.left == 0.0:
            raise BudgetSpentError(f"the budget of {self.budget.milliseconds:g} ms is spent")


@dataclass(frozen=True, slots=True)
class TimedNli:
    """An encoder that is asked nothing more when the time is over."""

    nli: Nli
    clock: Clock

    @property
    def name(self) -> str:
        """The encoder's."""
        return self.nli.name

    @property
    def fingerprint(self) -> str:
        """The encoder's."""
        return self.nli.fingerprint

    def score(self, premise: str, hypothesis: str) -> NliScore:
        """The encoder's, or BudgetSpentError."""
        self.clock.check()
        return self.nli.score(premise, hypothesis)

    def scores(self, pairs: Sequence[Pair]) -> list[NliScore]:
        """The encoder's, or BudgetSpentError."""
        return [self.score(*pair) for pair in pairs]
