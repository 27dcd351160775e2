# SPDX-License-Identifier: Apache-2.0
"""What a feature is: a name, a meaning, a range and the value it takes where it is undefined."""

from __future__ import annotations

from dataclasses import dataclass

UNBOUNDED = float("inf")
# Which way a feature may speak, as in scikit-learn's `monotonic_cst`: more of it only for an answer, or only against it.
SUPPORT, ALARM = 1, -1


@dataclass(frozen=True, slots=True)
class Feature:
    """One named number; `undefined` says when there is nothing to measure and `neutral` what stands then.

    `direction` holds a classifier's weight to one sign: SUPPORT, ALARM, or 0 where either can be right.
    """

    name: str
    meaning: str
    low: float = 0.0
    high: float = 1.0
    undefined: str = ""
    neutral: float = 0.0
    direction: int = 0
