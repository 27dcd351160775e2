# SPDX-License-Identifier: Apache-2.0
"""The operations that formulas are made of, each with its inverse: a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_Forward = Callable[[Any, Any], Any]  # of two decimals or of two floats
_Inverse = Callable[[float, float], float]


@dataclass(frozen=True, slots=True)
class Operation:
    """What two values give, and for a result and the first of them the second."""

    rule: str
    pattern: str
    forward: _Forward
    inverse: _Inverse
    symmetric: bool = False


# `t` is the wanted result, `x` the first operand.
SUM = Operation("sum", "{0} + {1}", lambda x, y: x + y, lambda t, x: t - x, symmetric=True)
DIFFERENCE = Operation("difference", "{0} - {1}", lambda x, y: x - y, lambda t, x: x - t)
AVERAGE = Operation(
    "average", "({0} + {1}) / 2", lambda x, y: (x + y) / 2, lambda t, x: 2 * t - x, symmetric=True
)
ADDITIVE = (SUM, DIFFERENCE, AVERAGE)
WITH_PERCENT = (
    Operation("percent_of", "{1} of {0}", lambda x, y: x * y / 100, lambda t, x: 100 * t / x),
    Operation("increased_by", "{0} + {1}", lambda x, y: x * (100 + y) / 100, lambda t, x: 100 * t / x - 100),
    Operation("reduced_by", "{0} - {1}", lambda x, y: x * (100 - y) / 100, lambda t, x: 100 - 100 * t / x),
)
WITH_COUNT = (
    Operation("product", "{0} x {1}", lambda x, y: x * y, lambda t, x: t / x),
    Operation("quotient", "{0} / {1}", lambda x, y: x / y, lambda t, x: x / t),
)
AS_PERCENT = (
    Operation(
        "percent_change",
        "({0} - {1}) / {1}",
        lambda x, y: (x - y) * 100 / abs(y),
        lambda t, x: x / (1 + t / 100),
    ),
    Operation(
        "percent_change",
        "({1} - {0}) / {1}",
        lambda x, y: (y - x) * 100 / abs(y),
        lambda t, x: x / (1 - t / 100),
    ),
    Operation("share", "{0} / {1}", lambda x, y: x * 100 / y, lambda t, x: 100 * x / t),
)
