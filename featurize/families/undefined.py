# SPDX-License-Identifier: Apache-2.0
"""Has a feature nothing to measure in an answer: a condition for each reason that the features give."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from faithstill.featurize.analysis import Analysis
from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.same_name import NAMES

from .discourse import heads
from .feature import Feature
from .grounding import AMOUNTS, CALENDAR, RATES
from .optional import METRICS, POS, TAGS

Condition = Callable[[Analysis], bool]


def _shorter_than(words: int) -> Condition:
    return lambda a: len(a.answer.words) < words


def _no_values_of(kinds: frozenset[Kind]) -> Condition:
    return lambda a: not any(x.mention.kind in kinds for x in a.value_alignments)


def _no_words_tagged(tags: frozenset[str]) -> Condition:
    return lambda a: not any(tag in tags for _, tag in a.tagged(a.answer))


def _not_reported(metric: str) -> Condition:
    return lambda a: metric not in a.triple.self_metrics


CONDITIONS: Mapping[str, Condition] = {
    "answer without words": lambda a: not a.answer.words,
    "answer without content words": lambda a: not a.answer_stems,
    "answer without content words but figures": lambda a: all(s[0].isdigit() for s in a.answer_stems),
    "under two words": _shorter_than(2),
    "under four words": _shorter_than(4),
    "no phrases": lambda a: not any(heads(a.answer)),
    "question without content words": lambda a: not any(a.question.stems),
    "no passages": lambda a: not a.passages,
    "fewer than two passages": lambda a: len(a.passages) < 2,
    "no retriever scores": lambda a: all(passage.score is None for passage in a.triple.passages),
    "no names": lambda a: not any(x.mention.kind in NAMES for x in a.alignments),
    "no values": lambda a: not a.value_alignments,
    "no amounts": _no_values_of(AMOUNTS),
    "no percentages": _no_values_of(RATES),
    "no dates or durations": _no_values_of(CALENDAR),
    "no values found": lambda a: not any(x.support for x in a.value_alignments),
    "no values found in cells": lambda a: (
        not any(x.support and a.cell_labels(x.support) for x in a.value_alignments)
    ),
    "no formulas": lambda a: not any(x.derivation for x in a.value_alignments),
    "answer without claims": lambda a: not a.entailments,
    **{feature.undefined: _no_words_tagged(TAGS[feature.name]) for feature in POS},
    **{feature.undefined: _not_reported(feature.name) for feature in METRICS},
}


def why_undefined(feature: Feature, value: float, a: Analysis) -> str:
    """Why the answer leaves a feature nothing to measure, so that its value is no finding; else nothing."""
    resting = feature.undefined != "" and value == feature.neutral
    return feature.undefined if resting and CONDITIONS[feature.undefined](a) else ""
