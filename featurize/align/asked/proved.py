# SPDX-License-Identifier: Apache-2.0
"""Whether the operation that a question asks for gives an answer's value, over the cells that the question names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice

from faithstill.featurize.align.derived.formula import Derivation, Wanted
from faithstill.featurize.align.derived.shown_precision import rounded_step
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document

from .asked_cells import TOTAL, Figure, asked_of, lines_of
from .asked_results import Result, ResultSearch
from .operation import AskedOperation, asked_operations
from .thresholds import counted_years

_FIGURES = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT, Kind.QUANTITY})
_MOST_LINES = 8
# How many results may be tried for a value of so many digits, lest one gives it by chance; the last for all longer.
_MOST_TRIED = (0, 2, 8, 60, 400, 2_000)
_EITHER_WAY = re.compile(
    r"(?<!\()\b(?:differen\w+|decreas\w*|declin\w*|fall|fell|drop\w*|reduc\w*|less|lower|fewer)\b",
    re.IGNORECASE,
)
_SHARES = frozenset({"share", "asked_share"})
_OF_TOTAL = re.compile(
    r"\b(?:percent(?:age)?|per cent|proportion|share|portion)\b.{1,160}\b(?:of|in|among|over|to)\b.{1,40}\btotal\b",
    re.IGNORECASE,
)
_CHANGES = frozenset({"difference", "percent_change"})
UNSIGNED, TURNED = ", told without its sign", ", told the other way round"
_FROM_TO = re.compile(r"\bfrom\b.{0,20}\b(\d{4})\b.{0,20}\bto\b.{0,20}\b(\d{4})\b")
_PERCENT = re.compile(r"%|\bper\s?cent", re.IGNORECASE)
_ZERO, _ONE, _HUNDREDTH = Decimal(0), Decimal(1), Decimal("0.01")


def asked_result(mention: Mention, question: Document, evidence: EvidenceValues) -> Derivation | None:
    """The formula by which the question's words prove a value; None where none does or only by chance may."""
    counted = counted_years(question, evidence)
    if counted is not None:
        return counted if mention.low == mention.high == len(counted.operands) else None
    asked = asked_operations(question.text)
    if not asked or mention.kind not in _FIGURES or mention.low is None or mention.low != mention.high:
        return None
    lines = evidence.once(lines_of)
    named = asked_of(question, lines)
    ranked = named.rank(lines, _MOST_LINES)
    if not ranked:
        return None
    search = ResultSearch(ranked, asked, named.periods)
    wanted = AskedValue(mention, question, evidence)
    for result in islice(search.results(), wanted.most):
        form = wanted.form(result)
        if form is not None:
            operands = tuple(figure.mention for figure in result.used)
            found = Derivation(f"asked_{result.rule}", result.text + form, operands, 1.0)
            if told := as_told(found, mention, question, evidence):
                return told
    return None


def may_be_absolute(mention: Mention, question: Document) -> bool:
    """May a value be told without its sign: "721" for a decrease, or for a difference, of -721?"""
    return mention.low is not None and mention.low > 0 and _EITHER_WAY.search(question.text) is not None


def as_told(
    found: Derivation, mention: Mention, question: Document, evidence: EvidenceValues
) -> Derivation | None:
    """A formula, with the sign that the value leaves out where the question lets it go.

    None where a change is reckoned from the later figure to the earlier one, or a total as a share of its part.
    """
    if len(found.operands) != 2:
        return found
    places = {(m.start, m.text) for m in found.operands}
    figures = {
        (f.mention.start, f.mention.text): f
        for line in evidence.once(lines_of)
        for f in line.figures
        if (f.mention.start, f.mention.text) in places
    }
    if len(figures) != 2:
        return found
    first, second = (figures[m.start, m.text] for m in found.operands)
    if found.rule in _SHARES:
        is_turned = first.name - second.name >= TOTAL and _OF_TOTAL.search(question.text) is not None
        return None if is_turned else found
    if found.rule not in _CHANGES or (first.passage, first.name) != (second.passage, second.name):
        return found
    if not _is_backwards(found, mention, question, first, second):
        return found
    is_percent_back = found.rule == "percent_change" and max(first.periods) < max(second.periods)
    if is_percent_back or not may_be_absolute(mention, question):
        return None
    return found if found.formula.endswith(UNSIGNED) else replace(found, formula=found.formula + UNSIGNED)


def _is_backwards(
    found: Derivation, mention: Mention, question: Document, first: Figure, base: Figure
) -> bool:
    """Is a change of one line told as if time ran the other way?"""
    told = _FROM_TO.search(question.text)
    if AskedOperation.CHANGE not in asked_operations(question.text) or (told and told[1] > told[2]):
        return False
    if not first.periods or not base.periods or max(first.periods) == max(base.periods):
        return False
    is_back = max(first.periods) < max(base.periods)
    if found.rule == "percent_change" and is_back:
        return True
    rise = (first.value - base.value) * (-1 if is_back else 1)
    return (mention.low or _ZERO) * rise < 0


class AskedValue:
    """An answer's value, against which results are held in all the units that either may be in."""

    def __init__(self, mention: Mention, question: Document, evidence: EvidenceValues) -> None:
        self._mention, self._evidence, self._question = mention, evidence, question
        low = mention.low or Decimal(0)
        self._wanted = Wanted(low, rounded_step(mention))
        self._turned = Wanted(-low, rounded_step(mention))
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
