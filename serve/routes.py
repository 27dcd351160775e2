# SPDX-License-Identifier: Apache-2.0
"""What to do with an answer: one table, the first row that applies decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from faithstill.factcheck.verdict import Verdict
from faithstill.featurize.extract.same_name import NAMES, is_identifier
from faithstill.featurize.families.gaps import needs_review

from .statements import StatementScore
from .status import PASSABLE, UNJUDGED, ScoreStatus


class Route(StrEnum):
    """What to do with the answer: show it, have it looked at, or hold it back."""

    DELIVER = "deliver"
    REVIEW = "review"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Case:
    """What the route of an answer hangs on; `missing_citation`: it cites a passage that is not there."""

    status: ScoreStatus
    statements: Sequence[StatementScore] = ()
    missing_citation: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: where it applies, and where it leads."""

    id: str
    what: str
    route: Route
    applies: Callable[[Case], bool]


# A statement whose probability is under this share of the threshold is blocked, above it reviewed.
CLEAR = 0.5


def _any(test: Callable[[StatementScore], bool]) -> Callable[[Case], bool]:
    return lambda case: any(test(statement) for statement in case.statements)


def _misses_identifier(statement: StatementScore) -> bool:
    return any(
        f.verdict is Verdict.ABSENT and f.kind in NAMES and is_identifier(f.text) for f in statement.findings
    )


ROUTES = (
    Row("unjudged", "nothing was judged: no context, no claims, another language", Route.REVIEW, lambda c: c.status in UNJUDGED),
    Row("refuted", "the evidence refutes a value, name, word or status", Route.BLOCK, _any(lambda s: s.is_refuted)),
    Row("unsupported", "a statement's probability is under half the threshold", Route.BLOCK, _any(lambda s: s.faithful < CLEAR * s.threshold)),
    Row("doubtful", "a statement's probability is under the threshold", Route.REVIEW, _any(lambda s: s.faithful < s.threshold)),
    Row("truncated", "only the beginning was read", Route.REVIEW, lambda c: c.status not in PASSABLE),
    Row("absent identifier", "an account, order, phone or clause number stands nowhere in the evidence", Route.REVIEW, _any(_misses_identifier)),
    Row("missing citation", "a passage is cited that is not there", Route.REVIEW, lambda c: c.missing_citation),
    Row("signals at odds", "a statement's words are found, its meaning and rare words are not", Route.REVIEW, _any(lambda s: not s.refuses and needs_review(s.features))),
)  # fmt: skip
DELIVERED = Row("delivered", "every statement is supported", Route.DELIVER, lambda case: True)


def route_of(case: Case) -> Row:
    """The first row that applies; `DELIVERED` where none does."""
    return next((row for row in ROUTES if row.applies(case)), DELIVERED)
