# SPDX-License-Identifier: Apache-2.0
"""The four operations over exact numbers in the usual order, and what the next step of a calculation replaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

_STRENGTH = {"+": 1, "-": 1, "x": 2, "/": 2}

Tree = int | tuple[str, "Tree", "Tree"]  # the place of a value, or a sign with both sides


def is_balanced(tokens: Sequence[str | int]) -> bool:
    """Does each bracket have its other half?"""
    depth = 0
    for token in tokens:
        depth += (token == "(") - (token == ")")
        if depth < 0:
            return False
    return depth == 0


def parsed(tokens: Sequence[str | int]) -> Tree:
    """Balanced tokens in the order in which they are worked out, a number being the place of a value; two stacks.

    >>> parsed(["(", 0, "+", 1, ")", "x", 2])
    ('x', ('+', 0, 1), 2)
    """
    done: list[Tree] = []
    waiting: list[str] = []
    for token in tokens:
        if isinstance(token, int):
            done.append(token)
        elif token == "(":
            waiting.append(token)
        else:
            _join(done, waiting, _STRENGTH.get(token, 0))
            if token == ")":
                waiting.pop()
            else:
                waiting.append(token)
    _join(done, waiting, 0)
    return done.pop()


def _join(done: list[Tree], waiting: list[str], least: int) -> None:
    """Do what waits and binds at least so strongly, back to the open bracket."""
    while waiting and waiting[-1] != "(" and _STRENGTH[waiting[-1]] >= max(least, 1):
        right, left = done.pop(), done.pop()
        done.append((waiting.pop(), left, right))


def worth(tree: Tree, values: Sequence[Decimal]) -> Decimal:
    """What it gives. Raises what Decimal raises.

    >>> worth(("x", ("+", 0, 1), 2), [Decimal(2), Decimal(3), Decimal(4)])
    Decimal('20')
    """
    if isinstance(tree, int):
        return values[tree]
    sign, left, right = tree[0], worth(tree[1], values), worth(tree[2], values)
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "x" else left / right


def places(tree: Tree) -> Iterator[int]:
    """The places of its values, in order."""
    if isinstance(tree, int):
        yield tree
    else:
        yield from places(tree[1])
        yield from places(tree[2])


def signs(tree: Tree) -> frozenset[str]:
    """The signs between them."""
    return frozenset() if isinstance(tree, int) else signs(tree[1]) | signs(tree[2]) | {tree[0]}


def written(tree: Tree, value: Callable[[int], str]) -> str:
    """The calculation with no more brackets than it needs.

    >>> written(("x", ("+", 0, 1), 2), str)
    '(0 + 1) x 2'
    """
    if isinstance(tree, int):
        return value(tree)
    own = _STRENGTH[tree[0]]
    left, right = (written(side, value) for side in tree[1:])
    if isinstance(tree[1], tuple) and _STRENGTH[tree[1][0]] < own:
        left = f"({left})"
    if isinstance(tree[2], tuple) and _STRENGTH[tree[2][0]] <= own:
        right = f"({right})"
    return f"{left} {tree[0]} {right}"


def replaced(before: Tree, after: Tree, is_same: Callable[[int, int], bool]) -> list[tuple[Tree, int]] | None:
    """The parts of a calculation for which its next step has a value; None where the two are not alike otherwise.

    >>> replaced(("x", ("+", 0, 1), 2), ("x", 3, 4), lambda a, b: (a, b) == (2, 4))
    [(('+', 0, 1), 3)]
    """
    if isinstance(after, int):
        if isinstance(before, int):
            return [] if is_same(before, after) else None
        return [(before, after)]
    if isinstance(before, int) or before[0] != after[0]:
        return None
    left, right = replaced(before[1], after[1], is_same), replaced(before[2], after[2], is_same)
    return None if left is None or right is None else left + right
