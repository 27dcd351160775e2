# SPDX-License-Identifier: Apache-2.0
"""The four operations and brackets over exact numbers, in the usual order."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

_STRENGTH = {"+": 1, "-": 1, "x": 2, "/": 2}


def is_balanced(tokens: Sequence[str | int]) -> bool:
    """Does each bracket have its other half?"""
    depth = 0
    for token in tokens:
        depth += (token == "(") - (token == ")")
        if depth < 0:
            return False
    return depth == 0


def evaluated(tokens: Sequence[str | int], values: Sequence[Decimal]) -> Decimal:
    """What balanced tokens give, a number being the place of a value; two stacks. Raises what Decimal raises.

    >>> evaluated(["(", 0, "+", 1, ")", "x", 2], [Decimal(2), Decimal(3), Decimal(4)])
    Decimal('20')
    """
    numbers: list[Decimal] = []
    waiting: list[str] = []
    for token in tokens:
        if isinstance(token, int):
            numbers.append(values[token])
        elif token == "(":
            waiting.append(token)
        else:
            _apply(numbers, waiting, _STRENGTH.get(token, 0))
            if token == ")":
                waiting.pop()
            else:
                waiting.append(token)
    _apply(numbers, waiting, 0)
    return numbers.pop()


def _apply(numbers: list[Decimal], waiting: list[str], least: int) -> None:
    """Do what waits and binds at least so strongly, back to the open bracket."""
    while waiting and waiting[-1] != "(" and _STRENGTH[waiting[-1]] >= max(least, 1):
        right, left = numbers.pop(), numbers.pop()
        numbers.append(_joined(left, waiting.pop(), right))


def _joined(left: Decimal, sign: str, right: Decimal) -> Decimal:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "x" else left / right
