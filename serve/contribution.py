# SPDX-License-Identifier: Apache-2.0
"""One feature's part of a logit, in numbers and in words."""

from __future__ import annotations

from typing import NamedTuple


class Contribution(
    NamedTuple
):  # a tuple, as each statement has a hundred: a frozen dataclass is ten times slower
    """One feature's part of the logit; above 0 it speaks for *faithful*.

    `undefined` says why there was nothing to measure, so that `value` only fills the place; else it is empty.
    """

    name: str
    family: str
    value: float
    meaning: str
    amount: float
    undefined: str = ""

    def __str__(self) -> str:
        """
        >>> str(Contribution("copied_conflict", "gaps", 1.0, "copied, but with another value", -0.5))
        'copied_conflict is 1.00 (copied, but with another value)'
        >>> str(Contribution("numeric_agreement", "grounding", 1.0, "share of values found", 0.5, "no values"))
        'numeric_agreement is 1.00 (undefined here: no values)'
        """
        meant = f"undefined here: {self.undefined}" if self.undefined else self.meaning
        return f"{self.name} is {self.value:.2f} ({meant})"
