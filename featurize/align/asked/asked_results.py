# SPDX-License-Identifier: Apache-2.0
"""What can be worked out of the cells that a question names by the operations that it asks for, in at most three steps.

The most direct results of the best named lines come first, so that whoever seeks a value can stop in time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations, pairwise, permutations

from .asked_cells import Figure, NamedFigures
from .operation import AskedOperation
from .ratio_sides import RatioSides

_MOST_SUMMED = 4
_OF_RATIOS = frozenset({AskedOperation.RATIO, AskedOperation.TOTAL})
_HUNDRED = Decimal(100)
_SUMMED_BY_MISTAKE = frozenset({"difference", "average"})


@dataclass(frozen=True, slots=True)
class Result:
    """A value with the formula in words and the figures that it is of; a ratio has no scale.

    `may_turn`: it is the difference of two things, which may be told either way round.
    """

    value: Decimal
    text: str
    used: tuple[Figure, ...]
    rule: str = ""
    is_ratio: bool = False
    may_turn: bool = False


Series = Mapping[str, Result]  # by period, "" for none


def series_of(line: NamedFigures) -> Series:
    """A line's own figures."""
    found: dict[str, Result] = {}
    for figure in line.figures:
        for period in figure.periods or ("",):
            found.setdefault(period, Result(figure.value, figure.text, (figure,)))
    return found


def difference(a: Result, b: Result) -> Result:
    """One less another."""
    return Result(a.value - b.value, f"{_in(a)} - {_in(b)}", a.used + b.used, "difference")


def percent_change(a: Result, b: Result) -> Iterator[Result]:
    """From the second to the first; none from nothing."""
    if b.value:
        value = (a.value - b.value) * _HUNDRED / abs(b.value)
        text = f"({_in(a)} - {_in(b)}) / {_in(b)}"
        yield Result(value, text, a.used + b.used, "percent_change", is_ratio=True)


def compound_growth(a: Result, b: Result, years: int) -> Iterator[Result]:
    """The yearly rate by which the second has become the first."""
    if years > 0 and a.value > 0 < b.value:
        value = ((a.value / b.value) ** (Decimal(1) / years) - 1) * _HUNDRED
        text = f"({_in(a)} / {_in(b)}) ^ (1 / {years}) - 1"
        yield Result(value, text, a.used + b.used, "compound_growth", is_ratio=True)


def share(a: Result, b: Result) -> Iterator[Result]:
    """One as a percentage of another."""
    if b.value and not set(b.used) <= set(a.used):  # a sum is no share of its part
        value = a.value * _HUNDRED / b.value
        yield Result(value, f"{_in(a)} / {_in(b)}", a.used + b.used, "share", is_ratio=True)


def mistaken(result: Result) -> Iterator[Decimal]:
    """What comes out where a change is divided by what it led to, a ratio is turned round, or all is summed up."""
    if result.rule == "percent_change" and result.value != -_HUNDRED:
        yield result.value * _HUNDRED / (_HUNDRED + result.value)
    elif result.rule == "share" and result.value:
        yield _HUNDRED * _HUNDRED / result.value
    elif result.rule in _SUMMED_BY_MISTAKE:
        yield sum((figure.value for figure in result.used), Decimal(0))


def total(of: Sequence[Result]) -> Result:
    """The sum of some."""
    value = sum((one.value for one in of), Decimal(0))
    return Result(value, " + ".join(map(_in, of)), tuple(f for one in of for f in one.used), "sum")


def average(of: Sequence[Result]) -> Result:
    """The mean of some."""
    summed = total(of)
    return Result(summed.value / len(of), f"({summed.text}) / {len(of)}", summed.used, "average")


def _in(result: Result) -> str:
    return f"({result.text})" if result.rule else result.text


class ResultSearch:
    """The results of lines in the order of how well the question names them; `periods` are those that it names.

    A ratio that is turned round by `sides` is none.
    """

    def __init__(
        self,
        lines: Sequence[NamedFigures],
        asked: frozenset[AskedOperation],
        periods: frozenset[str],
        sides: RatioSides | None = None,
    ) -> None:
        self._series = [series_of(one) for one in lines]
        self._asked, self._periods, self._sides = asked, periods, sides

    def results(self) -> Iterator[Result]:
        """Those of single lines, then those of several, last those of the sum of two."""
        for series in self._series:
            yield from self._of_one(series)
        yield from self._of_several()
        numbers = permutations(range(len(self._series)), 2)
        for i, n in sorted(numbers, key=lambda pair: (sum(pair), pair)):
            yield from self._of_two(self._series[i], self._series[n])
        for summed in self._sums():
            yield from self._of_one(summed)
            for other in self._series:
                yield from self._of_two(summed, other)

    def _of_one(self, series: Series) -> Iterator[Result]:
        """The results of one line over its periods."""
        spans = self._spans(series)
        for later, earlier in spans[:1] if AskedOperation.COMPOUND_GROWTH in self._asked else ():
            if later.isdigit() and earlier.isdigit():
                yield from compound_growth(series[later], series[earlier], int(later) - int(earlier))
        for later, earlier in spans:
            a, b = series[later], series[earlier]
            if AskedOperation.CHANGE in self._asked:
                yield difference(a, b)
            if AskedOperation.PERCENT_CHANGE in self._asked:
                yield from percent_change(a, b)
            if self._asked <= _OF_RATIOS and {later, earlier} <= self._periods:
                yield from self._share(a, b)
                if self._sides:
                    yield from self._share(b, a)
        for of in self._over(series):
            yield from self._of_all(of)

    def _spans(self, series: Series) -> Sequence[tuple[str, str]]:
        """The periods that a change is between, the later first."""
        periods = sorted(series, reverse=True)
        named = [p for p in periods if p in self._periods]
        if len(named) > 1:
            return [(named[0], named[-1]), *([] if len(named) == 2 else pairwise(named))]
        found = list(pairwise(periods))
        return [pair for pair in found if pair[0] in named] or found

    def _over(self, series: Series) -> Iterator[Sequence[Result]]:
        """What an average or a total is of: the named periods, or a year and the one before it, or all."""
        named = [p for p in series if p in self._periods]
        if len(named) > 1:
            yield [series[p] for p in named]
            return
        before = [p for p in series for y in named if p.isdigit() and int(p) == int(y) - 1]
        if before:
            yield [series[p] for p in (*named, *before)]
        if len(series) > 1:
            yield list(series.values())

    def _of_all(self, of: Sequence[Result]) -> Iterator[Result]:
        if AskedOperation.TOTAL in self._asked:
            yield total(of)
        if AskedOperation.AVERAGE in self._asked:
            yield average(of)

    def _of_several(self) -> Iterator[Result]:
        """Totals and averages of several lines in one period."""
        for count in range(2, _MOST_SUMMED + 1):
            for chosen in combinations(self._series[:_MOST_SUMMED], count):
                for period in self._shared(*chosen):
                    yield from self._of_all([one[period] for one in chosen])

    def _of_two(self, first: Series, second: Series) -> Iterator[Result]:
        """The results of two lines in one period."""
        for period in self._shared(first, second):
            if AskedOperation.CHANGE in self._asked:
                yield replace(difference(first[period], second[period]), may_turn=True)
            if AskedOperation.PERCENT_CHANGE in self._asked:
                yield from percent_change(first[period], second[period])
        yield from self._shares(first, second)

    def _shares(self, first: Series, second: Series) -> Iterator[Result]:
        for period in self._shared(first, second) if AskedOperation.RATIO in self._asked else ():
            yield from self._share(first[period], second[period])

    def _share(self, a: Result, b: Result) -> Iterator[Result]:
        if self._sides is None or not self._sides.are_turned(a.used, b.used):
            yield from share(a, b)

    def _shared(self, *series: Series) -> Sequence[str]:
        """The periods that all of some lines have, where there are such only those that the question names."""
        common = [p for p in series[0] if all(p in one for one in series)]
        return [p for p in common if p in self._periods] or common

    def _sums(self) -> Iterator[Series]:
        """Sums of two lines, to be compared: "A and B as a share of C"."""
        if not self._asked.isdisjoint(_OF_RATIOS):
            for first, second in combinations(self._series[:_MOST_SUMMED], 2):
                yield {p: total((first[p], second[p])) for p in first if p in second}
