# SPDX-License-Identifier: Apache-2.0
"""Which features repeat each other, so that their coefficients cannot be read one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NEARLY_EQUAL = 0.95
# On the correlations' diagonal: features that determine each other get a large factor, not a crash.
RIDGE = 1e-6
TOO_FEW = "not measured: fewer rows than features"


@dataclass(frozen=True, slots=True)
class CollinearPair:
    """Two features that say nearly the same."""

    first: str
    second: str
    r: float

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def correlations(scaled: Floats) -> Floats:
    """(features, features) Pearson correlations; 0 for constant columns."""
    spread = scaled.std(axis=0)
    unit = (scaled - scaled.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    result: Floats = unit.T @ unit / len(scaled)
    return result


def inflation(correlations: Floats, live: NDArray[np.bool_], rows: int) -> Floats:
    """Variance inflation factors: the diagonal of the inverse correlation matrix; nan where constant.

    All are nan where there are not more `rows` than features that change: there any of these follows from the others.
    """
    among = correlations[np.ix_(live, live)]
    factors = np.full(live.size, np.nan)
    if rows <= len(among):
        return factors
    factors[live] = np.diag(np.linalg.inv(among + RIDGE * np.eye(len(among))))
    return factors


def pairs(names: Sequence[str], correlations: Floats, live: NDArray[np.bool_]) -> tuple[CollinearPair, ...]:
    """Features that correlate beyond `NEARLY_EQUAL`, nearest first."""
    near = np.argwhere(np.triu(np.abs(correlations) > NEARLY_EQUAL, k=1) & np.outer(live, live))
    found = [CollinearPair(names[i], names[j], float(correlations[i, j])) for i, j in near]
    return tuple(sorted(found, key=lambda pair: (-abs(pair.r), pair.first, pair.second)))
