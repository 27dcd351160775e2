# SPDX-License-Identifier: Apache-2.0
"""Sums over a whole column or row of a table or tool result: "orders added up to €3.94 billion" of three divisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from faithstill.featurize.extract import Kind, Mention

from .formula import Formula, Wanted
from .formula_search import CALLED_FOR, alike
from .operands import Operand, Statement

_SUMMABLE = frozenset({Kind.MONEY, Kind.NUMBER, Kind.QUANTITY})
_FEWEST = 3
_MOST = 60


def summed_tables(
    target: Mention, wanted: Wanted, operands: Sequence[Operand], said: Statement
) -> Iterator[Formula]:
    """The sums that give the wanted value, where a word next to it speaks of a total."""
    if not said.is_of_total or target.kind not in _SUMMABLE:
        return
    cells = [o for o in operands if o.column and alike(o.mention, target)]
    tried = [reading for group in _groups(cells) for reading in _readings(group)]
    for used in tried:
        value = sum((o.point for o in used), Decimal(0))
        if wanted.is_met(value):
            pattern = " + ".join(["{}"] * len(used))
            yield Formula("sum", used, pattern, value, ground=CALLED_FOR, choice=len(tried))


def _groups(cells: Sequence[Operand]) -> Iterator[Sequence[Operand]]:
    """The cells of each column, and those of each row, in order; of each cell all readings."""
    found: dict[tuple[object, ...], list[Operand]] = {}
    for o in cells:
        if o.place is not None:
            found.setdefault((o.place[0], o.column), []).append(o)
            found.setdefault(o.place, []).append(o)
    for group in found.values():
        starts = {(o.place, o.mention.start) for o in group}
        if _FEWEST <= len(starts) <= _MOST:
            yield sorted(group, key=lambda o: o.mention.start)


def _readings(cells: Sequence[Operand]) -> Iterator[tuple[Operand, ...]]:
    """Each cell once: as it stands there, or all of them in thousands where the table says so."""
    least: dict[int, Operand] = {}
    most: dict[int, Operand] = {}
    for o in cells:
        start = o.mention.start
        if start not in least or abs(o.point) < abs(least[start].point):
            least[start] = o
        if start not in most or abs(o.point) > abs(most[start].point):
            most[start] = o
    yield tuple(least.values())
    if any(most[start] is not o for start, o in least.items()):
        yield tuple(most.values())
