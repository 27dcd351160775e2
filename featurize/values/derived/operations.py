# SPDX-License-Identifier: Apache-2.0
"""The operations that formulas are made of, each with its inverse: a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
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


def _undone(value: Any, kept: Any) -> Any:
    """The value before a change that left so many percent of it; nothing tells it where none were left."""
    return value * 100 / kept if kept else value * 0


# `t` is the wanted result, `x` the first operand.
ADDITIVE = (
    Operation("sum", "{0} + {1}", lambda x, y: x + y, lambda t, x: t - x, symmetric=True),
    Operation("difference", "{0} - {1}", lambda x, y: x - y, lambda t, x: x - t),
    Operation("average", "({0} + {1}) / 2", lambda x, y: (x + y) / 2, lambda t, x: 2 * t - x, symmetric=True),
)
LESS = Operation("difference", "{1} - {0}", lambda x, y: y - x, lambda t, x: t + x)
WITH_PERCENT = (
    Operation("percent_of", "{1} of {0}", lambda x, y: x * y / 100, lambda t, x: 100 * t / x),
    Operation("increased_by", "{0} + {1}", lambda x, y: x * (100 + y) / 100, lambda t, x: 100 * t / x - 100),
    Operation("reduced_by", "{0} - {1}", lambda x, y: x * (100 - y) / 100, lambda t, x: 100 - 100 * t / x),
    Operation("whole_of", "{0} / {1}", lambda x, y: x * 100 / y, lambda t, x: 100 * x / t),
    Operation(
        "before_change",
        "{0} / (100% + {1})",
        lambda x, y: _undone(x, 100 + y),
        lambda t, x: 100 * x / t - 100,
    ),
    Operation(
        "before_change",
        "{0} / (100% - {1})",
        lambda x, y: _undone(x, 100 - y),
        lambda t, x: 100 - 100 * x / t,
    ),
)
WITH_COUNT = (
    Operation("product", "{0} x {1}", lambda x, y: x * y, lambda t, x: t / x),
    Operation("quotient", "{0} / {1}", lambda x, y: x / y, lambda t, x: x / t),
)
AT_RATE = (
    Operation("exchanged", "{0} x {1}", lambda x, y: x * y, lambda t, x: t / x),
    Operation("exchanged", "{0} / {1}", lambda x, y: x / y, lambda t, x: x / t),
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
# One value times or through a number that a word stands for: rule, words shown, factor.
SCALED = (
    ("yearly", "{} x 12 months", Decimal(12)),
    ("yearly", "{} x 4 quarters", Decimal(4)),
    ("yearly", "{} x 52 weeks", Decimal(52)),
    ("monthly", "{} / 12 months", 1 / Decimal(12)),
    ("quarterly", "{} / 4 quarters", Decimal("0.25")),
    ("half", "{} / 2", Decimal("0.5")),
    ("third", "{} / 3", 1 / Decimal(3)),
    ("double", "{} x 2", Decimal(2)),
    ("triple", "{} x 3", Decimal(3)),
)
