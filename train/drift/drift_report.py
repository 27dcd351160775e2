# SPDX-License-Identifier: Apache-2.0
"""What moved, and what to look at first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .moved import LEAST_GROUPS, LEAST_VALUES, Moved
from .observations import FEATURE, RATE

SCORE, GUARD = "score.", "guard."
OUTCOMES, INPUTS, FEATURES = "decisions", "inputs", "features"


@dataclass(frozen=True, slots=True)
class DriftReport:
    """Every column that was tested; `too_few` had too few values, `not_compared` one of the two sides did not have."""

    bundle: str
    fingerprint: Mapping[str, Any]
    rows: int
    groups: int
    alpha: float
    columns: tuple[Moved, ...]
    too_few: tuple[str, ...] = ()
    not_compared: tuple[str, ...] = ()

    @property
    def moved(self) -> tuple[Moved, ...]:
        """What moved, in the order to be looked at: decisions, then inputs, then features by their weight."""
        found = [one for one in self.columns if one.has_moved]
        return tuple(sorted(found, key=_order))

    @property
    def has_drifted(self) -> bool:
        """Has anything moved?"""
        return bool(self.moved)

    @property
    def can_tell(self) -> bool:
        """Were there rows enough to test anything?"""
        return bool(self.columns)

    @property
    def first(self) -> tuple[str, ...]:
        """What to look at first, a line for each kind of column that moved."""
        lines = []
        for part, about in _ADVICE.items():
            own = [one for one in self.moved if part_of(one.name) == part]
            if own:
                lines.append(f"{about}: {'; '.join(map(told, own[:3]))}")
        return tuple(lines)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "has_drifted": self.has_drifted,
            "can_tell": self.can_tell,
            "first": list(self.first),
            "bundle": self.bundle,
            "fingerprint": dict(self.fingerprint),
            "rows": self.rows,
            "groups": self.groups,
            "alpha": self.alpha,
            "columns": [one.as_dict() for one in self.columns],
            "too_few": list(self.too_few),
            "not_compared": list(self.not_compared),
        }


_ADVICE = {
    OUTCOMES: "what is decided has moved",
    INPUTS: "what comes in has moved",
    FEATURES: "of the signals, these push the probability most",
}


def part_of(name: str) -> str:
    """Is a column of decisions, of what comes in, or of features?

    >>> part_of("rate.block"), part_of("contexts.characters"), part_of("feature.a_len")
    ('decisions', 'inputs', 'features')
    """
    if name.startswith(FEATURE):
        return FEATURES
    return OUTCOMES if name.startswith((RATE, SCORE, GUARD)) else INPUTS


def _order(one: Moved) -> tuple[int, float, float]:
    return list(_ADVICE).index(part_of(one.name)), -abs(one.log_odds), -one.psi


def told(one: Moved) -> str:
    """One column in words."""
    then, now = ((f"{x:.1%}" if one.name.startswith(RATE) else f"{x:.4g}") for x in (one.then, one.now))
    pushed = f", log-odds {one.log_odds:+.2f}" if one.log_odds else ""
    when = f", since {one.since}" if one.since else ""
    return f"{one.name} {then} -> {now} (PSI {one.psi:.2f}{pushed}{when})"


def drift_text(report: DriftReport) -> str:
    """The report for a terminal."""
    head = f"{report.rows} answers in {report.groups} groups against {report.fingerprint['rows']} rows of training"
    if not report.can_tell:
        return (
            f"cannot tell: {head}; a column needs {LEAST_VALUES} values in {LEAST_GROUPS} groups of contexts, or one "
            f"that both sides have"
        )
    tested = f"{len(report.columns)} columns tested"
    if not report.has_drifted:
        return f"no drift: {head}; {tested}, none moved"
    lines = [f"drift: {head}; {len(report.moved)} of {tested} moved"]
    lines += [f"look first: {line}" for line in report.first]
    lines += [f"  {part_of(one.name):10} p {one.p:8.2g}  {told(one)}" for one in report.moved]
    return "\n".join(lines)
