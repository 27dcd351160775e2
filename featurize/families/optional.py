# SPDX-License-Identifier: Apache-2.0
"""Optional families: support by part of speech, from a spaCy pipeline, and what the generator said of its answer."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan

from faithstill.featurize.analysis import Analysis

from .feature import ALARM, SUPPORT, Feature

POS = (
    Feature("pos.noun_support", "share of the answer's nouns whose lemma the passages hold", undefined="no nouns", neutral=1, direction=SUPPORT),
    Feature("pos.verb_support", "share of the answer's verbs whose lemma the passages hold", undefined="no verbs", neutral=1, direction=SUPPORT),
    Feature("pos.modifier_support", "share of the answer's adjectives and adverbs whose lemma the passages hold", undefined="no adjectives or adverbs", neutral=1, direction=SUPPORT),
    Feature("pos.proper_noun_support", "share of the answer's proper nouns that the passages hold", undefined="no proper nouns", neutral=1, direction=SUPPORT),
)  # fmt: skip

TAGS = {
    "pos.noun_support": frozenset({"NOUN"}),
    "pos.verb_support": frozenset({"VERB"}),
    "pos.modifier_support": frozenset({"ADJ", "ADV"}),
    "pos.proper_noun_support": frozenset({"PROPN"}),
}


def pos_support(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The part-of-speech features of one triple."""
    answer = a.tagged(a.answer)
    held = {lemma for document in a.passages for lemma, _ in a.tagged(document)}
    return {
        name: _support([lemma for lemma, tag in answer if tag in tags], held) for name, tags in TAGS.items()
    }


def _support(lemmas: list[str], held: set[str]) -> float:
    return sum(lemma in held for lemma in lemmas) / len(lemmas) if lemmas else 1.0


SELF_REPORT = (
    Feature("self_attribution", "the generator's own rating of how well its answer is attributed", undefined="self_attribution not reported", neutral=0.5, direction=SUPPORT),
    Feature("self_confidence", "the generator's own confidence", undefined="self_confidence not reported", neutral=0.5, direction=SUPPORT),
    Feature("self_contradiction", "the generator's own rating of contradiction with the passages", undefined="self_contradiction not reported", neutral=0.5, direction=ALARM),
    Feature("self_completeness", "the generator's own rating of completeness", undefined="self_completeness not reported", neutral=0.5),
    Feature("self_relevance", "the generator's own rating of relevance to the question", undefined="self_relevance not reported", neutral=0.5),
    Feature("self_reported", "share of these metrics that the row reports"),
)  # fmt: skip

METRICS = tuple(feature for feature in SELF_REPORT if feature.name != "self_reported")


def self_report(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The self-reported metrics, 0.5 where missing or no number."""
    given = {name: max(0.0, min(1.0, v)) for name, v in a.triple.self_metrics.items() if not isnan(v)}
    reported = sum(feature.name in given for feature in METRICS) / len(METRICS)
    return {f.name: given.get(f.name, f.neutral) for f in METRICS} | {"self_reported": reported}
