# SPDX-License-Identifier: Apache-2.0
"""Has one column moved: population stability index, Kolmogorov and Smirnov's test, and since when.

Rates are compared by Fisher's exact test in place of the second. Counts are divided by design effects first.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .distribution import Distribution, Floats, Ints
from .observations import RATE

# Below these nothing is tested: a column of fewer values, or in fewer groups, would move by chance.
LEAST_VALUES, LEAST_GROUPS = 50, 10
BINS = 10
# From where an index is a shift worth a look: 0.1 is the practice of credit risk; for a share, 0.04 is what Cohen calls
# a small effect, as the index of a share is about the square of his h.
PSI_LIMIT, RATE_LIMIT = 0.1, 0.04
LEAST_AFTER = 10  # rows after a change point


@dataclass(frozen=True, slots=True)
class Moved:
    """A column now against its distribution then; `p` is adjusted for the number of columns once all are known.

    `log_odds` is what the change of a feature's mean adds to the answers' logits, 0 where it is no feature.
    """

    name: str
    n: int
    then: float
    now: float
    psi: float
    distance: float
    p: float
    has_moved: bool = False
    log_odds: float = 0.0
    since: str = ""

    @property
    def limit(self) -> float:
        """From where its index counts."""
        return RATE_LIMIT if self.name.startswith(RATE) else PSI_LIMIT

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def compared_column(name: str, then: Distribution, values: Floats, groups: Ints) -> Moved:
    """The figures of one column; `values` are all defined and enough."""
    worth = then.worth_of(values, groups)
    distance = ks_distance(then, values)
    if name.startswith(RATE):
        p = _shares_differ(then, float(values.mean()), worth)
    else:
        p = _ks_p(distance, then.worth, worth)
    return Moved(name, values.size, then.mean, float(values.mean()), psi(then, values), distance, p)


def psi(then: Distribution, values: Floats) -> float:
    """The population stability index over at most ten bins of equal share then, and beyond them.

    Half a row is added to each bin, so that an empty one counts too.

    >>> same = Distribution.of(np.arange(100.0), np.arange(100))
    >>> round(psi(same, np.arange(100.0)), 3), psi(same, np.arange(100.0) + 50) > 0.25
    (0.0, True)
    """
    cuts = _cuts(then)
    old = np.concatenate([[0], np.diff(then.upto[cuts], prepend=0), [0]])
    inside = np.searchsorted(then.points[cuts], values, side="left") + 1
    new = np.bincount(np.where(values < then.points[0], 0, inside), minlength=old.size)
    before, after = (_shares(counts) for counts in (old, new))
    return float(((after - before) * np.log(after / before)).sum())


def _cuts(then: Distribution) -> Ints:
    """Places of the points where bins end, the last one included."""
    last = then.points.size - 1
    if then.points.size <= BINS:
        return np.arange(last + 1)
    wanted = np.arange(1, BINS) * then.n / BINS
    return np.unique(np.append(np.searchsorted(then.upto, wanted), last))


def _shares(counts: Ints) -> Floats:
    smoothed: Floats = (counts + 0.5) / (counts.sum() + 0.5 * counts.size)
    return smoothed


def ks_distance(then: Distribution, values: Floats) -> float:
    """The largest gap between the two distribution functions, at the kept points: a lower bound of the whole one."""
    ordered = np.sort(values)
    upto = np.searchsorted(ordered, then.points, side="right") / values.size
    below = np.searchsorted(ordered, then.points, side="left") / values.size
    gaps = np.abs(upto - then.upto / then.n), np.abs(below - then.below / then.n)
    return float(max(gap.max() for gap in gaps))


def _ks_p(distance: float, then: float, now: float) -> float:
    from scipy.stats import kstwobign

    return float(kstwobign.sf(distance * (then * now / (then + now)) ** 0.5))


def _shares_differ(then: Distribution, share: float, worth: float) -> float:
    from scipy.stats import fisher_exact

    sizes = (round(then.worth), round(worth))
    hits = (round(then.mean * sizes[0]), round(share * sizes[1]))
    return float(fisher_exact([[hit, size - hit] for hit, size in zip(hits, sizes, strict=True)]).pvalue)


def since(then: Distribution, values: Floats) -> int:
    """The row from which values, in the order of time, left the distribution: where the likelihood of one step is most.

    >>> calm = np.tile([3.0, 2.0, 1.0, 0.0], 25)
    >>> since(Distribution.of(calm, np.arange(100)), np.concatenate([calm, calm + 3]))
    100
    """
    apart = then.ranks(values) - 0.5
    after = np.arange(values.size, 0, -1)
    steps = np.cumsum(apart[::-1])[::-1] ** 2 / after
    return int(np.argmax(np.where(after >= LEAST_AFTER, steps, -1.0)))
