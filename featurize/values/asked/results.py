# SPDX-License-Identifier: Apache-2.0
"""What can be worked out of the cells that a question names by the operations that it asks for, in at most three steps.

A series holds one result a period; two series give a third, and a series comes down to a single result. The most
direct results of the best named lines come first, so that whoever seeks a value can stop in time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, pairwise, permutations

from .cells import Figure, Line
from .operation import Operation

_MOST_SUMMED = 4
_MOST_DERIVED = 3  # lines that are taken two steps with
_OF_RATIOS = frozenset({Operation.RATIO, Operation.TOTAL})
_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Result:
    """A value with the formula in words and the figures that it is of; a ratio has no scale."""

    value: Decimal
    text: str
    used: tuple[Figure, ...]
    rule: str = ""
    is_ratio: bool = False
    may_turn: bool = False  # a difference of two things, told either way round


Series = Mapping[str, Result]
_Pair = Callable[[Result, Result], Result | None]


def series_of(line: Line) -> Series:
    """A line's own figures by period."""
    found: dict[str, Result] = {}
    for figure in line.figures:
        for period in figure.periods or ("",):
            found.setdefault(period, Result(figure.value, figure.text, (figure,)))
    return found


def difference(a: Result, b: Result) -> Result:
    """One less another."""
    return Result(a.value - b.value, f"{_in(a)} - {_in(b)}", a.used + b.used, "difference", a.is_ratio)


def percent_change(a: Result, b: Result) -> Result | None:
    """From the second to the first."""
    if not b.value:
        return None
    value = (a.value - b.value) * _HUNDRED / abs(b.value)
    return Result(
        value, f"({_in(a)} - {_in(b)}) / {_in(b)}", a.used + b.used, "percent_change", is_ratio=True
    )


def ratio(a: Result, b: Result) -> Result | None:
    """In percent."""
    if not b.value or a.used == b.used:
        return None
    return Result(
        a.value * _HUNDRED / b.value, f"{_in(a)} / {_in(b)}", a.used + b.used, "share", is_ratio=True
    )


def total(of: Sequence[Result]) -> Result:
    """The sum of some."""
    value = sum((one.value for one in of), Decimal(0))
    used = tuple(figure for one in of for figure in one.used)
    return Result(value, " + ".join(map(_in, of)), used, "sum", of[0].is_ratio)


def average(of: Sequence[Result]) -> Result:
    """The mean of some."""
    summed = total(of)
    value, text = summed.value / len(of), f"({summed.text}) / {len(of)}"
    return Result(value, text, summed.used, "average", summed.is_ratio)


def _in(result: Result) -> str:
    return f"({result.text})" if result.rule else result.text


def _joined(first: Series, second: Series, operation: _Pair) -> Series:
    pairs = ((p, operation(first[p], second[p])) for p in first if p in second)
    return {p: one for p, one in pairs if one}


class Search:
    """The results of some lines, in the order of how well the question names them; `periods` are those it names."""

    def __init__(
        self,
        lines: Sequence[Line],
        totals: Sequence[Line],
        asked: frozenset[Operation],
        periods: frozenset[str],
    ) -> None:
        self._series = [series for series in map(series_of, lines) if series]
        self._totals = list(map(series_of, totals))
        self._asked, self._periods = asked, periods

    def results(self) -> Iterator[Result]:
        """Those of one step, then those of two and three."""
        for series in self._series:
            yield from self._reduced(series)
        yield from self._several(self._series)
        for first, second in self._pairs():
            yield from self._paired(first, second)
        for series in self._series:
            yield from (one for whole in self._totals for one in self._shares(series, whole))
        derived = list(self._derived())
        for series in derived:
            yield from self._reduced(series)
        for first in derived:
            for second in (*self._series, *self._totals, *derived):
                if first is not second:
                    yield from self._paired(first, second)

    def _pairs(self) -> Iterator[tuple[Series, Series]]:
        """Any two lines, those first that are named best."""
        numbers = sorted(permutations(range(len(self._series)), 2), key=lambda pair: (sum(pair), pair))
        yield from ((self._series[i], self._series[n]) for i, n in numbers)

    def _spans(self, series: Series) -> Sequence[tuple[str, str]]:
        """The periods that a change is between, the later first."""
        periods = sorted(series, reverse=True)
        named = [p for p in periods if p in self._periods]
        if len(named) > 1:
            return [(named[0], named[-1]), *([] if len(named) == 2 else pairwise(named))]
        found = list(pairwise(periods))
        return [pair for pair in found if pair[0] in named] or found

    def _over(self, series: Series) -> Sequence[Sequence[Result]]:
        """What an average or a total is of: the named periods, a year and the one before it, or all."""
        named = [p for p in series if p in self._periods]
        if len(named) > 1:
            return [[series[p] for p in named]]
        before = [p for p in series for y in named if p.isdigit() and int(p) == int(y) - 1]
        found = [[series[p] for p in (*named, *before)]] if before else []
        return [*found, list(series.values())] if len(series) > 1 else found

    def _reduced(self, series: Series) -> Iterator[Result]:
        """The results of one series over its periods."""
        asked = self._asked
        for later, earlier in self._spans(series):
            a, b = series[later], series[earlier]
            if Operation.CHANGE in asked:
                yield difference(a, b)
            if Operation.PERCENT_CHANGE in asked and (one := percent_change(a, b)):
                yield one
            if asked <= _OF_RATIOS and {later, earlier} <= self._periods and (one := ratio(a, b)):
                yield one
        for of in self._over(series):
            if Operation.AVERAGE in asked:
                yield average(of)
            if Operation.TOTAL in asked:
                yield total(of)

    def _shared(self, first: Series, second: Series) -> Sequence[str]:
        both = [p for p in first if p in second]
        return [p for p in both if p in self._periods] or both

    def _paired(self, first: Series, second: Series) -> Iterator[Result]:
        """The results of two series in one period."""
        for period in self._shared(first, second):
            a, b = first[period], second[period]
            if Operation.CHANGE in self._asked:
                told = difference(a, b)
                yield Result(told.value, told.text, told.used, told.rule, told.is_ratio, may_turn=True)
            if Operation.PERCENT_CHANGE in self._asked and (one := percent_change(a, b)):
                yield one
        yield from self._shares(first, second)

    def _shares(self, first: Series, second: Series) -> Iterator[Result]:
        if Operation.RATIO in self._asked:
            for period in self._shared(first, second):
                if one := ratio(first[period], second[period]):
                    yield one

    def _several(self, series: Sequence[Series]) -> Iterator[Result]:
        """Totals and averages of several lines in one period."""
        for count in range(2, _MOST_SUMMED + 1):
            for chosen in combinations(series[:_MOST_SUMMED], count):
                periods = set(chosen[0]).intersection(*chosen)
                for period in sorted(periods & self._periods or periods):
                    of = [one[period] for one in chosen]
                    if Operation.TOTAL in self._asked:
                        yield total(of)
                    if Operation.AVERAGE in self._asked:
                        yield average(of)

    def _derived(self) -> Iterator[Series]:
        """Series worked out of the lines: sums, differences and ratios of two, averages of two years, yearly changes."""
        best, asked = self._series[:_MOST_DERIVED], self._asked
        compares = not asked.isdisjoint((Operation.CHANGE, Operation.RATIO))
        if Operation.AVERAGE in asked and compares:
            yield from map(self._rolling, best)
        for first, second in combinations(best, 2):
            if Operation.TOTAL in asked or Operation.RATIO in asked:
                yield _joined(first, second, lambda a, b: total((a, b)))
            if Operation.CHANGE in asked and Operation.AVERAGE in asked:
                yield _joined(first, second, difference)
                yield _joined(second, first, difference)
        if Operation.RATIO in asked and compares and len(asked) > 1:
            for first in best:
                for second in (*best, *self._totals):
                    yield _joined(first, second, ratio)
        if Operation.CHANGE in asked and Operation.AVERAGE in asked:
            yield from map(self._yearly, best)

    def _rolling(self, series: Series) -> Series:
        pairs = pairwise(sorted(series, reverse=True))
        return {later: average((series[later], series[earlier])) for later, earlier in pairs}

    def _yearly(self, series: Series) -> Series:
        pairs = pairwise(sorted(series, reverse=True))
        operation = percent_change if Operation.PERCENT_CHANGE in self._asked else difference
        found = ((later, operation(series[later], series[earlier])) for later, earlier in pairs)
        return {later: one for later, one in found if one}
