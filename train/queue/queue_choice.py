# SPDX-License-Identifier: Apache-2.0
"""Who is next: a random share first, then the most uncertain, the most disputed and the newest, in turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from .queue_signals import FAR, Signals

Floats = NDArray[np.float64]


class QueueReason(StrEnum):
    """Why an answer is queued."""

    RANDOM = "random"
    UNCERTAIN = "uncertain"
    DISPUTED = "disputed"
    NOVEL = "novel"


# Parts of the queue; the random one keeps an estimate over all answers honest.
SHARES: Mapping[QueueReason, float] = {
    QueueReason.RANDOM: 0.2,
    QueueReason.UNCERTAIN: 0.4,
    QueueReason.DISPUTED: 0.2,
    QueueReason.NOVEL: 0.2,
}


def with_random(share: float) -> dict[QueueReason, float]:
    """The shares with another random part; the others keep their proportions."""
    others = 1 - SHARES[QueueReason.RANDOM]
    kept = {reason: part * (1 - share) / others for reason, part in SHARES.items()}
    return kept | {QueueReason.RANDOM: share}


@dataclass(frozen=True, slots=True)
class Choice:
    """The place of an answer among the candidates, why it was chosen, and the signal's value then."""

    place: int
    reason: QueueReason
    value: float


class _Rest:
    """Candidates that are left; `nearest` (n,) is how far each is from what was chosen, or from the training mean."""

    def __init__(self, found: Signals) -> None:
        self._places = found.places
        self.free = np.ones(len(found.places), dtype=bool)
        self.nearest = _rms(found.places)

    def take(self, place: int) -> None:
        self.free[place] = False
        self.nearest = np.minimum(self.nearest, _rms(self._places - self._places[place]))

    def best(self, values: Floats) -> int:
        """The place of the greatest value of those that are left; the first of equal ones."""
        return int(np.argmax(np.where(self.free, values, -np.inf)))


def _rms(places: Floats) -> Floats:
    result: Floats = np.sqrt((places**2).mean(axis=1)) if places.shape[1] else np.zeros(len(places))
    return result


def choose(
    found: Signals, most: int, *, seed: int = 42, shares: Mapping[QueueReason, float] = SHARES
) -> list[Choice]:
    """At most so many of the candidates, none twice, in the order in which to look at them."""
    n = len(found.uncertainty)
    most = min(most, n)
    drawn = np.random.default_rng(seed).permutation(n)[: round(shares.get(QueueReason.RANDOM, 0.0) * most)]
    rest = _Rest(found)
    made = [Choice(int(place), QueueReason.RANDOM, len(drawn) / n) for place in drawn]
    for choice in made:
        rest.take(choice.place)
    values: Mapping[QueueReason, Callable[[], Floats]] = {
        QueueReason.UNCERTAIN: lambda: found.uncertainty,
        QueueReason.DISPUTED: lambda: found.disagreement,
        QueueReason.NOVEL: lambda: rest.nearest / FAR,
    }
    turns = {reason: shares.get(reason, 0.0) for reason in values if shares.get(reason, 0.0) > 0}
    taken = dict.fromkeys(turns, 0)
    while turns and len(made) < most:
        # Whoever is furthest behind its share.
        reason = min(turns, key=lambda one: (taken[one] + 1) / turns[one])
        taken[reason] += 1
        now = values[reason]()
        place = rest.best(now)
        made.append(Choice(place, reason, float(now[place])))
        rest.take(place)
    return made
