# SPDX-License-Identifier: Apache-2.0
"""Formulas that the words spell out and that give another value than the one stated: counter-proofs.

Either the answer's own sentence states operands, operation and result ("12 fees of $4 make $50"), or the evidence
spells out what the value must come from ("from $60 million to $84 million", "five years after July 1, 2021").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.values.slots.counted import is_small_count

from .day_formulas import as_day, moved, same_date
from .derive import Derivation, in_figures, shown_step
from .formulas import AMOUNTS, alike
from .operands import Operand, Origin, Statement
from .spelt_out import ABOUT, CHANGED, LISTED, NEARLY, SHIFTED, SPELLED, Spelled, change, masked

_CALENDAR = (Kind.DATE, Kind.PERIOD)
_LONGEST_LIST = 600  # characters
_SURE_FIT = 0.25
_FULL = 10  # characters of a whole date
_SPAN_BEFORE_DATE = re.compile(r"\s(after|from|following|before)\s(?:the\s)?$", re.IGNORECASE)
_ADDED = re.compile(r"\badds? up to $", re.IGNORECASE)  # no bound, though "up to" is one
_TOTALLED = frozenset("total sum totals totalling totaling altogether".split())
_STEP_BETWEEN = re.compile(
    r"\s(?:(?:in|for|during|at the end of)\s(?:\w+\s){0,2}?\d{4},?\s)?(?:to|and|against|versus)\s(?:\w+\s)?$"
)
_MOVED_FROM = re.compile(rf"(?:{CHANGED}|moved |went |changed )(?:sharply |slightly )?from $", re.IGNORECASE)
_CHANGE_BEFORE = re.compile(rf"(?:{CHANGED}){ABOUT}$", re.IGNORECASE)


def contradicted(
    target: Mention, operands: Sequence[Operand], words: frozenset[str], *, said: Statement | None = None
) -> Derivation | None:
    """A formula that the words spell out over certain operands and whose result is not the target's, if any.

    Without `said` nothing is certain and the answer is None; call it only where `derive` found no formula.
    """
    if said is None or (is_small_count(target) and not said.beside):
        return None
    if target.bound is Bound.AT_MOST and _ADDED.search(said.text[: target.start - said.start]):
        target = replace(target, bound=Bound.EXACT)
    tests = (_by_own_sentence(target, said), _by_evidence(target, operands, said))
    return next((found for test in tests for found in test), None)


def _by_own_sentence(target: Mention, said: Statement) -> Iterator[Derivation]:
    text = masked(target, said)
    for row in SPELLED:
        match = row.pattern.search(text)
        if match:
            x, y = said.beside[int(match["x"])], said.beside[int(match["y"])]
            yield from _refuted(target, row, x, y)
    total = text.find("<T>")
    listed = LISTED.search(text, max(0, total - _LONGEST_LIST), total + 3)
    if listed:
        yield from _other_total(
            target, [said.beside[int(n)] for n in re.findall(r"<A(\d+)>", listed["list"])]
        )
    shifted = SHIFTED.search(text)
    if shifted:
        anchor, span = said.beside[int(shifted["x"])], said.beside[int(shifted["y"])]
        yield from _other_date(target, anchor, span, shifted["side"].lower())


def _refuted(target: Mention, row: Spelled, x: Mention, y: Mention) -> Iterator[Derivation]:
    if not _is_point(x) or not _is_point(y) or not _fits(target, row.rule, x, y):
        return
    if x.low is None or y.low is None or 0 in (x.low, y.low):
        return
    absolute = row.rule == "percent_change" and target.kind is not Kind.PERCENT
    value = abs(y.low - x.low) if absolute else row.forward(x.low, y.low)
    if not _is_met(target, value):
        yield _counter(target, row.rule, row.sign.format(x.text, y.text), value, (x, y))


def _fits(target: Mention, rule: str, x: Mention, y: Mention) -> bool:
    """Are operands and result of kinds that the rule joins?"""
    in_percent = target.kind is Kind.PERCENT and target.unit == "%"
    return alike(x, y) and (in_percent or (rule == "percent_change" and alike(x, target)))


def _is_point(m: Mention) -> bool:
    return m.low is not None and m.low == m.high and m.bound in (Bound.EXACT, Bound.ABOUT)


def _is_met(target: Mention, value: Decimal) -> bool:
    """Is a value the target's, as rounded there, or in the tenth that "about" allows?"""
    if target.low is None or target.low != target.high or target.bound not in (Bound.EXACT, Bound.ABOUT):
        return True
    room = shown_step(target)
    if target.bound is Bound.ABOUT:
        room = max(room, abs(value) * NEARLY)
    return abs(abs(value) - abs(target.low)) <= room


def _counter(
    target: Mention, rule: str, formula: str, value: Decimal | str, used: tuple[Mention, ...]
) -> Derivation:
    shown = value if isinstance(value, str) else in_figures(value)
    sign = "%" if target.kind is Kind.PERCENT and not isinstance(value, str) else ""
    return Derivation(rule, f"{formula} = {shown}{sign}", used, 1.0)


def _other_total(target: Mention, parts: Sequence[Mention]) -> Iterator[Derivation]:
    if len(parts) < 2 or not all(
        _is_point(m) and m.kind is target.kind and m.unit == target.unit for m in parts
    ):
        return
    total = sum((m.low for m in parts if m.low is not None), Decimal(0))
    if not _is_met(target, total):
        yield _counter(target, "sum", " + ".join(m.text for m in parts), total, tuple(parts))


def _other_date(target: Mention, anchor: Mention, span: Mention, side: str) -> Iterator[Derivation]:
    if target.kind not in _CALENDAR or not re.fullmatch(r"\d{4}(-\d\d){0,2}", target.key):
        return
    results = moved(anchor, span, -1 if side == "before" else 1)
    meant = (*results, *(_last_days(anchor, results) if span.unit == "month" and side != "before" else ()))
    if not results or any(len(r) < len(target.key) or same_date(r, target.key) for r in meant):
        return
    yield _counter(target, "date_shift", f"{span.text} {side} {anchor.text}", results[0], (anchor, span))


def _last_days(anchor: Mention, results: Sequence[str]) -> Iterator[str]:
    """What runs for 30 months from 1 May 2023 ends on 31 October 2025."""
    first = as_day(anchor)
    for result in results if first else ():
        if len(result) == _FULL and first and result.endswith(f"-{first.day:02}"):
            yield str(date.fromisoformat(result) - timedelta(days=1))


def _by_evidence(target: Mention, operands: Sequence[Operand], said: Statement) -> Iterator[Derivation]:
    sure = [o for o in operands if o.origin is Origin.EVIDENCE and o.place and o.fit >= _SURE_FIT]
    if target.kind in _CALENDAR:
        for span, anchor, side in _spans_to_dates(sure):
            yield from _other_date(target, anchor.mention, span.mention, side)
    before = said.text[: target.start - said.start]
    if target.kind is Kind.PERCENT and target.unit == "%" and _CHANGE_BEFORE.search(before):
        yield from _other_change(target, sure)
    if target.kind in AMOUNTS and not _TOTALLED.isdisjoint(said.before[-3:]):
        yield from _other_list_total(target, sure)


def _spans_to_dates(sure: Sequence[Operand]) -> list[tuple[Operand, Operand, str]]:
    """A duration with the date it counts from, where the best date has one right before it and no rival."""
    dates = [o for o in sure if o.mention.kind in _CALENDAR]
    if not dates or len({o.mention.key for o in dates if o.place == dates[0].place}) > 1:
        return []
    for o in sure:
        gap = dates[0].mention.start - o.mention.end
        if o.mention.kind is Kind.DURATION and o.place == dates[0].place and 0 < gap < 20:
            side = _SPAN_BEFORE_DATE.search(dates[0].lead[-gap:])
            if side:
                return [(o, dates[0], side[1].lower())]
    return []


def _other_change(target: Mention, sure: Sequence[Operand]) -> Iterator[Derivation]:
    """Of the one sentence that gives a value before and after, and no percentage of its own."""
    if any(o.mention.kind is Kind.PERCENT for o in sure):
        return
    values = [o for o in sure if o.mention.kind not in _CALENDAR]
    steps = [
        pair
        for pair in pairwise(sorted(values, key=lambda o: (o.place or (0, 0), o.mention.start)))
        if _is_step(*pair)
    ]
    if len(steps) != 1:
        return
    ((x, y),) = steps
    results = change(x.point, y.point), change(y.point, x.point)
    if not any(_is_met(target, value) for value in results):
        formula = f"{x.mention.text} -> {y.mention.text}"
        yield _counter(target, "percent_change", formula, results[0], (x.mention, y.mention))


def _is_step(x: Operand, y: Operand) -> bool:
    """Do two values follow each other as before and after: "from 60 to 84", "60 in 2022 and 84 in 2023"?"""
    a, b = x.mention, y.mention
    gap = b.start - a.end
    if (
        x.place != y.place
        or a.kind is not b.kind
        or not (_is_count_moved(x, y) if a.kind is Kind.NUMBER else a.kind in AMOUNTS and a.unit == b.unit)
    ):
        return False
    if not (0 < gap <= len(y.lead) and _is_point(a) and _is_point(b) and a.low and b.low):
        return False
    return _STEP_BETWEEN.match(y.lead[-gap:]) is not None and (
        x.lead.endswith("from ") or re.match(r"\sin\s\d{4}", y.tail) is not None
    )


def _is_count_moved(x: Operand, y: Operand) -> bool:
    """ "Headcount rose from 60 to 84 people": of bare numbers a verb must say that they are two ends of a change."""
    a, b = x.mention, y.mention
    alike = a.unit == b.unit or not a.unit
    return alike and _MOVED_FROM.search(x.lead) is not None


def _other_list_total(target: Mention, sure: Sequence[Operand]) -> Iterator[Derivation]:
    """Of the one sentence that lists at least three parts, all of them known, and states no total."""
    like = [o for o in sure if o.mention.kind is target.kind and o.mention.unit == target.unit]
    if not like or len({o.place for o in like}) != 1 or len(like) < 3:
        return
    parts = sorted(like, key=lambda o: o.mention.start)
    gaps = [
        parts[0].lead,
        parts[-1].tail,
        *(y.lead[x.mention.end - y.mention.start :] for x, y in pairwise(parts)),
    ]
    if any(re.search(r"\d|\btotal|\bof which|\bup to|\bor\b", gap) for gap in gaps):
        return
    yield from _other_total(target, [o.mention for o in parts])
