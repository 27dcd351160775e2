# SPDX-License-Identifier: Apache-2.0
"""What to do with an answer: one table, the first row that applies decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .statements import StatementScore
from .status import PASSABLE, UNJUDGED, ScoreStatus


class Route(StrEnum):
    """What to do with the answer: show it, have it looked at, or hold it back."""

    DELIVER = "deliver"
    REVIEW = "review"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class RouteCase:
    """What the route of an answer hangs on; `missing_citations` are passages that it cites and that are not there."""

    status: ScoreStatus
    statements: Sequence[StatementScore] = ()
    missing_citations: Sequence[int] = ()


def _never(_: object) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class RouteRow:
    """One row of the table: where it applies, to the answer or to one of its statements, and where it leads."""

    id: str
    what: str
    route: Route
    accuses: Callable[[StatementScore], bool] = _never
    holds_of: Callable[[RouteCase], bool] = _never

    def applies(self, case: RouteCase) -> bool:
        """Does it apply to the answer as a whole, or to any of its statements?"""
        return self.holds_of(case) or any(map(self.accuses, case.statements))


ROUTES = (
    RouteRow("unjudged", "nothing was judged: no context, no claims, another language", Route.REVIEW, holds_of=lambda c: c.status in UNJUDGED),
    RouteRow("refuted", "the evidence refutes a value, name, word or status", Route.BLOCK, lambda s: s.is_refuted),
    RouteRow("unsupported", "a statement's probability is under half the threshold", Route.BLOCK, lambda s: s.is_clearly_unsupported),
    RouteRow("doubtful", "a statement's probability is under the threshold", Route.REVIEW, lambda s: not s.is_faithful),
    RouteRow("truncated", "only the beginning was read", Route.REVIEW, holds_of=lambda c: c.status not in PASSABLE),
    RouteRow("absent identifier", "an account, order, phone or clause number stands nowhere in the evidence", Route.REVIEW, lambda s: s.misses_identifier),
    RouteRow("missing citation", "a passage is cited that is not there", Route.REVIEW, holds_of=lambda c: bool(c.missing_citations)),
    RouteRow("signals at odds", "a statement's words are found, its meaning and rare words are not", Route.REVIEW, lambda s: s.at_odds),
)  # fmt: skip
DELIVERED = RouteRow("delivered", "every statement is supported", Route.DELIVER, holds_of=lambda case: True)


def route_of(case: RouteCase) -> RouteRow:
    """The first row that applies; `DELIVERED` where none does."""
    return next((row for row in ROUTES if row.applies(case)), DELIVERED)


def accused_by(statement: StatementScore) -> RouteRow | None:
    """The first row that keeps an answer with this statement from being delivered, if any does."""
    return next((row for row in ROUTES if row.accuses(statement)), None)


ROWS = {row.id: row for row in (*ROUTES, DELIVERED)}
