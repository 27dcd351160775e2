# SPDX-License-Identifier: Apache-2.0
"""What came of a labelling run: counts, agreement by class and domain, what it cost, and which rows have no label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from faithstill.data.llm import Price, Usage
from faithstill.data.triple import Triple

from .agreement import Agreement, agreement
from .label_prompt import GUIDE_VERSION, guide_digest
from .labeller import Labelled

_SHOWN = 10  # refused rows that are named in words; the file has all


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that has no label, and why."""

    triple: Triple
    reason: str


@dataclass(frozen=True, slots=True)
class LabellingReport:
    """`kept` rows had a label before and were not asked; `total` is what is on file was spent, over all runs."""

    models: tuple[str, ...]
    labelled: tuple[Labelled, ...]
    kept: int
    refused: tuple[Refused, ...]
    spent: Usage
    total: Usage
    price: Price = field(default_factory=Price)

    @property
    def agreement(self) -> Agreement | None:
        """Of the first two readings, where rows were read twice."""
        pairs = [*_pairs(self.labelled)]
        return agreement(pairs) if pairs else None

    @property
    def by_domain(self) -> Mapping[str, Agreement]:
        """The same by domain, where rows name theirs."""
        domains = sorted({one.triple.domain for one in self.labelled if one.triple.domain})
        parts = {d: [*_pairs([x for x in self.labelled if x.triple.domain == d])] for d in domains}
        return {domain: agreement(pairs) for domain, pairs in parts.items() if pairs}

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, in fixed key order."""
        agreed = self.agreement
        return {
            "models": list(self.models),
            "guide": {"version": GUIDE_VERSION, "digest": guide_digest()},
            "rows": len(self.labelled) + self.kept + len(self.refused),
            "labelled": len(self.labelled),
            "kept": self.kept,
            "labels": _counts(one.triple.label for one in self.labelled),
            "answer_types": _counts(one.triple.answer_type for one in self.labelled),
            "error_types": _counts(one.triple.error_type for one in self.labelled if one.triple.error_type),
            "agreement": agreed.as_dict() if agreed else None,
            "agreement_by_domain": {domain: found.as_dict() for domain, found in self.by_domain.items()},
            "third_readings": sum(len(one.readings) == 3 for one in self.labelled),
            "cost": {"run": self._cost(self.spent), "all_runs": self._cost(self.total)},
            "refused": [{"id": row.triple.id, "reason": row.reason} for row in self.refused],
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _cost(self, usage: Usage) -> dict[str, Any]:
        read, written = usage.prompt_tokens, usage.completion_tokens
        cost = round(self.price.of(read, written), 6)
        return {"calls": usage.calls, "prompt_tokens": read, "completion_tokens": written, "cost": cost}

    def _lines(self) -> Iterator[str]:
        told = self.as_dict()
        labels = ", ".join(f"{n} {label}" for label, n in told["labels"].items()) or "none"
        kept = f"; {self.kept} had a label before" if self.kept else ""
        yield f"labelled {len(self.labelled)} of {told['rows']} rows by {', '.join(self.models)}: {labels}{kept}"
        if (agreed := self.agreement) is not None:
            yield f"two readings: {_agreed(agreed)}; third readings: {told['third_readings']}"
            yield from (f"  {label}: {share:.0%} alike" for label, share in agreed.by_label.items())
            yield from (f"  {domain}: {_agreed(found)}" for domain, found in self.by_domain.items())
        for name, cost in told["cost"].items():
            tokens = f"{cost['prompt_tokens']:,} tokens read, {cost['completion_tokens']:,} written"
            yield f"{name.replace('_', ' ')}: {cost['calls']:,} calls, {tokens}, cost {cost['cost']:g}"
        yield from (f"no label: {row.triple.id}: {row.reason}" for row in self.refused[:_SHOWN])
        if len(self.refused) > _SHOWN:
            yield f"no label: {len(self.refused) - _SHOWN} more"


def _pairs(labelled: Sequence[Labelled]) -> Iterator[tuple[Any, Any]]:
    return ((x.readings[0].label, x.readings[1].label) for x in labelled if len(x.readings) > 1)


def _counts(words: Iterator[Any]) -> dict[str, int]:
    return dict(sorted(Counter(map(str, words)).items()))


def _agreed(found: Agreement) -> str:
    kappa = "undefined" if found.kappa is None else f"{found.kappa:.3f}"
    binary = "undefined" if found.kappa_faithful is None else f"{found.kappa_faithful:.3f}"
    return f"{found.same} of {found.rows} alike, kappa {kappa} (faithful or not: {binary})"
