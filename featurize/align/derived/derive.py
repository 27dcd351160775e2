# SPDX-License-Identifier: Apache-2.0
"""Where a value that the evidence does not state comes from: a licensed formula over values that it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from faithstill.featurize.align.slots.counted import is_small_count
from faithstill.featurize.extract import Kind, Mention

from .day_formulas import day_formulas
from .formula import Derivation, Formula, Wanted
from .formula_columns import summed_tables
from .formula_grounds import are_like, ground
from .formula_search import AMOUNTS, alike, differences, one_step
from .licence import is_told, licence
from .operands import Operand, Origin, Statement, in_unit_of
from .shown_precision import hedged, rounded_step
from .unit_prices import products


def derive(
    target: Mention, operands: Sequence[Operand], words: frozenset[str], *, said: Statement | None = None
) -> Derivation | None:
    """Return the best licensed formula that gives the target's value as rounded in the answer's text, if any.

    `words` are those of question and answer sentence; `said` tells where they stand.
    """
    said = said or Statement(words)
    operands = [in_unit_of(target, o) for o in operands]
    points = distinct(operands)
    best: tuple[float, Formula] | None = None
    for found in _found(target, operands, points, said):
        formula = replace(found, ground=ground(found, target, said, operands))
        value = licence(formula, target, said, _choice(formula, points))
        if value is not None and (best is None or value > best[0]):
            best = value, formula
    if best is None:
        return None
    value, formula = best
    used = tuple(o.mention for o in formula.used)
    return Derivation(formula.rule, formula.text, used, value, is_told(formula, said))


def distinct(operands: Sequence[Operand]) -> list[Operand]:
    """Return each single value once, as stated where it counts most: a fee that two passages repeat is one fee."""
    best: dict[object, Operand] = {}
    for o in operands:
        if o.mention.low is None or o.mention.low != o.mention.high:
            continue
        key = (o.mention.low, o.mention.kind, o.mention.unit)
        if key not in best or _rank(o) > _rank(best[key]):
            best[key] = o
    return list(best.values())


def _rank(o: Operand) -> tuple[bool, bool, float]:
    return not o.is_mate, o.named, o.fit


def _found(
    target: Mention, operands: Sequence[Operand], points: Sequence[Operand], said: Statement
) -> Iterable[Formula]:
    if target.kind in (Kind.DATE, Kind.PERIOD, Kind.TIME) or target.key:
        return tuple(day_formulas(target, operands))
    if not target.low or target.low != target.high:
        return ()
    wanted = Wanted(target.low, rounded_step(target), hedged(target))
    called = (*products(target, wanted, operands), *summed_tables(target, wanted, operands, said))
    if is_small_count(target):
        return (*called, *differences(target, wanted, points))
    return (*called, *one_step(target, wanted, points), *day_formulas(target, operands))


def _choice(formula: Formula, points: Sequence[Operand]) -> int:
    """Of how many values a formula might have been formed: of told ones, or of such as are like a told one.

    Passages that it takes nothing from do not count: another passage makes a result no less certain.
    """
    if formula.choice:
        return formula.choice
    passages = {o.place[0] for o in formula.used if o.place}
    points = [o for o in points if o.place is None or o.place[0] in passages]
    told = [o for o in formula.used if o.named]
    if len(told) == len(formula.used):
        return sum(1 for o in points if o.named)
    if told and formula.ground:
        alike_ones = [o for o in points if alike(o.mention, told[0].mention)]
        if told[0].origin is Origin.QUESTION and told[0].mention.kind in AMOUNTS:
            return sum(1 for o in alike_ones if not o.is_mate)
        return sum(1 for o in alike_ones if are_like(o, told[0], points))
    return sum(1 for o in points if not o.is_mate)
