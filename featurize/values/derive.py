# SPDX-License-Identifier: Apache-2.0
"""Where a value that the evidence does not state comes from: a licensed formula over values that it does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from faithstill.featurize.extract import Kind, Mention

from .chains import two_steps
from .counted import is_small_count
from .day_formulas import day_formulas
from .formulas import AMOUNTS, Formula, Wanted, one_step
from .licence import are_together, licence
from .operands import Operand, Origin, Statement, gather, statement

__all__ = [
    "AMOUNTS",
    "Derivation",
    "Operand",
    "Origin",
    "Statement",
    "derive",
    "gather",
    "is_part",
    "statement",
]

_LITERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MOST_PLACES = 20
_ZERO, _ONE, _HAIR = Decimal(0), Decimal(1), Decimal("1e-6")


@dataclass(frozen=True, slots=True)
class Derivation:
    """A formula in words with the mentions it uses; `licence` is from 0 (barely licensed) to 2, below 0 in doubt.

    Of a counter-proof `formula` ends in what it gives: "60 -> 84 = 40%".
    """

    rule: str
    formula: str
    operands: tuple[Mention, ...]
    licence: float


def derive(
    target: Mention, operands: Sequence[Operand], words: frozenset[str], *, said: Statement | None = None
) -> Derivation | None:
    """The best licensed formula that gives the target's value as rounded in the answer's text, if any.

    `words` are those of question and answer sentence; `said` tells where they stand. Tried: sums, differences,
    products, quotients, averages, percent of, percent change, shares, a value by the year, quarter or month,
    halves and doubles, two steps for amounts, dates moved by durations, times between dates.
    """
    said = said or Statement(words)
    points = _distinct(operands)
    return _best(target, _found(target, operands, points), said, len(points))


def is_part(part: Mention, target: Mention, operands: Sequence[Operand]) -> bool:
    """Is a value one of those of a sentence or row whose sum is the target, whether a word says so or not?"""
    if not target.low or target.low != target.high:
        return False
    sums = one_step(target, Wanted(target.low, shown_step(target)), _distinct(operands))
    return any(
        f.rule == "sum" and are_together(f.used) and any(part == o.mention for o in f.used) for f in sums
    )


def _distinct(operands: Sequence[Operand]) -> list[Operand]:
    """Each single value once, as stated where it counts most: two passages that repeat a fee make no double fee."""
    best: dict[object, Operand] = {}
    for o in operands:
        if o.mention.low is None or o.mention.low != o.mention.high:
            continue
        key = (o.mention.low, o.mention.kind, o.mention.unit)
        if key not in best or (o.named, o.fit) > (best[key].named, best[key].fit):
            best[key] = o
    return list(best.values())


def _found(target: Mention, operands: Sequence[Operand], points: Sequence[Operand]) -> Iterable[Formula]:
    if target.kind in (Kind.DATE, Kind.PERIOD):
        return tuple(day_formulas(target, operands))
    if not target.low or target.low != target.high or is_small_count(target):
        return ()
    wanted = Wanted(target.low, shown_step(target))
    found = [*one_step(target, wanted, points), *day_formulas(target, operands)]
    return found or (tuple(two_steps(target, wanted, points)) if target.kind in AMOUNTS else ())


def _best(target: Mention, found: Iterable[Formula], said: Statement, choice: int) -> Derivation | None:
    licensed = [(value, f) for f in found if (value := licence(f, target, said, choice)) is not None]
    if not licensed:
        return None
    value, best = max(licensed, key=lambda pair: pair[0])
    return Derivation(best.rule, best.text, tuple(o.mention for o in best.used), value)


def shown_step(target: Mention) -> Decimal:
    """The last shown digit of a number: 0.1 million for "$2.1 million"."""
    literal = _LITERAL.search(target.text)
    number = Decimal(literal.group().replace(",", "")) if literal else _ZERO
    if not target.low or not number:
        return abs(target.low) * _HAIR if target.low and target.low != int(target.low) else _ONE
    return abs(target.low / number) * _ONE.scaleb(int(number.as_tuple().exponent))


def in_figures(value: Decimal) -> str:
    """To four places, as a result is shown; with a power of ten where it is out of all measure.

    >>> in_figures(Decimal("2000.12345")), in_figures(Decimal("1e45"))
    ('2,000.1234', '1.000e+45')
    """
    return f"{round(value, 4).normalize():,f}" if abs(value.adjusted()) < _MOST_PLACES else f"{value:.3e}"
