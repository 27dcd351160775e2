# SPDX-License-Identifier: Apache-2.0
"""Two deciders on the same rows: McNemar's test, exact.

McNemar, "Note on the sampling error of the difference between correlated proportions" (1947): where both are as often
right, the rows that only one of them gets right fall on either side like coins.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from numpy import asarray, bool_
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class McNemar:
    """Rows that only the new decider gets right (`won`) and only the old one (`lost`), and the two-sided p-value."""

    won: int
    lost: int
    p: float

    @classmethod
    def of(cls, new_right: ArrayLike, old_right: ArrayLike) -> McNemar:
        """The test on flags by row: is each decider right?

        >>> McNemar.of([True] * 6, [False] * 6)
        McNemar(won=6, lost=0, p=0.03125)
        """
        new, old = _flags(new_right), _flags(old_right)
        if new.shape != old.shape:
            raise ValueError(f"{new.size} rows against {old.size}; both must decide on the same rows")
        return cls.from_counts(int((new & ~old).sum()), int((old & ~new).sum()))

    @classmethod
    def from_counts(cls, won: int, lost: int) -> McNemar:
        """The same from counts; without a row on which they differ, nothing speaks against equality.

        >>> McNemar.from_counts(0, 0).p
        1.0
        """
        from scipy.stats import binomtest

        differing = won + lost
        return cls(won, lost, float(binomtest(won, differing, 0.5).pvalue) if differing else 1.0)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def _flags(right: ArrayLike) -> NDArray[bool_]:
    return asarray(right, dtype=bool)
