# SPDX-License-Identifier: Apache-2.0
"""Whether the operation that a question asks for gives an answer's value, over the cells that the question names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from faithstill.featurize.align.derived.formula import Derivation, Wanted, in_figures
from faithstill.featurize.align.derived.shown_precision import hedged, rounded_step
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document

from .asked_cells import Figure, asked_of, lines_of
from .asked_results import Result, ResultSearch, mistaken
from .operation import AskedOperation, asked_operations
from .ratio_sides import difference_sides, ratio_sides
from .thresholds import counted_figures

_FIGURES = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT, Kind.QUANTITY})
_MOST_LINES = 8
# How many results may be tried for a value of so many digits, lest one gives it by chance; the last for all longer.
_MOST_TRIED = (0, 2, 8, 60, 400, 2_000)
_EITHER_WAY = re.compile(
    r"(?<!\()\b(?:differen\w+|decreas\w*|declin\w*|fall|fell|drop\w*|reduc\w*|less|lower|fewer)\b",
    re.IGNORECASE,
)
_SHARES = frozenset({"share", "asked_share", "quotient"})
_CHANGES = frozenset({"difference", "percent_change"})
_DIRECTED = _SHARES | _CHANGES | {"asked_difference"}
UNSIGNED, TURNED = ", told without its sign", ", told the other way round"
_FROM_TO = re.compile(r"\bfrom\b.{0,20}\b(\d{4})\b.{0,20}\bto\b.{0,20}\b(\d{4})\b")
_PERCENT = re.compile(r"%|\bper\s?cent", re.IGNORECASE)
_ZERO, _ONE, _HUNDREDTH = Decimal(0), Decimal(1), Decimal("0.01")


@dataclass(frozen=True, slots=True)
class AskedResult:
    """The formula by which the question's words prove a value, or one that it is by a usual mistake.

    Of the latter the right result is told: "(120 - 100) / 100 = 20".
    """

    proof: Derivation | None = None
    mistaken: Derivation | None = None


def asked_result(mention: Mention, question: Document, evidence: EvidenceValues) -> AskedResult:
    """The formula by which the question's words prove a value, not where only chance may; else a mistaken one."""
    counted = counted_figures(question, evidence)
    if counted is not None:
        is_met = mention.low == mention.high == len(counted.operands)
        return AskedResult(counted if is_met else None)
    asked = asked_operations(question.text)
    if not asked or mention.kind not in _FIGURES or mention.low is None or mention.low != mention.high:
        return AskedResult()
    lines = evidence.once(lines_of)
    named = asked_of(question, lines)
    search = ResultSearch(named.rank(lines, _MOST_LINES), asked, named.periods, ratio_sides(question.text))
    wanted, slip = AskedValue(mention, question, evidence), None
    for result in islice(search.results(), wanted.most):
        form = wanted.form(result)
        if form is not None:
            found = as_told(_derivation(result, form), mention, question, evidence)
            if found:
                return AskedResult(found)
        elif slip is None and wanted.is_mistake_for(result):
            slip = result
    return AskedResult(None, _derivation(slip, f" = {in_figures(slip.value)}") if slip else None)


def _derivation(result: Result, end: str) -> Derivation:
    operands = tuple(figure.mention for figure in result.used)
    return Derivation(f"asked_{result.rule}", result.text + end, operands, 1.0)


def may_be_absolute(mention: Mention, question: Document) -> bool:
    """May a value be told without its sign: "721" for a decrease, or for a difference, of -721?"""
    return mention.low is not None and mention.low > 0 and _EITHER_WAY.search(question.text) is not None


def as_told(
    found: Derivation, mention: Mention, question: Document, evidence: EvidenceValues
) -> Derivation | None:
    """A formula, with the sign that the value leaves out where the question lets it go.

    None where a change is reckoned backwards or from what it led to, or a ratio is turned round.
    """
    if len(found.operands) != 2 or found.rule not in _DIRECTED:
        return found
    first, base = (_figure_of(m, evidence) for m in found.operands)
    if found.rule in _SHARES:
        sides = ratio_sides(question.text)
        is_turned = sides and first and base and sides.are_turned((first,), (base,))
        return None if is_turned else found
    if (mention.low or _ZERO) < 0 and first and base and first.name != base.name:
        sides = difference_sides(question.text)
        pair = ((first,), (base,)) if first.value < base.value else ((base,), (first,))
        return None if sides and sides.are_turned(*pair) else found
    told = _FROM_TO.search(question.text)
    if AskedOperation.CHANGE not in asked_operations(question.text) or (told and told[1] > told[2]):
        return found
    return _signed(found, mention, _is_later(first, base), is_allowed=may_be_absolute(mention, question))


def _signed(
    found: Derivation, mention: Mention, is_later: bool | None, *, is_allowed: bool
) -> Derivation | None:
    """A change whose value has the sign of the rise or may leave it out; `is_later`: is its first operand the later?"""
    is_percent = found.rule == "percent_change"
    if is_percent and is_later is False:
        return None
    a, b = (m.low or _ZERO for m in found.operands)
    rise = (b - a) if is_later is False else (a - b)
    if (
        found.rule == "asked_difference"
        or (is_later is None and not is_percent)
        or (mention.low or _ZERO) * rise >= 0
    ):
        return found
    return replace(found, formula=found.formula + UNSIGNED) if is_allowed else None


def _is_later(first: Figure | None, base: Figure | None) -> bool | None:
    """Of two figures of one line; None of others."""
    if first is None or base is None or (first.passage, first.name) != (base.passage, base.name):
        return None
    periods = max(first.periods, default=""), max(base.periods, default="")
    return None if "" in periods or periods[0] == periods[1] else periods[0] > periods[1]


def _figure_of(mention: Mention, evidence: EvidenceValues) -> Figure | None:
    """The cell of an operand."""
    for line in evidence.once(lines_of):
        for figure in line.figures:
            if (figure.mention.start, figure.mention.text) == (mention.start, mention.text):
                return figure
    return None


class AskedValue:
    """An answer's value, against which results are held in all the units that either may be in."""

    def __init__(self, mention: Mention, question: Document, evidence: EvidenceValues) -> None:
        self._mention, self._evidence, self._question = mention, evidence, question
        low = mention.low or Decimal(0)
        self._wanted, self._turned = (
            Wanted(value, rounded_step(mention), hedged(mention)) for value in (low, -low)
        )
        self._is_percent = mention.kind is Kind.PERCENT or _PERCENT.search(question.text) is not None
        digits = re.sub(r"\D", "", mention.text)
        shown = len(digits.strip("0") or digits[:1])
        self.most = _MOST_TRIED[min(shown, len(_MOST_TRIED) - 1)]

    def form(self, result: Result) -> str | None:
        """How it tells a result as far as it is shown: "" as it is, else what is left out; None where it does not."""
        if any(figure.value == self._wanted.value for figure in result.used):
            return None  # 85% is no proof of 85% / 100%
        values = list(self._readings(result))
        if any(map(self._wanted.is_met, values)):
            return ""
        turns = result.may_turn or result.rule == "share" or all(figure.value < 0 for figure in result.used)
        turns = turns or (result.rule in _CHANGES and may_be_absolute(self._mention, self._question))
        if not turns or not any(map(self._turned.is_met, values)):
            return None
        return TURNED if result.may_turn else UNSIGNED

    def is_mistake_for(self, result: Result) -> bool:
        """Is it what a usual mistake makes of a result?"""
        values = (value for slip in mistaken(result) for value in self._readings(replace(result, value=slip)))
        return any(map(self._wanted.is_met, values))

    def may_be(self, result: Result) -> bool:
        """Is it the value in thousands, or with the other sign, or as a share of one, as far as it is shown?"""
        wanted = (self._wanted, self._turned)
        times = (Decimal(10) ** power for power in (0, 3, 6, 9, 2, -2))
        return any(one.is_met(result.value * by) for by in times for one in wanted)

    def _readings(self, result: Result) -> Iterator[Decimal]:
        if result.is_ratio:
            if self._is_percent:
                yield result.value
            if self._mention.kind is not Kind.PERCENT and result.rule == "share":
                yield result.value * _HUNDREDTH
            return
        if self._mention.kind is Kind.PERCENT:
            if all(figure.is_percent for figure in result.used) or self._are_bare(result):
                yield result.value
            return
        scales: Sequence[Decimal] = sorted(self._evidence.scales[result.used[0].passage])
        for scale in (_ONE, *scales):
            yield result.value * scale

    def _are_bare(self, result: Result) -> bool:
        return all(figure.mention.kind is Kind.NUMBER for figure in result.used)
