# SPDX-License-Identifier: Apache-2.0
"""What a feature is: a name, a meaning, a range and the value it takes where it is undefined."""

from __future__ import annotations

from dataclasses import dataclass

UNBOUNDED = float("inf")


@dataclass(frozen=True, slots=True)
class Feature:
    """One named number; `undefined` says when there is nothing to measure and `neutral` what stands then."""

    name: str
    meaning: str
    low: float = 0.0
    high: float = 1.0
    undefined: str = ""
    neutral: float = 0.0
