# SPDX-License-Identifier: Apache-2.0
"""What a log says of a guard's work: rates with their numbers, claims per answer, and the time of each layer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faithstill.factcheck.judgement import ClaimVerdict

from .audit_reading import Reading
from .chain import DECISION
from .decision import Action, LayerStatus

ALL_LAYERS = "all"


@dataclass(slots=True)
class Tally:
    """Counts of some decisions."""

    decisions: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)

    def add(self, said: Mapping[str, Any]) -> None:
        """Count one decision."""
        self.decisions += 1
        self.actions[said["decision"]["action"]] += 1
        self.verdicts.update(claim["verdict"] for claim in said["claims"])

    def as_dict(self) -> dict[str, Any]:
        """JSON-able; shares of claims and of decisions, None of none."""
        claims = self.verdicts.total()
        return {
            "decisions": self.decisions,
            "claims": claims,
            "claims_per_answer": _share(claims, self.decisions),
            "unsupported_claim_rate": _share(claims - self.verdicts[ClaimVerdict.SUPPORTED], claims),
            "contradiction_rate": _share(self.verdicts[ClaimVerdict.CONTRADICTED], claims),
            **{f"{action}_rate": _share(self.actions[action], self.decisions) for action in Action},
        }


@dataclass(slots=True)
class Summary:
    """All decisions of a log, together, by profile and by day (UTC), and milliseconds by layer."""

    total: Tally = field(default_factory=Tally)
    profiles: dict[str, Tally] = field(default_factory=dict)
    days: dict[str, Tally] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=dict)
    problems: int = 0

    @classmethod
    def of(cls, path: str | Path) -> Summary:
        """The summary of a log with its files that were put aside; ValueError where a line cannot be read."""
        reading, found = Reading(Path(path)), cls()
        for entry in reading.entries():
            if entry.said["type"] == DECISION:
                try:
                    found._add(entry.said)
                except (KeyError, TypeError) as error:
                    where = f"{entry.file} line {entry.line}"
                    raise ValueError(
                        f"{where}: is no decision that this faithstill wrote ({error!r})"
                    ) from None
        found.problems = len(reading.problems)
        return found

    def _add(self, said: Mapping[str, Any]) -> None:
        name, day = said["profile"]["name"], said["time"][:10]
        for tally in (
            self.total,
            self.profiles.setdefault(name, Tally()),
            self.days.setdefault(day, Tally()),
        ):
            tally.add(said)
        ran = [layer for layer in said["layers"] if layer["status"] != LayerStatus.SKIPPED]
        for layer in ran:
            self.times.setdefault(layer["name"], []).append(layer["milliseconds"])
        self.times.setdefault(ALL_LAYERS, []).append(sum(layer["milliseconds"] for layer in said["layers"]))

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            **self.total.as_dict(),
            "profiles": {name: tally.as_dict() for name, tally in sorted(self.profiles.items())},
            "days": {day: tally.as_dict() for day, tally in sorted(self.days.items())},
            "layers": {
                name: {"n": len(times), "p50_ms": percentile(times, 0.5), "p95_ms": percentile(times, 0.95)}
                for name, times in self.times.items()
            },
            "problems": self.problems,
        }


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that at least a share of all values do not exceed.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 0.5), percentile([1.0, 9.0], 0.95)
    (2.0, 9.0)
    """
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def as_text(summary: Mapping[str, Any]) -> str:
    """A summary in words."""
    claims, decisions = summary["claims"], summary["decisions"]
    lines = [
        f"{decisions} decisions, {claims} claims, {_told(summary['claims_per_answer'], '.2f')} an answer"
    ]
    lines += [
        f"  {name.replace('_', ' '):24} {_told(summary[name], '.3f')} of {claims} claims"
        for name in ("unsupported_claim_rate", "contradiction_rate")
    ]
    lines += [
        f"  {f'{action} rate':24} {_told(summary[f'{action}_rate'], '.3f')} of {decisions} decisions"
        for action in Action
    ]
    for title, part in (("by profile", "profiles"), ("by day", "days")):
        lines += [f"{title}: decisions, unsupported, contradicted, strip, block, escalate"]
        lines += [_row(name, own) for name, own in summary[part].items()]
    lines += ["milliseconds by layer: n, p50, p95"]
    lines += [
        f"  {name:24} {own['n']:6} {own['p50_ms']:9.1f} {own['p95_ms']:9.1f}"
        for name, own in summary["layers"].items()
    ]
    if summary["problems"]:
        lines.append(f"{summary['problems']} problems with the chain: see `faithstill audit verify`")
    return "\n".join(lines)


def _row(name: str, own: Mapping[str, Any]) -> str:
    rates = ("unsupported_claim_rate", "contradiction_rate", "strip_rate", "block_rate", "escalate_rate")
    return f"  {name:24} {own['decisions']:6} " + " ".join(f"{_told(own[rate], '.3f'):>6}" for rate in rates)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _told(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)
