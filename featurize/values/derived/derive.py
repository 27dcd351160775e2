# SPDX-License-Identifier: Apache-2.0
"""Where a value that the evidence does not state comes from: a licensed formula over values that it does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.values.slots.counted import is_small_count

from .bases import is_of_other_named
from .chains import two_steps
from .columns import summed_tables
from .day_formulas import day_formulas
from .formulas import AMOUNTS, Formula, Wanted, alike, differences, one_step, ratios
from .grounds import are_like, ground
from .licence import is_told, licence
from .operands import Operand, Origin, Statement, in_unit_of, statement
from .rated import rated

__all__ = [
    "AMOUNTS",
    "Derivation",
    "Operand",
    "Origin",
    "Statement",
    "derive",
    "statement",
]

_LITERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")
_COMPOUND = re.compile(r"\d\s?[A-Za-z'′]+,?\s?(?:and\s)?\d")  # "4 h 40 min"
_TIME_STEPS = (Decimal(86400), Decimal(3600), Decimal(60), Decimal(1))  # seconds
_MOST_PLACES = 20
_ZERO, _ONE, _HAIR = Decimal(0), Decimal(1), Decimal("1e-6")


@dataclass(frozen=True, slots=True)
class Derivation:
    """A formula in words with the mentions it uses; `licence` is from 0 (barely licensed) to 2, below 0 in doubt.

    Of a counter-proof `formula` ends in what it gives: "60 -> 84 = 40%". `is_told`: the words beside the value call
    for it, or answer and question state its operands.
    """

    rule: str
    formula: str
    operands: tuple[Mention, ...]
    licence: float
    is_told: bool = True


def derive(
    target: Mention, operands: Sequence[Operand], words: frozenset[str], *, said: Statement | None = None
) -> Derivation | None:
    """The best licensed formula that gives the target's value as rounded in the answer's text, if any.

    `words` are those of question and answer sentence; `said` tells where they stand. Tried: sums, differences,
    products, quotients, averages, percent of, percent change, shares, a value by the year, quarter or month,
    halves and doubles, two steps for amounts, dates moved by durations, times between dates.
    """
    said = said or Statement(words)
    operands = [in_unit_of(target, o) for o in operands]
    points = distinct(operands)
    found = (
        _grounded(f, target, said, operands)
        for f in _found(target, operands, points, said)
        if not _is_of_other_named(f, operands, said)
    )
    return _best(target, found, said, points)


def _is_of_other_named(formula: Formula, operands: Sequence[Operand], said: Statement) -> bool:
    if formula.rule != "percent_of" or formula.first is not None:
        return False
    return is_of_other_named(formula.used[0], formula.used[-1], operands, said.text)


def _grounded(formula: Formula, target: Mention, said: Statement, operands: Sequence[Operand]) -> Formula:
    """A formula with the points that the words beside the value give it."""
    points = ground(formula, target, said, operands)
    return replace(formula, ground=points) if points else formula


def distinct(operands: Sequence[Operand]) -> list[Operand]:
    """Each single value once, as stated where it counts most: two passages that repeat a fee make no double fee."""
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
    if target.kind in (Kind.DATE, Kind.PERIOD):
        return tuple(day_formulas(target, operands))
    if not target.low or target.low != target.high:
        return ()
    wanted = Wanted(target.low, rounded_step(target))
    called = (
        *rated(target, wanted, operands, said),
        *summed_tables(target, wanted, operands, said),
    )
    if target.unit == "time":
        called = (*called, *ratios(target, points))
    if is_small_count(target):
        return (*called, *differences(target, wanted, points))
    found = [*called, *one_step(target, wanted, points), *day_formulas(target, operands)]
    return found or (tuple(two_steps(target, wanted, points)) if target.kind in AMOUNTS else ())


def _best(
    target: Mention, found: Iterable[Formula], said: Statement, points: Sequence[Operand]
) -> Derivation | None:
    licensed = [
        (value, f) for f in found if (value := licence(f, target, said, _choice(f, points))) is not None
    ]
    if not licensed:
        return None
    value, best = max(licensed, key=lambda pair: pair[0])
    return Derivation(best.rule, best.text, tuple(o.mention for o in best.used), value, is_told(best, said))


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


def shown_step(target: Mention) -> Decimal:
    """The last shown digit of a number: 0.1 million for "$2.1 million", a minute for "4 h 40 min".

    A fraction rounds nothing.
    """
    if target.low and target.unit == "fraction":
        return abs(target.low) * _HAIR
    if target.low and _COMPOUND.search(target.text):
        steps = _TIME_STEPS if target.kind is Kind.DURATION and target.unit == "second" else ()
        return next((step for step in steps if target.low % step == 0), abs(target.low) * _HAIR)
    literal = _LITERAL.search(target.text)
    number = Decimal(literal.group().replace(",", "")) if literal else _ZERO
    if not target.low or not number:
        return abs(target.low) * _HAIR if target.low and target.low != int(target.low) else _ONE
    return abs(target.low / number) * _ONE.scaleb(int(number.as_tuple().exponent))


def rounded_step(target: Mention) -> Decimal:
    """The last digit that is meant: 1,000 for "roughly 45,000", which is said to be rounded."""
    step = shown_step(target)
    if target.bound is not Bound.ABOUT or not target.low:
        return step
    return max(step, _ONE.scaleb(int(target.low.normalize().as_tuple().exponent)))


def in_figures(value: Decimal) -> str:
    """To four places, as a result is shown; with a power of ten where it is out of all measure.

    >>> in_figures(Decimal("2000.12345")), in_figures(Decimal("1e45"))
    ('2,000.1234', '1.000e+45')
    """
    return f"{round(value, 4).normalize():,f}" if abs(value.adjusted()) < _MOST_PLACES else f"{value:.3e}"
