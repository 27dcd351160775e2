# SPDX-License-Identifier: Apache-2.0
"""Are the answer's values and names in the evidence, in the slot they are claimed for?"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import log1p

from faithstill.featurize.align.alignment import Alignment, Status
from faithstill.featurize.align.asked.left_open import is_bare
from faithstill.featurize.align.value_case import ASKED_CELL, ASKED_RESULT, UNPROVED_SCALE
from faithstill.featurize.analysis import Analysis
from faithstill.featurize.extract import VALUE_KINDS, Kind
from faithstill.featurize.extract.same_name import NAMES

from .feature import ALARM, SUPPORT, UNBOUNDED, Feature

AMOUNTS = frozenset({Kind.MONEY, Kind.QUANTITY, Kind.NUMBER, Kind.ORDINAL})
RATES = frozenset({Kind.PERCENT})
CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME, Kind.DURATION})

# What an alignment costs, for `severity_score`: a counter-proof most, a support that another value outdoes less.
_SEVERITY = {
    Status.CONFLICTING: 1.0,
    Status.ABSENT: 0.7,
    Status.DERIVED: 0.1,
    Status.GIVEN: 0.05,
    Status.EQUAL: 0.0,
    Status.UNCHECKED: 0.1,
}
_ASKED = frozenset({ASKED_CELL, ASKED_RESULT})
_RIVAL_LEAD = 0.1
_SHORTEST_RUN = 2

FEATURES = (
    Feature("entity_match.precision", "share of the answer's names found in passages or question", undefined="no names", neutral=1, direction=SUPPORT),
    Feature("entity_match.missing", "log of 1 + names found nowhere", 0, UNBOUNDED, direction=ALARM),
    Feature("entity_match.given_share", "share of names that only the question holds", undefined="no names"),
    Feature("supported_entities.by_type.amount", "share of amounts and counts found or derived", undefined="no amounts", neutral=1, direction=SUPPORT),
    Feature("supported_entities.by_type.rate", "share of percentages found or derived", undefined="no percentages", neutral=1, direction=SUPPORT),
    Feature("supported_entities.by_type.calendar", "share of dates, periods and durations found or derived", undefined="no dates or durations", neutral=1, direction=SUPPORT),
    Feature("numeric_agreement", "share of all values found, given or derived", undefined="no values", neutral=1, direction=SUPPORT),
    Feature("numeric_absent", "log of 1 + values found nowhere and with no rival", 0, UNBOUNDED, direction=ALARM),
    Feature("numeric_conflicts", "log of 1 + values whose slot holds another value in the evidence", 0, UNBOUNDED, direction=ALARM),
    Feature("wording_conflicts", "log of 1 + statuses and flags that records of the evidence refute", 0, UNBOUNDED, direction=ALARM),
    Feature("refuted", "does the evidence refute a value, name, word, status or comparison?", direction=ALARM),
    Feature("numeric_derived_share", "share of values reached only by a formula", undefined="no values"),
    Feature("derivation_licence", "worst formula's licence: fit of its operands, plus a word naming the operation", 0, 2, "no formulas", 0.5),
    Feature("numeric_given_share", "share of values that only the question holds", undefined="no values"),
    Feature("conflict_slot_max", "how well the best rival's slot fits, over values not found", direction=ALARM),
    Feature("slot_fit.min", "worst slot fit over values found", undefined="no values found", neutral=0.5),
    Feature("slot_fit.mean", "mean slot fit over values found", undefined="no values found", neutral=0.5),
    Feature("slot_margin.min", "worst lead of the agreeing slot over the best rival slot", -1, 1, "no values found", direction=SUPPORT),
    Feature("slot_margin.mean", "mean lead of the agreeing slot over the best rival slot", -1, 1, "no values found", direction=SUPPORT),
    Feature("rival_outranks", "share of found values for which a rival's slot fits better by 0.1", undefined="no values found", direction=ALARM),
    Feature("unit_clash", "share of values whose figure occurs in the evidence with another unit or kind", undefined="no values", direction=ALARM),
    Feature("unproved_scale", "share of values that a table has, but does not say to be in thousands or millions", undefined="no values", direction=ALARM),
    Feature("result_differs", "share of values where the question asks for another cell or result", undefined="no values", direction=ALARM),
    Feature("bare_unproved", "1 where the answer says nothing but figures, and one of them is neither proved nor given", direction=ALARM),
    Feature("cell_miss", "share of values found in a table or record whose row or column words the answer lacks", undefined="no values found in cells", direction=ALARM),
    Feature("value_density", "values per answer word"),
    Feature("unsupported_spans", "log of 1 + runs of two or more content words that neither passages nor question hold", 0, UNBOUNDED, direction=ALARM),
    Feature("longest_unsupported_run", "log of 1 + length of the longest such run", 0, UNBOUNDED, direction=ALARM),
    Feature("severity_score", "cost of the worst value or name: conflict 1, absent 0.7, outranked 0.5", direction=ALARM),
)  # fmt: skip


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The grounding features of one triple."""
    names = [x for x in a.alignments if x.mention.kind in NAMES]
    values = [x for x in a.alignments if x.mention.kind in VALUE_KINDS]
    found = [x for x in values if x.support is not None]
    lost = [x for x in values if x.status in (Status.CONFLICTING, Status.ABSENT)]
    conflicts = sum(x.status is Status.CONFLICTING for x in a.alignments)
    wording = sum(not x.agrees for x in a.stated)
    runs = unsupported_runs(a)
    return {
        "entity_match.precision": _share((x.status is not Status.ABSENT for x in names), 1.0),
        "entity_match.missing": log1p(sum(x.status is Status.ABSENT for x in names)),
        "entity_match.given_share": _share(x.status is Status.GIVEN for x in names),
        "supported_entities.by_type.amount": _supported(values, AMOUNTS),
        "supported_entities.by_type.rate": _supported(values, RATES),
        "supported_entities.by_type.calendar": _supported(values, CALENDAR),
        "numeric_agreement": _share((x not in lost for x in values), 1.0),
        "numeric_absent": log1p(sum(x.status is Status.ABSENT for x in values)),
        "numeric_conflicts": log1p(sum(x.status is Status.CONFLICTING for x in values)),
        "wording_conflicts": log1p(wording),
        "refuted": float(conflicts + wording > 0),
        "numeric_derived_share": _share(x.status is Status.DERIVED for x in values),
        "derivation_licence": min((x.derivation.licence for x in values if x.derivation), default=0.5),
        "numeric_given_share": _share(x.status is Status.GIVEN for x in values),
        "conflict_slot_max": max((x.rival.slot for x in lost if x.rival), default=0.0),
        "slot_fit.min": min((x.support.slot for x in found if x.support), default=0.5),
        "slot_fit.mean": _mean([x.support.slot for x in found if x.support], 0.5),
        "slot_margin.min": min((x.margin for x in found), default=0.0),
        "slot_margin.mean": _mean([x.margin for x in found], 0.0),
        "rival_outranks": _share(x.margin < -_RIVAL_LEAD for x in found),
        "unit_clash": _share(_same_figure_elsewhere(a, x) for x in values),
        "unproved_scale": _share(x.rule.endswith(f".{UNPROVED_SCALE}") for x in values),
        "result_differs": _share(x.rule.rpartition(".")[2] in _ASKED for x in values),
        "bare_unproved": float(bool(lost) and all(is_bare(x.mention, a.answer) for x in values)),
        "cell_miss": _cell_miss(a, found),
        "value_density": min(1.0, len(values) / max(1, len(a.answer.words))),
        "unsupported_spans": log1p(sum(run >= _SHORTEST_RUN for run in runs)),
        "longest_unsupported_run": log1p(max(runs, default=0)),
        "severity_score": max(map(severity, a.alignments), default=0.0),
    }


def severity(x: Alignment) -> float:
    """Cost of one alignment from 0 to 1."""
    outranked = x.support is not None and x.mention.kind in VALUE_KINDS and x.margin < -_RIVAL_LEAD
    return max(_SEVERITY[x.status], 0.5 * outranked)


def unsupported_runs(a: Analysis) -> list[int]:
    """Lengths of the runs of consecutive content words that neither passages nor question hold."""
    flags = (stem in a.known_stems for stem in a.answer_stems)
    return [sum(1 for _ in run) for known, run in groupby(flags) if not known]


def _share(flags: Iterable[bool], empty: float = 0.0) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else empty


def _mean(values: Sequence[float], empty: float) -> float:
    return sum(values) / len(values) if values else empty


def _supported(values: Iterable[Alignment], kinds: frozenset[Kind]) -> float:
    return _share(
        (x.status in (Status.EQUAL, Status.DERIVED) for x in values if x.mention.kind in kinds), 1.0
    )


def _same_figure_elsewhere(a: Analysis, x: Alignment) -> bool:
    """Is the value itself not found, but its digits stand in the evidence as another kind or unit?"""
    if x.status not in (Status.CONFLICTING, Status.ABSENT):
        return False
    first, last = (bisect_left(a.answer.starts, offset) for offset in (x.mention.start, x.mention.end))
    return any(word[0].isdigit() and word in a.context_words for word in a.answer.words[first:last])


def _cell_miss(a: Analysis, found: Sequence[Alignment]) -> float:
    said = a.known_answer_stems
    misses = []
    for x in found:
        if x.support is None:
            continue
        labels = a.cell_labels(x.support)
        if labels:
            misses.append(1 - _share(bool(label & said) for label in labels))
    return _mean(misses, 0.0)
