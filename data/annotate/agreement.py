# SPDX-License-Identifier: Apache-2.0
"""How far two readers agree on labels, chance taken off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from faithstill.data.triple import Label

Pair = tuple[Label, Label]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of `rows` read twice: how many have the same label, kappa of the three labels, and of faithful or not.

    A kappa is None where it is undefined, as one reader gave one label throughout. `by_label` is, of the labels of
    that kind that either gave, the share that the other gave too.
    """

    rows: int
    same: int
    kappa: float | None
    kappa_faithful: float | None
    by_label: Mapping[str, float]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "rows": self.rows,
            "same": self.same,
            "kappa": self.kappa,
            "kappa_faithful": self.kappa_faithful,
            "by_label": dict(self.by_label),
        }


def agreement(pairs: Iterable[Pair]) -> Agreement:
    """Of the labels that two readers gave the same rows."""
    counted = Counter(pairs)
    both = Counter({label: counted[label, label] for label in Label})
    given: Counter[Label] = Counter()
    for (one, other), n in counted.items():
        given[one] += n
        given[other] += n
    return Agreement(
        rows=counted.total(),
        same=both.total(),
        kappa=kappa(counted),
        kappa_faithful=kappa(_binary(counted)),
        by_label={str(label): 2 * both[label] / given[label] for label in Label if given[label]},
    )


def kappa(counted: Mapping[tuple[Any, Any], int]) -> float | None:
    """Cohen's kappa of counted pairs (Educational and Psychological Measurement 20, 1960), None where undefined.

    >>> kappa({("a", "a"): 20, ("a", "b"): 5, ("b", "a"): 10, ("b", "b"): 15})
    0.4
    """
    total = sum(counted.values())
    if not total:
        return None
    ones: Counter[Any] = Counter()
    others: Counter[Any] = Counter()
    for (one, other), n in counted.items():
        ones[one] += n
        others[other] += n
    observed = sum(n for (one, other), n in counted.items() if one == other) * total
    expected = sum(n * others[label] for label, n in ones.items())
    return round((observed - expected) / (total**2 - expected), 6) if total**2 > expected else None


def _binary(counted: Mapping[Pair, int]) -> Counter[tuple[bool, bool]]:
    found: Counter[tuple[bool, bool]] = Counter()
    for (one, other), n in counted.items():
        found[one.positive, other.positive] += n
    return found
