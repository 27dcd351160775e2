# SPDX-License-Identifier: Apache-2.0
"""What a gate says of a candidate: a verdict, the checks that led to it, and slices to look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from faithstill.train.metrics.binary_metrics import Interval
from faithstill.train.metrics.mcnemar import McNemar


class GateVerdict(StrEnum):
    """What a check says of the candidate, the best first; only the first two pass."""

    BETTER = "better"
    NO_WORSE = "no worse"
    CANNOT_TELL = "cannot tell"
    WORSE = "worse"
    REFUSED = "refused"

    @property
    def passes(self) -> bool:
        """
        >>> [verdict.passes for verdict in GateVerdict]
        [True, True, False, False, False]
        """
        return self in (GateVerdict.BETTER, GateVerdict.NO_WORSE)


# Checks that compare nothing: may the comparison be relied on?
UNSEEN, RECIPE, ENOUGH = "unseen rows", "recipe", "golden rows"
CONDITIONS = (UNSEEN, RECIPE, ENOUGH)


@dataclass(frozen=True, slots=True)
class Check:
    """One question that the gate asks; `detail` says in words how it was answered."""

    name: str
    verdict: GateVerdict
    detail: str
    figures: Mapping[str, Any]
    lines: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The verdict for readers; what only has to hold before anything is compared is ok."""
        return "ok" if self.name in CONDITIONS and self.verdict.passes else str(self.verdict)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self) | {"verdict": str(self.verdict), "lines": list(self.lines)}


@dataclass(frozen=True, slots=True)
class SliceChange:
    """How decisions changed on the golden rows that share a value; information, no check.

    `p` is McNemar's, adjusted for the number of slices (Benjamini and Hochberg).
    """

    field: str
    value: str
    n: int
    right: int
    was_right: int
    mcnemar: McNemar
    p: float

    @property
    def is_worse(self) -> bool:
        """Is it worse beyond chance?"""
        return self.mcnemar.lost > self.mcnemar.won and self.p <= ALPHA

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self) | {"is_worse": self.is_worse}


ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class GateSide:
    """A bundle at the gate, and its figures on the golden rows."""

    path: str
    fingerprint: str
    figures: Mapping[str, Interval]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class GateReport:
    """The verdict on a candidate and all that it rests on."""

    candidate: GateSide
    present: GateSide
    golden: Mapping[str, Any]
    margins: Mapping[str, float]
    checks: tuple[Check, ...]
    slices: tuple[SliceChange, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> GateVerdict:
        """The least of the checks' verdicts; *better* where decisions are and nothing else is in doubt."""
        order = tuple(GateVerdict)
        least = max(
            (check.verdict for check in self.checks), key=order.index, default=GateVerdict.CANNOT_TELL
        )
        better = any(check.verdict is GateVerdict.BETTER for check in self.checks)
        return GateVerdict.BETTER if better and least.passes else least

    @property
    def passed(self) -> bool:
        """May the candidate take the present bundle's place?"""
        return self.verdict.passes

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "verdict": str(self.verdict),
            "passed": self.passed,
            "candidate": self.candidate.as_dict(),
            "present": self.present.as_dict(),
            "golden": dict(self.golden),
            "margins": dict(self.margins),
            "checks": [check.as_dict() for check in self.checks],
            "slices": [each.as_dict() for each in self.slices],
            "notes": list(self.notes),
        }
