# SPDX-License-Identifier: Apache-2.0
"""Support of the answer's words by part of speech: an optional family, from a spaCy pipeline."""

from __future__ import annotations

from collections.abc import Mapping

from faithstill.featurize.analysis import Analysis

from .feature import SUPPORT, Feature

FEATURES = (
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


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The part-of-speech features of one triple."""
    answer = a.tagged(a.answer)
    held = {lemma for document in a.passages for lemma, _ in a.tagged(document)}
    return {
        name: _support([lemma for lemma, tag in answer if tag in tags], held) for name, tags in TAGS.items()
    }


def _support(lemmas: list[str], held: set[str]) -> float:
    return sum(lemma in held for lemma in lemmas) / len(lemmas) if lemmas else 1.0
